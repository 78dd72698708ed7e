"""What an index file notes about itself: how its files are cut, and the settings of its own."""

import json
from collections.abc import Mapping

import apsw

from desktop_rag.config import OptionValue
from desktop_rag.config.store import known_values
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.storage.connection import select

_SPLITTING = "splitting"
_SETTINGS = "settings"
_PUT = "INSERT INTO properties (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def get_splitting(connection: apsw.Connection) -> Splitting:
    """Return how the files of this index are cut."""
    rows = select(connection, "SELECT value FROM properties WHERE key = ?", (_SPLITTING,))
    return Splitting.from_json(rows[0][0] if rows else None)


def set_splitting(connection: apsw.Connection, splitting: Splitting) -> None:
    """Note how the files of this index are cut; files that are in it already stay as they are."""
    connection.execute(_PUT, (_SPLITTING, splitting.to_json()))


def get_settings(connection: apsw.Connection) -> dict[str, OptionValue]:
    """Return the options that are set for this index alone, as far as this version knows them."""
    rows = select(connection, "SELECT value FROM properties WHERE key = ?", (_SETTINGS,))
    return known_values(json.loads(rows[0][0])) if rows else {}


def set_settings(connection: apsw.Connection, values: Mapping[str, OptionValue]) -> None:
    """Put other options in the place of all that were set for this index."""
    connection.execute(_PUT, (_SETTINGS, json.dumps(dict(values))))
