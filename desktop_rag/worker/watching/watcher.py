"""Watches the folders of all libraries, so that a saved file can be found seconds later."""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

import psutil

from desktop_rag.core.errors import UserError
from desktop_rag.core.parallel import SupervisedThread
from desktop_rag.ingestion.rules import CACHES
from desktop_rag.worker.watching.changes import Changes, Place, collapse, relevant
from desktop_rag.worker.watching.notifier import Notifier, make_notifier

Roots = Callable[[], Mapping[str, Sequence[Path]]]
Changed = Callable[[str, list[Path]], None]
Returned = Callable[[str, Path], None]

CHECK_SECONDS = 10.0  # whether folders are still, or again, there
POLL_SECONDS = 300.0  # how often folders are looked at that nothing is heard of
_GATHERING_SECONDS = 0.1
_CLOSE_SECONDS = 1.0
_WITHOUT_NEWS = frozenset(
    "nfs nfs4 cifs smb smb2 smb3 smbfs ncpfs afs afpfs 9p drvfs virtiofs vboxsf vmhgfs prl_fs davfs webdav ceph "
    "glusterfs lustre beegfs orangefs ocfs2 gfs2 autofs".split()
)
_LOCAL_FUSE = frozenset(
    f"fuse.{name}" for name in "bindfs cryfs encfs gocryptfs mergerfs ntfs-3g veracrypt securefs".split()
)
_log = logging.getLogger(__name__)
_Identity = tuple[int, int] | None


@dataclass(slots=True)
class _Watched:
    """One folder or file of a library; ``watched`` is the folder that is watched for it, "" when none is."""

    name: str
    place: Place
    identity: _Identity = None
    watched: str = ""
    whole: bool = True
    looked: float = field(default_factory=time.monotonic)


class FolderWatcher:
    """Watches the folders and files of each library, which ``roots()`` gives.

    ``changed(library, paths)`` is called when something happened to paths, ``returned(library, root)`` when a root
    that could not be reached is there again.

    The order is: watch first, then look. Each root is told of by ``changed(library, [root])`` as soon as its watch is
    up (at the start, after ``refresh``, and when it went away), and has to be compared with the disk then. So whatever
    happened while nobody watched is found, and nothing is missed in between; the caller needs no look of its own.

    A path may be gone (or a folder, of which everything below is meant). Places without news (network folders, more
    folders than the system can watch) are told of as a whole every five minutes. All three callables are called on the
    thread of this object and must be quick; ``roots`` may raise UserError. After any other fault everything is watched
    anew, and ``failed()`` is called.
    """

    def __init__(
        self, roots: Roots, changed: Changed, returned: Returned, failed: Callable[[], object] = lambda: None
    ) -> None:
        self._roots = roots
        self._changed = changed
        self._returned = returned
        self._failed = failed
        self._watched: dict[tuple[str, Path], _Watched] = {}
        self._changes = Changes()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._outdated = threading.Event()
        self._notifier: Notifier | None = None
        self._thread: SupervisedThread | None = None

    def start(self) -> None:
        """Begin to watch; returns at once. A second call does nothing."""
        with self._lock:
            if self._thread is not None or self._closed.is_set():
                return
            self._thread = SupervisedThread(self._run, "desktop-rag-watching", self._closed, self._failed)
            self._thread.start()

    def refresh(self) -> None:
        """Look up the libraries' present folders; any number of calls in a row cost one look."""
        with self._lock:
            self._outdated.set()
            if self._notifier is not None:
                self._notifier.wake()

    def close(self) -> None:
        """Stop within a second; nobody is called afterwards. Idempotent."""
        with self._lock:
            self._closed.set()
            if self._notifier is not None:
                self._notifier.wake()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)

    def _run(self) -> None:
        """Watch until stopped; after a fault, start over: changes in between are found by scanning."""
        self._watched.clear()
        self._outdated.set()
        with self._lock:
            if self._closed.is_set():
                return
            notifier = self._notifier = make_notifier(CACHES, self._closed.is_set)
        try:
            self._watch(notifier)
        finally:
            with self._lock:
                self._notifier = None
                notifier.close()

    def _watch(self, notifier: Notifier) -> None:
        """Watch with a new notifier until stopped."""
        check_at = time.monotonic() + CHECK_SECONDS
        while not self._closed.is_set():
            if self._outdated.is_set():
                self._outdated.clear()
                self._follow_roots(notifier)
            now = time.monotonic()
            if now >= check_at:
                self._check(notifier, now)
                check_at = time.monotonic() + CHECK_SECONDS
            heard = notifier.changes(_GATHERING_SECONDS if self._changes else check_at - now)
            lost = self._follow_lost(notifier, frozenset(heard))
            self._changes.add([path for path in heard if path not in lost], time.monotonic())
            self._tell(self._changes.due(time.monotonic()))

    def _follow_roots(self, notifier: Notifier) -> None:
        """Watch the libraries' present roots, and report every new one."""
        try:
            wanted = {(name, root) for name, roots in self._roots().items() for root in roots}
        except UserError as error:
            _log.warning("Folders cannot be watched: %s", error)
            return
        for key in [key for key in self._watched if key not in wanted]:
            self._stop(notifier, self._watched.pop(key))
        # told after all are watched: what changes while the first is compared is heard
        new: dict[str, list[Path]] = {}
        for name, root in sorted(wanted - self._watched.keys()):
            watched = self._watched[name, root] = _Watched(name, Place(root))
            self._begin(notifier, watched)
            new.setdefault(name, []).append(root)
        for name, roots in new.items():
            self._call(name, roots)

    def _begin(self, notifier: Notifier, watched: _Watched) -> None:
        """Watch one root, if it is there and there is news of it."""
        watched.place = Place(watched.place.root)
        watched.identity = _identity(watched.place.real)
        watched.looked = time.monotonic()
        real = watched.place.real
        watched.whole = real.is_dir()
        if watched.identity is None or _has_no_news(real):
            return
        folder = str(real if watched.whole else real.parent)
        try:
            notifier.add(folder, below=watched.whole)
        except OSError as error:
            _log.info("Looked at now and then, it cannot be watched: %s", error)
        else:
            watched.watched = folder
        # it went away while its watch began: what is in its place later, even the same folder, has come back
        if _identity(real) != watched.identity:
            watched.identity = None

    def _stop(self, notifier: Notifier, watched: _Watched) -> None:
        """Watch one root no longer; others may need the same folder."""
        folder, watched.watched = watched.watched, ""
        if folder:
            notifier.remove(folder)
            # the notifier counts folders, not roots: taking one away ended the watch of all
            for other in self._watched.values():
                if other.watched == folder:
                    self._begin(notifier, other)

    def _check(self, notifier: Notifier, now: float) -> None:
        """Find out which roots went away or came back, and look at those without news."""
        for watched in list(self._watched.values()):
            if self._closed.is_set():
                return
            before, identity = watched.identity, _identity(watched.place.root)
            # a file that was saved by replacing it is another file at the same place, which is news but no new root
            if identity != before and (watched.whole or not (identity and before)):
                self._begin_again(notifier, watched)
            elif identity:
                self._look_now_and_then(notifier, watched, now)

    def _begin_again(self, notifier: Notifier, watched: _Watched) -> None:
        """Watch the present content of a root's place, and report that it went away, was replaced or is there again."""
        before, root = watched.identity, watched.place.root
        self._stop(notifier, watched)
        self._begin(notifier, watched)
        if before is not None:
            self._call(watched.name, [root])
        elif watched.identity is not None:
            self._returned(watched.name, root)

    def _look_now_and_then(self, notifier: Notifier, watched: _Watched, now: float) -> None:
        """Report a root without notifications, when it is due."""
        is_heard = watched.watched and notifier.covers(watched.watched)
        if not is_heard and now - watched.looked >= POLL_SECONDS:
            watched.looked = now
            self._call(watched.name, [watched.place.root])

    def _follow_lost(self, notifier: Notifier, heard: frozenset[str]) -> frozenset[str]:
        """Look after roots whose own folder was deleted, moved or unmounted; return these folders."""
        lost = [watched for watched in self._watched.values() if watched.watched in heard]
        folders = frozenset(watched.watched for watched in lost)
        for watched in lost:
            self._stop(notifier, watched)
            self._begin(notifier, watched)  # another one may be there already
            self._call(watched.name, [watched.place.root])
        return folders

    def _tell(self, events: Sequence[str]) -> None:
        """Report its paths to each library."""
        if not events:
            return
        found: dict[str, set[str]] = {}
        for watched in self._watched.values():
            if watched.watched:
                found.setdefault(watched.name, set()).update(_paths(watched, events))
        for name, paths in found.items():
            if paths:
                self._call(name, [Path(path) for path in collapse(paths)])

    def _call(self, name: str, paths: list[Path]) -> None:
        """Report changed paths to a library, unless the program is ending."""
        if not self._closed.is_set():
            self._changed(name, paths)


def _paths(watched: _Watched, events: Sequence[str]) -> set[str]:
    """Return the paths that a root's library is to look at for some events."""
    known = (watched.place.known_path(event) for event in events)
    root = watched.place.root
    return {str(path) for event in known if event is not None and (path := relevant(event, root, CACHES))}


def _identity(path: Path) -> _Identity:
    """Return the identity of a folder or file, to detect another at the same place; None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _has_no_news(path: Path) -> bool:
    """Return True if a path is on a drive whose changes by others are not heard of here."""
    text = str(path)
    if text.startswith("\\\\"):
        return True
    try:
        drives = psutil.disk_partitions(all=True)
    except OSError:
        return False
    mounts = [
        (len(drive.mountpoint), drive.fstype.lower(), drive.opts)
        for drive in drives
        if path.is_relative_to(drive.mountpoint)
    ]
    _, kind, options = max(mounts, key=itemgetter(0), default=(0, "", ""))
    return kind in _WITHOUT_NEWS or (kind.startswith("fuse.") and kind not in _LOCAL_FUSE) or "remote" in options
