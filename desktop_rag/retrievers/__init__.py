"""Retrievers: they find nodes for a question."""
