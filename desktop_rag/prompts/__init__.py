"""Prompts: templates and their wording."""
