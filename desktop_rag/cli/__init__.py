"""The command line: the same jobs as in the window."""
