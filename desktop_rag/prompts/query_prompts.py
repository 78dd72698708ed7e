"""The wording of requests for other ways to ask a question."""

from desktop_rag.prompts.base import PromptTemplate

QUERY_GEN_PROMPT = PromptTemplate(
    "Somebody searches their own documents. Write {num_queries} other search queries for the question below: "
    "other words for the same thing, or one part of it. Keep names, numbers and dates as they are, and use the "
    "language of the question. One query on each line, nothing else.\n\n"
    "Question: {query}\n"
    "Queries:",
    required=frozenset({"query"}),
)
