"""The evidence for a sentence of an answer, and the card that shows it."""
