from desktop_rag.llamaindex.storage.index_store.keyval_index_store import KVIndexStore as KVIndexStore
from desktop_rag.llamaindex.storage.index_store.simple_index_store import (
    DEFAULT_PERSIST_PATH as DEFAULT_PERSIST_PATH,
    SimpleIndexStore as SimpleIndexStore,
)
from desktop_rag.storage.data_structs import (
    index_struct_to_json as index_struct_to_json,
    json_to_index_struct as json_to_index_struct,
)
from desktop_rag.storage.data_structs import BaseIndexStore as BaseIndexStore, DEFAULT_NAMESPACE as DEFAULT_NAMESPACE
from desktop_rag.storage.storage_context import DEFAULT_PERSIST_DIR as DEFAULT_PERSIST_DIR
