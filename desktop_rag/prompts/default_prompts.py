"""The wording of what is sent to models."""

from desktop_rag.prompts.base import PromptTemplate

CONTEXT_SYSTEM_PROMPT = PromptTemplate(
    "You answer questions about the reader's own documents. Use only the numbered passages below. "
    "After each sentence write the number of the passage it rests on, like [1]. "
    "If the passages do not contain the answer, say that the documents do not say. "
    "Answer in the language of the question.\n\n"
    "Passages:\n{context_str}",
    required=frozenset({"context_str"}),
)
REFINE_PROMPT = PromptTemplate(
    "Question: {query_str}\n\nAnswer so far:\n{existing_answer}\n\n"
    "Improve the answer with the passages above where they add something; otherwise repeat it unchanged.",
    required=frozenset({"query_str", "existing_answer"}),
)
CONDENSE_PROMPT = PromptTemplate(
    "Conversation so far:\n{chat_history}\n\nNext message: {question}\n\n"
    "Write the next message as one question that can be understood without the conversation, in the same "
    "language. Write only that question.",
    required=frozenset({"chat_history", "question"}),
)
