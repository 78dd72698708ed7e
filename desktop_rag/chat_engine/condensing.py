"""Makes a message independent of the conversation before it."""

from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate

_LONGEST_QUESTION = 1000  # characters; a condensed question beyond is a model that rambles


def condense(llm: LLM | None, prompt: BasePromptTemplate, message: str, chat_history: Sequence[ChatMessage]) -> str:
    """Return the message as a question that stands alone; without a model, together with the question before it."""
    if not chat_history or not message.strip():
        return message
    if llm is None:
        earlier = [turn.content for turn in chat_history if turn.role is MessageRole.USER]
        return f"{earlier[-1]}\n{message}" if earlier else message
    history = "\n".join(f"{turn.role.value}: {turn.content}" for turn in chat_history)
    condensed = llm.predict(prompt, question=message, chat_history=history).strip()
    return condensed if 0 < len(condensed) <= _LONGEST_QUESTION else message
