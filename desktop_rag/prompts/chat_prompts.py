"""The wording of conversations."""

from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA

CHAT_CONTEXT_PROMPT = PromptTemplate(
    "You talk with somebody about their own documents. Below are numbered passages that may help. "
    "After each sentence that rests on a passage write its number, like [1]. Where the passages do not help, answer "
    f"from what you know and say so. {PASSAGES_ARE_DATA}Answer in the language of the question.\n\n"
    "Passages:\n{context_str}",
    required=frozenset({"context_str"}),
)
SUMMARIZE_PROMPT = PromptTemplate(
    "Conversation so far:\n{chat_history}\n\n"
    "Write down what was said in it, in its own language: names, numbers, decisions and open questions. Be brief.",
    required=frozenset({"chat_history"}),
)

GO_ON = (
    "Your answer was cut off where your last message ends. Write only what comes next, in the same language and form. "
    "Don't repeat anything and don't comment on this."
)
