"""The documents of a library as somebody who searches sees them: by row id, of which hits have one."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import apsw

from desktop_rag.storage.filters import NodeFilter, matches
from desktop_rag.storage.sqlite.connection import select

_AMONG = "IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """The facts of a document that are shown and counted."""

    path: str
    modified: str
    language: str


def own_time(documents: str) -> str:
    """Return the SQL expression for the time of documents, in nanoseconds: their own date where they have one."""
    return f"coalesce(json_extract({documents}.metadata, '$.own_time') * 1000000000, {documents}.mtime_ns)"


class DocumentCatalogue:
    """Reads facts about documents, and where passages belong."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def facts(self, documents: Collection[int]) -> dict[int, DocumentFacts]:
        """Return the facts of some documents by row id."""
        rows = select(
            self._db,
            "SELECT id, path, coalesce(json_extract(metadata, '$.last_modified_date'), ''), "
            f"coalesce(json_extract(metadata, '$.language'), '') FROM documents WHERE id {_AMONG}",
            (json.dumps(list(documents)),),
        )
        return {row: DocumentFacts(path, str(day)[:10], str(language)) for row, path, day, language in rows}

    def documents_of(self, keys: Sequence[int]) -> dict[int, int]:
        """Return the document of each passage, by rows."""
        sql = f"SELECT id, document FROM nodes WHERE id {_AMONG} AND type = 'passage'"
        return dict(select(self._db, sql, (json.dumps(list(keys)),)))

    def passing(self, documents: Collection[int], narrowing: NodeFilter) -> set[int]:
        """Return those of some documents that meet the conditions on whole documents."""
        if narrowing.is_open:
            return set(documents)
        sql = f"SELECT id, doc_id, path, metadata FROM documents WHERE nodes > 0 AND id {_AMONG}"
        rows = select(self._db, sql, (json.dumps(list(documents)),))
        return {row for row, *about in rows if _passes(narrowing, *about)}

    def latest(self, narrowing: NodeFilter, most: int) -> list[int]:
        """Return the documents that pass the conditions, the last changed first."""
        when = own_time("documents")
        sql = f"SELECT id, doc_id, path, metadata FROM documents WHERE nodes > 0 ORDER BY {when} DESC, path"
        passing = (row for row, *about in self._db.execute(sql) if _passes(narrowing, *about))
        return list(islice(passing, most))

    def first_passages(self, documents: Sequence[int]) -> dict[int, int]:
        """Return the first passage of each document."""
        first = "SELECT n.id FROM nodes n WHERE n.document = d.value AND n.type = 'passage' ORDER BY n.position LIMIT 1"
        rows = select(self._db, f"SELECT d.value, ({first}) FROM json_each(?) d", (json.dumps(list(documents)),))
        return {document: row for document, row in rows if row is not None}

    def doc_ids_at(self, path: str) -> list[str]:
        """Return the identifier of the document with a path, if there is one."""
        return [row[0] for row in select(self._db, "SELECT doc_id FROM documents WHERE path = ?", (path,))]

    def paths(self) -> Iterator[tuple[int, str]]:
        """Yield the row and the path of every document that is searched."""
        yield from select(self._db, "SELECT id, path FROM documents WHERE nodes > 0")

    def languages(self) -> Iterator[tuple[str, str | None]]:
        """Yield the path and the language of every document that is searched."""
        sql = "SELECT path, json_extract(metadata, '$.language') FROM documents WHERE nodes > 0"
        yield from select(self._db, sql)


def _passes(narrowing: NodeFilter, doc_id: str, path: str, metadata: str) -> bool:
    """Return True if a document meets everything that is asked of whole documents."""
    if narrowing.paths is not None and path not in narrowing.paths:
        return False
    if narrowing.doc_ids is not None and doc_id not in narrowing.doc_ids:
        return False
    return matches(narrowing.metadata, json.loads(metadata) | {"file_path": path, "doc_id": doc_id})
