"""Entries of the palette, in the order in which they are listed: by how well the typed letters match their names."""

import enum
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from PySide6.QtCore import QSettings

from desktop_rag.core.file_paths import shown_name, shown_path

MOST_ROWS = 100
_REMEMBERED = 12
_RECENT = 25.0  # more than another that fits as well: about half a rank of `matching`
_KEY = "palette/recent"
_START, _WORD_START, _INSIDE, _INITIALS, _SCATTERED = 100.0, 80.0, 55.0, 50.0, 30.0
_WHOLE = 10.0  # more where the name is all that was typed
_LOOSE = 3  # letters in order may be spread over so many times their number
_DETAIL = 0.4  # of the score where a word stands in the second text alone
_LENGTH = 0.2  # less for each letter of the name: of two that fit equally, the shorter one is meant


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


def folded(text: str) -> str:
    """Return a text without differences of case and width."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def fit(query: str, name: str, detail: str = "") -> float:
    """Return the score of all words of ``query`` in ``name`` or, less, in ``detail``; 0 when one is in neither.

    All three are ``folded``.
    """
    total = 0.0
    for word in query.split():
        score = _fit_word(word, name) or _DETAIL * _fit_literally(word, detail)
        if not score:
            return 0.0
        total += score
    total += _WHOLE * (query == name)
    return max(0.1, total - _LENGTH * len(name)) if total else 0.0


def _fit_word(word: str, name: str) -> float:
    literal = _fit_literally(word, name)
    if literal:
        return literal
    if word[0] not in name:
        return 0.0
    initials = "".join(part[0] for part in _parts(name))
    if len(word) > 1 and word in initials:
        return _INITIALS
    return _fit_scattered(word, name)


def _fit_literally(word: str, name: str) -> float:
    place = name.find(word)
    if place < 0:
        return 0.0
    if place == 0:
        return _START
    while place > 0:
        if not name[place - 1].isalnum():
            return _WORD_START
        place = name.find(word, place + 1)
    return _INSIDE


def _fit_scattered(word: str, name: str) -> float:
    """Score the letters of a word that stand in order in a name, not too far apart."""
    if len(word) < 2:
        return 0.0
    first = place = name.find(word[0])
    for letter in word[1:]:
        place = name.find(letter, place + 1)
        if place < 0:
            return 0.0
    spread = (place - first + 1) / len(word)
    return _SCATTERED / spread if spread <= _LOOSE else 0.0


def _parts(name: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in name).split()
