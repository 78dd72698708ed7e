"""Conversations: their list, what is done with one, and what is kept of one that is being written."""
