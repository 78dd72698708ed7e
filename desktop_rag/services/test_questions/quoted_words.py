"""Find the words that a person selected in the passages of a library, however a view laid them out."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_rag.core.results.test_questions import QuotedWords
from desktop_rag.core.schema import TextNode
from desktop_rag.evidence.units import Passage, unit_spans
from desktop_rag.storage.records import doc_id_of
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.storage_context import StorageContext

_REMEMBERED = 200  # passages; those of one page are looked through for each word of a selection


@dataclass(frozen=True, slots=True)
class FoundWords:
    """A range of a passage's text."""

    node: TextNode
    start: int
    end: int

    @property
    def words(self) -> QuotedWords:
        """The words, as they are kept."""
        text = self.node.text[self.start : self.end]
        return QuotedWords(str(self.node.metadata.get("file_path", "")), page_of(self.node), text)

    @property
    def place(self) -> tuple[int, int]:
        """Their page and where they begin on it: passages may overlap."""
        return page_of(self.node), (self.node.start_char_idx or 0) + self.start


def page_of(node: TextNode) -> int:
    """Return the page (from 1) on which a passage stands."""
    page = node.metadata.get("page_number")
    return page if isinstance(page, int) else 1


def range_in(text: str, words: str) -> tuple[int, int] | None:
    """Return the range of some words in a text, by letters and digits only; None if they are not there."""
    sought = _letters(words)[0]
    there, offsets = _letters(text)
    at = there.find(sought) if sought else -1
    return (offsets[at], offsets[at + len(sought) - 1] + 1) if at >= 0 else None


def find_words(storage: StorageContext, words: QuotedWords) -> list[FoundWords]:
    """Return every place of the words in their file, those on their page before others; none where they are gone."""
    first: list[FoundWords] = []
    others: list[FoundWords] = []
    seen: set[tuple[int, int]] = set()
    for node in _nodes(storage, words.file):
        for start, end in _ranges(node.text, words.text):
            found = FoundWords(node, start, end)
            if found.place not in seen:
                seen.add(found.place)
                (first if page_of(node) == words.page else others).append(found)
    return first + others


def best_part(storage: StorageContext, words: QuotedWords) -> FoundWords | None:
    """Return the passage that holds most of words that no passage holds whole, from the first to the last of them."""
    pieces = [piece for line in words.text.splitlines() for piece in _sentences(line)]
    best: tuple[int, FoundWords] | None = None
    for node in _nodes(storage, words.file):
        if abs(page_of(node) - words.page) > 1:
            continue
        ranges = [found for piece in pieces if (found := range_in(node.text, piece)) is not None]
        held = sum(end - start for start, end in ranges)
        if ranges and held > (best[0] if best else 0):
            start, end = min(start for start, _ in ranges), max(end for _, end in ranges)
            best = held, FoundWords(node, start, end)
    return best[1] if best else None


def _nodes(storage: StorageContext, file: str) -> Iterator[TextNode]:
    return storage.docstore.iter_nodes([doc_id_of(path_now(storage.connection, file))])


def _sentences(line: str) -> Sequence[str]:
    return [line[start:end] for start, end, _ in unit_spans(Passage(line))] or [line]


def _ranges(text: str, words: str) -> Iterator[tuple[int, int]]:
    begin = 0
    while (found := range_in(text[begin:], words)) is not None:
        yield begin + found[0], begin + found[1]
        begin += found[1]


@lru_cache(_REMEMBERED)
def _letters(text: str) -> tuple[str, Sequence[int]]:
    """Return the letters and digits of a text, without case and accents, and where each stands."""
    if text.isascii():
        places = [place for place, sign in enumerate(text) if sign.isalnum()]
        return "".join(text[place] for place in places).lower(), places
    found = [
        (sign, place)
        for place, whole in enumerate(text)
        for sign in unicodedata.normalize("NFKD", whole).casefold()
        if sign.isalnum()
    ]
    return "".join(sign for sign, _ in found), [place for _, place in found]
