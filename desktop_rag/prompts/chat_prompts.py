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
RECALL_PROMPT = PromptTemplate(
    "What was said before about subjects like this, from older parts of the conversation:\n{recalled}",
    required=frozenset({"recalled"}),
)
DEFAULT_FACT_EXTRACT_PROMPT = PromptTemplate(
    "Below is a part of a conversation. Write down what it tells about the person, and about whatever they will want "
    "to come back to: names, places, dates, wishes, decisions. One short sentence for each fact, in the language of "
    "the conversation. Guess nothing, and leave out what is known already.\n\n"
    "Known already:\n<existing_facts>\n{existing_facts}\n</existing_facts>\n\n"
    "Write only:\n<facts>\n<fact>a fact</fact>\n<fact>another</fact>\n</facts>\n"
    "If there is nothing new, write <facts></facts>."
)
DEFAULT_FACT_CONDENSE_PROMPT = PromptTemplate(
    "Below are facts from a conversation that are too many, and the part of it that was read last. Write the whole "
    "list anew, with {max_facts} facts at most: join those that belong together, keep what is newer where two "
    "contradict, leave out what matters least. Your list completely replaces the existing facts: "
    "what is not in it is forgotten.\n\n<existing_facts>\n{existing_facts}\n</existing_facts>\n\n"
    "Write only:\n<facts>\n<fact>a fact</fact>\n<fact>another</fact>\n</facts>"
)
