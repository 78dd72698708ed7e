"""Runs the jobs that a shown document needs one at a time, so that none is asked for that nobody needs any more."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.bridge import Bridge

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_PATIENCE_MS = 1_000  # after which a job gives way that nobody needs any more: a page that takes long, scrolled away
_GRACE_MS = 400  # most jobs end sooner by themselves; stopping one kills its process, and the next waits for a new one


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Request:
    """A job to run, its handlers, and a check if it is still needed."""

    start: "Callable[[], Job[Any]]"
    done: Callable[[Any], None]
    failed: Callable[[UserError], None]
    needed: Callable[[], bool] = _always


Supplier = Callable[[], Request | None]


class JobQueue(QObject):
    """Asks its suppliers, the most urgent first, for what is needed now, each time that a job ended."""

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._suppliers: list[Supplier] = []
        self._running: Job[Any] | None = None
        self._needed: Callable[[], bool] = _always
        self._clock = QElapsedTimer()
        self._round = 0

    def add_supplier(self, supplier: Supplier) -> None:
        """Ask this supplier, too, after those that were added before."""
        self._suppliers.append(supplier)

    def wake(self) -> None:
        """Run the next needed job, unless one that is still needed runs: then its end does this."""
        if self._running is not None:
            if self._clock.elapsed() < _PATIENCE_MS or self._needed():
                return
            self.drop()
        for supplier in self._suppliers:
            if (request := supplier()) is not None:
                done, failed = partial(self._finish, self._round, request), partial(self._fail, self._round, request)
                self._running, self._needed = self._bridge.run(request.start(), done, failed), request.needed
                self._clock.start()
                return

    def drop(self) -> None:
        """Drop the running job: its result is ignored, and it is stopped unless it ends in a moment."""
        self._round += 1
        if self._running is not None:
            # Qt does not keep alive whose method it is given, unless that is an object of its own
            QTimer.singleShot(_GRACE_MS, self, partial(self._running.cancel))
            self._running = None

    def _finish(self, running: int, request: Request, result: object) -> None:
        if running == self._round:
            self._running = None
            request.done(result)
            self.wake()

    def _fail(self, running: int, request: Request, error: UserError) -> None:
        if running == self._round:
            self._running = None
            request.failed(error)
            self.wake()
