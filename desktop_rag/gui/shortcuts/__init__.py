"""Which keys carry out which command: a sheet of all, and the editor of those a person changes."""
