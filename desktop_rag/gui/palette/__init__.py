"""The command palette: every action, library, conversation and file, found by a few letters."""
