"""The usage pattern of chat engines: a mode by its name, a prompt of one's own, and streaming."""

from desktop_rag.llamaindex import PromptTemplate, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.chat_engine import CondenseQuestionChatEngine
from desktop_rag.llamaindex.llms import ChatMessage, MessageRole

index = VectorStoreIndex.from_documents(SimpleDirectoryReader("data").load_data())

chat_engine = index.as_chat_engine(chat_mode="condense_question", verbose=True)
print(chat_engine.chat("Tell me a joke."))
chat_engine.reset()

custom_prompt = PromptTemplate("Chat:\n{chat_history}\nMessage:\n{question}\nQuestion alone:\n")
custom_chat_history = [
    ChatMessage(role=MessageRole.USER, content="Hello, we talk about cats."),
    ChatMessage(role=MessageRole.ASSISTANT, content="Okay."),
]
chat_engine = CondenseQuestionChatEngine.from_defaults(
    query_engine=index.as_query_engine(),
    condense_question_prompt=custom_prompt,
    chat_history=custom_chat_history,
    verbose=True,
)
print(chat_engine.chat("Do they sleep?"))

chat_engine = index.as_chat_engine(chat_mode="context", system_prompt="You speak like a pirate.")
streaming_response = chat_engine.stream_chat("Who barks?")
streaming_response.print_response_stream()
print()
