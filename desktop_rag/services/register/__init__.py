"""What the documents of a library say about days, money, parties, places and numbers."""
