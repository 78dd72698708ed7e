"""The chat engines of the deep dive, each in its own conversation."""

from desktop_rag.llamaindex.base.llms.types import ChatMessage

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.chat_engine import CondenseQuestionChatEngine, ContextChatEngine, SimpleChatEngine
from desktop_rag.llamaindex.memory import ChatMemoryBuffer

index = VectorStoreIndex.from_documents(SimpleDirectoryReader("data").load_data())

chat_engine = SimpleChatEngine.from_defaults(llm=Settings.llm)
print(chat_engine.chat("Hi").response)

chat_engine = CondenseQuestionChatEngine.from_defaults(
    query_engine=index.as_query_engine(),
    chat_history=[ChatMessage(role="user", content="Hi"), ChatMessage(role="assistant", content="Hello")],
    verbose=True,
)
response = chat_engine.chat("And cats?")
print(response.sources[0].tool_name, response)

memory = ChatMemoryBuffer.from_defaults(token_limit=1500)
chat_engine = ContextChatEngine.from_defaults(retriever=index.as_retriever(), memory=memory)
print(chat_engine.chat("What do cats do?"))
print([message.role.value for message in chat_engine.chat_history])
chat_engine.reset()

chat_engine = index.as_chat_engine(chat_mode="condense_plus_context", memory=memory, verbose=True)
streaming_response = chat_engine.stream_chat("What do dogs do?")
for token in streaming_response.response_gen:
    print(token, end="")
print()
