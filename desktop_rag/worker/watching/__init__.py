"""Following folders."""
