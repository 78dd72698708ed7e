"""What people change first: the size of chunks, how many are found, the model, the mode, streaming, a conversation."""

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.node_parser import SentenceSplitter

documents = SimpleDirectoryReader("data").load_data()

Settings.chunk_size = 512
index = VectorStoreIndex.from_documents(documents, transformations=[SentenceSplitter(chunk_size=512)])

query_engine = index.as_query_engine(similarity_top_k=5)
print(query_engine.query("Who sleeps?"))

Settings.llm = OpenAI(model="gpt-4o", temperature=0.1)
query_engine = index.as_query_engine(llm=OpenAI(model="gpt-4"), response_mode="tree_summarize")
print(query_engine.query("Who barks?"))

query_engine = index.as_query_engine(streaming=True)
response = query_engine.query("Who sings?")
response.print_response_stream()
print()

query_engine = index.as_chat_engine()
response = query_engine.chat("Who sleeps?")
print(response)
response = query_engine.chat("Oh interesting, tell me more.")
print(response)
