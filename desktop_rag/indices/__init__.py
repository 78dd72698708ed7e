"""Indices that hold more than words and vectors: summaries, trees, keywords, facts; built on demand."""
