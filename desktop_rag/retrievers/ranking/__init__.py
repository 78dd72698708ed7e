"""Weighs the passages that a search found by what their pages and documents say."""
