"""From the result of a query back to the rows it was computed from, so that they can be cited."""

import re
from collections.abc import Iterator, Mapping, Sequence

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.schema import NodeRelationship, NodeWithScore, ObjectType, RelatedNodeInfo, TextNode
from desktop_rag.query_engine.sql_database import SQLDatabase, SQLError, SQLResult
from desktop_rag.query_engine.sql_tables import Table
from desktop_rag.storage.records import HIDDEN_METADATA, doc_id_of

MAX_GROUPS = 10
MAX_CITED_ROWS = 200
MAX_GROUP_ROWS = 20
_TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|[()]|\S", re.DOTALL)
_CLAUSES = frozenset(["SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"])
_COMBINED = frozenset(["UNION", "INTERSECT", "EXCEPT", "WITH", "VALUES"])
_AGGREGATE = re.compile(r"\b(?:count|sum|avg|min|max|total|group_concat|string_agg)\s*\(", re.IGNORECASE)
_JOINED = re.compile(
    r"(?:^|\bjoin\b|,)\s*[\"`\[]?(?P<table>\w+)[\"`\]]?(?:\s+(?:as\s+)?[\"`\[]?(?!(?:on|join|left|right|full|inner|outer|"
    r"cross|natural|using)\b)(?P<alias>\w+))?",
    re.IGNORECASE,
)
_DISTINCT = re.compile(r"^\s*(?:distinct|all)\b", re.IGNORECASE)


def source_nodes(database: SQLDatabase, sql: str, result: SQLResult) -> list[NodeWithScore]:
    """Return the rows behind a result, neighbours together, as passages of their files; the heading without any."""
    rows = _traced(database, sql) or _recognised(database, sql, result)
    nodes = [_node(table, group) for table, rowids in rows for group in _groups(rowids)]
    if not nodes:
        nodes = [_node(table, []) for table in _mentioned(database, sql) if table.heading]
    return [NodeWithScore(node, 1.0, ("table",)) for node in nodes[:MAX_GROUPS]]


def _traced(database: SQLDatabase, sql: str) -> list[tuple[Table, list[int]]]:
    """Ask the same query for its row numbers; empty when it is too complicated for that."""
    clauses = _clauses(sql)
    joined = _joined(database, clauses.get("FROM", ""))
    if not joined:
        return []
    try:
        found = database.run(_row_query(clauses, [alias for _, alias in joined]), MAX_CITED_ROWS)
    except SQLError:
        return []
    rowids: dict[str, set[int]] = {}
    for i, (table, _) in enumerate(joined):  # a table joined with itself is one table
        rowids.setdefault(table.name, set()).update(int(row[i] or 0) for row in found.rows)
    return [(database.tables[name], sorted(numbers - {0})) for name, numbers in rowids.items()]


def _row_query(clauses: Mapping[str, str], aliases: Sequence[str]) -> str:
    """Return the query for the numbers of the rows, which come first; of groups it is for each of their rows."""
    numbers = ", ".join(f'"{alias}".rowid' for alias in aliases)
    wanted = _DISTINCT.sub("", clauses["SELECT"])
    if "GROUP" in clauses or _AGGREGATE.search(wanted):
        rest = "".join(f" {name} {clauses[name]}" for name in ("FROM", "WHERE") if name in clauses)
        return f"SELECT {numbers}{rest}"  # run by the reading connection
    rest = "".join(f" {name} {text}" for name, text in clauses.items() if name != "SELECT")
    return f"SELECT {numbers}, {wanted}{rest}"


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


def _clauses(sql: str) -> dict[str, str]:
    """Cut a single SELECT into its clauses; empty for anything else."""
    cuts: list[tuple[str, int, int]] = []
    text = sql.strip().rstrip(";")
    for token in _outside_brackets(text):
        word = token.group().upper()
        if word in _COMBINED:
            return {}
        if word in _CLAUSES:
            cuts.append((word, token.start(), token.end()))
    names = [name for name, *_ in cuts]
    if names[:2] != ["SELECT", "FROM"] or len(set(names)) != len(names):
        return {}
    ends = [start for _, start, _ in cuts[1:]] + [len(text)]
    return {name: text[end:stop].strip() for (name, _, end), stop in zip(cuts, ends, strict=True)}


def _outside_brackets(sql: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a query that stand in no brackets."""
    depth = 0
    for token in _TOKEN.finditer(sql):
        depth += (token.group() == "(") - (token.group() == ")")
        if not depth:
            yield token


def _joined(database: SQLDatabase, tables: str) -> list[tuple[Table, str]]:
    """Return the tables of a FROM clause with the names they go by; none when one of them is a query."""
    if re.search(r"(?:^|\bjoin\b|,)\s*\(", tables, re.IGNORECASE):
        return []
    found: list[tuple[Table, str]] = []
    for match in _JOINED.finditer(tables):
        table = database.tables.get(match["table"].lower())
        if table is not None:
            found.append((table, match["alias"] or table.name))
    return found


def _headings(table: Table) -> str:
    """Return the headings of a table's columns."""
    return " | ".join(heading or name for name, _, heading in table.columns)


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
            "file_path": table.file_path, "file_name": shown_name(table.file_path), "page_number": page,
            "page_label": label, "heading": _headings(table),
            "rows": rows, "table": table.name,
        },
        excluded_embed_metadata_keys=list(HIDDEN_METADATA), excluded_llm_metadata_keys=list(HIDDEN_METADATA),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc_id, None, ObjectType.DOCUMENT)},
        start_char_idx=first.start, end_char_idx=last.end,
    )  # fmt: skip
