"""The button that lets a table or a checked text be watched; pressed while it is."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from desktop_rag.core.results.pins import Pin, PinKind
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.watched import watched_words
from desktop_rag.gui.watched.things import WatchedThings

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_rag.core.jobs import Job


class WatchButton(QPushButton):
    """Watches the thing that it was given, and stops watching it when it is pressed once more."""

    said = Signal(str)  # that the thing is watched now
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, name: str) -> None:
        super().__init__(self.tr("Watch"))
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setCheckable(True)
        self._things = WatchedThings(bridge, self)
        self._things.changed.connect(self._show)
        self._kind, self._place = PinKind.TEXT, ""
        self._watch: Callable[[], Job[Pin]] | None = None
        self.clicked.connect(self._toggle)
        self._show()

    def show_thing(self, library: str, kind: PinKind, place: str, watch: "Callable[[], Job[Pin]] | None") -> None:
        """Stand for a thing of a library from now on; ``watch`` begins to watch it, None: there is none yet."""
        self._kind, self._place, self._watch = kind, place, watch
        self._things.set_library(library)
        self._show()

    def _pin(self) -> Pin | None:
        return self._things.find(self._kind, self._place) if self._watch is not None else None

    def _toggle(self) -> None:
        if self._watch is not None:
            self._things.toggle(self._pin(), self._watch, self._done, self.failed.emit)

    def _done(self, pin: Pin | None) -> None:
        if pin is not None:
            self.said.emit(watched_words.is_watched(pin))

    def _show(self) -> None:
        is_watched = self._pin() is not None
        self.setEnabled(self._watch is not None)
        self.setChecked(is_watched)
        self.setText(self.tr("Watched") if is_watched else self.tr("Watch"))
        self.setToolTip(
            self.tr("Press to stop watching")
            if is_watched
            else self.tr("Be told once when a file no longer says what stands here")
        )
