"""Models that a program writes itself, and one that only pretends."""
