"""What a Zotero database says, read from a copy: Zotero keeps the original locked, and nobody else is to touch it.

Tables and columns are those of Zotero 5 to 9 (``resource/schema/userdata.sql`` of its source); the keys of Better
BibTeX are read from its own database, which it had until Zotero 8. Only plain tables are read, values are bounded, and
nothing in the file runs (``foreign_files``): it may come from anybody.
"""

import contextlib
import json
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from desktop_rag.core.disk_space import check_room
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.files.database_files import names_another_file, remove_database
from desktop_rag.storage.sqlite.foreign_files import DamagedFileError, bounded, check_is_file, guard, limit_values

_SIDES = ("-wal", "-journal")  # what SQLite needs beside a copy; the third, "-shm", it makes anew
_KEYS = ("better-bibtex.sqlite", "better-bibtex.migrated")  # the first that is there
_SECONDS = 20.0  # of work, for a small database
_BYTES_A_SECOND = 10_000_000
_MOST_BYTES = 512 << 20  # that SQLite takes
_LONGEST_FIELD, _LONGEST_NOTE = 1 << 16, 1 << 20  # bytes; longer values are left out
_MOST_ITEMS, _MOST_ROWS = 200_000, 4_000_000
_MOST_TEXT = 256 << 20  # characters of all values together
_ATTEMPTS = 3  # to copy a file that is being written
_NEEDED = {
    "items": "itemID itemTypeID libraryID key dateModified",
    "itemData": "itemID fieldID valueID",
    "itemDataValues": "valueID value",
    "itemAttachments": "itemID parentItemID linkMode path",
    "itemNotes": "itemID parentItemID note",
    "creators": "creatorID firstName lastName",
    "itemCreators": "itemID creatorID creatorTypeID orderIndex",
    "creatorTypes": "creatorTypeID creatorType",
    "collections": "collectionID collectionName parentCollectionID libraryID",
    "collectionItems": "collectionID itemID",
    "tags": "tagID name",
    "itemTags": "itemID tagID",
    "libraries": "libraryID type",
    "fields": "fieldID fieldName",
    "itemTypes": "itemTypeID typeName",
}
_OPTIONAL = {
    "itemAnnotations": "itemID parentItemID type text comment pageLabel sortIndex position",
    "deletedItems": "itemID",
    "deletedCollections": "collectionID",
    "groups": "groupID libraryID name",
}


class ZoteroItem(NamedTuple):
    """An item of any kind that is not in the bin; ``modified`` is a day and a time (UTC)."""

    id: int
    key: str
    library: int
    type: str
    modified: str


class ZoteroCreator(NamedTuple):
    """A creator of an item, in order."""

    item: int
    first: str
    last: str
    role: str


class ZoteroAttachment(NamedTuple):
    """A file of an item (``parent`` None: of none); ``mode`` is 0 and 1 for stored files, 2 for linked ones."""

    item: int
    parent: int | None
    mode: int
    path: str


class ZoteroNote(NamedTuple):
    """A note in HTML; ``parent`` None where it stands alone."""

    item: int
    parent: int | None
    html: str


class ZoteroAnnotation(NamedTuple):
    """An annotation on the attachment ``parent``, in reading order; ``position`` is JSON with "pageIndex" from 0."""

    item: int
    parent: int
    type: int
    text: str
    comment: str
    page_label: str
    position: str


class ZoteroCollection(NamedTuple):
    """A collection, in another one or in none."""

    id: int
    name: str
    parent: int | None
    library: int


@dataclass(frozen=True, slots=True)
class ZoteroLibrary:
    """All that is read of a Zotero database; of items in the bin, and of feeds, nothing.

    ``fields`` are an item's by the name of the field; ``groups`` have the number and name of each group's library.
    """

    items: Sequence[ZoteroItem]
    fields: dict[int, dict[str, str]]
    creators: Sequence[ZoteroCreator]
    attachments: Sequence[ZoteroAttachment]
    notes: Sequence[ZoteroNote]
    annotations: Sequence[ZoteroAnnotation]
    collections: Sequence[ZoteroCollection]
    in_collections: Sequence[tuple[int, int]]  # item, collection
    tags: Sequence[tuple[int, str]]  # item, tag
    groups: dict[int, tuple[int, str]]
    citation_keys: dict[tuple[int, str], str]  # of Better BibTeX, by library and key of the item


def read_zotero(path: Path, scratch: Path) -> ZoteroLibrary:
    """Return what the database at ``path`` says, from a copy in the folder ``scratch`` that is removed again.

    Raises:
        UserError: it is damaged, no Zotero database, of a version with other tables, or takes too long.
        NoSpaceError: there is no room for the copy.

    """
    with _copied(path, scratch) as copy, _reading(copy, path) as connection:
        tables = _tables(connection)
        _check(tables)
        keys = _citation_keys(path.parent, scratch)
        return _Reader(connection, tables).read(keys)


def _citation_keys(folder: Path, scratch: Path) -> dict[tuple[int, str], str]:
    """Return the keys that Better BibTeX keeps beside a Zotero database; none where it has no such database."""
    path = next((folder / name for name in _KEYS if (folder / name).is_file()), None)
    if path is None:
        return {}
    with contextlib.suppress(UserError), _copied(path, scratch) as copy, _reading(copy, path) as connection:
        columns = _tables(connection).get("citationkey", frozenset())
        if {"libraryID", "itemKey", "citationKey"} <= columns:
            sql = f"SELECT {_whole('libraryID')}, {_text('itemKey')}, {_text('citationKey')} FROM citationkey LIMIT ?"
            return {(library, key): cited for library, key, cited in select(connection, sql, (_MOST_ITEMS,)) if cited}
    return {}


@contextmanager
def _copied(path: Path, scratch: Path) -> Iterator[Path]:
    """Copy a database with what belongs to it, as it is between two changes; the original is only read."""
    check_is_file(path)
    copy = scratch / f"copy-of-{path.name}"
    try:
        for _ in range(_ATTEMPTS):
            before = _stamps(path)
            check_room(scratch, sum(size for size, _ in before.values()))
            remove_database(copy)
            for end in before:
                with contextlib.suppress(FileNotFoundError):  # a log that was folded in
                    shutil.copyfile(f"{path}{end}", f"{copy}{end}")
            if _stamps(path) == before:
                break
        else:
            raise UserError("The file keeps changing. It will be read once it stops changing.")
        if names_another_file(copy):
            raise _damaged()
        yield copy
    finally:
        remove_database(copy)


def _stamps(path: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of a database and of what belongs to it, by their endings."""
    found = {}
    for end in ("", *_SIDES):
        with contextlib.suppress(OSError):
            status = Path(f"{path}{end}").stat()
            found[end] = status.st_size, status.st_mtime_ns
    return found


@contextmanager
def _reading(copy: Path, path: Path) -> Iterator[apsw.Connection]:
    """Open a copy so that nothing in it runs, and bound what is done with it inside."""
    seconds = _SECONDS + copy.stat().st_size / _BYTES_A_SECOND
    try:
        with closing(apsw.Connection(str(copy), apsw.SQLITE_OPEN_READWRITE)) as connection:
            guard(connection)
            limit_values(connection)
            with bounded(connection, path, seconds, _MOST_BYTES):
                connection.execute("PRAGMA query_only = ON")
                yield connection
    except DamagedFileError as error:
        raise UserError(
            "The Zotero database takes too long to look at, or too much memory.", "The files themselves are read."
        ) from error
    except apsw.Error as error:
        raise _damaged() from error


def _damaged() -> UserError:
    return UserError(
        "The Zotero database is damaged.",
        "Its files are read without authors, collections and notes. Open it in Zotero, which can repair it.",
    )


def _tables(connection: apsw.Connection) -> dict[str, frozenset[str]]:
    """Return the columns of each plain table: what views and virtual tables say is not asked for."""
    listed = select(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 LIMIT 2000")
    sql = "SELECT name FROM pragma_table_info(?)"
    return {name: frozenset(row[0] for row in select(connection, sql, (name,))) for (name,) in listed}


def _check(tables: dict[str, frozenset[str]]) -> None:
    """Raise UserError unless a database has the tables that are read."""
    lacking = [name for name, columns in _NEEDED.items() if not set(columns.split()) <= tables.get(name, frozenset())]
    if not lacking:
        return
    if "items" not in tables:
        raise UserError("This isn't a Zotero database.")
    raise UserError(
        UserText(
            "This version of Zotero stores its data differently: {tables} can't be read.", tables=", ".join(lacking)
        ),
        "Its files are read without authors, collections and notes. A newer version of this program may read them.",
    )


def _text(column: str, longest: int = _LONGEST_FIELD) -> str:
    """Return the SQL of a text, "" for what is longer than any of Zotero's."""
    fits = f"typeof({column}) IN ('text', 'integer', 'real') AND octet_length({column}) <= {longest}"
    return f"iif({fits}, CAST({column} AS TEXT), '')"


def _whole(column: str) -> str:
    """Return the SQL of a whole number, 0 for anything else."""
    return f"iif(typeof({column}) = 'integer', {column}, 0)"


def _row(column: str) -> str:
    """Return the SQL of another row's number, NULL for anything else."""
    return f"iif(typeof({column}) = 'integer', {column}, NULL)"


class _Reader:
    """The tables of one database."""

    def __init__(self, connection: apsw.Connection, tables: dict[str, frozenset[str]]) -> None:
        self._db = connection
        self._tables = tables
        self._left = _MOST_TEXT

    def read(self, citation_keys: dict[tuple[int, str], str]) -> ZoteroLibrary:
        """Return everything."""
        items = list(map(ZoteroItem._make, self._rows(self._items_sql())))
        known = {item.id for item in items}
        fields: dict[int, dict[str, str]] = {}
        for item, name, value in self._rows(
            f"SELECT d.itemID, {_text('f.fieldName')}, {_text('v.value')} FROM itemData d "
            "JOIN fields f ON f.fieldID = d.fieldID JOIN itemDataValues v ON v.valueID = d.valueID",
            known,
        ):
            fields.setdefault(item, {})[name] = value
        creators = self._rows(
            f"SELECT i.itemID, {_text('c.firstName')}, {_text('c.lastName')}, {_text('t.creatorType')} "
            "FROM itemCreators i JOIN creators c ON c.creatorID = i.creatorID "
            "LEFT JOIN creatorTypes t ON t.creatorTypeID = i.creatorTypeID ORDER BY i.itemID, i.orderIndex",
            known,
        )
        attachments = self._rows(
            f"SELECT itemID, {_row('parentItemID')}, {_whole('linkMode')}, {_text('path')} FROM itemAttachments "
            "ORDER BY itemID",
            known,
        )
        notes = self._rows(
            f"SELECT itemID, {_row('parentItemID')}, {_text('note', _LONGEST_NOTE)} FROM itemNotes ORDER BY itemID",
            known,
        )
        collections = self._rows(self._collections_sql())
        pairs = self._rows(f"SELECT itemID, {_whole('collectionID')} FROM collectionItems ORDER BY 1, 2", known)
        tags = self._rows(
            f"SELECT i.itemID, {_text('t.name')} FROM itemTags i JOIN tags t ON t.tagID = i.tagID ORDER BY 1, 2", known
        )
        return ZoteroLibrary(
            items,
            fields,
            list(map(ZoteroCreator._make, creators)),
            list(map(ZoteroAttachment._make, attachments)),
            list(map(ZoteroNote._make, notes)),
            list(map(ZoteroAnnotation._make, self._annotations(known))),
            list(map(ZoteroCollection._make, collections)),
            [(item, collection) for item, collection in pairs],
            [(item, tag) for item, tag in tags],
            self._groups(),
            citation_keys,
        )

    def _items_sql(self) -> str:
        """Return the query for items that are in no bin and of no feed."""
        kept = "AND i.itemID NOT IN (SELECT itemID FROM deletedItems)" if self._has("deletedItems") else ""
        return (
            f"SELECT i.itemID, {_text('i.key')}, {_whole('i.libraryID')}, {_text('t.typeName')}, "
            f"{_text('i.dateModified')} "
            "FROM items i LEFT JOIN itemTypes t ON t.itemTypeID = i.itemTypeID "
            "WHERE typeof(i.itemID) = 'integer' AND i.libraryID NOT IN (SELECT libraryID FROM libraries "
            f"WHERE type = 'feed') {kept} ORDER BY i.itemID LIMIT {_MOST_ITEMS}"
        )

    def _collections_sql(self) -> str:
        kept = "WHERE collectionID NOT IN (SELECT collectionID FROM deletedCollections)"
        return (
            f"SELECT collectionID, {_text('collectionName')}, {_row('parentCollectionID')}, {_whole('libraryID')} "
            f"FROM collections {kept if self._has('deletedCollections') else ''} ORDER BY collectionID"
        )

    def _annotations(self, known: Collection[int]) -> Iterator[tuple[Any, ...]]:
        if not self._has("itemAnnotations"):  # before Zotero 6
            return
        yield from self._rows(
            f"SELECT itemID, {_whole('parentItemID')}, {_whole('type')}, {_text('text', _LONGEST_NOTE)}, "
            f"{_text('comment', _LONGEST_NOTE)}, {_text('pageLabel')}, {_text('position', _LONGEST_NOTE)} "
            "FROM itemAnnotations ORDER BY parentItemID, sortIndex, itemID",
            known,
        )

    def _groups(self) -> dict[int, tuple[int, str]]:
        if not self._has("groups"):
            return {}
        sql = f"SELECT {_whole('libraryID')}, {_whole('groupID')}, {_text('name')} FROM groups"
        return {library: (number, name) for library, number, name in self._rows(sql)}

    def _has(self, table: str) -> bool:
        return set(_OPTIONAL[table].split()) <= self._tables.get(table, frozenset())

    def _rows(self, sql: str, known: Collection[int] | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield rows, those of ``known`` items alone, until they are more than any database of Zotero has.

        Raises:
            apsw.Error: they are.

        """
        try:
            for number, row in enumerate(self._db.execute(sql)):
                if known is not None and row[0] not in known:
                    continue
                self._left -= sum(len(value) for value in row if isinstance(value, str))
                if number > _MOST_ROWS or self._left < 0:
                    raise apsw.TooBigError("more than any database of Zotero holds")
                yield row
        except UnicodeDecodeError as error:
            raise apsw.CorruptError("a text is not in UTF-8") from error


def page_of(position: str) -> int:
    """Return the page (from 1) that an annotation's position says, 0 where it says none."""
    try:
        found = json.loads(position).get("pageIndex")
    except (ValueError, RecursionError, AttributeError):
        return 0
    return found + 1 if isinstance(found, int) and 0 <= found < 1_000_000 else 0
