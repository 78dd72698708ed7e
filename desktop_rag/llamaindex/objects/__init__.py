"""Tools and other objects that are found like passages."""

from desktop_rag.llamaindex.names import stubbed

__getattr__, __all__ = stubbed(__name__, __file__)
