from desktop_rag.core.schema import (
    QueryBundle as QueryBundle,
    QueryType as QueryType,
)
from desktop_rag.query_engine.base import BaseQueryEngine as BaseQueryEngine
from desktop_rag.vector_stores.modes import (
    get_top_k_embeddings as get_top_k_embeddings,
    get_top_k_mmr_embeddings as get_top_k_mmr_embeddings,
)
