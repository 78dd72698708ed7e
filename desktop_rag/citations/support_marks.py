"""Marks what an answer's sources do not support: stand-ins in its Markdown, to be found again in what is made of it.

So a range may go across emphasis, lists and links.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.core.results.answers import CheckedSentence, Verdict

OPEN, CLOSE = "\ue001", "\ue002"  # each with a character that says which mark
WIDTH = 2  # characters of a stand-in
FIRST = 0xE100
_MOST = 0x700
_LEAD = re.compile(r"[\s|*_~>#\-+\"“„«「(\[]*")  # stays outside: with a stand-in before it, it would be no Markdown
_TRAIL = re.compile(r"[\s|*_~]*\Z")
_ADDRESS = re.compile(r"\]\([^)\n]*\)|https?://[^\s)]+|`[^`\n]+`")


@dataclass(frozen=True, slots=True)
class SupportMark:
    """A range of the answer's text that has no support, and why."""

    start: int
    end: int
    reason: str
    is_sentence: bool


def marks_of(text: str, sentences: Sequence[CheckedSentence]) -> tuple[SupportMark, ...]:
    """Return the ranges to be marked, in order; none in rows of tables, whose cells they would go across."""
    found = list(_marks(text, sentences))
    return tuple(found[:_MOST])


def with_stand_ins(text: str, offset: int, marks: Sequence[SupportMark]) -> str:
    """Return a part of the answer, which begins at ``offset``, with stand-ins for the marks that lie in it."""
    pieces: list[str] = []
    position = 0
    for number, mark in enumerate(marks):
        start, end = mark.start - offset, mark.end - offset
        if start < position or end > len(text):
            continue
        which = chr(FIRST + number)
        pieces += [text[position:start], OPEN, which, text[start:end], CLOSE, which]
        position = end
    return "".join([*pieces, text[position:]])


def _marks(text: str, sentences: Sequence[CheckedSentence]) -> Iterator[SupportMark]:
    addresses = [match.span() for match in _ADDRESS.finditer(text)]
    for sentence in sentences:
        if text[text.rfind("\n", 0, sentence.start) + 1 : sentence.end].lstrip().startswith("|"):
            continue
        for span in sentence.unsupported:
            start, end = _visible(text, *(_outside(position, addresses) for position in span))
            if start < end and "\n\n" not in text[start:end]:
                is_sentence = sentence.verdict is Verdict.UNSUPPORTED
                yield SupportMark(start, end, " ".join(sentence.reasons), is_sentence)


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range without what only formats it, at both ends."""
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    return start, start + len(_TRAIL.sub("", text[start:end]))


def _outside(position: int, addresses: Sequence[tuple[int, int]]) -> int:
    """Return the position, or the end of the address or code that it lies in."""
    return next((end for start, end in addresses if start < position < end), position)
