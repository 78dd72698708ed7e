"""Plain words of “Compare”: kinds and parts of differences, their places, and what each side says in a line or two."""

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.results.comparison import (
    KIND_WORDS,
    PART_WORDS,
    Comparison,
    Difference,
    DifferenceKind,
    Side,
    summary,
)
from desktop_rag.gui.search.search_words import place
from desktop_rag.gui.widgets import words

_AROUND = 50  # characters before the first mark, in the lines of a row
Excerpt = tuple[str, tuple[tuple[int, int], ...]]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)


def title(one: Difference) -> str:
    """Return the line above both sides: the kind, what differs, and the names of a cell's row and column."""
    first = words.sentence(KIND_WORDS[one.kind])
    if one.kind is DifferenceKind.MOVED and one.is_changed:
        first = _tr("Moved and changed")
    return " · ".join(filter(None, (first, words.sentence(PART_WORDS[one.part]), _short(one.row), _short(one.column))))


def _short(name: str) -> str:
    return words.excerpt(name, 40)


def place_of(side: Side | None) -> str:
    """Return the page, sheet or heading of a side."""
    return "" if side is None else place(side.source())


def excerpt(side: Side | None) -> Excerpt:
    """Return the words around the first mark of a side on one line, with the ranges to mark in it."""
    if side is None:
        return "", ()
    start = side.marks[0][0] if side.marks else 0
    first = 0
    if start > _AROUND:
        blank = side.text.find(" ", start - _AROUND, start)
        first = blank + 1 if blank >= 0 else start - _AROUND
    # one character for one: the ranges stay
    shown = "".join(" " if letter.isspace() else letter for letter in side.text[first : first + 20 * _AROUND])
    lead = "…" if first else ""
    moved = len(lead) - first
    ends = len(lead) + len(shown)
    ranges = tuple((one + moved, min(other + moved, ends)) for one, other in side.marks if one + moved < ends)
    is_whole = side.marks == ((0, len(side.text)),)
    return lead + shown, () if is_whole else ranges


def spoken(one: Difference) -> str:
    """Return what a screen reader says of a difference."""
    before = _tr("Before: {text}").format(text=_said(one.before)) if one.before else ""
    after = _tr("After: {text}").format(text=_said(one.after)) if one.after else ""
    return ". ".join(filter(None, (title(one), before, after)))


def _said(side: Side) -> str:
    return words.listed(filter(None, (words.excerpt(side.text, 600), place_of(side))))


def tool_tip(one: Difference) -> str:
    """Return all that both sides say."""
    return "\n\n".join(words.excerpt(side.text, 800) for side in (one.before, one.after) if side is not None)


def result_line(found: Comparison) -> str:
    """Return how many differences there are, and what of the files was not read."""
    notices = (text.notice for text in (found.before, found.after) if text.notice)
    return words.sentences(summary(found), *notices)
