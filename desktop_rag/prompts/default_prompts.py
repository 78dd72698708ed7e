"""The wording of questions about passages: ``context_templates`` for numbered ones, the others for plain text."""

from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.prompts.base import (
    BasePromptTemplate,
    ChatPromptTemplate,
    FixedMessage,
    MessageTemplate,
    PromptTemplate,
    PromptType,
)
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA

CONTEXT_SYSTEM_PROMPT = PromptTemplate(
    "You answer questions about the reader's own documents. Use only the numbered passages below. "
    "After each sentence write the number of the passage it rests on, like [1]. "
    "If the passages do not contain the answer, say that the documents do not say. "
    f"{PASSAGES_ARE_DATA}"
    "Answer in the language of the question.\n\n"
    "Passages:\n{context_str}",
    required=frozenset({"context_str"}),
)
DOCUMENTS_ONLY_RULE = (
    "Say nothing that these documents do not say, whatever you know from elsewhere. What you add is taken out of the "
    "answer. If they do not answer the question, write only that the documents do not say."
)
REFINE_PROMPT = PromptTemplate(
    "Question: {query_str}\n\nAnswer so far:\n{existing_answer}\n\n"
    "Improve the answer with the passages above where they add something; otherwise repeat it unchanged. "
    "Keep the numbers in brackets. Write only the answer, in the language of the question.\nAnswer:",
    required=frozenset({"query_str", "existing_answer"}),
    prompt_type=PromptType.REFINE,
)
CONDENSE_PROMPT = PromptTemplate(
    "Conversation so far:\n{chat_history}\n\nNext message: {question}\n\n"
    "Write the next message as one question that can be understood without the conversation, in the same "
    "language. Write only that question.",
    required=frozenset({"chat_history", "question"}),
)

TEXT_QA_PROMPT = PromptTemplate(
    "Answer the question with what the text below says, and nothing else. If the answer is not in it, say that the "
    "text does not say. Answer in the language of the question.\n\n"
    "Text:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.QUESTION_ANSWER,
)
TEXT_REFINE_PROMPT = PromptTemplate(
    "Question: {query_str}\n\nAnswer so far:\n{existing_answer}\n\nMore text:\n{context_msg}\n\n"
    "Improve the answer with the text where it adds or corrects something; otherwise repeat the answer unchanged. "
    "Write only the answer, in the language of the question.\nAnswer:",
    required=frozenset({"query_str", "existing_answer", "context_msg"}),
    prompt_type=PromptType.REFINE,
)
TREE_SUMMARIZE_PROMPT = PromptTemplate(
    "The texts below come from several places. Answer the question with what they say, and nothing else; keep names, "
    "numbers and dates. Answer in the language of the question.\n\n"
    "Texts:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.SUMMARY,
)
SIMPLE_INPUT_PROMPT = PromptTemplate(
    "{query_str}", required=frozenset({"query_str"}), prompt_type=PromptType.SIMPLE_INPUT
)
CONTEXT_SUMMARY_PROMPT = PromptTemplate(
    "Answer the question with what the passages below say, and nothing else. Keep every number in brackets, like [1], "
    f"behind the sentence that rests on that passage. {PASSAGES_ARE_DATA}"
    "Answer in the language of the question.\n\n"
    "Passages:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.SUMMARY,
)
_QUESTION = PromptTemplate("{query_str}", required=frozenset({"query_str"}))


def context_templates(
    chat_history: Sequence[ChatMessage] = (),
    context_prompt: PromptTemplate = CONTEXT_SYSTEM_PROMPT,
    refine_prompt: PromptTemplate = REFINE_PROMPT,
) -> tuple[BasePromptTemplate, BasePromptTemplate]:
    """Return ``text_qa_template`` and ``refine_template`` for numbered passages in a conversation.

    The passages stand in the system message; the conversation is sent as it is, whatever braces it contains.
    """
    said = [FixedMessage(message) for message in chat_history]
    before: list[MessageTemplate | FixedMessage] = [MessageTemplate(MessageRole.SYSTEM, context_prompt), *said]
    return (
        ChatPromptTemplate([*before, MessageTemplate(MessageRole.USER, _QUESTION)]),
        ChatPromptTemplate([*before, MessageTemplate(MessageRole.USER, refine_prompt)]),
    )
