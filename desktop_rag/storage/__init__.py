"""What is kept, in SQLite files.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.storage.docstore import DocumentStore, SimpleDocumentStore
    from desktop_rag.storage.kvstore import BaseKVStore, MutableMappingKVStore, SimpleKVStore
    from desktop_rag.storage.records import RefDocInfo
    from desktop_rag.storage.sql_chat_store import AsyncDBChatStore, MessageStatus, SQLAlchemyChatStore
    from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
    from desktop_rag.storage.storage_context import StorageContext

__all__ = [
    "AsyncDBChatStore",
    "BaseKVStore",
    "ChatStore",
    "DocumentStore",
    "MessageStatus",
    "MutableMappingKVStore",
    "RefDocInfo",
    "SQLAlchemyChatStore",
    "SimpleDocumentStore",
    "SimpleKVStore",
    "StorageContext",
]

__getattr__ = lazily(
    __name__,
    {
        "sqlite.chat.chat_store": ("ChatStore",),
        "docstore": ("DocumentStore", "SimpleDocumentStore"),
        "kvstore": (
            "BaseKVStore",
            "MutableMappingKVStore",
            "SimpleKVStore",
        ),
        "records": ("RefDocInfo",),
        "sql_chat_store": (
            "AsyncDBChatStore",
            "MessageStatus",
            "SQLAlchemyChatStore",
        ),
        "storage_context": ("StorageContext",),
    },
)
