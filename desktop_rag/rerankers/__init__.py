"""Models that judge how well passages fit a question, served elsewhere."""
