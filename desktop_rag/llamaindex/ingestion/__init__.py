"""From documents to nodes, step by step; what there is for the steps, with names for people."""

from desktop_rag.llamaindex.names import stubbed

__getattr__, __all__ = stubbed(__name__, __file__)
