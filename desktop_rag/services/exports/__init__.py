"""Answers and conversations as files for other people: Markdown, web page, PDF, Word."""
