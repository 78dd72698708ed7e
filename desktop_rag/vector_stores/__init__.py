"""Where embeddings are kept and searched."""
