from desktop_rag.llamaindex.indices.query.embedding_utils import (
    get_top_k_embeddings as get_top_k_embeddings,
    get_top_k_mmr_embeddings as get_top_k_mmr_embeddings,
)
from desktop_rag.llamaindex.vector_stores.chroma import ChromaVectorStore as ChromaVectorStore
from desktop_rag.llamaindex.vector_stores.qdrant import QdrantVectorStore as QdrantVectorStore
from desktop_rag.llamaindex.vector_stores.query_spec import (
    MetadataInfo as MetadataInfo,
    VectorStoreInfo as VectorStoreInfo,
    VectorStoreQueryOutputParser as VectorStoreQueryOutputParser,
    VectorStoreQuerySpec as VectorStoreQuerySpec,
)
from desktop_rag.llamaindex.vector_stores.utils import (
    BasePydanticVectorStore as BasePydanticVectorStore,
    ExactMatchFilter as ExactMatchFilter,
    build_metadata_filter_fn as build_metadata_filter_fn,
    metadata_dict_to_node as metadata_dict_to_node,
)
from desktop_rag.storage.filters import (
    FilterCondition as FilterCondition,
    FilterOperator as FilterOperator,
    MetadataFilter as MetadataFilter,
    MetadataFilters as MetadataFilters,
)
from desktop_rag.storage.storage_context import (
    DEFAULT_PERSIST_DIR as DEFAULT_PERSIST_DIR,
    DEFAULT_VECTOR_STORE as DEFAULT_VECTOR_STORE,
)
from desktop_rag.storage.vector_queries import (
    VectorStore as VectorStore,
    VectorStoreQuery as VectorStoreQuery,
    VectorStoreQueryMode as VectorStoreQueryMode,
    VectorStoreQueryResult as VectorStoreQueryResult,
)
from desktop_rag.vector_stores.filters import parse_filters as parse_filters
from desktop_rag.vector_stores.sqlite_vec import LEARNER_MODES as LEARNER_MODES
from desktop_rag.vector_stores.simple import (
    SimpleVectorStore as SimpleVectorStore,
    SimpleVectorStoreData as SimpleVectorStoreData,
)
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore as SqliteVecVectorStore
from desktop_rag.vector_stores.types import BaseVectorStore as BaseVectorStore
from desktop_rag.vector_stores.types import node_to_metadata_dict as node_to_metadata_dict
