"""The conversation: question, answer, steps."""
