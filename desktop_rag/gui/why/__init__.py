"""The dialog “Why this answer?”."""
