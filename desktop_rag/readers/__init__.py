"""Readers: files become documents, a page at a time."""
