"""Conversations: their settings, and each question with its answer."""
