"""Properties that an index file keeps of itself: its id, its node parser, the harmless ones of its settings.

Where something is sent and what is read is not among it: a file may come from anybody (``storage.permissions``).
"""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import apsw

from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.storage.sqlite.connection import select

if TYPE_CHECKING:
    from desktop_rag.config import OptionValue

_SPLITTING = "splitting"
_SETTINGS = "settings"
_TEST_QUESTIONS = "golden_questions"  # the name they are stored under
_NOTICE = "notice"
_ADDRESSES = "embedding_addresses"  # of earlier versions
_LIBRARY_ID = "library_id"
_ID = re.compile("[0-9a-f]{1,64}")
_NO_ROOM = "no_room"
_PAUSED = "paused"
_READERS = "readers"
_NOT_COMPARED = "not_compared"
_OLD_NAME = "old_name"
_EARLIER_SINCE = "earlier_since"
_INDEX_STRUCT = "index_struct/"
_LATEST = 1e11  # seconds: the year 5138
_PUT = "INSERT INTO properties (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def get_library_id(connection: apsw.Connection) -> str:
    """Return the id that identifies this index, "" when it has none yet, or an invalid one."""
    found = _get(connection, _LIBRARY_ID)
    return found if _ID.fullmatch(found) else ""


def set_library_id(connection: apsw.Connection, library_id: str) -> None:
    """Give this index another id; "" takes it away."""
    _set(connection, _LIBRARY_ID, library_id)


def get_splitting(connection: apsw.Connection) -> str | None:
    """Return the splitting of this index (the JSON of ``node_parser.factory.Splitting``), None by default."""
    return _get(connection, _SPLITTING) or None


def set_splitting(connection: apsw.Connection, splitting: str) -> None:
    """Note how the files of this index are cut; files that are in it already stay as they are."""
    connection.execute(_PUT, (_SPLITTING, splitting))


def get_settings(connection: apsw.Connection) -> "dict[str, OptionValue]":
    """Return the options that are set for this index alone, as far as this version knows them."""
    from desktop_rag.config.store import known_values

    return known_values(_get_json(connection, _SETTINGS))


def set_settings(connection: apsw.Connection, values: "Mapping[str, OptionValue]") -> None:
    """Put other options in the place of all that were set for this index."""
    connection.execute(_PUT, (_SETTINGS, json.dumps(dict(values))))


def is_paused(connection: apsw.Connection) -> bool:
    """Return True if the person paused the filling of this index."""
    return bool(_get(connection, _PAUSED))


def set_paused(connection: apsw.Connection, *, paused: bool) -> None:
    """Note whether the person paused the filling of this index."""
    _set(connection, _PAUSED, "1" if paused else "")


def get_not_compared(connection: apsw.Connection) -> frozenset[str]:
    """Return the added folders and files that were never compared as a whole: their content is not known yet."""
    return frozenset(_get_json(connection, _NOT_COMPARED))


def set_not_compared(connection: apsw.Connection, paths: frozenset[str]) -> None:
    """Note which added folders and files were never looked at as a whole."""
    _set(connection, _NOT_COMPARED, json.dumps(dict.fromkeys(sorted(paths), 1)) if paths else "")


def get_old_name(connection: apsw.Connection) -> str:
    """Return the name from which this index is being renamed, "" when everything follows its name already."""
    return _get(connection, _OLD_NAME)


def set_old_name(connection: apsw.Connection, name: str) -> None:
    """Note the name from which this index is being renamed; "" when that is done."""
    _set(connection, _OLD_NAME, name)


def get_earlier_since(connection: apsw.Connection) -> float:
    """Return the time since which earlier states of files are kept (seconds since 1970), 0 where they are not."""
    try:
        since = float(_get(connection, _EARLIER_SINCE) or 0)
    except ValueError:
        return 0.0
    return since if 0 < since < _LATEST else 0.0


def set_earlier_since(connection: apsw.Connection, since: float) -> None:
    """Note since when earlier states of files are kept; 0 where they are not."""
    _set(connection, _EARLIER_SINCE, repr(since) if since else "")


def get_reader_version(connection: apsw.Connection) -> str:
    """Return with which version of the readers this index was filled last."""
    return _get(connection, _READERS)


def set_reader_version(connection: apsw.Connection, version: str) -> None:
    """Note the version of the readers."""
    _set(connection, _READERS, version)


def get_notice(connection: apsw.Connection) -> str:
    """Return the notice why passages wait for their vectors; "" when nothing holds them up."""
    return _get(connection, _NOTICE)


def set_notice(connection: apsw.Connection, notice: str) -> None:
    """Note why passages wait for their vectors; "" when nothing does any more."""
    _set(connection, _NOTICE, notice)


def get_no_room(connection: apsw.Connection) -> str:
    """Return the notice of files that wait because they need more room than the disk has; "" for none."""
    return _get(connection, _NO_ROOM)


def set_no_room(connection: apsw.Connection, notice: str) -> None:
    """Note which files wait for room on the disk; "" for none."""
    _set(connection, _NO_ROOM, notice)


def get_addresses(connection: apsw.Connection) -> dict[str, str]:
    """Return the addresses that earlier versions stored here for the models of spaces, by ``space_key``."""
    return {key: str(value) for key, value in _get_json(connection, _ADDRESSES).items()}


def space_key(space: EmbeddingSpace) -> str:
    """Return the key for the address of a space's model."""
    return f"{space.provider}/{space.model}/{space.rules}"


def get_index_struct(connection: apsw.Connection, index_id: str) -> str:
    """Return the JSON a program stored for an index; "" when there is none."""
    return _get(connection, _INDEX_STRUCT + index_id)


def set_index_struct(connection: apsw.Connection, index_id: str, written: str) -> None:
    """Store a program's description of an index; "" deletes it."""
    _set(connection, _INDEX_STRUCT + index_id, written)


def get_test_questions(connection: apsw.Connection) -> dict[str, Any]:
    """Return the test questions of this index with their runs, as they were stored."""
    return _get_json(connection, _TEST_QUESTIONS)


def set_test_questions(connection: apsw.Connection, values: Mapping[str, object]) -> None:
    """Put other test questions and runs in the place of those there are."""
    connection.execute(_PUT, (_TEST_QUESTIONS, json.dumps(values, ensure_ascii=False)))


def _get(connection: apsw.Connection, key: str) -> str:
    """Return a property, "" when it was never set."""
    rows = select(connection, "SELECT value FROM properties WHERE key = ?", (key,))
    return str(rows[0][0]) if rows else ""


def _get_json(connection: apsw.Connection, key: str) -> dict[str, Any]:
    """Return a property that is a JSON object, an empty one when it was never set."""
    try:
        values = json.loads(_get(connection, key) or "{}")
    except (ValueError, RecursionError) as error:
        raise apsw.CorruptError(f"{key} is no JSON") from error
    return values if isinstance(values, dict) else {}


def _set(connection: apsw.Connection, key: str, value: str) -> None:
    """Set a property, or remove it when it is empty."""
    if value:
        connection.execute(_PUT, (key, value))
    else:
        connection.execute("DELETE FROM properties WHERE key = ?", (key,))
