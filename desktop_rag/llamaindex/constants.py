"""Defaults under LlamaIndex's names."""

from desktop_rag.embeddings.base import DEFAULT_EMBED_BATCH_SIZE
from desktop_rag.indices.vector_store import DEFAULT_SIMILARITY_TOP_K
from desktop_rag.llamaindex.ingestion.pipeline import DEFAULT_PIPELINE_NAME, DEFAULT_PROJECT_NAME
from desktop_rag.llms.openai_like import DEFAULT_TEMPERATURE
from desktop_rag.node_parser.token import DEFAULT_CHUNK_OVERLAP, DEFAULT_CHUNK_SIZE
from desktop_rag.response_synthesizers.prompt_helper import DEFAULT_CONTEXT_WINDOW, DEFAULT_NUM_OUTPUTS
from desktop_rag.storage.kvstore import DATA_KEY, TYPE_KEY

__all__ = [
    "DATA_KEY",
    "DEFAULT_CHUNK_OVERLAP",
    "DEFAULT_CHUNK_SIZE",
    "DEFAULT_CONTEXT_WINDOW",
    "DEFAULT_EMBED_BATCH_SIZE",
    "DEFAULT_NUM_OUTPUTS",
    "DEFAULT_PIPELINE_NAME",
    "DEFAULT_PROJECT_NAME",
    "DEFAULT_SIMILARITY_TOP_K",
    "DEFAULT_TEMPERATURE",
    "TYPE_KEY",
]
