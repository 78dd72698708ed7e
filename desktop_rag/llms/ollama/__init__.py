"""Ollama's own interface: its models as language models, and the server that has them."""
