"""Two folders of a library beside each other, or one with what it was: which files are new, gone, renamed, changed."""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from desktop_rag.core.file_paths import INSIDE, shown_name
from desktop_rag.core.results.comparison import ChangedFile, FileChange
from desktop_rag.storage.sqlite.earlier import CAME, GONE, MOVED, EarlierTexts
from desktop_rag.storage.storage_context import StorageContext

_SAME_TEXT = 0.5  # of the longer lines of the shorter text: so much is one document, renamed and changed
_LONG_LINE = 20  # letters; shorter ones stand in many documents
_COMMON = 5  # files on a side with a line: it tells nothing
_DIGITS = re.compile(r"\d+")
Texts = Callable[[str], Iterable[str]]
"""Gives the texts of a file's pages."""


@dataclass
class FolderFindings:
    """What became of files, before the differences of their texts are counted."""

    files: list[ChangedFile] = field(default_factory=list)
    same: int = 0

    def add(self, kind: FileChange, before: str, after: str, *, kept: float = 0.0, differs: bool = True) -> None:
        """Note what became of a file; ``differs`` tells that its text may have changed."""
        self.files.append(ChangedFile(kind, before, after, -1 if differs and before and after else 0, kept))


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return the folders that files lie in, and the files that hold others."""
    found: set[str] = set()
    for path in paths:
        outside, *_ = path.split(INSIDE)
        if outside != path:
            found.add(outside)
        above = os.path.dirname(outside)  # noqa: PTH120 - a hundred thousand paths
        while above and above not in found and above != os.path.dirname(above):  # noqa: PTH120
            found.add(above)
            above = os.path.dirname(above)  # noqa: PTH120
    return found


def between_folders(storage: StorageContext, before: str, after: str, texts: Texts) -> FolderFindings:
    """Compare the files below two folders: by their paths in them, their contents, their names, and their words."""
    ours, theirs = _contents(storage, before), _contents(storage, after)
    found = FolderFindings()
    for place in sorted(ours.keys() & theirs.keys()):
        one, other = ours.pop(place), theirs.pop(place)
        if one.content == other.content:
            found.same += 1
        else:
            found.add(FileChange.CHANGED, one.path, other.path)
    pairings: tuple[Callable[[_File], object], ...] = (
        lambda file: file.content,
        lambda file: shown_name(file.path).casefold(),
        lambda file: _DIGITS.sub("0", file.place.casefold()),
        lambda file: _DIGITS.sub("0", shown_name(file.path).casefold()),
    )
    for number, key in enumerate(pairings):
        for one, other in _paired(ours, theirs, key, alone=number > 0):
            found.add(FileChange.RENAMED, one.path, other.path, differs=one.content != other.content)
    for one, other in _alike(ours, theirs, texts):
        found.add(FileChange.RENAMED, one.path, other.path)
    for file in ours.values():
        found.add(FileChange.GONE, file.path, "")
    for file in theirs.values():
        found.add(FileChange.NEW, "", file.path)
    return found


def since(storage: StorageContext, folder: str, when: float) -> FolderFindings:
    """Tell what became of the files of a folder since a time, as far as the library has kept it."""
    earlier = EarlierTexts(storage.connection)
    here = {file.path for file in _contents(storage, folder).values()}
    new, gone, back = set[str](), set[str](), set[str]()
    origins: dict[str, str] = {}
    for event in earlier.events_in(folder, os.sep, when):
        path, other = event.path, event.other
        if event.event == CAME:
            (back if path in gone else new).add(path)
            gone.discard(path)
        elif event.event == GONE and path in new:
            new.discard(path)
        elif event.event == GONE:
            gone.add(origins.pop(path, path))
            back.discard(path)
        elif event.event == MOVED and other in new:
            new.discard(other)
            new.add(path)
        elif event.event == MOVED:
            origins[path] = origins.pop(other, other)
    kept: dict[str, float] = {}
    for state in earlier.since_in(folder, os.sep, when):  # the last ones first: of each file the first one remains
        kept[state.path] = state.kept_at
    found = FolderFindings()
    for path in sorted(here):
        origin, until = origins.get(path, path), kept.get(path, 0.0)
        if path in new:
            found.add(FileChange.NEW, "", path)
        elif origin != path:
            found.add(FileChange.RENAMED, origin, path, kept=until, differs=until > 0)
        elif until or path in back:
            found.add(FileChange.CHANGED, path, path, kept=until)
        else:
            found.same += 1
    for path, origin in sorted(origins.items()):
        if path not in here and path not in new:
            found.add(FileChange.RENAMED, origin, path, differs=False)
    for path in sorted(gone - here):
        found.add(FileChange.GONE, path, "")
    return found


@dataclass(frozen=True, slots=True)
class _File:
    """A file below a folder: its place in it, and what stands for its content."""

    path: str
    place: str
    content: bytes


def _contents(storage: StorageContext, folder: str) -> dict[str, _File]:
    """Return the files below a folder by their places in it, with one separator on every system."""
    found: dict[str, _File] = {}
    for path, content, _ in storage.files.contents_below(folder, os.sep):
        place = path[len(folder.rstrip(os.sep)) :].lstrip(os.sep + INSIDE).replace(os.sep, "/")
        found[place] = _File(path, place, content or path.encode("utf-8", "surrogatepass"))
    return found


def _paired(
    ours: dict[str, _File], theirs: dict[str, _File], key: Callable[[_File], object], *, alone: bool
) -> list[tuple[_File, _File]]:
    """Take the files out of both sides that have the same key, those that are ``alone`` with it, or one by one."""
    groups: tuple[dict[object, list[_File]], ...] = defaultdict(list), defaultdict(list)
    for group, side in zip(groups, (ours, theirs), strict=True):
        for file in side.values():
            group[key(file)].append(file)
    found = []
    for value, some in groups[0].items():
        others = groups[1].get(value, [])
        if alone and (len(some) > 1 or len(others) > 1):
            continue
        found += list(zip(some, others, strict=False))
    _take_out(ours, theirs, found)
    return found


def _take_out(ours: dict[str, _File], theirs: dict[str, _File], pairs: Iterable[tuple[_File, _File]]) -> None:
    for one, other in pairs:
        del ours[one.place], theirs[other.place]


def _alike(ours: dict[str, _File], theirs: dict[str, _File], texts: Texts) -> list[tuple[_File, _File]]:
    """Take the files out of both sides that have most of their longer lines in common, the most alike first."""
    if not ours or not theirs:
        return []
    lines, others = ({place: _lines(texts(file.path)) for place, file in side.items()} for side in (ours, theirs))
    holders, places = _holders(lines), _holders(others)
    shared = Counter[tuple[str, str]]()
    for line, some in holders.items():
        if len(some) <= _COMMON and len(there := places.get(line, ())) <= _COMMON:
            shared.update((one, other) for one in some for other in there)
    found: list[tuple[_File, _File]] = []
    taken, used = set[str](), set[str]()
    scores = ((-count / min(len(lines[one]), len(others[other])), one, other) for (one, other), count in shared.items())
    for score, one, other in sorted(scores):
        if -score >= _SAME_TEXT and one not in taken and other not in used:
            taken.add(one)
            used.add(other)
            found.append((ours[one], theirs[other]))
    _take_out(ours, theirs, found)
    return found


def _lines(pages: Iterable[str]) -> frozenset[int]:
    """Return hashes of the longer lines of a text."""
    lines = (" ".join(line.split()) for page in pages for line in page.splitlines())
    return frozenset(hash(line) for line in lines if len(line) >= _LONG_LINE)


def _holders(lines: Mapping[str, frozenset[int]]) -> dict[int, list[str]]:
    """Return the files with each line."""
    found: dict[int, list[str]] = defaultdict(list)
    for place, some in lines.items():
        for line in some:
            found[line].append(place)
    return found
