from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore as SimpleDocumentStore
from desktop_rag.llamaindex.storage.docstore.values import (
    doc_to_json as doc_to_json,
    json_to_doc as json_to_doc,
    legacy_json_to_doc as legacy_json_to_doc,
)
from desktop_rag.llamaindex.storage.index_store.simple_index_store import DEFAULT_PERSIST_PATH as DEFAULT_PERSIST_PATH
from desktop_rag.storage.document_store import DocumentStore as DocumentStore
from desktop_rag.storage.data_structs import DEFAULT_NAMESPACE as DEFAULT_NAMESPACE
from desktop_rag.storage.records import RefDocInfo as RefDocInfo
from desktop_rag.storage.storage_context import DEFAULT_PERSIST_DIR as DEFAULT_PERSIST_DIR
