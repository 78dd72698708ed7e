"""Translate conditions on metadata and lists of ids into the row ids that a search may return.

A passage of a file has the file's metadata; each condition on those is decided once for each file, and SQL puts the
answers together from an index alone. Only nodes with metadata of their own are looked at one by one.
"""

import json
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.storage.filters import (
    FilterCondition,
    FilterOperator,
    FilterValue,
    MetadataFilter,
    MetadataFilters,
    NodeFilter,
    keys_of,
    matches,
)
from desktop_rag.storage.records import UNSEARCHED
from desktop_rag.storage.sqlite.connection import Connection, SQLiteValue, select, version_of
from desktop_rag.storage.sqlite.index_kinds.slots import IndexNodes, of_slot

RowIds = NDArray[np.int64]
_SPECIAL = f"(n.type <> 'passage' OR n.metadata <> '{{}}' OR n.embedded = {UNSEARCHED})"  # nodes_special
_LABEL = "(SELECT p.label FROM pages p WHERE p.document = n.document AND p.page = n.page)"
_COMPARISONS = {
    FilterOperator.EQ: "=",
    FilterOperator.NE: "<>",
    FilterOperator.GT: ">",
    FilterOperator.LT: "<",
    FilterOperator.GTE: ">=",
    FilterOperator.LTE: "<=",
}
_LARGEST = 2**53  # beyond it Python and SQLite compare whole and broken numbers differently


def allowed_rowids(connection: apsw.Connection, narrowing: NodeFilter | None) -> RowIds | None:
    """Return the sorted row ids of the nodes that may be found; None when all may.

    A search by words and meaning asks twice: what a reader found last is kept until somebody changes the file.
    """
    if narrowing is None or narrowing.is_open:
        return None
    if narrowing == NodeFilter(slot=narrowing.slot) and isinstance(connection, Connection):
        return _of_index(connection, narrowing.slot)
    version = version_of(connection)
    if version is None or not isinstance(connection, Connection):
        return _find(connection, narrowing)
    last = connection.last_narrowing
    if last is None or last[:2] != (narrowing, version):
        last = connection.last_narrowing = (narrowing, version, _find(connection, narrowing))
    return last[2]


def _of_index(connection: Connection, slot: int) -> RowIds | None:
    """Return the sorted row ids of the nodes of an index, None when those are all; kept until somebody writes."""
    state = connection.state
    if (known := connection.index_nodes.get(slot)) is None or known[0] != state:
        found = None if IndexNodes(connection, slot).has_everything() else _find(connection, NodeFilter(slot=slot))
        known = connection.index_nodes[slot] = (state, found)
    return known[1]


def _find(connection: apsw.Connection, narrowing: NodeFilter) -> RowIds:
    """Return the sorted row ids of the nodes that pass."""
    condition, values = _of_ids(narrowing)
    filters = narrowing.metadata
    if filters is None or not filters.filters:
        return _ids(connection, f"{condition} AND n.embedded <> {UNSEARCHED}", values)
    return _Narrowing(connection, filters).rowids(condition, values)


def _of_ids(narrowing: NodeFilter) -> tuple[str, list[SQLiteValue]]:
    """Return the SQL condition of all but the metadata."""
    conditions, values = [of_slot(narrowing.slot)], list[SQLiteValue]()
    documents = "n.document IN (SELECT d.id FROM documents d WHERE d.{column} IN (SELECT value FROM json_each(?)))"
    for condition, wanted in (
        ("n.node_id IN (SELECT value FROM json_each(?))", narrowing.node_ids),
        (documents.format(column="doc_id"), narrowing.doc_ids),
        (documents.format(column="path"), narrowing.paths),
    ):
        if wanted is not None:
            conditions.append(condition)
            values.append(json.dumps(list(wanted)))
    return " AND ".join(conditions), values


def _ids(connection: apsw.Connection, condition: str, values: list[SQLiteValue]) -> RowIds:
    """Return the nodes that meet an SQL condition, sorted."""
    rows = select(connection, f"SELECT n.id FROM nodes n WHERE {condition}", values)
    return np.sort(np.fromiter((row[0] for row in rows), np.int64, len(rows)))


@dataclass(frozen=True, slots=True)
class _Document:
    """The attributes that a passage has from its file, including ``doc_id``."""

    rowid: int
    doc_id: str
    metadata: dict[str, Any]


class _Narrowing:
    """Conditions on the metadata of one index file."""

    def __init__(self, connection: apsw.Connection, filters: MetadataFilters) -> None:
        self._db = connection
        self._filters = filters
        rows = select(connection, "SELECT metadata, id, doc_id, path FROM documents WHERE nodes > 0")
        written = json.loads(f"[{','.join(row[0] for row in rows)}]")  # at once: three times as fast
        self._documents = {
            rowid: _Document(rowid, doc_id, metadata | {"file_path": path, "doc_id": doc_id})
            for metadata, (_, rowid, doc_id, path) in zip(written, rows, strict=True)
        }

    def rowids(self, condition: str, values: list[SQLiteValue]) -> RowIds:
        """Return the nodes that meet the SQL condition and the filters."""
        if not self._files_decide():
            return self._one_by_one(condition, values)
        found: list[SQLiteValue] = []
        passes = self._sql(self._filters, found)
        plain = _ids(self._db, f"{condition} AND {passes}", [*values, *found])
        special = _ids(self._db, f"{_SPECIAL} AND {condition}", values)
        chosen = self._one_by_one(f"{_SPECIAL} AND {condition}", values)
        return np.union1d(np.setdiff1d(plain, special, assume_unique=True), chosen)

    def _one_by_one(self, condition: str, values: list[SQLiteValue]) -> RowIds:
        """Return the nodes that meet an SQL condition and, each looked at by itself, the filters."""
        rows = select(
            self._db,
            "SELECT n.id, n.document, n.page, n.heading, n.type, n.metadata, "
            f"{_LABEL} FROM nodes n WHERE {condition} AND n.embedded <> {UNSEARCHED}",
            values,
        )
        return np.array(sorted(rowid for rowid, *own in rows if self._passes(*own)), np.int64)

    def _files_decide(self) -> bool:
        """Return True if the passages' files, pages and headings decide every condition."""
        keys = keys_of(self._filters)
        hidden = "heading" in keys and any("heading" in about.metadata for about in self._documents.values())
        return "page_label" not in keys and not hidden

    def _passes(self, document: int, page: int, heading: str, kind: str, written: str, label: str | None) -> bool:
        """Decide on one node by itself."""
        metadata = json.loads(written)
        about = self._documents.get(document)
        if kind != "passage":
            return matches(self._filters, metadata | {"doc_id": about.doc_id if about else ""})
        place = {"page_number": page, "page_label": label or str(page)} | ({"heading": heading} if heading else {})
        return matches(self._filters, (about.metadata if about else {}) | place | metadata)

    def _sql(self, filters: MetadataFilters | MetadataFilter, values: list[SQLiteValue]) -> str:
        """Return the SQL condition for passages without separate metadata."""
        if isinstance(filters, MetadataFilter):
            return self._one(filters, values)
        if not filters.filters:
            return "1"
        joiner = " AND " if filters.condition is FilterCondition.AND else " OR "
        joined = joiner.join(self._sql(one, values) for one in filters.filters)
        return f"NOT ({joined})" if filters.condition is FilterCondition.NOT else f"({joined})"

    def _one(self, one: MetadataFilter, values: list[SQLiteValue]) -> str:
        """Return the SQL condition of one filter."""
        number = _comparable(one.value)
        if one.key == "page_number" and one.operator in _COMPARISONS and number is not None:
            values.append(number)
            return f"n.page {_COMPARISONS[one.operator]} ?"
        column = {"page_number": "n.page", "heading": "n.heading"}.get(one.key)
        if column is None:
            fitting = [about.rowid for about in self._documents.values() if matches(one, about.metadata)]
            values.append(json.dumps(fitting))
            return "n.document IN (SELECT value FROM json_each(?))"
        known = [row[0] for row in select(self._db, f"SELECT DISTINCT {column} FROM nodes n")]
        missing = "" if one.key == "heading" else None
        fitting = [value for value in known if matches(one, {} if value == missing else {one.key: value})]
        values.append(json.dumps(fitting))
        return f"{column} IN (SELECT value FROM json_each(?))"


def _comparable(value: FilterValue) -> int | float | None:
    """Return a number that SQLite compares as Python does; None for any other value."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < _LARGEST else None
