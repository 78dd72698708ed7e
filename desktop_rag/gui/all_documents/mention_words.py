"""Plain words of “Find all”: how many there are, groups of files, and what a row says."""

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.mentions import Mention, MentionCounts, summary
from desktop_rag.gui.search.search_words import place
from desktop_rag.gui.widgets import words

_AROUND = 60  # characters before the mention, in the line of a row


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Mentions", text, None, count)


def group(name: str) -> str:
    """Return the name of a group of files."""
    return {
        "with": _tr("With mentions"),
        "without": _tr("Without"),
        "unreadable": _tr("Not readable"),
        "waiting": _tr("Still being read"),
    }[name]


def result_line(counts: MentionCounts) -> str:
    """Return the numbers, and how complete they are."""
    return words.sentences(summary(counts), counts.method)


def spellings(counts: MentionCounts) -> str:
    """Return how the mentions are written, where there are several ways; else words that are spelt alike."""
    if len(counts.written) > 1:
        written = words.listed(f"{text} ({words.number(number)})" for text, number in counts.written[:8])
        return _tr("Written: {spellings}").format(spellings=written + (" …" if len(counts.written) > 8 else ""))
    if counts.nearest:
        nearest = words.listed(f"{word} ({words.number(number)})" for word, number in counts.nearest)
        return _tr("Spelt alike: {words}").format(words=nearest)
    return ""


def mention_count(count: int) -> str:
    """Return “3 mentions”."""
    return _tr("%Ln mention(s)", count)


def line_of(mention: Mention) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the words around a mention on one line, and the ranges to mark in it."""
    text, (start, end) = mention.source.text, mention.ranges[0]
    first = 0
    if start > _AROUND:
        blank = text.find(" ", start - _AROUND, start)
        first = blank + 1 if blank >= 0 else start - _AROUND
    last = min(len(text), end + 20 * _AROUND)
    # one character for one: the ranges stay
    shown = "".join(" " if letter.isspace() else letter for letter in text[first:last])
    lead = "…" if first else ""
    moved = len(lead) - first
    ranges = tuple((one + moved, other + moved) for one, other in mention.ranges if first <= one and other <= last)
    return lead + shown, ranges


def place_of(mention: Mention) -> str:
    """Return the page, sheet or heading of a mention."""
    return place(mention.source)


def spoken_file(file: str, count: int, reason: str) -> str:
    """Return what a screen reader says of a file with so many mentions, or that was not read for a reason."""
    told = mention_count(count) if count else ""
    return ". ".join(filter(None, (shown_name(file), told, words.sentence(reason))))


def spoken_mention(mention: Mention) -> str:
    """Return what a screen reader says of a mention."""
    return ". ".join(filter(None, (" ".join(mention.source.text.split()), place_of(mention))))


def tool_tip(mention: Mention) -> str:
    """Return the sentence of a mention."""
    return words.excerpt(mention.source.text, 1000)
