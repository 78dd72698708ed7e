"""Where vectors are kept, and how they are asked for."""

from desktop_rag.llamaindex.names import stubbed

__getattr__, __all__ = stubbed(__name__, __file__)
