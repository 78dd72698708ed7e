"""Search by words: FTS5 over terms prepared by ``desktop_rag.text.analyzer``."""
