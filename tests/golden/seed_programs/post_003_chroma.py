"""An index whose vectors are in Chroma, filled through an ingestion pipeline."""

import chromadb

from desktop_rag.llamaindex import SimpleDirectoryReader, StorageContext, VectorStoreIndex
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.node_parser import SentenceSplitter
from desktop_rag.llamaindex.vector_stores.chroma import ChromaVectorStore

db = chromadb.PersistentClient(path="./chroma_db")
chroma_collection = db.get_or_create_collection("quickstart")
vector_store = ChromaVectorStore(chroma_collection=chroma_collection)
storage_context = StorageContext.from_defaults(vector_store=vector_store)

documents = SimpleDirectoryReader("./data").load_data()
pipeline = IngestionPipeline(transformations=[SentenceSplitter()])
nodes = pipeline.run(documents=documents)
index = VectorStoreIndex(nodes, storage_context=storage_context)
print(index.as_query_engine().query("What do cats do?"))

db = chromadb.PersistentClient(path="./chroma_db")
chroma_collection = db.get_or_create_collection("quickstart")
vector_store = ChromaVectorStore(chroma_collection=chroma_collection)
storage_context = StorageContext.from_defaults(vector_store=vector_store)
index = VectorStoreIndex.from_vector_store(vector_store, storage_context=storage_context)
print(index.as_query_engine().query("What do dogs do?"))
