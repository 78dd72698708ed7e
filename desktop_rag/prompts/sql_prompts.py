"""The wording around questions to tables and to values of JSON."""

from desktop_rag.prompts.base import PromptTemplate, PromptType

TEXT_TO_SQL_PROMPT = PromptTemplate(
    "Tables of a SQLite database; after each, its first rows as an example:\n\n{schema}\n\n"
    "Write one SELECT statement for SQLite that answers the question. Use only these tables and columns, spelled like "
    "here. Compare words with LIKE, so that case does not matter. Write only the SQL.\n\n"
    "Question: {query_str}\nSQL:",
    required=frozenset({"schema", "query_str"}),
    prompt_type=PromptType.TEXT_TO_SQL,
)
SQL_RETRY_PROMPT = PromptTemplate(
    "Tables of a SQLite database:\n\n{schema}\n\nQuestion: {query_str}\n\nThis statement was tried:\n{sql_query}\n\n"
    "It failed: {error}\n\nWrite one SELECT statement for SQLite that works. Write only the SQL.\nSQL:",
    required=frozenset({"schema", "query_str", "sql_query", "error"}),
)
SQL_ANSWER_PROMPT = PromptTemplate(
    "A question was answered by looking into the user's tables.\n\nQuestion: {query_str}\n\nStatement:\n{sql_query}\n\n"
    "Result:\n{context_str}\n\n"
    "Answer the question from this result in one or a few sentences, with the numbers as they are, in the language of "
    "the question. If the result is empty, say that the tables hold nothing that fits.",
    required=frozenset({"query_str", "context_str"}),
    prompt_type=PromptType.SQL_RESPONSE_SYNTHESIS_V2,
)
