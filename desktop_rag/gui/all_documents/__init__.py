"""The page about all documents of a library."""
