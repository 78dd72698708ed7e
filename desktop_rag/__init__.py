"""Desktop RAG: ask questions of your own documents and see where each answer comes from.

Programs find LlamaIndex's usual names here; each is imported when it is first used.
"""

import os
from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.core.messages import ChatMessage, MessageRole
    from desktop_rag.core.response import Response
    from desktop_rag.core.schema import Document, IndexNode, MetadataMode, NodeWithScore, QueryBundle, TextNode
    from desktop_rag.embeddings.mock import MockEmbedding
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
    from desktop_rag.indices.loading import (
        load_graph_from_storage,
        load_index_from_storage,
        load_indices_from_storage,
    )
    from desktop_rag.indices.property_graph import PropertyGraphIndex
    from desktop_rag.indices.summary import GPTListIndex, ListIndex, SummaryIndex
    from desktop_rag.indices.tree import GPTTreeIndex, TreeIndex
    from desktop_rag.indices.vector_store import GPTVectorStoreIndex, VectorStoreIndex
    from desktop_rag.prompts.base import ChatPromptTemplate, PromptTemplate
    from desktop_rag.query_engine.sql_database import SQLDatabase
    from desktop_rag.readers.simple_directory_reader import SimpleDirectoryReader
    from desktop_rag.response_synthesizers.factory import get_response_synthesizer
    from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
    from desktop_rag.settings import Settings
    from desktop_rag.storage.storage_context import StorageContext

# ONNX Runtime reads this once, when it is imported, and PyMuPDF imports it too: unless it is set before either,
# an identifier and a list of events are kept in the person's home and sent to its maker. Children inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__version__ = "0.2.0"
__all__ = [
    "ChatMessage",
    "ChatPromptTemplate",
    "ComposableGraph",
    "Document",
    "DocumentSummaryIndex",
    "GPTDocumentSummaryIndex",
    "GPTKeywordTableIndex",
    "GPTKnowledgeGraphIndex",
    "GPTListIndex",
    "GPTRAKEKeywordTableIndex",
    "GPTSimpleKeywordTableIndex",
    "GPTTreeIndex",
    "GPTVectorStoreIndex",
    "IndexNode",
    "KeywordTableIndex",
    "KnowledgeGraphIndex",
    "ListIndex",
    "MessageRole",
    "MetadataMode",
    "MockEmbedding",
    "NodeWithScore",
    "PromptHelper",
    "PromptTemplate",
    "PropertyGraphIndex",
    "QueryBundle",
    "RAKEKeywordTableIndex",
    "Response",
    "SQLDatabase",
    "Settings",
    "SimpleDirectoryReader",
    "SimpleKeywordTableIndex",
    "StorageContext",
    "SummaryIndex",
    "TextNode",
    "TreeIndex",
    "VectorStoreIndex",
    "get_response_synthesizer",
    "load_graph_from_storage",
    "load_index_from_storage",
    "load_indices_from_storage",
]

__getattr__ = lazily(
    __name__,
    {
        "query_engine.sql_database": ("SQLDatabase",),
        "core.messages": ("ChatMessage", "MessageRole"),
        "core.response": ("Response",),
        "core.schema": ("Document", "IndexNode", "MetadataMode", "NodeWithScore", "QueryBundle", "TextNode"),
        "embeddings.mock": ("MockEmbedding",),
        "indices.document_summary": (
            "DocumentSummaryIndex",
            "GPTDocumentSummaryIndex",
        ),
        "indices.keyword_table": (
            "KeywordTableIndex",
            "RAKEKeywordTableIndex",
            "SimpleKeywordTableIndex",
            "GPTKeywordTableIndex",
            "GPTSimpleKeywordTableIndex",
            "GPTRAKEKeywordTableIndex",
        ),
        "indices.knowledge_graph": (
            "KnowledgeGraphIndex",
            "GPTKnowledgeGraphIndex",
        ),
        "indices.composability.graph": ("ComposableGraph",),
        "indices.loading": ("load_graph_from_storage", "load_index_from_storage", "load_indices_from_storage"),
        "indices.property_graph": ("PropertyGraphIndex",),
        "indices.summary": (
            "ListIndex",
            "SummaryIndex",
            "GPTListIndex",
        ),
        "indices.tree": (
            "TreeIndex",
            "GPTTreeIndex",
        ),
        "indices.vector_store": (
            "VectorStoreIndex",
            "GPTVectorStoreIndex",
        ),
        "prompts.base": ("ChatPromptTemplate", "PromptTemplate"),
        "readers.simple_directory_reader": ("SimpleDirectoryReader",),
        "response_synthesizers.factory": ("get_response_synthesizer",),
        "response_synthesizers.prompt_helper": ("PromptHelper",),
        "settings": ("Settings",),
        "storage.storage_context": ("StorageContext",),
    },
)
