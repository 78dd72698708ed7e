"""Office documents, old and new."""
