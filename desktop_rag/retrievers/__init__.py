"""Find the passages that may answer a question."""
