"""Conversations over an index."""
