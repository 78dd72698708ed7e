"""Compares the disk with what is stored: queues what is new or changed, recognises what moved, forgets what is gone."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.file_paths import real_path, stored_path
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import FoundFile, hash_file, scan
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.earlier import EarlierTexts
from desktop_rag.storage.sqlite.folders import GONE, LOST, OFFLINE, Root, set_aside, set_aside_below, with_folders_above
from desktop_rag.storage.sqlite.journal import UNREAD, Fate, ScannedFile
from desktop_rag.storage.sqlite.stored_files import move_file
from desktop_rag.storage.storage_context import StorageContext

_CHUNK = 500
_ASKED_FROM = 5  # more than a fifth of a folder gone at once
_TOGETHER = 500  # files, however many there are


@dataclass(frozen=True, slots=True)
class ScanScope:
    """The part of a root to scan: the root itself, or some paths in it."""

    root: Root
    starts: tuple[Path, ...]

    @property
    def is_whole(self) -> bool:
        """True if all of the root is scanned."""
        return real_path(self.root.path) in self.starts


class Comparison:
    """Updates the journal of one library from the disk; ``tell`` receives the number of files found so far."""

    def __init__(self, storage: StorageContext, token: CancelToken, tell: Callable[[int], None]) -> None:
        self._storage = storage
        self._token = token
        self._tell = tell

    def run(self, scopes: Sequence[ScanScope], *, allow_mass_delete: bool, priority: int) -> None:
        """Look at the disk and change the library accordingly.

        What is below a root that is not there any more is set aside as offline and stays searchable. Where more than
        a fifth of a folder is gone at once it is set aside as well, unless ``allow_mass_delete``.

        Raises:
            CancelledError: stopped; nothing was changed.

        """
        journal = self._storage.journal
        there = [scope for scope in scopes if self._reachable(scope.root)]
        journal.begin()
        self._note(there)
        starts = [stored_path(str(start)) for scope in there for start in scope.starts]
        journal.find_vanished(starts, os.sep)
        self._find_moves()
        with self._storage.transaction():
            there = self._still_added(there)
            for scope in there:
                self._storage.folders.set_offline(scope.root.path, offline=False)
                if scope.is_whole:
                    self._storage.folders.note_compared(scope.root.path)
            for row, old, new, mtime_ns in journal.moves():
                if self._move(old, new, mtime_ns):
                    journal.found_again(row)
            self._forget_gone(there, allow_mass_delete=allow_mass_delete)
            self._store_left_out()
            journal.queue_changes(priority)

    def _still_added(self, scopes: Sequence[ScanScope]) -> list[ScanScope]:
        """Return the scopes whose roots are still in the library; the findings of others are dropped."""
        roots = {root.path for root in self._storage.folders.all()}
        for scope in scopes:
            if scope.root.path not in roots:
                self._storage.journal.withdraw(scope.root.path, os.sep)
        return [scope for scope in scopes if scope.root.path in roots]

    def _reachable(self, root: Root) -> bool:
        """Return True if a root can be scanned; if not, its files are set aside."""
        path = real_path(root.path)
        if can_be_looked_at(path, is_folder=root.is_folder):
            return True
        with self._storage.transaction():
            self._storage.folders.set_offline(root.path, offline=True)
            lost = not root.is_folder and path.parent.is_dir()
            set_aside_below(self._storage.connection, root.path, os.sep, LOST if lost else OFFLINE)
        return False

    def _note(self, scopes: Sequence[ScanScope]) -> None:
        """Record the files on disk, some hundred at a time."""
        found, count = self._scan(scopes), 0
        while batch := list(islice(found, _CHUNK)):
            self._token.raise_if_cancelled()
            with self._storage.transaction():
                self._storage.journal.note(_scanned(file) for file in batch)
            count += len(batch)
            self._tell(count)

    @staticmethod
    def _scan(scopes: Sequence[ScanScope]) -> Iterator[FoundFile]:
        """Yield the files on disk."""
        for scope in scopes:
            rules = FolderRules.from_json(scope.root.rules)
            root = real_path(scope.root.path)
            for start in scope.starts:
                if os.path.lexists(start):
                    yield from scan(root, rules, start if start == root else _as_listed(start))

    def _find_moves(self) -> None:
        """Note which files are those that vanished, elsewhere."""
        journal = self._storage.journal
        # only files as large as one that vanished: their content has to be hashed
        for new in journal.maybe_moved():
            self._token.raise_if_cancelled()
            row = journal.vanished_with(_hash(real_path(new), self._token))
            if row is not None:
                journal.note_move(row, new, _mtime_ns(real_path(new)))

    def _move(self, old: str, new: str, mtime_ns: int) -> bool:
        """Let a file be known by its new path; False when one of the two was taken out of the library meanwhile."""
        known = self._storage.files.known_file(old) is not None
        if not known or self._storage.folders.of(new, os.sep) is None:
            return False
        move_file(self._storage.connection, old, new, mtime_ns)
        return True

    def _forget_gone(self, scopes: Sequence[ScanScope], *, allow_mass_delete: bool) -> None:
        """Forget files that are gone, or set them aside."""
        folders, asked = self._storage.folders, list[str]()
        for scope, gone in zip(scopes, self._count_gone(scopes), strict=True):
            path = scope.root.path
            if allow_mass_delete:
                forget(self._storage, folders.gone_below(path, os.sep))
            elif gone:
                asked += [path] if self._is_much(gone, scope) else []
                folders.note_gone(path, gone)
        forget(self._storage, self._going(asked))

    def _count_gone(self, scopes: Sequence[ScanScope]) -> list[int]:
        """Decide the fate of all vanished files; return the number of files of each scope that are gone."""
        journal = self._storage.journal
        unreadable = frozenset(journal.unreadable())
        counts = [0] * len(scopes)
        for piece in journal.vanished():
            hidden = {row: path for row, path, _ in piece if _is_in(path, unreadable)}
            # what is in a folder that cannot be opened is not gone: it is only not seen
            reason = "Its folder cannot be opened. The file stays searchable."
            set_aside(self._storage.connection, hidden.values(), reason)
            journal.decide(hidden, Fate.STAYS)
            rest = {path: row for row, path, _ in piece if row not in hidden}
            read = self._storage.files.read_files(rest)
            # looked at again: a program that saves by replacing leaves a moment without the file
            gone = [path for path in rest if path in read and not os.path.lexists(real_path(path))]
            journal.decide((rest[path] for path in gone), Fate.GONE)
            for number, scope in enumerate(scopes):
                counts[number] += sum(_is_below(path, scope.root.path) for path in gone)
        return counts

    def _going(self, asked: Sequence[str]) -> Iterator[str]:
        """Yield the files to forget; set aside those gone from folders about which the person is asked."""
        for piece in self._storage.journal.vanished():
            kept = {
                path
                for _, path, fate in piece
                if fate is Fate.GONE and any(_is_below(path, folder) for folder in asked)
            }
            set_aside(self._storage.connection, kept, GONE)
            yield from (path for _, path, fate in piece if fate is not Fate.STAYS and path not in kept)

    def _is_much(self, gone: int, scope: ScanScope) -> bool:
        """Return True if more is gone than people delete without a thought.

        A folder that is being deleted is heard of piece by piece: those that went with them, asked about or not, count
        too. Those that went earlier do not: few files deleted now and then never add up to a question.
        """
        if gone < 2:
            return False
        folders, path = self._storage.folders, scope.root.path
        asked = sum(missing.gone for missing in folders.missing(os.sep) if missing.folder == path)
        before = 0 if scope.is_whole else folders.gone_lately(path)
        return (gone + before) * _ASKED_FROM > folders.files_below(path, os.sep) - asked + before

    def _store_left_out(self) -> None:
        """Store files that are not read, with the reason; files that cannot be opened for now stay unchanged."""
        for one in self._storage.journal.left_out():
            if one.state == "failed" and self._storage.files.read_files([one.path]):
                set_aside(self._storage.connection, [one.path], one.reason)
            else:
                forget(self._storage, [one.path])
                # without a time: should the rules take it in again, it counts as changed
                record = DocumentRecord(one.path, one.size, UNREAD, b"", {}, state=one.state, reason=one.reason)
                self._storage.documents.replace_file(record)


def _scanned(file: FoundFile) -> ScannedFile:
    """Return a file as the journal notes it."""
    state = file.state if file.reason else ""
    return ScannedFile(file.path, file.size, file.mtime_ns, state, file.reason)


def _as_listed(path: Path) -> Path:
    """Return a path that exists as its folder spells it: some systems also find it in other letters."""
    other = path.name.swapcase()
    # asking for the name in other letters is cheaper than listing the folder of every file
    if other == path.name or not os.path.lexists(path.with_name(other)):
        return path
    try:
        names = os.listdir(path.parent)  # noqa: PTH208 - names only
    except OSError:
        return path
    if path.name in names:
        return path
    spelled = (name for name in names if name.casefold() == path.name.casefold())
    return path.with_name(next(spelled, path.name))


def can_be_looked_at(path: Path, *, is_folder: bool) -> bool:
    """Return True if a file exists, or a folder can be opened."""
    if not is_folder:
        return os.path.lexists(path)
    try:
        with os.scandir(path):
            return True
    except OSError:
        return False


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_in(path: str, folders: Collection[str]) -> bool:
    """Return True if a path is one of some folders or lies below one."""
    return any(above in folders for above in with_folders_above(path, os.sep))


def _hash(path: Path, token: CancelToken) -> bytes:
    """Return the hash of a file, of nothing when it cannot be read."""
    try:
        return hash_file(path, token)
    except OSError:
        return b""


def _mtime_ns(path: Path) -> int:
    """Return the time of a file; of one that is gone again, one that lets it be looked at once more."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return UNREAD


def forget(storage: StorageContext, paths: Iterable[str]) -> None:
    """Remove files and those in them; the caller holds the transaction.

    A file that was left out for being the same as one of them is to be read now, unless it goes as well.
    """
    going = iter(paths)
    while piece := list(islice(going, _TOGETHER)):
        twins = storage.files.left_out_for(piece)
        storage.documents.delete_files(piece)
        storage.journal.take_out(piece)  # an earlier piece may have queued them
        storage.journal.queue(twins)


def forget_root(storage: StorageContext, path: str) -> None:
    """Forget an added folder or file with all that was read of it; the caller holds the transaction."""
    forget(storage, storage.files.files_at(path, os.sep))
    EarlierTexts(storage.connection).forget_below(path, os.sep)
    storage.journal.drop(path, os.sep)
    storage.folders.remove(path)
