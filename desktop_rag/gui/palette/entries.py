"""Entries of the palette, in the order in which they are listed."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from PySide6.QtCore import QSettings

from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.gui.palette.matching import fit, folded

MOST_ROWS = 100
_REMEMBERED = 12
_RECENT = 25.0  # more than another that fits as well: about half a rank of `matching`
_KEY = "palette/recent"


class EntryKind(enum.StrEnum):
    """The kinds of entries."""

    COMMAND = "command"
    SETTING = "setting"
    CHOICE = "choice"  # of a setting
    LIBRARY = "library"
    CONVERSATION = "conversation"
    FILE = "file"
    FOLDER = "folder"
    TYPE = "type"  # of files
    DATE = "date"  # of files


# of two that fit equally well
_WEIGHT = {
    EntryKind.COMMAND: 6.0,
    EntryKind.SETTING: 5.0,
    EntryKind.CHOICE: 4.5,
    EntryKind.LIBRARY: 4.0,
    EntryKind.CONVERSATION: 2.0,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: ``key`` says which command, setting, library, conversation or file; ``library`` where a file is.

    It is found by the words of ``also`` too, which are not shown. ``name`` is what it is called by itself where the
    title has more: the choice “Dark” of “Appearance: Dark”.
    """

    kind: EntryKind
    key: str
    title: str
    detail: str = ""
    shortcut: str = ""
    library: str = ""
    also: str = ""
    name: str = ""

    @property
    def id(self) -> str:
        """The identity of the entry across sessions."""
        return f"{self.kind.value}\n{self.library}\n{self.key}"


@dataclass(frozen=True, slots=True)
class FileNames:
    """The files of a library, each with its name and folder in small letters: what is matched a thousand times."""

    library: str
    paths: tuple[str, ...]
    names: tuple[str, ...]
    folders: tuple[str, ...]

    @classmethod
    def of(cls, library: str, paths: Sequence[str]) -> "FileNames":
        """Take the paths of a library apart."""
        cut = [folded(path).replace("\\", "/").rpartition("/") for path in map(shown_path, paths)]
        return cls(library, tuple(paths), tuple(name for _, _, name in cut), tuple(folder for folder, _, _ in cut))


class RecentEntries:
    """The entries that were chosen last, kept between starts."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        stored = settings.value(_KEY, [])
        self.ids: list[str] = [str(one) for one in stored] if isinstance(stored, list) else [str(stored)]

    def add(self, entry: Entry) -> None:
        """Let an entry be the latest one."""
        self.ids = [entry.id, *(one for one in self.ids if one != entry.id)][:_REMEMBERED]
        self._settings.setValue(_KEY, self.ids)


def find_entries(
    query: str, entries: Sequence[Entry], files: Sequence[FileNames], recent: Sequence[str]
) -> list[Entry]:
    """Return the best matches, at most ``MOST_ROWS``; without a query the last choices, then others.

    Files and settings are listed only when they are looked for or were chosen last.
    """
    words = folded(query).strip()
    if not words:
        return _without_query(entries, files, recent)
    known = set(recent)
    scored: list[tuple[float, Entry | tuple[FileNames, int]]] = []
    for entry in entries:
        title, detail = folded(entry.title), folded(f"{entry.detail} {entry.also}")
        score = fit(words, title, detail)
        name = folded(entry.name)
        if name and any(fit(word, name) for word in words.split()):
            score = max(score, fit(words, name, f"{title} {detail}"))
        if score:
            scored.append((score + _WEIGHT.get(entry.kind, 0.0) + (_RECENT if entry.id in known else 0.0), entry))
    for listed in files:
        for number, (name, folder) in enumerate(zip(listed.names, listed.folders, strict=True)):
            score = fit(words, name, folder)
            if score:
                scored.append((score, (listed, number)))
    if known:
        scored = [(score + _RECENT * (_file_id(one) in known), one) for score, one in scored]
    best = nlargest(MOST_ROWS, scored, key=itemgetter(0))
    return [one if isinstance(one, Entry) else file_entry(one[0].library, one[0].paths[one[1]]) for _, one in best]


def file_entry(library: str, path: str) -> Entry:
    """Return the entry of a file: its name, and its folder beside it."""
    name = shown_name(path)
    folder = shown_path(path).removesuffix(name).rstrip("/\\ ")
    return Entry(EntryKind.FILE, path, name, folder, library=library)


def _file_id(one: Entry | tuple[FileNames, int]) -> str:
    """Return the id of a file; "" for others, whose score has what they gain by being chosen lately."""
    return "" if isinstance(one, Entry) else "\n".join((EntryKind.FILE.value, one[0].library, one[0].paths[one[1]]))


def _without_query(entries: Sequence[Entry], files: Sequence[FileNames], recent: Sequence[str]) -> list[Entry]:
    known = {entry.id: entry for entry in entries}
    libraries = {listed.library for listed in files}
    first = []
    for one in recent:
        kind, library, key = one.split("\n", 2) if one.count("\n") > 1 else ("", "", "")
        if one in known:
            first.append(known.pop(one))
        elif kind == EntryKind.FILE and library in libraries:
            first.append(file_entry(library, key))
    others = [entry for entry in known.values() if entry.kind not in {EntryKind.SETTING, EntryKind.CHOICE}]
    return [*first, *others][:MOST_ROWS]
