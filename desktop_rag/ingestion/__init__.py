"""From files and documents to nodes in a store."""
