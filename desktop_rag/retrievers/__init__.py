"""Retrievers: they find nodes for a question.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
    from desktop_rag.retrievers.auto_retriever import VectorIndexAutoRetriever
    from desktop_rag.retrievers.base import BaseRetriever
    from desktop_rag.retrievers.bm25 import BM25Retriever
    from desktop_rag.retrievers.fusion_modes import FUSION_MODES
    from desktop_rag.retrievers.hybrid import HybridRetriever
    from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
    from desktop_rag.retrievers.query_transforms import BaseQueryTransform, TransformRetriever
    from desktop_rag.retrievers.recursive import RecursiveRetriever
    from desktop_rag.retrievers.router import RouterRetriever
    from desktop_rag.retrievers.vector import VectorIndexRetriever

__all__ = [
    "FUSION_MODES",
    "AutoMergingRetriever",
    "BM25Retriever",
    "BaseQueryTransform",
    "BaseRetriever",
    "HybridRetriever",
    "QueryFusionRetriever",
    "RecursiveRetriever",
    "RouterRetriever",
    "TransformRetriever",
    "VectorIndexAutoRetriever",
    "VectorIndexRetriever",
]

__getattr__ = lazily(
    __name__,
    {
        "query_transforms": (
            "TransformRetriever",
            "BaseQueryTransform",
        ),
        "auto_merging": ("AutoMergingRetriever",),
        "auto_retriever": ("VectorIndexAutoRetriever",),
        "base": ("BaseRetriever",),
        "bm25": ("BM25Retriever",),
        "query_fusion": ("QueryFusionRetriever",),
        "fusion_modes": ("FUSION_MODES",),
        "hybrid": ("HybridRetriever",),
        "recursive": ("RecursiveRetriever",),
        "router": ("RouterRetriever",),
        "vector": ("VectorIndexRetriever",),
        # those of the indices, a layer below, stand here for LlamaIndex's users
        "desktop_rag.indices.keyword_table_retrievers": ("KeywordTableSimpleRetriever",),
        "desktop_rag.indices.knowledge_graph_retriever": ("KGTableRetriever",),
        "desktop_rag.indices.property_graph": ("LLMSynonymRetriever", "PGRetriever", "VectorContextRetriever"),
        "desktop_rag.indices.summary": ("EmptyIndexRetriever",),
        "desktop_rag.indices.summary_retrievers": (
            "ListIndexEmbeddingRetriever",
            "ListIndexRetriever",
            "SummaryIndexEmbeddingRetriever",
            "SummaryIndexLLMRetriever",
            "SummaryIndexRetriever",
        ),
        "desktop_rag.indices.tree_retrievers": (
            "TreeAllLeafRetriever",
            "TreeRootRetriever",
            "TreeSelectLeafEmbeddingRetriever",
            "TreeSelectLeafRetriever",
        ),
    },
)
