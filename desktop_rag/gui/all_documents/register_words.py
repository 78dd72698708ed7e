"""The words of a register: what its kinds are called, and its values as the person's country writes them."""

import datetime as dt

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.register import FactKind, Register, RegisterRow
from desktop_rag.core.user_text import enumerated
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.words import written
from desktop_rag.readers.formats import has_slides, is_paged

_NAMED = 3  # files with their reasons; the tool tip has more
_WHOLE_DAY, _MONTH = 10, 7  # characters of 2024-05-03, of 2024-05


def _tr(text: str) -> str:
    return QCoreApplication.translate("RegisterWords", text)


def kind(of: FactKind) -> str:
    """Return the name of a kind of rows."""
    return {
        FactKind.DATE: _tr("Date"),
        FactKind.DEADLINE: _tr("Deadline"),
        FactKind.AMOUNT: _tr("Amount"),
        FactKind.PARTY: _tr("Party"),
        FactKind.ADDRESS: _tr("Address"),
        FactKind.NUMBER: _tr("Number"),
    }[of]


def kind_of(row: RegisterRow) -> str:
    """Return the kind of a row, with who found it where that was a model."""
    return _tr("{kind} (model)").format(kind=kind(row.kind)) if row.by_model else kind(row.kind)


def value(row: RegisterRow) -> str:
    """Return a row's value: a day in words, both where it may be either, else what is written."""
    if row.readings:
        return _tr("{one} or {other}").format(one=day(row.readings[0]), other=day(row.readings[1]))
    if row.kind not in (FactKind.DATE, FactKind.DEADLINE) or not row.day:
        return row.written
    first, _, last = row.value.partition("/")
    return f"{day(first)} – {day(last)}" if last else day(first)


def day(iso: str) -> str:
    """Return a day or a month in words."""
    if len(iso) == _WHOLE_DAY:
        return written(dt.date.fromisoformat(iso), short=True)
    return month(iso)


def month(iso: str) -> str:
    """Return the month of a day, with its year, in words."""
    return written(dt.date.fromisoformat(f"{iso[:_MONTH]}-01"), day=False)


def place(row: RegisterRow) -> str:
    """Return the file, and the page or slide where it has such."""
    return page_place(row.file, row.page_label or str(row.page))


def page_place(file: str, label: str) -> str:
    """Return a file, and the page or slide where it has such."""
    if has_slides(file):
        return _tr("{file}, slide {label}").format(file=shown_name(file), label=label)
    if is_paged(file):
        return _tr("{file}, page {label}").format(file=shown_name(file), label=label)
    return shown_name(file)


def looked_through(found: Register) -> str:
    """Return how many documents were looked through, and which were not."""
    read, files = words.number(found.looked_through), words.number(found.files)
    text = _tr("{read} of {files} documents looked through.").format(read=read, files=files)
    if (reading := found.reading) is not None:
        answered, parts = words.number(reading.answered), words.number(reading.parts)
        by_model = _tr("The model read {answered} of {parts} parts.").format(answered=answered, parts=parts)
        text = words.sentences(text, by_model)
        if reading.refused:
            refused = words.number(reading.refused)
            text = words.sentences(text, _tr("Left out, because no sentence says it: {count}.").format(count=refused))
    if not found.unread:
        return text
    reasons = [f"{shown_name(one.file)} ({words.sentence(one.reason).rstrip('.。')})" for one in found.unread]
    return words.sentences(text, _tr("Could not be read: {files}.").format(files=enumerated(reasons, _NAMED)))


def unread(found: Register, most: int = 30) -> str:
    """Return a line for each file that could not be read."""
    lines = [f"{shown_name(one.file)}: {words.sentence(one.reason)}" for one in found.unread[:most]]
    more = len(found.unread) - len(lines)
    return "\n".join([*lines, *([f"+{QLocale().toString(more)}"] if more > 0 else [])])
