"""Plain words of “Compare”: kinds and parts of differences, their places, and what each side says in a line or two."""

import html
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.file_paths import file_label, shown_path
from desktop_rag.core.results.comparison import (
    CHANGE_WORDS,
    KIND_WORDS,
    PART_WORDS,
    ChangedFile,
    Comparison,
    ComparisonSummary,
    Difference,
    DifferenceKind,
    EarlierText,
    FileChange,
    FolderComparison,
    Side,
    Statement,
    folder_summary,
    summary,
    summary_note,
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


def side_names(found: Comparison) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return what each side is called, at length and in short: by its file, and what tells two of one name apart."""
    before, after = found.before.file, found.after.file
    one, other = file_label(before), file_label(after)
    if before == after and found.before.kept:
        one, other = _until(found.before.kept), _tr("As it is now")
    elif one == other:
        one, other = (f"{one} · {file_label(str(PurePath(path).parent))}" for path in (before, after))
    return (_tr("Before: {text}").format(text=one), one), (_tr("After: {text}").format(text=other), other)


def state(one: EarlierText) -> str:
    """Return what an earlier state of a file is called: the time until which the file was so."""
    return _until(one.kept)


def _until(kept: float) -> str:
    return _tr("As it was until {time}").format(time=words.moment(kept))


def times_ago() -> tuple[tuple[str, int], ...]:
    """Return the times that a folder is compared with, each with its days."""
    return (
        (_tr("Since yesterday"), 1),
        (_tr("Since a week ago"), 7),
        (_tr("Since a month ago"), 30),
        (_tr("Since a year ago"), 365),
    )


def file_name_of(one: ChangedFile) -> str:
    """Return the name of a file of a folder, of one that was renamed both."""
    names = dict.fromkeys(file_label(path) for path in (one.before, one.after) if path)
    return " → ".join(names)


def file_line(one: ChangedFile) -> str:
    """Return what became of a file, and how much differs in it."""
    what = words.sentence(CHANGE_WORDS[one.kind])
    if not one.can_be_compared:
        return words.listed(filter(None, (what, words.sentence(one.reason) if one.reason else "")))
    if not one.differences:
        return words.listed((what, _tr("same text"))) if one.kind is FileChange.CHANGED else what
    count = _tr("1 difference") if one.differences == 1 else _tr("{count} differences")
    return words.listed((what, count.format(count=words.number(one.differences))))


def spoken_file(one: ChangedFile) -> str:
    """Return what a screen reader says of a file of a folder."""
    return f"{file_name_of(one)}, {file_line(one)}"


def file_tip(one: ChangedFile) -> str:
    """Return where a file lies, and where it lay."""
    return "\n".join(dict.fromkeys(shown_path(path) for path in (one.before, one.after) if path))


def folder_line(found: FolderComparison) -> str:
    """Return how many files differ, and since when the library knows."""
    known = _tr("What happened before {time} is not known.") if found.known_since else ""
    return words.sentences(folder_summary(found), known.format(time=words.moment(found.known_since)))


def points(found: ComparisonSummary) -> str:
    """Return a summary as rich text; each sentence ends in a link to the page that says it."""
    lines = []
    for number, point in enumerate(found.points):
        before = _point(_tr("Before: {text}"), point.before, f"{number}-before") if point.before else ""
        after = _point(_tr("After: {text}"), point.after, f"{number}-after") if point.after else ""
        lines.append(f"• {' '.join(filter(None, (before, after)))}")
    note = words.sentences(summary_note(found))
    return "<br>".join([*lines, *([f"<i>{html.escape(note)}</i>"] if note else [])])


def _point(pattern: str, one: Statement, link: str) -> str:
    """Return a sentence with the link to its page, and what the page does not support of it."""
    said = html.escape(pattern.format(text=one.text))
    doubt = html.escape(words.sentences(*one.reasons))
    where = html.escape(place_of(one.side) or file_label(one.side.file))
    return f'{said} <a href="{link}">{where}</a>{f" <i>{doubt}</i>" if doubt else ""}'
