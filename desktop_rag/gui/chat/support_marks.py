"""Underlines what an answer's sources do not support: dots for whole sentences, dashes for words of a sentence.

Stand-ins are put into the Markdown, found again in the finished document, and taken out of it: so a range may go
across emphasis, lists and links.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument

from desktop_rag.core.results.answers import CheckedSentence, Verdict
from desktop_rag.gui.widgets.theme import Theme

OPEN, CLOSE = "\ue001", "\ue002"  # each with a character that says which mark
WIDTH = 2  # characters of a stand-in
_FIRST = 0xE100
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
        which = chr(_FIRST + number)
        pieces += [text[position:start], OPEN, which, text[start:end], CLOSE, which]
        position = end
    return "".join([*pieces, text[position:]])


def draw(document: QTextDocument, marks: Sequence[SupportMark], theme: Theme) -> None:
    """Underline what stands between stand-ins and take these out."""
    opened = document.find(OPEN)
    while not opened.isNull():
        start = opened.selectionStart()
        which = str(document.characterAt(start + 1))
        closed = document.find(CLOSE + which, start)
        if not closed.isNull():
            mark = marks[ord(which) - _FIRST]
            _select(document, start + WIDTH, closed.selectionStart()).mergeCharFormat(_format(mark, theme))
            closed.removeSelectedText()
        _select(document, start, start + WIDTH).removeSelectedText()
        opened = document.find(OPEN, start)


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


def _select(document: QTextDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _format(mark: SupportMark, theme: Theme) -> QTextCharFormat:
    style = QTextCharFormat.UnderlineStyle
    form = QTextCharFormat()
    form.setUnderlineStyle(style.DotLine if mark.is_sentence else style.DashUnderline)
    form.setUnderlineColor(theme.color("muted" if mark.is_sentence else "warning"))
    form.setToolTip(mark.reason)
    return form
