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
JSON_PATH_PROMPT = PromptTemplate(
    "The JSON schema of a value:\n{schema}\n\n"
    "Write the JSONPath expressions that lead to what answers the question, separated by commas. Use only names of the "
    "schema. Reply with one line, like\nJSONPath: $.orders[0].total, $.customer.name\n\n"
    "Question: {query_str}\nJSONPath: ",
    required=frozenset({"schema", "query_str"}),
    prompt_type=PromptType.JSON_PATH,
)
JSON_ANSWER_PROMPT = PromptTemplate(
    "A question was answered by looking into a value of JSON.\n\nIts schema: {json_schema}\nPaths: {json_path}\n"
    "What stands there: {json_path_value}\n\n"
    "Answer the question from this in one or a few sentences, in the language of the question. If nothing stands "
    "there, say so.\n\nQuestion: {query_str}\nAnswer: ",
    required=frozenset({"query_str", "json_path_value"}),
    prompt_type=PromptType.SQL_RESPONSE_SYNTHESIS,
)
