"""Desktop RAG: ask questions of your own documents and see where each answer comes from."""

__version__ = "0.1.0"
