"""Splitters: they cut documents into the passages that are stored, searched and cited."""
