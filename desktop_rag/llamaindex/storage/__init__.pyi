from desktop_rag.core.schema import Node as Node
from desktop_rag.llamaindex.storage.chat_store.sql import (
    AsyncDBChatStore as AsyncDBChatStore,
    MessageStatus as MessageStatus,
    SQLAlchemyChatStore as SQLAlchemyChatStore,
)
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore as SimpleDocumentStore
from desktop_rag.llamaindex.storage.index_store.keyval_index_store import KVIndexStore as KVIndexStore
from desktop_rag.llamaindex.storage.index_store.simple_index_store import SimpleIndexStore as SimpleIndexStore
from desktop_rag.rerankers.endpoint import DEFAULT_BATCH_SIZE as DEFAULT_BATCH_SIZE
from desktop_rag.storage.data_structs import (
    EmptyIndexStruct as EmptyIndexStruct,
    IndexDict as IndexDict,
    IndexDocumentSummary as IndexDocumentSummary,
    IndexGraph as IndexGraph,
    IndexLPG as IndexLPG,
    IndexList as IndexList,
    IndexStruct as IndexStruct,
    IndexStructType as IndexStructType,
    KG as KG,
    KeywordTable as KeywordTable,
    MultiModelIndexDict as MultiModelIndexDict,
)
from desktop_rag.storage.document_store import DocumentStore as DocumentStore
from desktop_rag.storage.data_structs import BaseIndexStore as BaseIndexStore
from desktop_rag.storage.kvstore import (
    BaseKVStore as BaseKVStore,
    DEFAULT_COLLECTION as DEFAULT_COLLECTION,
    MutableMappingKVStore as MutableMappingKVStore,
    SimpleKVStore as SimpleKVStore,
)
from desktop_rag.storage.records import RefDocInfo as RefDocInfo
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore as ChatStore
from desktop_rag.storage.storage_context import (
    DEFAULT_PERSIST_DIR as DEFAULT_PERSIST_DIR,
    IMAGE_VECTOR_STORE_NAMESPACE as IMAGE_VECTOR_STORE_NAMESPACE,
    StorageContext as StorageContext,
)
