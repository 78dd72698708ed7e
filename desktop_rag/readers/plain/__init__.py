"""Text, and text with marks around it."""
