"""Answer questions about numbers by asking the tables, in SQL that the model writes."""

import logging
import re
from collections.abc import Iterator, Sequence

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.output_parsers import without_fence
from desktop_rag.core.response import Response, StreamingResponse
from desktop_rag.core.schema import NodeRelationship, NodeWithScore, ObjectType, QueryBundle, RelatedNodeInfo, TextNode
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import SQL_ANSWER_PROMPT, SQL_RETRY_PROMPT, TEXT_TO_SQL_PROMPT
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.query_engine.sql_tables import SQLDatabase, Table
from desktop_rag.storage.records import HIDDEN_METADATA, doc_id_of
from desktop_rag.storage.sqlite.tables import SQLError, SQLResult, rowid_query

MAX_GROUPS = 10
MAX_CITED_ROWS = 200
MAX_GROUP_ROWS = 20
_LOG = logging.getLogger(__name__)

_STATEMENT = re.compile(r"\b(?:SELECT|WITH)\b.*", re.IGNORECASE | re.DOTALL)
_AFTER = re.compile(r"\n\s*(?:SQLResult|Answer|Explanation|Result|Question|Note|This )\b.*", re.IGNORECASE | re.DOTALL)
_SHOWN_VALUE = 200


def source_nodes(database: SQLDatabase, sql: str, result: SQLResult) -> list[NodeWithScore]:
    """Return the rows behind a result, neighbours together, as passages of their files; the heading without any."""
    rows = _traced(database, sql) or _recognised(database, sql, result)
    nodes = [_node(table, group) for table, rowids in rows for group in _groups(rowids)]
    if not nodes:
        nodes = [_node(table, []) for table in _mentioned(database, sql) if table.heading]
    return [NodeWithScore(node, 1.0, ("table",)) for node in nodes[:MAX_GROUPS]]


def _traced(database: SQLDatabase, sql: str) -> list[tuple[Table, list[int]]]:
    """Ask the same query for its row numbers; empty when it is too complicated for that."""
    query, names = rowid_query(sql, database.tables)
    if not names:
        return []
    try:
        found = database.run(query, MAX_CITED_ROWS)
    except SQLError:
        return []
    rowids: dict[str, set[int]] = {}
    for i, name in enumerate(names):  # a table joined with itself is one table
        rowids.setdefault(name, set()).update(int(row[i] or 0) for row in found.rows)
    return [(database.tables[name], sorted(numbers - {0})) for name, numbers in rowids.items()]


def _recognised(database: SQLDatabase, sql: str, result: SQLResult) -> list[tuple[Table, list[int]]]:
    """Find the rows that hold the values of the result, in columns of the same names."""
    found: list[tuple[Table, list[int]]] = []
    for table in _mentioned(database, sql):
        names = [name for name, *_ in table.columns]
        shared = [(names.index(name), i) for i, name in enumerate(result.columns) if name in names]
        if not shared:
            continue
        wanted = {tuple(row[i] for _, i in shared) for row in result.rows}
        numbers = [n for n, row in enumerate(table.rows, 1) if tuple(row[column] for column, _ in shared) in wanted]
        found.append((table, numbers[:MAX_CITED_ROWS]))
    return found


def _mentioned(database: SQLDatabase, sql: str) -> list[Table]:
    """Return the tables whose names occur in the query."""
    words = {word.lower() for word in re.findall(r"\w+", sql)}
    return [table for name, table in database.tables.items() if name in words]


def _groups(rowids: Sequence[int]) -> Iterator[list[int]]:
    """Yield runs of neighbouring rows."""
    group: list[int] = []
    for number in rowids:
        if group and (number != group[-1] + 1 or len(group) == MAX_GROUP_ROWS):
            yield group
            group = []
        group.append(number)
    if group:
        yield group


def _node(table: Table, group: Sequence[int]) -> TextNode:
    """Return some neighbouring rows, or the heading, as a passage."""
    places = [table.places[number - 1] for number in group if number <= len(table.places)]
    places = places or ([table.heading] if table.heading else table.places[:1])
    first = places[0]
    last = [place for place in places if place.further == first.further][-1]
    page, label, text = table.page_of(first)
    rows = str(first.number) if first.number == last.number else f"{first.number}-{last.number}"
    doc_id = doc_id_of(table.file_path)
    return TextNode(
        text=text[first.start : last.end],
        id_=f"{doc_id}/{page}/rows/{rows}",
        metadata={
            "file_path": table.file_path,
            "file_name": shown_name(table.file_path),
            "page_number": page,
            "page_label": label,
            "heading": " | ".join(heading or name for name, _, heading in table.columns),
            "rows": rows,
            "table": table.name,
        },
        excluded_embed_metadata_keys=list(HIDDEN_METADATA),
        excluded_llm_metadata_keys=list(HIDDEN_METADATA),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc_id, None, ObjectType.DOCUMENT)},
        start_char_idx=first.start,
        end_char_idx=last.end,
    )


class NLSQLTableQueryEngine(BaseQueryEngine):
    """Asks a database of tables.

    The response's metadata has ``sql_query``, ``result`` and ``col_keys``; its source nodes are the rows behind the
    result. ``sql_only`` writes the statement and does not run it, ``synthesize_response`` False answers with the rows.
    ``verbose`` logs each statement.
    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        sql_database: SQLDatabase,
        llm: LLM | None = None,
        text_to_sql_prompt: BasePromptTemplate | None = None,
        response_synthesis_prompt: BasePromptTemplate | None = None,
        tables: Sequence[str] | None = None,
        *,
        synthesize_response: bool = True,
        sql_only: bool = False,
        streaming: bool = False,
        verbose: bool = False,
    ) -> None:
        self.sql_database = sql_database
        self._llm = llm = chosen_llm(llm, "Asking tables")
        self._verbose = verbose
        self._names = tuple(tables or sql_database.tables)
        self._synthesize = synthesize_response
        self._sql_only = sql_only
        self._streaming = streaming
        self._count = llm.tokenizer.count
        self._declare_prompts(
            {
                "text_to_sql_prompt": TEXT_TO_SQL_PROMPT,
                "sql_retry_prompt": SQL_RETRY_PROMPT,
                "response_synthesis_prompt": SQL_ANSWER_PROMPT,
            },
            {"text_to_sql_prompt": text_to_sql_prompt, "response_synthesis_prompt": response_synthesis_prompt},
        )

    def run_sql(self, sql: str) -> Response:
        """Return the result of a statement, without asking the model.

        Raises:
            SQLError: it is wrong, or does more than read.

        """
        return self._response(sql, self.sql_database.run(sql))

    def _query(self, query_bundle: QueryBundle) -> Response | StreamingResponse:
        """Write the statement, run it (once more when it fails), and return the answer."""
        if not self._names:
            raise UserError("This library has no tables to query.", "Add a spreadsheet or CSV file to the library.")
        question = query_bundle.query_str
        schema = self._schema(question)
        sql = parse_sql(self._llm.predict(self._prompt("text_to_sql_prompt"), schema=schema, query_str=question))
        if self._sql_only:
            return Response(sql, [], {"sql_query": sql})
        try:
            result = self._run(sql)
        except SQLError as error:
            sql, result = self._second_try(question, schema, sql, str(error))
        response = self._response(sql, result)
        return self._synthesized(question, response) if self._synthesize else response

    def _run(self, sql: str) -> SQLResult:
        """Run a statement that the model wrote."""
        if self._verbose:
            _LOG.info("the model's statement: %s", sql)
        if not sql:
            raise SQLError("there is no SELECT statement")
        return self.sql_database.run(sql)

    def _second_try(self, question: str, schema: str, sql: str, error: str) -> tuple[str, SQLResult]:
        """Let the model correct its statement once."""
        prompt = self._prompt("sql_retry_prompt")
        again = parse_sql(
            self._llm.predict(prompt, schema=schema, query_str=question, sql_query=sql or "(none)", error=error)
        )
        try:
            return again, self._run(again)
        except SQLError as second:
            raise UserError(
                "The tables could not answer this question.",
                "Rephrase it with the names of the columns, or choose a larger model.",
            ) from second

    def _response(self, sql: str, result: SQLResult) -> Response:
        """Return the rows as an answer."""
        metadata: dict[str, object] = {
            "sql_query": sql,
            "result": [list(row) for row in result.rows],
            "col_keys": list(result.columns),
            "truncated": result.truncated,
        }
        if self.sql_database.notes:
            metadata["notes"] = list(self.sql_database.notes)
        return Response(result_text(result), source_nodes(self.sql_database, sql, result), metadata)

    def _synthesized(self, question: str, response: Response) -> Response | StreamingResponse:
        """Let the model put the rows into words."""
        prompt = self._prompt("response_synthesis_prompt")
        values = {
            "query_str": question,
            "sql_query": str(response.metadata["sql_query"]),
            "context_str": self._cut(str(response)),
        }
        if self._streaming:
            return StreamingResponse(self._llm.stream(prompt, **values), response.source_nodes, response.metadata)
        response.response = self._llm.predict(prompt, **values).strip() or response.response
        return response

    def _schema(self, question: str) -> str:
        """Return the tables that fit the window, those that share most words with the question first."""
        words = set(re.findall(r"\w{3,}", question.lower()))
        described = {name: self.sql_database.schema([name]) for name in self._names}
        common = {name: len(words & set(re.findall(r"\w{3,}", text.lower()))) for name, text in described.items()}
        room = self._room()
        kept: list[str] = []
        for name in sorted(described, key=lambda name: -common[name]):
            size = self._count(described[name])
            if size > room:
                described[name] = self.sql_database.schema([name], sample_rows=0)
                size = self._count(described[name])
            if size <= room or not kept:
                kept.append(name)
                room -= size
        return "\n\n".join(described[name] for name in self._names if name in kept)

    def _cut(self, text: str) -> str:
        """Return as many lines as fit the window."""
        room = self._room()
        lines: list[str] = []
        for line in text.split("\n"):
            room -= self._count(line) + 1
            if room < 0:
                return "\n".join([*lines, "…"])
            lines.append(line)
        return text

    def _room(self) -> int:
        """Return the number of tokens of tables that fit beside the rest of the prompt."""
        metadata = self._llm.metadata
        return max((metadata.context_window - metadata.num_output) * 2 // 3, metadata.context_window // 4)


def parse_sql(reply: str) -> str:
    """Return the statement in a model's reply, "" when there is none."""
    found = _STATEMENT.search(without_fence(reply)) or _STATEMENT.search(reply)
    if not found:
        return ""
    statement = _AFTER.sub("", found.group().partition("```")[0])
    end = _end(statement)
    return statement[:end].strip()


def _end(statement: str) -> int:
    """Return the position of the statement's semicolon, outside of quotes."""
    for token in re.finditer(r"'(?:[^']|'')*'|\"[^\"]*\"|;", statement):
        if token.group() == ";":
            return token.start()
    return len(statement)


def result_text(result: SQLResult) -> str:
    """Return a result as a model, or a person, reads it."""
    if not result.rows:
        return "The result is empty."
    lines = [" | ".join(result.columns)]
    lines += [" | ".join("" if value is None else str(value)[:_SHOWN_VALUE] for value in row) for row in result.rows]
    if result.truncated:
        lines.append(f"… only the first {len(result.rows)} rows are shown.")
    return "\n".join(lines)
