"""The words of contradictions: what their kinds and groups are called, and what was compared."""

import enum
from collections import Counter

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.contradictions import Contradiction, ContradictionKind, Contradictions, Quotation
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.user_text import enumerated
from desktop_rag.gui.all_documents import register_words
from desktop_rag.gui.widgets import words

_NAMED = 3  # reasons; the tool tip has the files
_TIP_LINES = 30


class Group(enum.StrEnum):
    """The groups of contradictions that the list can show."""

    OPEN = "open"
    NEWER = "newer"
    DISMISSED = "dismissed"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ContradictionWords", text)


def kind(of: ContradictionKind) -> str:
    """Return the name of a kind."""
    return {
        ContradictionKind.FIGURE: _tr("Figure"),
        ContradictionKind.DATE: _tr("Date"),
        ContradictionKind.PARTY: _tr("Party"),
        ContradictionKind.NEGATION: _tr("Negation"),
    }[of]


def group(of: Group) -> str:
    """Return the name of a group."""
    return {
        Group.OPEN: _tr("Contradictions"),
        Group.NEWER: _tr("Newer"),
        Group.DISMISSED: _tr("Dismissed"),
    }[of]


def in_group(found: Contradictions, of: Group) -> tuple[Contradiction, ...]:
    """Return the contradictions of a group."""
    if of is Group.OPEN:
        return found.open
    if of is Group.DISMISSED:
        return tuple(one for one in found.found if one.is_dismissed)
    return tuple(one for one in found.found if one.is_newer and not one.is_dismissed)


def place(side: Quotation) -> str:
    """Return the file, and the page or slide where it has such."""
    return register_words.page_place(side.file, side.page_label or str(side.page))


def line_of(side: Quotation) -> tuple[str, tuple[int, int]]:
    """Return a quotation on one line, letter for letter, and the range of what disagrees in it."""
    shown = "".join(" " if letter.isspace() else letter for letter in side.quote)
    return shown, (side.value_start - side.start, side.value_end - side.start)


def note(one: Contradiction) -> str:
    """Return what makes a contradiction none: that a document says it is newer."""
    if not one.is_newer:
        return ""
    return _tr("{file} says that it is newer: “{words}”").format(file=shown_name(one.newer), words=one.says_so)


def title(one: Contradiction) -> str:
    """Return what a contradiction is about, as a heading."""
    about = " ".join(one.about.split())
    return about[:1].upper() + about[1:]


def spoken(one: Contradiction) -> str:
    """Return what a screen reader says of a contradiction."""
    sides = (f"{place(side)}: {' '.join(side.quote.split())}" for side in (one.one, one.other))
    return ". ".join(filter(None, (kind(one.kind), one.about, *sides, note(one))))


def tool_tip(one: Contradiction) -> str:
    """Return both quotations, a line each."""
    return "\n".join(" ".join(side.quote.split()) for side in (one.one, one.other))


def compared(found: Contradictions) -> str:
    """Return how many documents were compared, and which were not."""
    text = _tr("{compared} of {files} documents compared.").format(
        compared=words.number(found.compared), files=words.number(found.files)
    )
    gaps = _gaps(found)
    if not gaps:
        return text
    counts = Counter(words.sentence(one.reason).rstrip(".。") for one in gaps)
    reasons = [f"{words.number(count)} ({reason})" for reason, count in counts.most_common()]
    return words.sentences(text, _tr("Left out: {files}.").format(files=enumerated(reasons, _NAMED)))


def left_out(found: Contradictions) -> str:
    """Return a line for each file that was not compared."""
    gaps = _gaps(found)
    lines = [f"{shown_name(one.file)}: {words.sentence(one.reason)}" for one in gaps[:_TIP_LINES]]
    return "\n".join([*lines, *([f"+{words.number(len(gaps) - _TIP_LINES)}"] if len(gaps) > _TIP_LINES else [])])


def _gaps(found: Contradictions) -> tuple[UnreadFile, ...]:
    return (*found.unread, *found.set_aside)
