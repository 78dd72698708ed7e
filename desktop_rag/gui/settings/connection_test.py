"""The row that tries a connection: a button that becomes “Cancel”, what is happening, and what came of it."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label, set_property
from desktop_rag.gui.widgets.busy_line import BusyLine
from desktop_rag.gui.widgets.theme import Appearance

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

T = TypeVar("T")


class ConnectionTest(QWidget):
    """Waits for one job at a time. The button stays where the focus is: it is never disabled."""

    wanted = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._cancel: Callable[[], object] | None = None
        self._waiting = 0  # the job whose end counts
        self.button = button(self.tr("Test connection"), "settings_test_button")
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self._clicked)
        self._busy = BusyLine(appearance)
        self._busy.hide()
        self._result = label("", "ok", wrap=True)
        self._result.setObjectName("settings_result")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.button)
        layout.addWidget(self._busy)
        layout.addWidget(self._result, 1)
        layout.setAlignment(Qt.AlignmentFlag.AlignLeft)

    def wait_for(self, job: "Job[T]", text: str, on_result: Callable[[T], None]) -> None:
        """Say what is happening until a job ends, or is cancelled."""
        self._result.hide()
        self._busy.say(text)
        self.button.setText(self.tr("Cancel"))
        self._cancel, self._waiting = job.cancel, job.id
        self._bridge.run(job, partial(self._ended, job.id, on_result), partial(self._failed, job.id))

    def succeed(self, sentence: str) -> None:
        """Show that it worked."""
        self.say(words.sentence(sentence), ok=True)

    def fail(self, error: UserError) -> None:
        """Show what is wrong."""
        self.say(words.sentence(str(error)), ok=False)

    def say(self, text: str, *, ok: bool) -> None:
        """Show a sentence; whoever waited for a job waits no longer, and the job is stopped."""
        if self._cancel is not None:
            self._cancel()
        self._cancel, self._waiting = None, 0
        self._busy.finish()
        self.button.setText(self.tr("Test connection"))
        set_property(self._result, "role", "ok" if ok else "error")
        self._result.setText(text)
        self._result.setVisible(bool(text))

    def _clicked(self) -> None:
        if self._cancel is None:
            self.wanted.emit()
        else:
            self.say(self.tr("Cancelled."), ok=True)

    def _ended(self, job_id: int, on_result: Callable[[T], None], result: T) -> None:
        if job_id == self._waiting:
            self._cancel = None
            on_result(result)

    def _failed(self, job_id: int, error: UserError) -> None:
        if job_id == self._waiting:
            self._cancel = None
            self.fail(error)
