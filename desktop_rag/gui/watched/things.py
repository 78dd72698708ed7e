"""What is watched in a library, as views know it; one thing is watched, or no longer."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.pins import Pin, PinKind
from desktop_rag.gui.shell.bridge import Bridge, ErrorHandler

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job


class WatchedThings(QObject):
    """Keeps the list of what is watched in one library up to date."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.library = ""
        self.pins: tuple[Pin, ...] = ()
        self._by_thing: dict[tuple[PinKind, str, int], Pin] = {}
        bridge.store_changed.connect(self._store_changed)

    def set_library(self, name: str) -> None:
        """Follow this library from now on."""
        if name != self.library:
            self.library = name
            self._take(name, ())
            self._read()

    def find(self, kind: PinKind, place: str, turn: int = 0) -> Pin | None:
        """Return the pin of a thing, None where it is not watched."""
        return self._by_thing.get((kind, place, turn))

    def toggle(
        self,
        pin: Pin | None,
        watch: "Callable[[], Job[Pin]]",
        on_done: Callable[[Pin | None], None],
        on_error: ErrorHandler,
    ) -> None:
        """Watch a thing, or stop watching that of a ``pin``; ``on_done`` is given the pin that there is then."""

        def failed(error: UserError) -> None:
            self.changed.emit()  # what was pressed shows again how it is
            on_error(error)

        if pin is None:
            self._bridge.run(watch(), on_done, failed)
        else:
            self._bridge.run(self._bridge.worker.pins.remove(self.library, pin.id), on_done, failed)

    def _store_changed(self, event: StoreChanged) -> None:
        if "pins" in event.kinds and (not event.ids or self.library in event.ids):
            self._read()

    def _read(self) -> None:
        if self.library:
            job = self._bridge.worker.has_pins(self.library)
            self._bridge.run(job, partial(self._list, self.library), self._unread)

    def _list(self, library: str, has_pins: bool) -> None:  # noqa: FBT001 - of the job
        """Read the list where there is one: most libraries have none, and need nothing loaded for it."""
        if library == self.library and has_pins:
            self._bridge.run(self._bridge.worker.pins.list_all(library), partial(self._take, library), self._unread)
        elif library == self.library:
            self._take(library, ())

    def _take(self, library: str, pins: tuple[Pin, ...]) -> None:
        if library == self.library:
            self.pins = pins
            self._by_thing = {(one.kind, one.place, one.turn): one for one in pins}
            self.changed.emit()

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""
