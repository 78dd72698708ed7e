"""Contradictions between the documents of a library: statements about the same that disagree."""
