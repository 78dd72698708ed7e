from desktop_rag.core.schema import QueryBundle as QueryBundle
from desktop_rag.llamaindex.indices.query.embedding_utils import (
    get_top_k_embeddings as get_top_k_embeddings,
    get_top_k_mmr_embeddings as get_top_k_mmr_embeddings,
)
from desktop_rag.llamaindex.schema import QueryType as QueryType
from desktop_rag.query_engine.base import BaseQueryEngine as BaseQueryEngine
