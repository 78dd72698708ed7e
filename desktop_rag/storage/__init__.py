"""What is kept on disk: one SQLite file per index, one for conversations."""
