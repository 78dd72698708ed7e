"""Everything the program does for a person, as plain calls: no threads, no Qt, no command line."""
