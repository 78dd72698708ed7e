"""Desktop RAG: ask questions of your own documents and see where each answer comes from.

Programs find LlamaIndex's usual names here; each is imported when it is first used.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_rag.llamaindex import (
        BaseCallbackHandler,
        BasePromptTemplate,
        CallbackManager,
        ChatMessage,
        ChatPromptTemplate,
        ComposableGraph,
        Document,
        DocumentSummaryIndex,
        GPTDocumentSummaryIndex,
        GPTKeywordTableIndex,
        GPTKnowledgeGraphIndex,
        GPTListIndex,
        GPTRAKEKeywordTableIndex,
        GPTSimpleKeywordTableIndex,
        GPTTreeIndex,
        GPTVectorStoreIndex,
        IndexNode,
        IndexStructType,
        KeywordTableIndex,
        KnowledgeGraphIndex,
        ListIndex,
        MessageRole,
        MetadataMode,
        MockEmbedding,
        NodeWithScore,
        PromptHelper,
        PromptTemplate,
        PropertyGraphIndex,
        QueryBundle,
        RAKEKeywordTableIndex,
        Response,
        SelectorPromptTemplate,
        Settings,
        SimpleDirectoryReader,
        SimpleKeywordTableIndex,
        SQLDatabase,
        StorageContext,
        SummaryIndex,
        TextNode,
        TreeIndex,
        VectorStoreIndex,
        get_response_synthesizer,
        get_tokenizer,
        load_graph_from_storage,
        load_index_from_storage,
        load_indices_from_storage,
    )

# ONNX Runtime reads this once, when it is imported, and PyMuPDF imports it too: unless it is set before either,
# an identifier and a list of events are kept in the person's home and sent to its maker. Children inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__version__ = "0.2.0"
__all__ = [
    "BaseCallbackHandler",
    "BasePromptTemplate",
    "CallbackManager",
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
    "IndexStructType",
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
    "SelectorPromptTemplate",
    "Settings",
    "SimpleDirectoryReader",
    "SimpleKeywordTableIndex",
    "StorageContext",
    "SummaryIndex",
    "TextNode",
    "TreeIndex",
    "VectorStoreIndex",
    "get_response_synthesizer",
    "get_tokenizer",
    "load_graph_from_storage",
    "load_index_from_storage",
    "load_indices_from_storage",
]


def __getattr__(name: str) -> object:
    """Import a name from the wing for programs when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("desktop_rag.llamaindex"), name)
