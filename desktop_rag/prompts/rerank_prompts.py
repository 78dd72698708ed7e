"""The wording of requests to judge passages."""

from desktop_rag.prompts.base import PromptTemplate

CHOICE_SELECT_PROMPT = PromptTemplate(
    "Below are numbered passages and a question. Which passages help to answer the question? Write one line for each "
    "of them, the most helpful first, with its number and how much it helps from 1 (hardly) to 10 (it is the answer), "
    "in exactly this form:\n"
    "Doc: 2, Relevance: 9\n"
    "Leave out passages that do not help. If none of them helps, write: NONE\n\n"
    "{context_str}\n\n"
    "Question: {query_str}\n"
    "Answer:",
    required=frozenset({"context_str", "query_str"}),
)
