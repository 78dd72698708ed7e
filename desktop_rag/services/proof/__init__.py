"""Sentences with what they rest on, and whether that still holds: of evidence packs, and of what is kept."""
