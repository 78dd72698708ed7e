"""Filters for tests."""

import json
from collections.abc import Iterable

import apsw

from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.connection import select


def only(connection: apsw.Connection, keys: Iterable[int]) -> NodeFilter:
    """Return the filter that these nodes pass."""
    sql = "SELECT node_id FROM nodes WHERE id IN (SELECT value FROM json_each(?))"
    return NodeFilter(node_ids=[row[0] for row in select(connection, sql, (json.dumps(list(keys)),))])
