from desktop_rag.indices.keyword_table import KeywordTableSimpleRetriever as KeywordTableSimpleRetriever
from desktop_rag.indices.knowledge_graph import KGTableRetriever as KGTableRetriever
from desktop_rag.indices.summary import (
    SummaryIndexEmbeddingRetriever as SummaryIndexEmbeddingRetriever,
    SummaryIndexLLMRetriever as SummaryIndexLLMRetriever,
    SummaryIndexRetriever as SummaryIndexRetriever,
)
from desktop_rag.indices.tree import (
    TreeAllLeafRetriever as TreeAllLeafRetriever,
    TreeRootRetriever as TreeRootRetriever,
    TreeSelectLeafEmbeddingRetriever as TreeSelectLeafEmbeddingRetriever,
    TreeSelectLeafRetriever as TreeSelectLeafRetriever,
)
from desktop_rag.llamaindex.indices.kinds import (
    EmptyIndexRetriever as EmptyIndexRetriever,
    ListIndexEmbeddingRetriever as ListIndexEmbeddingRetriever,
    ListIndexRetriever as ListIndexRetriever,
)
from desktop_rag.llamaindex.indices.property_graph import (
    LLMSynonymRetriever as LLMSynonymRetriever,
    PGRetriever as PGRetriever,
    VectorContextRetriever as VectorContextRetriever,
)
from desktop_rag.llamaindex.indices.query.query_transform.base import (
    BaseQueryTransform as BaseQueryTransform,
    TransformRetriever as TransformRetriever,
)
from desktop_rag.llamaindex.indices.vector_store.auto_retriever import (
    VectorIndexAutoRetriever as VectorIndexAutoRetriever,
)
from desktop_rag.llamaindex.retrievers.recursive_retriever import (
    DEFAULT_QUERY_RESPONSE_TMPL as DEFAULT_QUERY_RESPONSE_TMPL,
    RecursiveRetriever as RecursiveRetriever,
)
from desktop_rag.prompts.default_prompts import QUERY_GEN_PROMPT as QUERY_GEN_PROMPT
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever as AutoMergingRetriever
from desktop_rag.retrievers.base import BaseRetriever as BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever as BM25Retriever
from desktop_rag.retrievers.fusion_modes import FUSION_MODES as FUSION_MODES
from desktop_rag.retrievers.hybrid import HybridRetriever as HybridRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever as QueryFusionRetriever
from desktop_rag.retrievers.router import RouterRetriever as RouterRetriever
from desktop_rag.retrievers.vector import VectorIndexRetriever as VectorIndexRetriever
