"""Make an answer from a question and passages."""
