"""From the result of a query back to the rows it was computed from, so that they can be cited."""

import re
from collections.abc import Iterator, Sequence

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.schema import NodeRelationship, NodeWithScore, ObjectType, RelatedNodeInfo, TextNode
from desktop_rag.query_engine.sql_database import SQLDatabase
from desktop_rag.query_engine.sql_tables import Table
from desktop_rag.storage.records import HIDDEN_METADATA, doc_id_of
from desktop_rag.storage.sqlite.tables.database import SQLError, SQLResult
from desktop_rag.storage.sqlite.tables.rowid_query import rowid_query

MAX_GROUPS = 10
MAX_CITED_ROWS = 200
MAX_GROUP_ROWS = 20


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
            "file_path": table.file_path,
            "file_name": shown_name(table.file_path),
            "page_number": page,
            "page_label": label,
            "heading": _headings(table),
            "rows": rows,
            "table": table.name,
        },
        excluded_embed_metadata_keys=list(HIDDEN_METADATA),
        excluded_llm_metadata_keys=list(HIDDEN_METADATA),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc_id, None, ObjectType.DOCUMENT)},
        start_char_idx=first.start,
        end_char_idx=last.end,
    )
