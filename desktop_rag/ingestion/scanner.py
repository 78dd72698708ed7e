"""Finds the files below what the person added, says why each other one is left out, and hashes what is in them."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import absolute_path, stored_path
from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.rules import FolderRules, IgnoreRules
from desktop_rag.readers.formats import of_name, why_not
from desktop_rag.readers.stamps import beside, stamp_of

_JUNCTION = 0xA0000003  # what Windows calls a link to a folder that is none to Python
_SHOWN = 5000
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file on disk as the scanner saw it; ``reason`` says why it will not be read, "" when it will.

    ``state`` is "skipped" for what is left out on purpose (also a whole folder), "failed" for what cannot be opened.
    ``path`` is what the file is known by, ``source`` where its content lies when that is elsewhere: it is inside
    ``container``, or its name is no text.
    """

    path: str
    size: int
    mtime_ns: int
    reason: str = ""
    state: str = "skipped"
    source: str = ""
    container: str = ""

    @property
    def place(self) -> str:
        """The path of the content."""
        return self.source or self.path


def split_roots(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the absolute paths that exist, and those that do not."""
    roots = [absolute_path(path) for path in paths]
    return [root for root in roots if os.path.lexists(root)], [root for root in roots if not os.path.lexists(root)]


def nothing_at(path: Path) -> UserError:
    """Return the error that there is nothing where the person said."""
    return UserError(
        UserText("There is no file or folder at {path}.", path=path),
        "Check the spelling and that the drive is connected.",
    )


def scan(root: Path, rules: FolderRules, start: Path | None = None) -> Iterator[FoundFile]:
    """Yield every file of a root once, in alphabetical order; with ``start`` only those at or below that path.

    What is left out is yielded with the reason; of a folder that is left out, only the folder itself.
    """
    top, wanted = str(root), str(start or root)
    if not root.is_dir():
        yield _look_at(top, rules)
        return
    ignoring = IgnoreRules(rules, top).entering(top)
    if wanted != top:
        found = _go_down(ignoring, top, wanted)
        if isinstance(found, FoundFile):
            yield found
            return
        ignoring = found
        if os.path.islink(wanted) or not os.path.isdir(wanted):  # noqa: PTH112, PTH114 - not links to folders
            yield _entry(wanted, rules)
            return
    yield from _walk(wanted, ignoring, rules)


def _go_down(ignoring: IgnoreRules, top: str, wanted: str) -> "IgnoreRules | FoundFile":
    """Return the rules that hold above ``wanted``, or the first folder on the way (or itself) that is left out."""
    path = top
    parts = Path(wanted).relative_to(top).parts
    for depth, name in enumerate(parts, 1):
        path = os.path.join(path, name)  # noqa: PTH118
        last = depth == len(parts)
        is_folder = not last or (os.path.isdir(path) and not os.path.islink(path))  # noqa: PTH112, PTH114
        reason = ignoring.why(path, name, is_folder=is_folder)
        if reason:
            return _left_out(path, reason)
        if is_folder:
            ignoring = ignoring.entering(path)
    return ignoring


def _walk(folder: str, ignoring: IgnoreRules, rules: FolderRules) -> Iterator[FoundFile]:
    """Yield the files of a folder, then those of the folders in it; no recursion, folders may nest deeply."""
    waiting = [(folder, ignoring)]
    while waiting:
        folder, ignoring = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                # sorted: what is read, and which of two copies is kept, must not depend on the disk
                listed = sorted(entries, key=_name)
        except OSError as error:
            yield _left_out(
                folder, UserText("The folder cannot be opened: {reason}.", reason=reason_of(error)), "failed"
            )
            continue
        below: list[str] = []
        for entry in listed:
            is_folder = _is_folder(entry)
            reason = ignoring.why(entry.path, entry.name, is_folder=is_folder)
            if reason:
                yield _left_out(entry.path, reason)
            elif is_folder:
                below.append(entry.path)
            else:
                yield _entry(entry.path, rules)
        # the last one in comes first: reversed keeps the folders in alphabetical order
        waiting += [(path, ignoring.entering(path)) for path in reversed(below)]


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return True if an entry is a folder itself, rather than a link to one."""
    try:
        if not entry.is_dir(follow_symlinks=False):
            return False
        status = entry.stat(follow_symlinks=False)
    except OSError:  # its drive is gone, for one; looking at the entry says what is wrong
        return False
    # Windows: Python does not count junctions among the links
    return getattr(status, "st_reparse_tag", -1) != _JUNCTION


def _entry(path: str, rules: FolderRules) -> FoundFile:
    """Return an entry that is no folder; links to folders are left out, for they may lead in circles."""
    if os.path.isdir(path):  # noqa: PTH112 - through a link
        return _left_out(path, "It is a link to a folder. Add that folder itself.")
    return _look_at(path, rules)


def _look_at(path: str, rules: FolderRules) -> FoundFile:
    """Return size and time of a file, and why it is not read."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a hundred thousand of them
    except OSError as error:
        return _left_out(path, UserText("The file cannot be opened: {reason}.", reason=reason_of(error)), "failed")
    if not os.access(path, os.R_OK):  # kept apart from files that cannot be parsed: it may be readable the next time
        return _left_out(path, "The file cannot be opened: Permission denied.", "failed")
    known = stored_path(path)
    reason = why_not(Path(path), status, rules.maximum_bytes)
    size, modified = stamp_of(path, status)
    return FoundFile(known, size, modified, reason, source="" if known == path else path)


def _left_out(path: str, reason: str, state: str = "skipped") -> FoundFile:
    """Return the entry of something that is not even looked at."""
    return FoundFile(stored_path(path), 0, 0, reason, state)


def preview(
    paths: Sequence[Path],
    rules: FolderRules,
    token: CancelToken,
    seconds_for: Callable[[Mapping[str, tuple[int, int]]], float | None] = lambda _: None,
) -> FolderPreview:
    """Return the files that would be read and those left out, with reasons; the content is not read.

    ``seconds_for`` tells how long files of some kinds take, from their number and bytes.

    Raises:
        CancelledError: stopped.
        UserError: there is nothing at any of the paths.

    """
    types: Counter[str] = Counter()
    skipped = 0
    kinds: dict[str, tuple[int, int]] = {}
    left_out: list[FileStatus] = []
    roots, missing = split_roots(paths)
    if missing and not roots:
        raise nothing_at(missing[0])
    for file in (file for root in roots for file in scan(root, rules)):
        token.raise_if_cancelled()
        if not file.reason:
            types[Path(file.path).suffix.lower()] += 1
            kind = of_name(file.path).kind
            count, size = kinds.get(kind, (0, 0))
            kinds[kind] = count + 1, size + file.size
            continue
        skipped += 1
        if len(left_out) < _SHOWN:
            left_out.append(_status(file))
    total = sum(size for _, size in kinds.values())
    by_type, seconds = dict(types.most_common()), seconds_for(kinds)
    return FolderPreview(types.total(), total, by_type, skipped, tuple(left_out), seconds)


def _status(file: FoundFile) -> FileStatus:
    """Return an entry that is left out as a row."""
    return FileStatus(file.path, FileState(file.state), file.reason, 0, 0, file.size, file.mtime_ns / 1e9)


def hash_file(path: Path, token: CancelToken | None = None) -> bytes:
    """Return the hash of a file's content (16 bytes), and of what belongs to it, read in blocks.

    Raises:
        OSError: it cannot be read.
        CancelledError: ``token`` was cancelled in the middle.

    """
    digest = hashlib.blake2b(digest_size=16)
    for part in (path, *(Path(other) for other in beside(str(path)) if os.path.exists(other))):  # noqa: PTH110 - as text
        with part.open("rb") as file:
            while block := file.read(_BLOCK):
                if token is not None:
                    token.raise_if_cancelled()
                digest.update(block)
    return digest.digest()
