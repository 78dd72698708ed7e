"""The page of a library's files."""
