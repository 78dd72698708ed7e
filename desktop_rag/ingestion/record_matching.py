"""Finds the files that bibliographic records describe: as the records name them, else by key, DOI or title."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from desktop_rag.core.bibliography import BibRecord, RecordFile
from desktop_rag.core.file_paths import INSIDE
from desktop_rag.readers.formats import of_name
from desktop_rag.readers.papers.model import letters_of
from desktop_rag.storage.sqlite.bibliography import Bibliography, RecordMatch
from desktop_rag.storage.storage_context import StorageContext

# How a file is known to be that of a record, the surest first.
_NAMED, _BELOW, _SAME_NAME, _KEY, _DOI, _TITLE_IN_NAME, _TITLE_ON_PAGE = range(7)
_LEAST_TITLE = 16  # letters: shorter titles are in the names, and on the first pages, of other papers
_LEAST_TITLE_ON_PAGE = 24
_MOST_LOOKED_AT = 5_000  # files without a record whose first page is looked at
_TOP = 4_000  # characters of a first page that are looked through
_HEAD = 1_500  # and in which the title stands
_DOI_IN_TEXT = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]{2,200}")
_AROUND_DOI = ".,;:)]}’”'"
_PAPERS = frozenset("pdf word book web text".split())  # kinds of files that are papers


def match_records(storage: StorageContext) -> None:
    """Match the records and files of a library, and give the files what their records say; nothing where none came."""
    bibliography = Bibliography(storage.connection)
    if bibliography.wants_match():
        with storage.transaction():
            bibliography.match(list(_Matching(storage, bibliography).found()))


class _Matching:
    """The files of a library by what they may be known by."""

    def __init__(self, storage: StorageContext, bibliography: Bibliography) -> None:
        self._storage = storage
        self._bibliography = bibliography
        self._paths: dict[str, str] = {}  # as stored, by the same path with one kind of slashes
        self._by_name: dict[str, list[str]] = defaultdict(list)  # paths with one kind of slashes
        for _, path in storage.catalogue.paths():
            plain = _plain(path)
            self._paths[plain] = path
            if INSIDE not in path:
                self._by_name[plain.rpartition("/")[2]].append(plain)

    def found(self) -> Iterator[RecordMatch]:
        """Yield every match."""
        matched: set[str] = set()
        without: list[tuple[int, BibRecord]] = []
        for row, origin, record in self._bibliography.all():
            if record.notes and (path := self._paths.get(_plain(f"{origin}{INSIDE}{record.notes}"))):
                yield RecordMatch(row, path, _NAMED)
            named = [found for file in record.files if (found := self._named(file)) is not None]
            matched.update(path for path, _ in named)
            yield from (RecordMatch(row, path, how) for path, how in named)
            if not named:
                without.append((row, record))
        if without:
            yield from self._guessed(without, matched)

    def _named(self, file: RecordFile) -> tuple[str, int] | None:
        """Return the stored path of a file that a record names, and how sure that is."""
        wanted = _plain(file.path)
        if not file.relative and wanted in self._paths:
            return self._paths[wanted], _NAMED
        found = self._by_name.get(wanted.rpartition("/")[2], [])
        below = [path for path in found if path.endswith(f"/{wanted.lstrip('/')}")]
        if below:
            return self._paths[min(below, key=len)], _BELOW
        # the library was moved, or is on another computer than the record was written on
        return (self._paths[found[0]], _SAME_NAME) if len(found) == 1 and not file.relative else None

    def _guessed(self, records: Sequence[tuple[int, BibRecord]], matched: set[str]) -> Iterator[RecordMatch]:
        """Yield matches of records that name no file of the library, and files that no record names."""
        by_key = {record.citation_key.casefold(): row for row, record in records if record.citation_key}
        by_doi = {record.doi.casefold(): row for row, record in records if record.doi}
        titles = _Titles((letters_of(record.title), row) for row, record in records)
        looked_at = 0
        for path in self._paths.values():
            if path in matched or INSIDE in path or of_name(path).kind not in _PAPERS:
                continue
            stem = _plain(path).rpartition("/")[2].rpartition(".")[0]
            letters = letters_of(stem)
            if (row := by_key.get(stem.casefold())) is not None:
                yield RecordMatch(row, path, _KEY)
            elif (row := titles.longest_in(letters)) is not None:
                yield RecordMatch(row, path, _TITLE_IN_NAME)
            elif looked_at < _MOST_LOOKED_AT and (by_doi or titles.begin):
                looked_at += 1
                page = (self._storage.documents.page_text(path, 1) or "")[:_TOP]
                if (row := by_doi.get(_doi_on(page))) is not None:
                    yield RecordMatch(row, path, _DOI)
                elif (row := titles.longest_in(letters_of(page[:_HEAD]), _LEAST_TITLE_ON_PAGE)) is not None:
                    yield RecordMatch(row, path, _TITLE_ON_PAGE)


class _Titles:
    """The titles of records by how they begin: thousands of them are looked for on each of thousands of pages."""

    def __init__(self, titles: Iterable[tuple[str, int]]) -> None:
        self.begin: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for title, row in titles:
            if len(title) >= _LEAST_TITLE:
                self.begin[title[:_LEAST_TITLE]].append((title, row))

    def longest_in(self, letters: str, least: int = _LEAST_TITLE) -> int | None:
        """Return the record with the longest of the titles that stand in some letters, None for none."""
        found = [
            (title, row)
            for start in range(len(letters) - _LEAST_TITLE + 1)
            for title, row in self.begin.get(letters[start : start + _LEAST_TITLE], ())
            if len(title) >= least and letters.startswith(title, start)
        ]
        return max(found, key=lambda one: len(one[0]))[1] if found else None


def _doi_on(page: str) -> str:
    """Return the first DOI on a page, which is that of the paper; "" for none."""
    found = _DOI_IN_TEXT.search(page)
    return found.group().rstrip(_AROUND_DOI).casefold() if found else ""


def _plain(path: str) -> str:
    """Return a path of any system with the same slashes, its letters composed alike."""
    return unicodedata.normalize("NFC", path.replace("\\", "/"))
