"""An index that is filled one document at a time, saved and loaded, as the source analysis does."""

from desktop_rag.llamaindex import SimpleDirectoryReader, StorageContext, VectorStoreIndex, load_index_from_storage

documents = SimpleDirectoryReader("./data").load_data()
index = VectorStoreIndex([])
for doc in documents:
    index.insert(doc)
index.storage_context.persist(persist_dir="saved")

storage_context = StorageContext.from_defaults(persist_dir="saved")
index = load_index_from_storage(storage_context)
query_engine = index.as_query_engine()
response = query_engine.query("Write an email to the user given their background information.")
print(response)
