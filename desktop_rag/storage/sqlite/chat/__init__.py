"""Conversations, in a database of their own."""
