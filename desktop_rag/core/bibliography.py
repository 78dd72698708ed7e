"""Bibliographic records: what Zotero, BibTeX and RIS files say of others. Nothing heavy is imported."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from desktop_rag.core.file_paths import INSIDE
from desktop_rag.core.schema import Metadata

TITLE_KEY, AUTHORS_KEY, YEAR_KEY = "title", "authors", "year"
CITATION_KEY, COLLECTIONS_KEY, TAGS_KEY, CITED_KEY = "citation_key", "collections", "tags", "cited_as"
ZOTERO_KEY = "zotero"
RECORD_KEYS = (TITLE_KEY, AUTHORS_KEY, YEAR_KEY, CITATION_KEY, COLLECTIONS_KEY, TAGS_KEY, CITED_KEY, ZOTERO_KEY)
"""What a file's metadata says once it has a record; collections and tags are lists, the others texts."""
_AND_OTHERS = "et al."
_SHOWN_AUTHORS = 2  # that a citation in the text names; of more, the first
_SHORT_TITLE = 40  # characters, in the place of authors
_ZOTERO_PLACE = re.compile(r"(?:library|groups/\d{1,12})/items/[A-Z0-9]{8}")
_EASTERN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Creator:
    """A person or a body behind a work; ``family`` holds the whole name where its parts are unknown."""

    family: str
    given: str = ""
    role: str = "author"

    @property
    def inverted(self) -> str:
        """The name as lists sort it: “Meyer, Anna”."""
        return f"{self.family}, {self.given}" if self.given else self.family


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file that a record describes: its path as the record says it, and its key in Zotero.

    A path that is ``relative`` is the end of the whole one, parted by "/".
    """

    path: str
    key: str = ""
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A heading in what a person noted, and the place it speaks of: a file, its key, a page from 1 (0: unknown)."""

    heading: str
    file: str
    key: str
    page: int


@dataclass(frozen=True, slots=True)
class BibRecord:
    """A record; "" for what it does not say. ``key`` is unique in the file it was read from.

    ``kind`` is a type of CSL ("article-journal", "book", "chapter"). ``date`` is YYYY, YYYY-MM or YYYY-MM-DD.
    ``collections`` are whole paths, "Thesis / Chapter 2". ``files`` are what it describes. ``notes`` is the path,
    inside the file it was read from, of what the person wrote about it, with its ``marks``. ``home`` is where the
    record is found in Zotero: "library", or "groups/" with a number.
    """

    key: str
    kind: str = "document"
    title: str = ""
    creators: tuple[Creator, ...] = ()
    date: str = ""
    citation_key: str = ""
    container: str = ""  # the journal, the book, the proceedings
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    edition: str = ""
    doi: str = ""
    isbn: str = ""
    url: str = ""
    collections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    files: tuple[RecordFile, ...] = ()
    notes: str = ""
    marks: tuple[Mark, ...] = ()
    home: str = ""

    @property
    def year(self) -> str:
        """The year, "" where it is unknown."""
        return self.date[:4]

    @property
    def authors(self) -> tuple[Creator, ...]:
        """The people a citation names: the authors, without any the editors, else whoever there is."""
        for role in ("author", "editor"):
            if found := tuple(one for one in self.creators if one.role == role):
                return found
        return self.creators

    @property
    def cited_as(self) -> str:
        """How a text cites it: “Miller & Chen 2021”, by its title where nobody is named."""
        names = [_spoken(one) for one in self.authors]
        if not names:
            who = self.title if len(self.title) <= _SHORT_TITLE else f"{self.title[:_SHORT_TITLE].rstrip()}…"
        else:
            who = " ".join((names[0], _AND_OTHERS)) if len(names) > _SHOWN_AUTHORS else " & ".join(names)
        return " ".join(filter(None, (who, self.year)))

    def zotero_place(self, path: str) -> str:
        """Return where one of its files, or what was noted about it, is in Zotero: “library/items/ABCD2345”."""
        if not self.home:
            return ""
        if INSIDE in path:
            return f"{self.home}/items/{self.key.rpartition('/')[2]}"
        name = PurePosixPath(path.replace("\\", "/")).name
        keys = [one.key for one in self.files if PurePosixPath(one.path.replace("\\", "/")).name == name]
        return f"{self.home}/items/{keys[0]}" if keys else ""

    def metadata(self, path: str) -> Metadata:
        """Return what the metadata of one of its files says, by ``RECORD_KEYS``; what is unknown is left out."""
        values: Metadata = {
            TITLE_KEY: self.title,
            AUTHORS_KEY: "; ".join(one.inverted for one in self.authors),
            YEAR_KEY: self.year,
            CITATION_KEY: self.citation_key,
            COLLECTIONS_KEY: list(self.collections),
            TAGS_KEY: list(self.tags),
            CITED_KEY: self.cited_as,
            ZOTERO_KEY: self.zotero_place(path),
        }
        return {key: value for key, value in values.items() if value}


def zotero_address(place: str, page: int = 0) -> str:
    """Return the address by which Zotero shows a place of its own, at a page of the file where one is given.

    "" where it is none: it may stand in a library from anybody.
    """
    if not _ZOTERO_PLACE.fullmatch(place):
        return ""
    return f"zotero://open-pdf/{place}?page={page}" if page > 0 else f"zotero://select/{place}"


def _spoken(one: Creator) -> str:
    """Return the name a citation has; Chinese, Japanese and Korean ones are not parted."""
    return one.family + one.given if _EASTERN.search(one.family) else one.family
