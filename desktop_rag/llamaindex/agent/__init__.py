"""Agents: one model with tools, or several that hand over to one another."""

from desktop_rag.llamaindex.names import stubbed

__getattr__, __all__ = stubbed(__name__, __file__)
