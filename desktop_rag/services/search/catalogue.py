"""The files of an open library, as far as searching needs to know them; rows rather than ids."""

import json
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath

import apsw

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.search import SearchChoices
from desktop_rag.readers.formats import of_name
from desktop_rag.storage.matching import matches
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.vector_stores.types import MetadataFilters

_AMONG = "IN (SELECT value FROM json_each(?))"
_FOLDERS = 300  # offered at most, the fullest first
_LEVELS = 3  # of subfolders below a root


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is shown and counted of a file."""

    path: str
    kind: str
    modified: str
    language: str


class Catalogue:
    """Reads facts about files and where passages belong."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def allowed(self, filters: MetadataFilters | None, file: str = "") -> frozenset[int] | None:
        """Return the documents that meet conditions on files; None when there are no conditions."""
        if filters is None and not file:
            return None
        condition, values = (" AND path = ?", (file,)) if file else ("", ())
        sql = f"SELECT id, path, metadata FROM documents WHERE nodes > 0{condition}"  # noqa: S608 - constants
        rows = select(self._db, sql, values)
        return frozenset(
            row for row, path, metadata in rows if matches(filters, json.loads(metadata) | {"file_path": path})
        )

    def facts(self, documents: Iterable[int]) -> dict[int, FileFacts]:
        """Return what there is to know of some documents."""
        rows = select(
            self._db,
            "SELECT id, path, coalesce(json_extract(metadata, '$.last_modified_date'), ''), "  # noqa: S608 - constant
            f"coalesce(json_extract(metadata, '$.language'), '') FROM documents WHERE id {_AMONG}",
            (json.dumps(list(documents)),),
        )
        return {
            row: FileFacts(path, of_name(path).kind, str(day)[:10], str(language)) for row, path, day, language in rows
        }

    def documents_of(self, rowids: Sequence[int]) -> dict[int, int]:
        """Return the document of each passage, by rows."""
        sql = f"SELECT id, document FROM nodes WHERE id {_AMONG} AND type = 'passage'"  # noqa: S608 - constant
        return dict(select(self._db, sql, (json.dumps(list(rowids)),)))

    def rows_of(self, documents: Collection[int]) -> list[int]:
        """Return the passages of some documents."""
        sql = f"SELECT id FROM nodes WHERE document {_AMONG} AND embedded <> 2"  # noqa: S608 - constant
        return [row[0] for row in select(self._db, sql, (json.dumps(list(documents)),))]

    def doc_ids(self, documents: Collection[int]) -> list[str]:
        """Return the identifiers of some documents."""
        sql = f"SELECT doc_id FROM documents WHERE id {_AMONG}"  # noqa: S608 - constant
        return [row[0] for row in select(self._db, sql, (json.dumps(list(documents)),))]

    def latest_first(self, documents: Collection[int]) -> list[int]:
        """Return documents, those first that were changed last."""
        sql = f"SELECT id FROM documents WHERE id {_AMONG} ORDER BY mtime_ns DESC, path"  # noqa: S608 - constant
        return [row[0] for row in select(self._db, sql, (json.dumps(list(documents)),))]

    def first_rows(self, documents: Sequence[int]) -> dict[int, int]:
        """Return the first passage of each document."""
        first = "SELECT n.id FROM nodes n WHERE n.document = d.value AND n.type = 'passage' ORDER BY n.position LIMIT 1"
        rows = select(self._db, f"SELECT d.value, ({first}) FROM json_each(?) d", (json.dumps(list(documents)),))  # noqa: S608
        return {document: row for document, row in rows if row is not None}

    def named(self, wanted: Sequence[str], allowed: Collection[int] | None) -> list[int]:
        """Return the documents in whose names every word begins a part, the shortest names first."""
        found = []
        for row, path in select(self._db, "SELECT id, path FROM documents WHERE nodes > 0"):
            name = _folded(shown_name(path))
            if all(_begins_a_part(word, name) for word in wanted):
                found.append((len(name), path, row))
        return [row for _, _, row in sorted(found) if allowed is None or row in allowed]

    def choices(self) -> SearchChoices:
        """Return what the library can be narrowed down to."""
        sql = "SELECT path, json_extract(metadata, '$.language') FROM documents WHERE nodes > 0"
        rows = select(self._db, sql)
        roots = [row[0] for row in select(self._db, "SELECT path FROM roots WHERE is_folder ORDER BY path")]
        folders: Counter[str] = Counter()
        for path, _ in rows:
            folders.update(_folders_above(path, roots))
        fullest = dict(folders.most_common(_FOLDERS))
        kinds = Counter(of_name(path).kind for path, _ in rows)
        languages = Counter(str(language) for _, language in rows if language)
        return SearchChoices(
            tuple(sorted(fullest.items())), tuple(roots), dict(kinds.most_common()), dict(languages.most_common())
        )


def _folders_above(path: str, roots: Sequence[str]) -> list[str]:
    """Return the root a file is below and the folders between, not too deep."""
    outside = path.partition("//")[0]
    kind = PureWindowsPath if "\\" in outside else PurePosixPath
    parents = [str(parent) for parent in kind(outside).parents]
    for root in roots:
        if root in parents:
            below = parents[: parents.index(root)]
            return [root, *below[-_LEVELS:]]
    return []


def _begins_a_part(word: str, name: str) -> bool:
    """Whether a part of a name begins with a word; in Chinese and Japanese everything does."""
    place = name.find(word)
    while place >= 0:
        before = name[place - 1] if place else " "
        if not before.isalnum() or before.isdigit() is not word[0].isdigit() or not word[0].isascii():
            return True
        place = name.find(word, place + 1)
    return False


def _folded(name: str) -> str:
    """Return a name without case and accents."""
    low = name.casefold()
    if low.isascii():
        return low
    kept = (char for char in unicodedata.normalize("NFKD", low) if not unicodedata.combining(char))
    return unicodedata.normalize("NFKC", "".join(kept))
