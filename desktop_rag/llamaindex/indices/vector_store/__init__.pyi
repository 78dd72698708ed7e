from desktop_rag.llamaindex.indices.vector_store.auto_retriever import (
    VectorIndexAutoRetriever as VectorIndexAutoRetriever,
)
from desktop_rag.llamaindex.indices.vector_store.base import (
    GPTVectorStoreIndex as GPTVectorStoreIndex,
    VectorStoreIndex as VectorStoreIndex,
)
from desktop_rag.llamaindex.vector_stores.query_spec import VectorStoreQueryOutputParser as VectorStoreQueryOutputParser
from desktop_rag.retrievers.vector import VectorIndexRetriever as VectorIndexRetriever
from desktop_rag.storage.storage_context import SUFFIX as SUFFIX
