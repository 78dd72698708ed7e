"""``desktop-rag mcp``."""
