from desktop_rag.llamaindex.storage.chat_store.sql import (
    AsyncDBChatStore as AsyncDBChatStore,
    DEFAULT_ASYNC_DATABASE_URI as DEFAULT_ASYNC_DATABASE_URI,
    MessageStatus as MessageStatus,
    SQLAlchemyChatStore as SQLAlchemyChatStore,
)
from desktop_rag.storage.chat_store import BaseChatStore as BaseChatStore, SimpleChatStore as SimpleChatStore
