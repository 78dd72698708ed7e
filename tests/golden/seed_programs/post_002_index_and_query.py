"""Building, saving and asking an index with models of OpenAI, as the source reading shows."""

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.embeddings.openai import OpenAIEmbedding
from desktop_rag.llamaindex.llms.openai import OpenAI

Settings.embed_model = OpenAIEmbedding()
Settings.llm = OpenAI(model="gpt-4")

documents = SimpleDirectoryReader("./data").load_data()
index = VectorStoreIndex.from_documents(documents)
index.storage_context.persist("./storage")

query_engine = index.as_query_engine(response_mode="compact", similarity_top_k=5)
response = query_engine.query("What is RAG?")
print(response.response)
print([node.node.metadata["file_name"] for node in response.source_nodes])
