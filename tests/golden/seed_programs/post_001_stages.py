"""Reading, cutting, indexing, saving and asking, as the deep dive takes them apart."""

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.node_parser import SentenceSplitter

reader = SimpleDirectoryReader(input_files=["./data/essay.txt"])
documents = reader.load_data()
print(documents[0].metadata["file_name"], documents[0].metadata["file_type"], documents[0].embedding)

parser = SentenceSplitter()
nodes = parser.get_nodes_from_documents(documents)
print(len(nodes), nodes[0].start_char_idx, nodes[0].ref_doc_id == documents[0].id_)

embed_model = Settings.embed_model
index = VectorStoreIndex(nodes=nodes, embed_model=embed_model, show_progress=True)
index.storage_context.persist(persist_dir="./storage")

query_engine = index.as_query_engine()
response = query_engine.query("sup?")
print(response)
