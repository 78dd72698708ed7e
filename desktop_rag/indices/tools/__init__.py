"""Tools that make an index of what other tools and readers load, and ask it."""
