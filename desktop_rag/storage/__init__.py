"""What is kept, in SQLite files.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.storage.data_structs import (
        KG,
        EmptyIndexStruct,
        IndexDict,
        IndexDocumentSummary,
        IndexGraph,
        IndexList,
        IndexLPG,
        IndexStruct,
        IndexStructType,
        KeywordTable,
        MultiModelIndexDict,
    )
    from desktop_rag.storage.docstore import DocumentStore, SimpleDocumentStore
    from desktop_rag.storage.index_stores import BaseIndexStore, KVIndexStore
    from desktop_rag.storage.kvstore import BaseKVStore, MutableMappingKVStore, SimpleKVStore
    from desktop_rag.storage.records import RefDocInfo
    from desktop_rag.storage.simple_index_store import SimpleIndexStore
    from desktop_rag.storage.sql_chat_store import AsyncDBChatStore, MessageStatus, SQLAlchemyChatStore
    from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
    from desktop_rag.storage.storage_context import StorageContext

__all__ = [
    "KG",
    "AsyncDBChatStore",
    "BaseIndexStore",
    "BaseKVStore",
    "ChatStore",
    "DocumentStore",
    "EmptyIndexStruct",
    "IndexDict",
    "IndexDocumentSummary",
    "IndexGraph",
    "IndexLPG",
    "IndexList",
    "IndexStruct",
    "IndexStructType",
    "KVIndexStore",
    "KeywordTable",
    "MessageStatus",
    "MultiModelIndexDict",
    "MutableMappingKVStore",
    "RefDocInfo",
    "SQLAlchemyChatStore",
    "SimpleDocumentStore",
    "SimpleIndexStore",
    "SimpleKVStore",
    "StorageContext",
]

__getattr__ = lazily(
    __name__,
    {
        "sqlite.chat.chat_store": ("ChatStore",),
        "data_structs": (
            "KG",
            "EmptyIndexStruct",
            "IndexDict",
            "IndexDocumentSummary",
            "IndexGraph",
            "IndexList",
            "IndexLPG",
            "IndexStruct",
            "IndexStructType",
            "KeywordTable",
            "MultiModelIndexDict",
        ),
        "docstore": ("DocumentStore", "SimpleDocumentStore"),
        "index_stores": ("BaseIndexStore", "KVIndexStore"),
        "kvstore": (
            "BaseKVStore",
            "MutableMappingKVStore",
            "SimpleKVStore",
        ),
        "records": ("RefDocInfo",),
        "simple_index_store": ("SimpleIndexStore",),
        "sql_chat_store": (
            "AsyncDBChatStore",
            "MessageStatus",
            "SQLAlchemyChatStore",
        ),
        "storage_context": ("StorageContext",),
    },
)
