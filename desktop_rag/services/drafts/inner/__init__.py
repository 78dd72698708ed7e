"""What does not fit within a text itself: totals, numbers of things, references, figures told twice."""
