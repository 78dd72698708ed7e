"""Sentences that go over a page break: found when a file is read, and known to the passages on both sides."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice

from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.schema import Document, MetadataValue, TextNode
from desktop_rag.evidence.tables import is_row
from desktop_rag.evidence.units import Kind as UnitKind
from desktop_rag.evidence.units import Passage, unit_spans
from desktop_rag.node_parser.passage import HEADING_KEY, file_name_of, is_prose
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.readers.pages.running_text import NEAR, PageLines, RunningText, running_texts_from

RUNS_ON_KEY = "runs_on"
"""Metadata of a passage whose last sentence ends on the next page: a ``RunOn`` as a mapping."""
RUNS_FROM_KEY = "runs_from"
"""Metadata of a passage whose first sentence begins on the page before: a ``RunOn`` as a mapping."""
_AT_ONCE = 16  # pages that are read before the first of them is cut
_MUCH = 200_000  # characters of pages that are read at once: cutting them takes a second
_FEWEST_WORDS = 5  # of a sentence that breaks off before a capital letter: fewer are a title
_FEWEST_LETTERS = 10  # the same in Chinese and Japanese
_LONGEST_PART = 1_000  # characters of a sentence on one page
_CLOSED = re.compile(r"[.!?。！？:：;；…][\"'”’」』)）\]]*\Z")
_UNSPACED = "\u3000"


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A sentence over a page break: the range of its beginning on one page, and of its rest on the next."""

    begin: tuple[int, int]
    rest: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BrokenPage:
    """A page with the sentences that go over its beginning and its end."""

    page: Document
    number: int
    above: tuple[str, PageBreak] | None = None
    """The text of the page before, and the break between."""
    below: tuple[str, PageBreak] | None = None
    """The text of the next page, and the break between."""

    def completed(self, nodes: Sequence[TextNode]) -> list[TextNode]:
        """Return the passages of the page; those in which a sentence breaks off know its rest."""
        return [self._completed(node) for node in nodes]

    def _completed(self, node: TextNode) -> TextNode:
        more: dict[str, MetadataValue] = {}
        first, last = node.start_char_idx or 0, node.end_char_idx or 0
        if self.below:
            text, found = self.below
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
    """Yield the pages of a file, each with the sentences that it shares with its neighbours; some pages behind."""
    held: list[Document] = []
    lines: list[PageLines] = []  # of each that is held
    dropped = done = 0  # pages that are no longer held; of those held, how many were yielded
    above: tuple[str, PageBreak] | None = None
    source = iter(pages)
    is_over = False
    while not is_over:
        fresh = list(_some(source))
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
                found = _page_break(
                    (page.text, running[place - done]), (held[place + 1].text, running[place + 1 - done])
                )
                below = (held[place + 1].text, found) if found else None
            yield BrokenPage(page, dropped + place + 1, above, below)
            above = (page.text, below[1]) if below else None
        gone = max(0, last - NEAR)
        held, lines, dropped, done = held[gone:], lines[gone:], dropped + gone, last - gone


def _some(pages: Iterator[Document]) -> Iterator[Document]:
    """Yield the next few pages, of long ones one."""
    length = 0
    for page in islice(pages, _AT_ONCE):
        yield page
        length += len(page.text)
        if length > _MUCH:
            return


def _may_run_on(page: Document) -> bool:
    """Return True if a page has sentences that may go over its end: it is no sheet, and no source code or data."""
    return is_prose(page) and not page.text.startswith("| ")


def _page_break(before: tuple[str, RunningText], after: tuple[str, RunningText]) -> PageBreak | None:
    """Return the sentence that continues from one page to the next, None if there is none."""
    (first, above), (second, below) = before, after
    end, start = above.body[1], below.body[0]
    tail = max(above.body[0], end - _LONGEST_PART)
    if not second[start : start + 1].isalnum() or _is_complete(first, tail, end):
        return None
    firsts = unit_spans(Passage(first[tail:end]))
    seconds = unit_spans(Passage(second[start : min(below.body[1], start + _LONGEST_PART)]))
    if not firsts or not seconds or {firsts[-1][2], seconds[0][2]} != {UnitKind.SENTENCE}:
        return None
    begin = firsts[-1][0] + tail, firsts[-1][1] + tail
    rest = seconds[0][0] + start, seconds[0][1] + start
    # the mark of an item was left out: what begins with one does not go on
    if second[start : rest[0]].strip() or begin[1] != end:
        return None
    return PageBreak(begin, rest) if _goes_on(first[slice(*begin)], second[slice(*rest)]) else None


def _is_complete(text: str, start: int, end: int) -> bool:
    """Return True if no sentence continues after a range, by its last line: a row, or one with a full stop."""
    line = text[max(start, text.rfind("\n", start, end) + 1) : end]
    return is_row(line) or _CLOSED.search(line) is not None


def _goes_on(first: str, rest: str) -> bool:
    """Return True if the last sentence of a page continues in the first of the next."""
    if not first or not rest or _CLOSED.search(first) or not rest[:1].isalnum():
        return False
    if first.endswith(("-", "‐", "\u00ad", ",", "、", "，")):
        return True
    letters = sum(letter >= _UNSPACED for letter in first)
    is_long = letters >= _FEWEST_LETTERS or len(first.split()) >= _FEWEST_WORDS
    # where the next page begins with a capital letter, only a whole sentence tells that it is not a heading
    return is_long and (rest[0].islower() or _CLOSED.search(rest) is not None)
