"""The parts of a scope: what each is called, how it is kept, and the condition on passages that it stands for."""

import datetime as dt
import enum
import mimetypes
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from desktop_rag.core.file_paths import shown_name
from desktop_rag.gui.widgets.words import written

_MARK = "@"  # before the kind of a part that is no file; paths are absolute and never begin so
_WRITTEN_DATE = re.compile(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?")


class ScopeKind(enum.StrEnum):
    """The kinds of conditions of a scope."""

    FILE = "file"
    FOLDER = "folder"
    TYPE = "type"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class ScopeItem:
    """A file, a folder, an ending without its dot, or days as “2024-01-01..2024-12-31”, open where one is missing."""

    kind: ScopeKind
    value: str

    @classmethod
    def read(cls, kept: str) -> "ScopeItem":
        """Return an item from its form stored with a conversation; a path alone is that of a file."""
        kind, _, value = kept.removeprefix(_MARK).partition(" ")
        if kept.startswith(_MARK) and kind in list(ScopeKind) and value:
            return cls(ScopeKind(kind), value)
        return cls(ScopeKind.FILE, kept)

    @property
    def kept(self) -> str:
        """The item as it is kept with a conversation."""
        return self.value if self.kind is ScopeKind.FILE else f"{_MARK}{self.kind.value} {self.value}"

    @property
    def shown(self) -> str:
        """The item as it is called on its chip."""
        if self.kind is ScopeKind.FILE:
            return shown_name(self.value)
        if self.kind is ScopeKind.FOLDER:
            return f"{PurePath(self.value).name or self.value}/"
        if self.kind is ScopeKind.TYPE:
            return QCoreApplication.translate("Scope", "{type} files").format(type=self.value.upper())
        return _shown_days(*self.days)

    @property
    def days(self) -> tuple[str, str]:
        """The first and the last day of a date, "" where it is open."""
        first, _, last = self.value.partition("..")
        return first, last


def date_item(first: dt.date, last: dt.date | None = None) -> ScopeItem:
    """Return the days from ``first`` to ``last``, without one until today and on."""
    return ScopeItem(ScopeKind.DATE, f"{first.isoformat()}..{last.isoformat() if last else ''}")


def written_date(text: str) -> ScopeItem | None:
    """Return the days that “2024”, “2024-05” or “2024-05-31” mean, None for other texts."""
    match = _WRITTEN_DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        first = dt.date(year, month or 1, day or 1)
        return date_item(first, first if day else _end(first, whole_year=not month))
    except (ValueError, OverflowError):
        return None


def scope_condition(items: Iterable[ScopeItem]) -> str:
    """Return the conditions that a passage is within a scope, as the settings write them: one on each line.

    Files and folders add to one another, and so do types; what is meant must fit all three of place, type and date.
    """
    by_kind: dict[ScopeKind, list[ScopeItem]] = {}
    for item in items:
        by_kind.setdefault(item.kind, []).append(item)
    files, folders = by_kind.get(ScopeKind.FILE, []), by_kind.get(ScopeKind.FOLDER, [])
    lines = []
    if files or folders:
        lines.append(f"file_path {'under' if folders else 'in'} {_listed(item.value for item in (*files, *folders))}")
    if types := by_kind.get(ScopeKind.TYPE):
        media = (mimetypes.guess_type(f"x.{item.value}")[0] or "text/plain" for item in types)
        lines.append(f"file_type in {_listed(dict.fromkeys(media))}")
    for item in by_kind.get(ScopeKind.DATE, ()):
        first, last = item.days
        lines += [f"last_modified_date>={first}"] * bool(first) + [f"last_modified_date<={last}"] * bool(last)
    return "\n".join(lines)


def added(items: Sequence[ScopeItem], item: ScopeItem) -> tuple[ScopeItem, ...]:
    """Return a scope with one item more; a date takes the place of the one before."""
    kept = [one for one in items if one != item and not (one.kind is item.kind is ScopeKind.DATE)]
    return (*kept, item)


def _end(first: dt.date, *, whole_year: bool) -> dt.date:
    """Return the last day of a year, or of a month."""
    if whole_year:
        return first.replace(month=12, day=31)
    return (first.replace(day=28) + dt.timedelta(days=4)).replace(day=1) - dt.timedelta(days=1)


def _shown_days(first: str, last: str) -> str:
    try:
        start, end = dt.date.fromisoformat(first), dt.date.fromisoformat(last) if last else None
    except ValueError:
        return f"{first} – {last}"
    if end is None:
        return QCoreApplication.translate("Scope", "since {day}").format(day=_day(start))
    if start == start.replace(month=1, day=1) and end == _end(start, whole_year=True):
        return str(start.year)
    if start.day == 1 and end == _end(start, whole_year=False):
        return written(start, day=False)
    return _day(start) if start == end else f"{_day(start)} – {_day(end)}"


def _day(date: dt.date) -> str:
    return QLocale().toString(QDate(date.year, date.month, date.day), QLocale.FormatType.ShortFormat)


def _listed(values: Iterable[str]) -> str:
    return ", ".join(f'"{_writable(value)}"' for value in values)


def _writable(path: str) -> str:
    """Return as much of a path's end as can be written: a quotation mark cannot stand inside of quotes."""
    after = path.rpartition('"')[2]
    return path if after == path else after.partition("/")[2] or after
