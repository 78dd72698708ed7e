"""Finds the sentences of an answer in its document and underlines what has no support there.

Dots are below what no passage says, dashes below words that lack support or that a passage contradicts.
"""

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument

from desktop_rag.citations.support_marks import (
    CLOSE,
    FIRST,
    OPEN,
    WIDTH,
    SupportMark,
    addresses_of,
    marks_of,
    visible_parts,
)
from desktop_rag.core.results.answers import CheckedSentence, Verdict
from desktop_rag.gui.evidence.evidence import Range, ShownAnswer
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.theme import Theme

_COLOURS = {Verdict.PARTLY: "warning", Verdict.CONTRADICTED: "error", Verdict.NOT_SAID: "muted"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a sentence that stands on one line of the answer's Markdown, and how it is marked."""

    start: int
    end: int
    mark: SupportMark | None = None

    @property
    def place(self) -> Range:
        """Its range of the text."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class DrawnStretch:
    """Where a stretch stands in the document: from ``first`` up to ``last``."""

    first: int
    last: int
    stretch: Stretch


def stretches_of(answer: ShownAnswer, ranges: Sequence[Range], start: int, end: int) -> tuple[Stretch, ...]:
    """Return the stretches of the sentences that begin in a part of the answer, of all its ``ranges``, in order."""
    part = answer.text[start:end]
    inside = ranges[bisect.bisect_left(ranges, (start, 0)) : bisect.bisect_left(ranges, (end, 0))]
    checked = answer.sentences
    some = checked[bisect.bisect_left(checked, start, key=_start) : bisect.bisect_left(checked, end, key=_start)]
    moved = [
        replace(one, start=one.start - start, unsupported=tuple((a - start, b - start) for a, b in one.unsupported))
        for one in some
    ]
    found: list[Stretch] = []
    addresses = addresses_of(part)
    for one in _cut([(a - start, min(b - start, len(part))) for a, b in inside], marks_of(part, moved)):
        for first, last in visible_parts(part, one.start, one.end, addresses) if one.mark is None else [one.place]:
            found.append(Stretch(start + first, start + last, one.mark))
    return tuple(found)


def draw(document: QTextDocument, start: int, stretches: Sequence[Stretch], theme: Theme) -> list[DrawnStretch]:
    """Underline what is marked, from a position of the document on, and take the stand-ins out; return the places."""
    drawn = []
    opened = document.find(OPEN, start)
    while not opened.isNull():
        first = opened.selectionStart()
        which = str(document.characterAt(first + 1))
        closed = document.find(CLOSE + which, first)
        _select(document, first, first + WIDTH).removeSelectedText()
        if not closed.isNull():
            last = closed.selectionStart()
            closed.removeSelectedText()
            stretch = stretches[ord(which) - FIRST]
            if stretch.mark is not None:
                _select(document, first, last).mergeCharFormat(_format(stretch.mark, theme))
            drawn.append(DrawnStretch(first, last, stretch))
        opened = document.find(OPEN, first)
    return drawn


def _cut(ranges: Sequence[Range], marks: Sequence[SupportMark]) -> Iterator[Stretch]:
    """Yield the marks and what of the ranges lies between them, in order, none overlapping."""
    position, number = 0, 0
    for start, end in ranges:
        position = max(position, start)
        while number < len(marks) and marks[number].start < end:
            mark = marks[number]
            number += 1
            if mark.start < position:
                continue
            yield Stretch(position, mark.start)
            yield Stretch(mark.start, mark.end, mark)
            position = mark.end
        if position < end:
            yield Stretch(position, end)
            position = end


def _start(sentence: CheckedSentence) -> int:
    return sentence.start


def _select(document: QTextDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _format(mark: SupportMark, theme: Theme) -> QTextCharFormat:
    style = QTextCharFormat.UnderlineStyle
    form = QTextCharFormat()
    form.setUnderlineStyle(style.DotLine if mark.verdict is Verdict.NOT_SAID else style.DashUnderline)
    form.setUnderlineColor(theme.color(_COLOURS[mark.verdict]))
    form.setToolTip(words.sentence(mark.reason))
    return form
