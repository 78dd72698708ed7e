"""Sentences that go over a page break: found when a file is read, and known to the passages on both sides."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import NamedTuple

from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.schema import Document, MetadataValue, TextNode
from desktop_rag.evidence.tables import is_row
from desktop_rag.evidence.units import Kind as UnitKind
from desktop_rag.evidence.units import Passage, unit_spans
from desktop_rag.node_parser.passage import HEADING_KEY, file_name_of, is_prose
from desktop_rag.readers.formats import has_slides, is_in_blocks, is_verbatim
from desktop_rag.readers.pages.running_text import NEAR, PageLines, RunningText, running_texts_from

RUNS_ON_KEY = "runs_on"
"""Metadata of a passage whose last sentence ends on the next page: a ``RunOn`` as a mapping."""
RUNS_FROM_KEY = "runs_from"
"""Metadata of a passage whose first sentence begins on the page before: a ``RunOn`` as a mapping."""
_BATCH_PAGES = 16  # read before the first of them is cut
_BATCH_CHARACTERS = 200_000  # cutting them takes a second
_FEWEST_WORDS = 5  # of a sentence that breaks off before a capital letter: fewer are a title
_FEWEST_LETTERS = 10  # the same in Chinese and Japanese
_LONGEST_PART = 1_000  # characters of a sentence on one page
_SENTENCE_END = re.compile(r"[.!?。！？:：;；…][\"'”’」』)）\]]*\Z")
_FIRST_CJK = "\u3000"  # the ideographic space: Chinese and Japanese letters come after it


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A sentence over a page break: the range of its beginning on one page, and of its rest on the next."""

    begin: tuple[int, int]
    rest: tuple[int, int]


class Neighbour(NamedTuple):
    """The text of the page before or after, and the sentence that is shared with it."""

    text: str
    shared: PageBreak


@dataclass(frozen=True, slots=True)
class BrokenPage:
    """A page with the sentences that go over its beginning and its end."""

    page: Document
    number: int
    above: Neighbour | None = None
    below: Neighbour | None = None

    def completed(self, nodes: Sequence[TextNode]) -> list[TextNode]:
        """Return the passages of the page; those in which a sentence breaks off know its rest."""
        return [self._completed(node) for node in nodes]

    def _completed(self, node: TextNode) -> TextNode:
        """Return a passage with the rest of its last sentence and the beginning of its first in the metadata."""
        more: dict[str, MetadataValue] = {}
        first, last = node.start_char_idx or 0, node.end_char_idx or 0
        if self.below:
            text, found = self.below
            # the passage that holds the end of the page's last sentence
            if first < found.begin[1] <= last:
                rest = " ".join(text[slice(*found.rest)].split())
                more[RUNS_ON_KEY] = asdict(RunOn(found.begin[1] - first, rest, self.number + 1, *found.rest))
        if self.above:
            text, found = self.above
            if first <= found.rest[0] < last:
                begin = " ".join(text[slice(*found.begin)].split())
                more[RUNS_FROM_KEY] = asdict(RunOn(found.rest[0] - first, begin, self.number - 1, *found.begin))
        return replace(node, metadata=node.metadata | more) if more else node


def passage_of(node: TextNode) -> Passage:
    """Return a node as a text that has units."""
    runs_on, runs_from = (RunOn.of(node.metadata.get(key)) for key in (RUNS_ON_KEY, RUNS_FROM_KEY))
    file = file_name_of(node)
    return Passage(node.text, is_verbatim(file), runs_on, runs_from, is_in_blocks(file))


def searched_texts(node: TextNode) -> tuple[str, str]:
    """Return the heading of a passage and its text as it is searched: with the end of a sentence on the next page."""
    text = node.text
    if RUNS_ON_KEY in node.metadata:
        text = replace(passage_of(node), runs_from=None).whole(0, len(text))
    return str(node.metadata.get(HEADING_KEY, "")), text


def with_page_breaks(pages: Iterable[Document]) -> Iterator[BrokenPage]:
    """Yield the pages of a file with the sentences that they share with their neighbours.

    A page is yielded up to ``NEAR`` pages after it was read: so many tell what its running head and foot are.
    """
    # held[i] is page dropped + i + 1, lines[i] are its lines; held[:done] were yielded and stay for their neighbours
    held: list[Document] = []
    lines: list[PageLines] = []
    dropped = done = 0
    above: Neighbour | None = None
    source = iter(pages)
    is_over = False
    while not is_over:
        fresh = list(_next_batch(source))
        held += fresh
        is_over = not fresh
        last = len(held) if is_over else max(done, len(held) - NEAR)
        running: list[RunningText] = []
        if done < min(last, len(held) - 1):  # a page without another behind it has nothing to go on to
            lines += [PageLines(page.text if _may_run_on(page) else "") for page in held[len(lines) :]]
            running = running_texts_from(lines, done, dropped)
        for place in range(done, last):
            page, below = held[place], None
            if place + 1 < len(held):
                following = held[place + 1]
                shared = _page_break(page.text, running[place - done], following.text, running[place + 1 - done])
                below = Neighbour(following.text, shared) if shared else None
            yield BrokenPage(page, dropped + place + 1, above, below)
            above = Neighbour(page.text, below.shared) if below else None
        gone = max(0, last - NEAR)
        held, lines, dropped, done = held[gone:], lines[gone:], dropped + gone, last - gone


def _next_batch(pages: Iterator[Document]) -> Iterator[Document]:
    """Yield the next few pages, of long ones one."""
    length = 0
    for page in islice(pages, _BATCH_PAGES):
        yield page
        length += len(page.text)
        if length > _BATCH_CHARACTERS:
            return


def _may_run_on(page: Document) -> bool:
    """Return True if a page has sentences that may go over its end: it is no slide or sheet, no source code or data."""
    return is_prose(page) and not page.text.startswith("| ") and not has_slides(file_name_of(page))


def _page_break(first: str, above: RunningText, second: str, below: RunningText) -> PageBreak | None:
    """Return the sentence that continues from one page to the next, None if there is none.

    ``first`` and ``second`` are the texts of the pages, ``above`` and ``below`` where their running text is.
    """
    end, start = above.body[1], below.body[0]
    tail = max(above.body[0], end - _LONGEST_PART)
    if not second[start : start + 1].isalnum() or _is_complete(first, tail, end):
        return None
    firsts = unit_spans(Passage(first[tail:end]))
    seconds = unit_spans(Passage(second[start : min(below.body[1], start + _LONGEST_PART)]))
    if not firsts or not seconds or {firsts[-1].kind, seconds[0].kind} != {UnitKind.SENTENCE}:
        return None
    begin = firsts[-1].start + tail, firsts[-1].end + tail
    rest = seconds[0].start + start, seconds[0].end + start
    # the mark of an item was left out: what begins with one does not go on
    if second[start : rest[0]].strip() or begin[1] != end:
        return None
    return PageBreak(begin, rest) if _goes_on(first[slice(*begin)], second[slice(*rest)]) else None


def _is_complete(text: str, start: int, end: int) -> bool:
    """Return True if no sentence continues after a range, by its last line: a row, or one with a full stop."""
    line = text[max(start, text.rfind("\n", start, end) + 1) : end]
    return is_row(line) or _SENTENCE_END.search(line) is not None


def _goes_on(first: str, rest: str) -> bool:
    """Return True if the last sentence of a page continues in the first of the next."""
    if not first or not rest or _SENTENCE_END.search(first) or not rest[:1].isalnum():
        return False
    if first.endswith(("-", "‐", "\u00ad", ",", "、", "，")):
        return True
    letters = sum(letter >= _FIRST_CJK for letter in first)
    is_long = letters >= _FEWEST_LETTERS or len(first.split()) >= _FEWEST_WORDS
    # where the next page begins with a capital letter, only a whole sentence tells that it is not a heading
    return is_long and (rest[0].islower() or _SENTENCE_END.search(rest) is not None)
