"""Response synthesizers: they write an answer from nodes."""
