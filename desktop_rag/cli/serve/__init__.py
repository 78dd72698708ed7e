"""``desktop-rag serve``."""
