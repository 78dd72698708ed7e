"""Find the class of an index that a storage names."""

from desktop_rag.indices import base
from desktop_rag.llamaindex.indices import document_summary, kinds, property_graph
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.vector_store import base as vector_store

__all__ = ["document_summary", "index_class", "kinds", "property_graph", "vector_store"]  # known once they are imported


def index_class(kind: str) -> type[BaseIndex] | None:
    """Return the class of indices of a kind, one of a program's own too; None where there is none."""
    made = base.BaseIndex.kinds.get(kind)
    return made if made is not None and issubclass(made, BaseIndex) else None
