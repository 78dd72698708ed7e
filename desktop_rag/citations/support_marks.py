"""Marks what an answer's sources do not support: stand-ins in its Markdown, to be found again in what is made of it.

So a range may go across emphasis, lists and links.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.core.results.answers import CheckedSentence, Verdict

OPEN, CLOSE = "\ue001", "\ue002"  # each with a character that says which mark
_FORMULA_SIGNS = ("$$", "\\[", "\\]", "\\(", "\\)")
WIDTH = 2  # characters of a stand-in
FIRST = 0xE100
_MOST = 0x700
# stays outside: with a stand-in before it, it would be no Markdown, or no citation behind its space
_LEAD = re.compile(r"(?:[\s|*_~>#\-+\"“„«「(]|\[(?:\d{1,3}\])?)*")
_TRAIL = re.compile(r"(?<![\s|*_~])[\s|*_~]++\Z")
_NUMBER = re.compile(r"[ \t]*\d{1,9}[.)][ \t]")  # of a list, at the beginning of a line
_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"(?:[^|\\\n]|\\.)+")
_ADDRESS = re.compile(r"\]\([^)\n]{0,4000}\)|https?://[^\s)]+|`[^`\n]+`")


class TextRange(Protocol):
    """A range of the answer's text."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


@dataclass(frozen=True, slots=True)
class SupportMark:
    """A range of the answer's text that has no support, why, and the verdict on its sentence."""

    start: int
    end: int
    reason: str
    verdict: Verdict


def marks_of(text: str, sentences: Sequence[CheckedSentence]) -> tuple[SupportMark, ...]:
    """Return the ranges to be marked, in order; in rows of tables one for each cell."""
    found = list(_marks(text, sentences))
    return tuple(found[:_MOST])


def with_stand_ins(text: str, offset: int, marks: Sequence[TextRange]) -> str:
    """Return a part of the answer, which begins at ``offset``, with stand-ins for the marks that lie in it."""
    pieces: list[str] = []
    position = 0
    for number, mark in enumerate(marks):
        start, end = (_off_signs(text, place - offset) for place in (mark.start, mark.end))
        if start < position or end > len(text):
            continue
        which = chr(FIRST + number)
        pieces += [text[position:start], OPEN, which, text[start:end], CLOSE, which]
        position = end
    return "".join([*pieces, text[position:]])


def _off_signs(text: str, place: int) -> int:
    """Return a place that is not within a sign of two characters around a formula."""
    return place + 1 if place > 0 and text[place - 1 : place + 1] in _FORMULA_SIGNS else place


def addresses_of(text: str) -> list[tuple[int, int]]:
    """Return the ranges of addresses and code, into which no stand-in may be put."""
    return [match.span() for match in _ADDRESS.finditer(text)]


def visible_parts(text: str, start: int, end: int, addresses: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a range between which nothing but Markdown stands: lines, of a table its cells."""
    start, end = (_outside(position, addresses) for position in (start, end))
    for line in _LINE.finditer(text, start, end):
        is_row = text[text.rfind("\n", 0, line.start()) + 1 : line.end()].lstrip().startswith("|")
        for part in _CELL.finditer(text, *line.span()) if is_row else (line,):
            first, last = _visible(text, *part.span())
            if first < last:
                yield first, last


def _marks(text: str, sentences: Sequence[CheckedSentence]) -> Iterator[SupportMark]:
    addresses = addresses_of(text)
    for sentence in sentences:
        for span in sentence.unsupported:
            for start, end in visible_parts(text, *span, addresses):
                yield SupportMark(start, end, " ".join(sentence.reasons), sentence.verdict)


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range without what only formats it, at both ends."""
    if number := _NUMBER.match(text, start, end):
        start = number.end() if not text[text.rfind("\n", 0, start) + 1 : start].strip() else start
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    return start, start + len(_TRAIL.sub("", text[start:end]))


def _outside(position: int, addresses: Sequence[tuple[int, int]]) -> int:
    """Return the position, or the end of the address or code that it lies in."""
    return next((end for start, end in addresses if start < position < end), position)
