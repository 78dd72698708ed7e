"""Changed paths that still have to be looked at."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from desktop_rag.core.jobs import Job
from desktop_rag.worker.watching.changes import collapse


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
