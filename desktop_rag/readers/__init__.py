"""Turn files into documents; every reader runs in a child process."""
