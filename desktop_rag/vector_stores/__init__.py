"""Vectors in the index file or in another database, and the ways of searching them."""
