"""Gather single file events into quiet, short lists of changed paths without temporary files, to be looked at."""

import os
import re
import sys
import threading
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any

from desktop_rag.core.jobs import Job
from desktop_rag.readers.stamps import owner_of

QUIET = 0.3
LONGEST = 2.0
_BUSY_LONGEST = 60.0
_MANY_EVENTS = 2000
_MANY_PATHS = 200
_TEMPORARY = re.compile(
    r"""~\$.* | .*~ | ~wr[dla]\d+\.tmp | 4913 | \.goutputstream-.* | \.\#.* | \#.*\# | \.~lock\..*\#
    | .*\.sb-[0-9a-f]{8}-\w+ | .*\.(?: sw[a-z] | tmp | temp | part | partial | crdownload | download )
    | \.ds_store | desktop\.ini | thumbs\.db""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_RULES = frozenset({".gitignore", ".ignore"})


class Changes:
    """Gathers changed paths until nothing happened for a moment, or for two seconds during steady changes.

    A file that is being written all the time is told of less and less often, and once more when it is finished.
    """

    def __init__(self) -> None:
        self._times: dict[str, tuple[float, float]] = {}  # when it changed first and last
        self._patience: dict[str, float] = {}  # of files that were told of while they were being written
        self._first = self._last = 0.0

    def __bool__(self) -> bool:
        return bool(self._times)

    def add(self, paths: Iterable[str], now: float) -> None:
        """Note that these paths changed."""
        for path in paths:
            if not self._times:
                self._first = now
            self._times[path] = (self._times.get(path, (now, now))[0], now)
            self._last = now
        # a checkout or an unpacked archive: looking at a few folders is quicker than at all their files
        if len(self._times) > _MANY_EVENTS:
            self._times = dict.fromkeys(collapse(self._times, _MANY_PATHS), (self._first, self._last))

    def due(self, now: float) -> list[str]:
        """Return and forget the paths that are due."""
        if not self._times or (now - self._last < QUIET and now - self._first < LONGEST):
            return []
        ready = [path for path in self._times if self._is_ready(path, now)]
        for path in ready:
            first, last = self._times.pop(path)
            if now - last < QUIET:
                # a log that never rests would be read again every two seconds
                self._patience[path] = min(_BUSY_LONGEST, 2 * max(LONGEST, now - first))
            else:
                self._patience.pop(path, None)
        if len(self._patience) > _MANY_EVENTS:
            self._patience.clear()
        self._first = now
        return ready

    def _is_ready(self, path: str, now: float) -> bool:
        """Return True if a path is quiet, or has been changing long enough."""
        first, last = self._times[path]
        return now - last >= QUIET or now - first >= self._patience.get(path, LONGEST)


def collapse(paths: Iterable[str], most: int = _MANY_PATHS) -> list[str]:
    """Return paths without those below others; more than ``most`` become the folders they are in, the deepest first."""
    parts = {PurePath(path).parts for path in paths}
    while True:
        parts = {path for path in parts if not any(path[:length] in parts for length in range(1, len(path)))}
        if len(parts) <= most:
            return sorted(str(PurePath(*path)) for path in parts)
        deepest = max(map(len, parts))
        parts = {path[:-1] if len(path) == deepest and deepest > 1 else path for path in parts}


def relevant(path: PurePath, root: PurePath, ignored: Collection[str]) -> PurePath | None:
    """Return the path to compare for a change of ``path`` below ``root``, None for nothing.

    What editors and office programs leave beside a file that is open does not count, nor do ignored folders. When
    the rules of a folder change, all of the folder is looked at; when a file that belongs to another does, that one.
    """
    below = path.parts[len(root.parts) :]
    if any(name in ignored for name in below) or (below and _TEMPORARY.fullmatch(below[-1])):
        return None
    if below and (owner := owner_of(below[-1])):
        return path.with_name(owner)
    return path.parent if below and below[-1] in _RULES else path


class Place:
    """A folder or file of a library: the path it is known by, and the real one that events are about."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.real = Path(os.path.realpath(root))
        self._key = _key(self.real)

    def known_path(self, event: str) -> Path | None:
        """Return the path the library knows for an event's path, None when it is somewhere else.

        Something that happened to a folder above it may concern all of it.
        """
        path = PurePath(event)
        key = _key(path)
        # an event above the root: it may have been moved away
        if len(key) < len(self._key):
            return self.root if self._key[: len(key)] == key else None
        return self.root.joinpath(*path.parts[len(self._key) :]) if key[: len(self._key)] == self._key else None


def _key(path: PurePath) -> tuple[str, ...]:
    """Return the parts of a path in a form in which equal ones are equal on this system."""
    if sys.platform == "darwin":
        return tuple(unicodedata.normalize("NFC", part).casefold() for part in path.parts)
    return tuple(os.path.normcase(part) for part in path.parts)


class Heard:
    """Gathers the paths of a library until the job begins that looks at them: a busy folder makes no queue.

    ``start`` submits a job that takes the paths when it begins.
    """

    def __init__(self, start: Callable[[str, Callable[[], Sequence[Path]]], Job[Any]]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._heard: dict[str, list[Path]] = {}  # by library, for the job that has not begun yet

    def hear(self, name: str, paths: Sequence[Path]) -> None:
        """Have some paths of a library looked at, with all that is heard of until that begins."""
        with self._lock:
            waiting = self._heard.get(name)
            heard = self._heard[name] = [] if waiting is None else waiting
            heard.extend(paths)
        if waiting is not None:
            return

        def take() -> Sequence[Path]:
            with self._lock:
                if self._heard.get(name) is heard:
                    del self._heard[name]
            return list(map(Path, collapse(map(str, heard))))

        # one that ends before it began takes them as well, so that the next one starts
        self._start(name, take).future.add_done_callback(lambda _: take())
