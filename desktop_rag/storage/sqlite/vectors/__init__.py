"""Vectors in the index file: spaces, compact codes and the copy of them in memory."""
