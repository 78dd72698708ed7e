"""Turn files and documents into nodes in a store."""
