"""The dialog that has a server download a model by its name."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.config.connections import Connection
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import DownloadProgress
from desktop_rag.gui.models.download_line import DownloadLine
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, button_row, label

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_WIDTH = 480
_OLLAMA_NAMES = "https://ollama.com/library"
_OTHER_NAMES = "https://huggingface.co/models?library=gguf&pipeline_tag=text-generation"


class PullDialog(QDialog):
    """Proposes the model ``name``.

    Downloads end with the dialog; the server keeps what came, and continues there the next time.
    """

    chosen = Signal(str)  # the model, which the server has by then
    pulled = Signal()

    def __init__(self, bridge: Bridge, connection: Connection, parent: QWidget, name: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("pull_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Download a model for {connection}").format(connection=connection.name))
        self._bridge = bridge
        self._connection = connection
        self._job: Job[str] | None = None
        self._here = ""  # the model that was downloaded
        is_ollama = connection.provider == "ollama"
        self._names = QUrl(_OLLAMA_NAMES if is_ollama else _OTHER_NAMES)
        self._name = QLineEdit(name)
        self._name.setObjectName("pull_name")
        self._name.setAccessibleName(self.tr("Name of the model"))
        self._name.setPlaceholderText("qwen3:4b" if is_ollama else "ggml-org/gemma-3-4b-it-GGUF:Q4_K_M")
        self._line = DownloadLine(connection.name)
        self._push = button(self.tr("Download"), "pull_button", "primary")
        self._push.setDefault(True)
        self._lay_out()
        self.setFixedWidth(_WIDTH)
        self._push.clicked.connect(self._pushed)
        self._name.textEdited.connect(self._typed)
        bridge.download_progress.connect(self._show_progress)
        self._name.setFocus()

    def done(self, result: int) -> None:
        """Stop the download."""
        self._cancel()
        super().done(result)

    def _lay_out(self) -> None:
        told = self.tr("{connection} downloads the model and keeps it. A “4b” model takes about 2.5 GB.")
        browse = button(self.tr("Find names"), "pull_names")
        browse.clicked.connect(self._open_names)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._name, 1)
        row.addWidget(browse)
        close = button(self.tr("Close"), "close_pull")
        close.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(told.format(connection=self._connection.name), "muted", wrap=True))
        layout.addLayout(row)
        layout.addWidget(self._line)
        layout.addLayout(button_row(close, self._push))

    def _open_names(self) -> None:
        QDesktopServices.openUrl(self._names)

    def _typed(self) -> None:
        """Offer to download what is typed now."""
        if self._here:
            self._here = ""
            self._push.setText(self.tr("Download"))
            self._say("")

    def _pushed(self) -> None:
        name = self._name.text().strip()
        if self._here:
            self.chosen.emit(self._here)
            self.accept()
        elif self._job is not None:
            self._cancel()
            self._end(self.tr("Stopped. The server continues here the next time."))
        elif name:
            self._start(name)
        else:
            self._say(self.tr("Enter the name of a model."), role="error")

    def _start(self, name: str) -> None:
        self._name.setReadOnly(True)
        self._push.setText(self.tr("Stop"))
        self._say(self.tr("Connecting…"))
        self._job = self._bridge.worker.models.pull(self._connection.id, name)
        self._bridge.run(self._job, partial(self._pulled, self._job.id), partial(self._fail, self._job.id))

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _show_progress(self, event: DownloadProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self._line.show_progress(event)
            self.adjustSize()

    def _pulled(self, job_id: int, model: str) -> None:
        if self._job is None or job_id != self._job.id:
            return
        self._end(self.tr("{model} is there.").format(model=model))
        self._here = model
        self._push.setText(self.tr("Use"))
        self.pulled.emit()

    def _fail(self, job_id: int, error: UserError) -> None:
        if self._job is not None and job_id == self._job.id:
            self._end(words.error_text(error), role="error")

    def _end(self, text: str, role: str = "small") -> None:
        self._job = None
        self._name.setReadOnly(False)
        self._push.setText(self.tr("Download"))
        self._line.show_bar(0, 1)
        self._say(text, role)

    def _say(self, text: str, role: str = "small") -> None:
        self._line.say(text, role)
        self.adjustSize()
