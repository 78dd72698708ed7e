"""Indices: documents and nodes of a storage, and something to ask.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.indices.base import BaseIndex
    from desktop_rag.indices.composability.graph import ComposableGraph
    from desktop_rag.indices.document_summary import DocumentSummaryIndex, GPTDocumentSummaryIndex
    from desktop_rag.indices.keyword_table import (
        GPTKeywordTableIndex,
        GPTRAKEKeywordTableIndex,
        GPTSimpleKeywordTableIndex,
        KeywordTableIndex,
        RAKEKeywordTableIndex,
        SimpleKeywordTableIndex,
    )
    from desktop_rag.indices.knowledge_graph import GPTKnowledgeGraphIndex, KnowledgeGraphIndex
    from desktop_rag.indices.loading import load_graph_from_storage, load_index_from_storage, load_indices_from_storage
    from desktop_rag.indices.property_graph import PropertyGraphIndex
    from desktop_rag.indices.summary import (
        EmptyIndex,
        GPTEmptyIndex,
        GPTListIndex,
        ListIndex,
        ListRetrieverMode,
        SummaryIndex,
    )
    from desktop_rag.indices.tools.load_and_search import LoadAndSearchToolSpec
    from desktop_rag.indices.tools.on_demand import OnDemandLoaderTool
    from desktop_rag.indices.tree import GPTTreeIndex, TreeIndex
    from desktop_rag.indices.vector_store import GPTVectorStoreIndex, VectorStoreIndex

__all__ = [
    "BaseIndex",
    "ComposableGraph",
    "DocumentSummaryIndex",
    "EmptyIndex",
    "GPTDocumentSummaryIndex",
    "GPTEmptyIndex",
    "GPTKeywordTableIndex",
    "GPTKnowledgeGraphIndex",
    "GPTListIndex",
    "GPTRAKEKeywordTableIndex",
    "GPTSimpleKeywordTableIndex",
    "GPTTreeIndex",
    "GPTVectorStoreIndex",
    "KeywordTableIndex",
    "KnowledgeGraphIndex",
    "ListIndex",
    "ListRetrieverMode",
    "LoadAndSearchToolSpec",
    "OnDemandLoaderTool",
    "PropertyGraphIndex",
    "RAKEKeywordTableIndex",
    "SimpleKeywordTableIndex",
    "SummaryIndex",
    "TreeIndex",
    "VectorStoreIndex",
    "load_graph_from_storage",
    "load_index_from_storage",
    "load_indices_from_storage",
]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BaseIndex",),
        "composability.graph": ("ComposableGraph",),
        "document_summary": (
            "DocumentSummaryIndex",
            "GPTDocumentSummaryIndex",
        ),
        "keyword_table": (
            "KeywordTableIndex",
            "RAKEKeywordTableIndex",
            "SimpleKeywordTableIndex",
            "GPTKeywordTableIndex",
            "GPTSimpleKeywordTableIndex",
            "GPTRAKEKeywordTableIndex",
        ),
        "knowledge_graph": (
            "KnowledgeGraphIndex",
            "GPTKnowledgeGraphIndex",
        ),
        "loading": (
            "load_graph_from_storage",
            "load_index_from_storage",
            "load_indices_from_storage",
        ),
        "property_graph": ("PropertyGraphIndex",),
        "summary": (
            "ListIndex",
            "ListRetrieverMode",
            "SummaryIndex",
            "GPTListIndex",
            "EmptyIndex",
            "GPTEmptyIndex",
        ),
        "tree": (
            "TreeIndex",
            "GPTTreeIndex",
        ),
        "vector_store": (
            "VectorStoreIndex",
            "GPTVectorStoreIndex",
        ),
        "tools.load_and_search": ("LoadAndSearchToolSpec",),
        "tools.on_demand": ("OnDemandLoaderTool",),
    },
)
