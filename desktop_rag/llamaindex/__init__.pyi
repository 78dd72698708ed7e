from desktop_rag.callbacks.base import BaseCallbackHandler as BaseCallbackHandler, CallbackManager as CallbackManager
from desktop_rag.core.messages import ChatMessage as ChatMessage, MessageRole as MessageRole
from desktop_rag.core.nodes import MetadataMode as MetadataMode
from desktop_rag.core.response import Response as Response
from desktop_rag.core.schema import (
    Document as Document,
    IndexNode as IndexNode,
    NodeWithScore as NodeWithScore,
    QueryBundle as QueryBundle,
    TextNode as TextNode,
)
from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding as MockEmbedding
from desktop_rag.llamaindex.indices.composability.graph import ComposableGraph as ComposableGraph
from desktop_rag.llamaindex.indices.document_summary import (
    DocumentSummaryIndex as DocumentSummaryIndex,
    GPTDocumentSummaryIndex as GPTDocumentSummaryIndex,
)
from desktop_rag.llamaindex.indices.kinds import (
    GPTKeywordTableIndex as GPTKeywordTableIndex,
    GPTKnowledgeGraphIndex as GPTKnowledgeGraphIndex,
    GPTListIndex as GPTListIndex,
    GPTRAKEKeywordTableIndex as GPTRAKEKeywordTableIndex,
    GPTSimpleKeywordTableIndex as GPTSimpleKeywordTableIndex,
    GPTTreeIndex as GPTTreeIndex,
    KeywordTableIndex as KeywordTableIndex,
    KnowledgeGraphIndex as KnowledgeGraphIndex,
    ListIndex as ListIndex,
    RAKEKeywordTableIndex as RAKEKeywordTableIndex,
    SimpleKeywordTableIndex as SimpleKeywordTableIndex,
    SummaryIndex as SummaryIndex,
    TreeIndex as TreeIndex,
)
from desktop_rag.llamaindex.indices.loading import (
    load_graph_from_storage as load_graph_from_storage,
    load_index_from_storage as load_index_from_storage,
    load_indices_from_storage as load_indices_from_storage,
)
from desktop_rag.llamaindex.indices.property_graph import PropertyGraphIndex as PropertyGraphIndex
from desktop_rag.llamaindex.indices.vector_store.base import (
    GPTVectorStoreIndex as GPTVectorStoreIndex,
    VectorStoreIndex as VectorStoreIndex,
)
from desktop_rag.llamaindex.prompts.selecting import SelectorPromptTemplate as SelectorPromptTemplate
from desktop_rag.llamaindex.readers.file.base import SimpleDirectoryReader as SimpleDirectoryReader
from desktop_rag.llamaindex.settings import Settings as Settings
from desktop_rag.prompts.base import (
    BasePromptTemplate as BasePromptTemplate,
    ChatPromptTemplate as ChatPromptTemplate,
    PromptTemplate as PromptTemplate,
)
from desktop_rag.query_engine.sql_tables import SQLDatabase as SQLDatabase
from desktop_rag.response_synthesizers.factory import get_response_synthesizer as get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper as PromptHelper
from desktop_rag.storage.data_structs import IndexStructType as IndexStructType
from desktop_rag.storage.storage_context import StorageContext as StorageContext
from desktop_rag.text.tokenizer import get_tokenizer as get_tokenizer
