"""Parts of a memory: what always holds, facts, passages of earlier talk."""

from desktop_rag.llamaindex.names import stubbed

__getattr__, __all__ = stubbed(__name__, __file__)
