"""Zotero's data folder made for a test, with the tables and columns that Zotero 7 to 9 have."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_TABLES = """
CREATE TABLE version (schema TEXT PRIMARY KEY, version INT NOT NULL);
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT NOT NULL,
    filesEditable INT NOT NULL, version INT NOT NULL DEFAULT 0, storageVersion INT NOT NULL DEFAULT 0);
CREATE TABLE groups (groupID INTEGER PRIMARY KEY, libraryID INT NOT NULL UNIQUE, name TEXT NOT NULL,
    description TEXT NOT NULL, version INT NOT NULL);
CREATE TABLE feeds (libraryID INTEGER PRIMARY KEY, name TEXT NOT NULL, url TEXT NOT NULL UNIQUE);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL,
    dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, libraryID INT NOT NULL, key TEXT NOT NULL,
    version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID));
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT,
    charsetID INT, path TEXT, syncState INT DEFAULT 0, storageModTime INT, storageHash TEXT,
    lastProcessedModificationTime INT);
CREATE TABLE itemAnnotations (itemID INTEGER PRIMARY KEY, parentItemID INT NOT NULL, type INTEGER NOT NULL,
    authorName TEXT, text TEXT, comment TEXT, color TEXT, pageLabel TEXT, sortIndex TEXT NOT NULL,
    position TEXT NOT NULL, isExternal INT NOT NULL);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT NOT NULL, tagID INT NOT NULL, type INT NOT NULL, PRIMARY KEY (itemID, tagID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT,
    UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE itemCreators (itemID INT NOT NULL, creatorID INT NOT NULL, creatorTypeID INT NOT NULL DEFAULT 1,
    orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL,
    parentCollectionID INT DEFAULT NULL, libraryID INT NOT NULL, key TEXT NOT NULL, UNIQUE (libraryID, key));
CREATE TABLE collectionItems (collectionID INT NOT NULL, itemID INT NOT NULL, orderIndex INT NOT NULL DEFAULT 0,
    PRIMARY KEY (collectionID, itemID));
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
CREATE TABLE deletedCollections (collectionID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
INSERT INTO version VALUES ('userdata', 125);
INSERT INTO libraries (libraryID, type, editable, filesEditable) VALUES (1, 'user', 1, 1);
"""
_TYPES = (
    "annotation attachment note journalArticle book bookSection conferencePaper thesis report webpage preprint".split()
)
_FIELDS = (
    "title date publicationTitle bookTitle volume issue pages publisher place DOI ISBN url abstractNote extra "
    "citationKey"
).split()
_ROLES = "author editor translator".split()
HIGHLIGHT, NOTE, IMAGE, INK, UNDERLINE = 1, 2, 3, 4, 5
_STORED, _LINKED = 0, 2


@dataclass
class ZoteroFolder:
    """A data folder at ``path``; what is called fills its database, and returns the number of the item."""

    path: Path
    base: Path | None = None  # where relative linked files lie
    _keys: int = 0
    _db: sqlite3.Connection = field(init=False)

    def __post_init__(self) -> None:
        (self.path / "storage").mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(self.database, isolation_level=None)
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.executescript(_TABLES)
        for table, names in (("itemTypes", _TYPES), ("fields", _FIELDS), ("creatorTypes", _ROLES)):
            column = {"itemTypes": "typeName", "fields": "fieldName", "creatorTypes": "creatorType"}[table]
            number = column.removesuffix("Name") + "ID"
            self._db.executemany(
                f"INSERT INTO {table} ({number if table != 'itemTypes' else 'itemTypeID'}, {column}) VALUES (?, ?)",
                list(enumerate(names, 1)),
            )

    @property
    def database(self) -> Path:
        return self.path / "zotero.sqlite"

    def run(self, sql: str, *values: object) -> int:
        """Run a statement, as Zotero might; return the number of the new row."""
        return self._db.execute(sql, values).lastrowid or 0

    def close(self) -> None:
        self._db.close()

    def together(self) -> None:
        """Put all that follows until ``done`` into one transaction."""
        self._db.execute("BEGIN")

    def done(self) -> None:
        self._db.execute("COMMIT")

    def group(self, library: int, number: int, name: str) -> int:
        self.run("INSERT INTO libraries (libraryID, type, editable, filesEditable) VALUES (?, 'group', 1, 1)", library)
        self.run("INSERT INTO groups VALUES (?, ?, ?, '', 0)", number, library, name)
        return library

    def feed(self, library: int) -> int:
        self.run("INSERT INTO libraries (libraryID, type, editable, filesEditable) VALUES (?, 'feed', 0, 0)", library)
        return library

    def collection(self, name: str, parent: int | None = None, library: int = 1) -> int:
        sql = "INSERT INTO collections (collectionName, parentCollectionID, libraryID, key) VALUES (?, ?, ?, ?)"
        return self.run(sql, name, parent, library, self._key())

    def work(
        self,
        title: str,
        *authors: str,
        kind: str = "journalArticle",
        library: int = 1,
        collections: Sequence[int] = (),
        tags: Iterable[str] = (),
        **fields: str,
    ) -> int:
        """Add an item; authors as “Family, Given” or, of bodies, one name."""
        item = self._item(kind, library)
        for name, value in {"title": title, **fields}.items():
            self.set(item, name, value)
        for place, author in enumerate(authors):
            family, _, given = author.partition(", ")
            sql = "SELECT creatorID FROM creators WHERE lastName = ? AND firstName = ?"
            found = self._db.execute(sql, (family, given)).fetchone()
            creator = (
                found[0]
                if found
                else self.run(
                    "INSERT INTO creators (firstName, lastName, fieldMode) VALUES (?, ?, ?)",
                    given,
                    family,
                    int(not given),
                )
            )
            self.run("INSERT INTO itemCreators VALUES (?, ?, 1, ?)", item, creator, place)
        for one in collections:
            self.run("INSERT INTO collectionItems (collectionID, itemID) VALUES (?, ?)", one, item)
        self.tag(item, *tags)
        return item

    def set(self, item: int, name: str, value: str) -> None:
        """Give an item another value of a field."""
        self.run("INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)", value)
        sql = (
            "INSERT OR REPLACE INTO itemData SELECT ?, fieldID, valueID FROM fields, itemDataValues "
            "WHERE fieldName = ? AND value = ?"
        )
        self.run(sql, item, name, value)
        self.touch(item)

    def touch(self, item: int) -> None:
        self.run("UPDATE items SET dateModified = datetime('2024-01-01', version || ' seconds') WHERE itemID = ?", item)
        self.run("UPDATE items SET version = version + 1 WHERE itemID = ?", item)

    def tag(self, item: int, *tags: str) -> None:
        for tag in tags:
            self.run("INSERT OR IGNORE INTO tags (name) VALUES (?)", tag)
            self.run("INSERT OR IGNORE INTO itemTags SELECT ?, tagID, 0 FROM tags WHERE name = ?", item, tag)

    def stored(self, work: int | None, name: str, library: int = 1) -> tuple[int, Path]:
        """Add a file in “storage”; return it with the place where it is to be written."""
        item = self._item("attachment", library)
        sql = "INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path) VALUES (?, ?, ?, ?, ?)"
        self.run(sql, item, work, _STORED, "application/pdf", f"storage:{name}")
        place = self.path / "storage" / self.key_of(item) / name
        place.parent.mkdir()
        return item, place

    def linked(self, work: int | None, path: str) -> int:
        """Add a file elsewhere: an absolute path, or one after “attachments:”."""
        item = self._item("attachment", 1)
        sql = "INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path) VALUES (?, ?, ?, ?, ?)"
        self.run(sql, item, work, _LINKED, "application/pdf", path)
        return item

    def note(self, work: int | None, html: str, library: int = 1) -> int:
        item = self._item("note", library)
        self.run("INSERT INTO itemNotes VALUES (?, ?, ?, '')", item, work, html)
        return item

    def annotation(
        self, file: int, page: int, text: str = "", comment: str = "", *, label: str = "", kind: int = HIGHLIGHT
    ) -> int:
        """Add an annotation on a page (from 1)."""
        item = self._item("annotation", 1)
        position = json.dumps({"pageIndex": page - 1, "rects": [[100, 700, 300, 712]]})
        sql = "INSERT INTO itemAnnotations VALUES (?, ?, ?, '', ?, ?, '#ffd400', ?, ?, ?, 0)"
        self.run(sql, item, file, kind, text, comment, label or str(page), f"{page:05}|{item:06}|00000", position)
        return item

    def to_bin(self, item: int) -> None:
        self.run("INSERT INTO deletedItems (itemID) VALUES (?)", item)

    def key_of(self, item: int) -> str:
        return str(self._db.execute("SELECT key FROM items WHERE itemID = ?", (item,)).fetchone()[0])

    def better_bibtex(self, keys: dict[int, str]) -> None:
        """Add the database that Better BibTeX had until Zotero 8."""
        with sqlite3.connect(self.path / "better-bibtex.sqlite") as other:
            other.execute(
                "CREATE TABLE citationkey (itemID INTEGER PRIMARY KEY, itemKey TEXT NOT NULL, "
                "libraryID INTEGER NOT NULL, citationKey TEXT NOT NULL, pinned INTEGER NOT NULL)"
            )
            rows = [(item, self.key_of(item), 1, key, 0) for item, key in keys.items()]
            other.executemany("INSERT INTO citationkey VALUES (?, ?, ?, ?, ?)", rows)
        other.close()

    def _item(self, kind: str, library: int) -> int:
        sql = (
            "INSERT INTO items (itemTypeID, libraryID, key, dateModified) "
            "SELECT itemTypeID, ?, ?, '2024-01-01 00:00:00' FROM itemTypes WHERE typeName = ?"
        )
        return self.run(sql, library, self._key(), kind)

    def _key(self) -> str:
        self._keys += 1
        number, letters = self._keys, ""
        for _ in range(8):
            number, rest = divmod(number, 32)
            letters = "23456789ABCDEFGHIJKLMNPQRSTUVWXYZ"[rest] + letters
        return letters
