"""Commands about the program itself: its settings, keys, and what it may contact."""
