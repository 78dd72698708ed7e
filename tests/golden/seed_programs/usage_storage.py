"""Stores that are chosen, kept and opened again; documents that come, change and go: the pages on storing."""

from desktop_rag.llamaindex import (
    Document,
    SimpleDirectoryReader,
    StorageContext,
    SummaryIndex,
    VectorStoreIndex,
    load_index_from_storage,
    load_indices_from_storage,
)
from desktop_rag.llamaindex.node_parser import SentenceSplitter
from desktop_rag.llamaindex.storage import SimpleDocumentStore, SimpleIndexStore
from desktop_rag.llamaindex.vector_stores import SimpleVectorStore

nodes = SentenceSplitter().get_nodes_from_documents(SimpleDirectoryReader("./data").load_data())
storage_context = StorageContext.from_defaults(
    docstore=SimpleDocumentStore(), vector_store=SimpleVectorStore(), index_store=SimpleIndexStore()
)
storage_context.docstore.add_documents(nodes)
index = VectorStoreIndex(nodes, storage_context=storage_context)
index.set_index_id("animals")
index.storage_context.persist(persist_dir="kept")

storage_context = StorageContext.from_defaults(
    docstore=SimpleDocumentStore.from_persist_dir(persist_dir="kept"),
    vector_store=SimpleVectorStore.from_persist_dir(persist_dir="kept"),
    index_store=SimpleIndexStore.from_persist_dir(persist_dir="kept"),
)
index = load_index_from_storage(storage_context, index_id="animals")
print(len(index.docstore.docs), len(load_indices_from_storage(storage_context)))
print(index.as_query_engine().query("What do cats do?"))

notes = SummaryIndex([])
for i, text in enumerate(["Tea.", "Milk.", "Salt."]):
    notes.insert(Document(text=text, id_=f"doc_id_{i}"))
notes.delete_ref_doc("doc_id_0", delete_from_docstore=True)
notes.update_ref_doc(Document(text="Oat milk.", id_="doc_id_1"), delete_kwargs={"delete_from_docstore": True})
refreshed = notes.refresh_ref_docs(
    [Document(text="Oat milk.", id_="doc_id_1"), Document(text="Sea salt.", id_="doc_id_2")],
    update_kwargs={"delete_kwargs": {"delete_from_docstore": True}},
)
print(refreshed, list(notes.ref_doc_info))
