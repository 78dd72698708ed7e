"""Answers, conversations, tables and texts that a person watches: told once when a file no longer says so."""
