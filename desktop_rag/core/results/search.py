"""Results of the search page, and the filters it offers."""

from dataclasses import dataclass, field

from desktop_rag.core.results.answers import Source

WORDS, MEANING = "words", "hybrid"
"""How the search page searches: at each key, and when typing pauses."""


@dataclass(frozen=True, slots=True)
class PageQuery:
    """A query as typed, with how many files and passages of each are wanted; ``file`` limits it to one."""

    text: str
    mode: str = WORDS
    files: int = 20
    per_file: int = 3
    file: str = ""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of a passage on one line; ``ranges`` are the characters of it that are words of the query."""

    text: str
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage on the search page; ``copies`` are other files that say the same."""

    source: Source
    snippet: Snippet
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileHits:
    """A file on the search page with its best passages; ``more`` others of it fit as well.

    ``modified`` is a date ("2024-05-31") or "", ``kind`` one of ``readers.format.KINDS``; ``name_ranges`` are the
    characters of the file's name that are words of the query.
    """

    file: str
    kind: str
    modified: str
    passages: tuple[FoundPassage, ...]
    more: int = 0
    name_ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The results on the search page. Files are in the order of their best passage.

    ``facets`` count the files found: {"kind": {"pdf": 3}, "language": {...}}; ``total_files`` counts those beyond
    ``files``, too. ``suggestions`` are other spellings of the query, only where nothing was found; ``unfiltered``
    says then that there would be results without the conditions. ``notice``: why meaning was left out.
    """

    query: str
    mode: str
    files: tuple[FileHits, ...]
    total_files: int = 0
    facets: dict[str, dict[str, int]] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    unfiltered: bool = False
    notice: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchChoices:
    """The filters that a library offers, with the number of files for each; folders in the order of a tree."""

    folders: tuple[tuple[str, int], ...]
    roots: tuple[str, ...]
    kinds: dict[str, int]
    languages: dict[str, int]
