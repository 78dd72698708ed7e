"""Indices over indices."""

from desktop_rag.indices.composability.graph import ComposableGraph

__all__ = ["ComposableGraph"]
