"""The dialog of model files: those on this computer, a file of one's own, and those to download."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import DownloadProgress
from desktop_rag.gui.models.download_line import DownloadLine
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, button_row, label
from desktop_rag.gui.widgets.words import decimal, option_text
from desktop_rag.llms.built_in.files import OWN, ModelFile

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job
    from desktop_rag.services.model_files import OfferedModel

_WIDTH, _HEIGHT = 620, 560
_GB = 1e9


class DownloadRow(QFrame):
    """One model of the catalogue."""

    download_wanted = Signal(str)  # the model's name
    stop_wanted = Signal(str)
    use_wanted = Signal(str)
    remove_wanted = Signal(str)
    grew = Signal()  # by what it says at its end

    def __init__(self, offered: "OfferedModel") -> None:
        super().__init__()
        self.setObjectName(f"model_row_{offered.model.name}")
        self._offered = offered
        self._running = False
        self._problem = ""  # why the last download ended, until the next begins
        model = offered.model
        self._line = DownloadLine(model.title)
        self._push = button("", f"model_push_{model.name}")
        self._remove = button(self.tr("Delete"), f"model_remove_{model.name}", "link")
        self._remove.setAccessibleName(self.tr("Delete {model}").format(model=model.title))
        self._push.clicked.connect(self._pushed)
        self._remove.clicked.connect(lambda: self.remove_wanted.emit(model.name))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(model.title, "body"))
        words.addWidget(label(self._facts(), "small", wrap=True))
        words.addWidget(label(option_text(model.note), "small", wrap=True))
        words.addWidget(self._line)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(12)
        row.addLayout(words, 1)
        row.addWidget(self._remove)
        row.addWidget(self._push)
        self.show_offer(offered)

    def show_offer(self, offered: "OfferedModel") -> None:
        """Show the state of the model when nothing runs."""
        self._offered, self._running = offered, False
        begun = offered.path is None and offered.downloaded > 0
        text = self.tr("Use") if offered.path is not None else self.tr("Continue") if begun else self.tr("Download")
        self._set_push(text)
        self._remove.setVisible(begun)
        self._line.show_bar(offered.downloaded if begun else 0, offered.model.size)
        fits = offered.fits or offered.path is not None
        amount = self._line.amount(offered.downloaded, offered.model.size) if begun else ""
        needs = "" if fits else self.tr("Needs more memory than is free now.")
        said = self._problem or " · ".join(filter(None, (amount, needs)))
        self._line.say(said, role="error" if self._problem else "small")

    def show_start(self) -> None:
        """Show that the download waits or begins."""
        self._running, self._problem = True, ""
        self._set_push(self.tr("Stop"))
        self._remove.hide()
        self._line.say(self.tr("Connecting…"))

    def show_progress(self, event: DownloadProgress) -> None:
        """Show how much is here."""
        if self._running:
            self._line.show_progress(event)

    def show_error(self, text: str) -> None:
        """Show the error of a download, and the actions for the part received."""
        self._problem = text
        self.show_offer(self._offered)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that there is more to see, once the rows around have their places."""
        super().resizeEvent(event)
        if 0 < event.oldSize().height() < event.size().height():
            QTimer.singleShot(0, self, self.grew.emit)

    def _facts(self) -> str:
        model = self._offered.model
        return " · ".join(
            (
                self.tr("{size} GB").format(size=decimal(model.size / _GB, 1)),
                self.tr("needs {memory} GB of memory").format(memory=decimal(model.memory / _GB, 1)),
                model.licence,
                option_text(model.languages),
            )
        )

    def _set_push(self, text: str) -> None:
        self._push.setText(text)
        self._push.setAccessibleName(f"{text}: {self._offered.model.title}")

    def _pushed(self) -> None:
        name = self._offered.model.name
        if self._running:
            self.stop_wanted.emit(name)
        elif self._offered.path is not None:
            self.use_wanted.emit(name)
        else:
            self.download_wanted.emit(name)


class ModelFilesDialog(QDialog):
    """Emits the chosen model; downloads end with the dialog and are continued by the next."""

    chosen = Signal(str)  # a model's name, or the path of a file

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("model_files_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Model files"))
        self._bridge = bridge
        self._offered: dict[str, OfferedModel] = {}
        self._rows: dict[str, DownloadRow] = {}
        self._jobs: dict[str, Job[Path]] = {}
        self._found = QVBoxLayout()
        self._found.setSpacing(0)
        self._downloads = QVBoxLayout()
        self._downloads.setSpacing(0)
        self._problem = label("", "error", wrap=True)
        self._problem.hide()
        self._grown: DownloadRow | None = None
        self._lay_out()
        self._area.verticalScrollBar().rangeChanged.connect(lambda *_range: self._reveal())
        resize_dialog(self, _WIDTH, _HEIGHT)
        bridge.download_progress.connect(self._show_progress)
        bridge.job_ended.connect(self._forget_stopped)
        self._read()

    def done(self, result: int) -> None:
        """Stop the downloads; the parts received are kept."""
        for job in self._jobs.values():
            job.cancel()
        super().done(result)

    def _lay_out(self) -> None:
        intro = label(
            self.tr(
                "A model file runs inside this program: no server is needed, and nothing leaves this computer. Larger "
                "models answer better and slower."
            ),
            "muted",
            wrap=True,
        )
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 12, 0)
        inner.setSpacing(6)
        inner.addWidget(label(self.tr("On this computer"), "heading"))
        inner.addLayout(self._found)
        inner.addSpacing(12)
        inner.addWidget(label(self.tr("To download"), "heading"))
        inner.addLayout(self._downloads)
        inner.addStretch(1)
        area = self._area = QScrollArea()
        area.setAccessibleName(self.windowTitle())
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(content)
        pick = button(self.tr("Choose a file…"), "choose_model_file")
        pick.clicked.connect(self._pick)
        close = button(self.tr("Close"), "close_model_files")
        close.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(intro)
        layout.addWidget(area, 1)
        layout.addWidget(self._problem)
        layout.addLayout(button_row(close, start=pick))

    def _read(self) -> None:
        files = self._bridge.worker.model_files
        self._bridge.run(files.found(), self._show_found, self._fail)
        self._bridge.run(files.offered(), self._show_offered, self._fail)

    def _show_found(self, found: tuple[ModelFile, ...]) -> None:
        while self._found.count():
            item = self._found.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.deleteLater()
        for number, file in enumerate(found):
            self._found.addWidget(self._found_row(number, file))
        if not found:
            self._found.addWidget(label(self.tr("None yet."), "small"))

    def _found_row(self, number: int, file: ModelFile) -> QWidget:
        frame = QWidget()
        row = QHBoxLayout(frame)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(12)
        lines = QVBoxLayout()
        lines.setSpacing(2)
        size = self.tr("{size} GB").format(size=words.decimal(file.size / _GB, 1))
        name = label(file.name, "body")
        name.setToolTip(str(file.path))
        lines.addWidget(name)
        lines.addWidget(label(f"{size} · {file.origin}", "small"))
        row.addLayout(lines, 1)
        if file.origin == OWN:
            remove = button(self.tr("Delete"), f"model_delete_{number}", "link")
            remove.setAccessibleName(self.tr("Delete {model}").format(model=file.name))
            remove.clicked.connect(partial(self._delete, file))
            row.addWidget(remove)
        use = button(self.tr("Use"), f"model_use_{number}")
        use.setAccessibleName(self.tr("Use {model}").format(model=file.name))
        use.clicked.connect(partial(self._choose, file.name))
        row.addWidget(use)
        return frame

    def _show_offered(self, offered: "tuple[OfferedModel, ...]") -> None:
        for one in offered:
            name = one.model.name
            self._offered[name] = one
            if name in self._jobs:
                continue
            if name in self._rows:
                self._rows[name].show_offer(one)
            else:
                self._add_row(one)

    def _add_row(self, offered: "OfferedModel") -> None:
        row = DownloadRow(offered)
        row.download_wanted.connect(self._download)
        row.stop_wanted.connect(self._stop)
        row.use_wanted.connect(self._use)
        row.remove_wanted.connect(self._remove)
        row.grew.connect(partial(self._reveal, row))
        self._rows[offered.model.name] = row
        self._downloads.addWidget(row)

    def _reveal(self, row: DownloadRow | None = None) -> None:
        """Scroll to the row that grew last: what is new stands at its end. The list may become longer only later."""
        self._grown = row or self._grown
        if self._grown is not None:
            self._area.ensureWidgetVisible(self._grown)

    def _download(self, name: str) -> None:
        self._rows[name].show_start()
        job = self._jobs[name] = self._bridge.worker.model_files.download(name)
        self._bridge.run(job, partial(self._downloaded, name), partial(self._stopped_by, name))

    def _stop(self, name: str) -> None:
        if name in self._jobs:
            self._jobs[name].cancel()

    def _show_progress(self, event: DownloadProgress) -> None:
        if event.model in self._jobs and self._jobs[event.model].id == event.job_id:
            self._rows[event.model].show_progress(event)

    def _downloaded(self, name: str, _path: Path) -> None:
        self._jobs.pop(name, None)
        self._read()

    def _stopped_by(self, name: str, error: UserError) -> None:
        self._jobs.pop(name, None)
        self._rows[name].show_error(words.error_text(error))
        self._read()

    def _forget_stopped(self, event: object) -> None:
        """Show the remains of a download that was stopped: its own callbacks are not called."""
        ended = getattr(event, "job_id", 0)
        name = next((name for name, job in self._jobs.items() if job.id == ended and job.token.cancelled), "")
        if name:
            del self._jobs[name]
            self._read()

    def _delete(self, file: ModelFile) -> None:
        name = next((name for name, one in self._offered.items() if one.path == file.path), "")
        if name:
            self._remove(name)

    def _remove(self, name: str) -> None:
        self._bridge.run(self._bridge.worker.model_files.remove(name), lambda _: self._read(), self._fail)

    def _use(self, name: str) -> None:
        path = self._offered[name].path
        if path is not None:
            self._choose(path.stem)

    def _pick(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a model file"), "", self.tr("Models (*.gguf)"))
        if path:
            self._choose(path)

    def _choose(self, model: str) -> None:
        self.chosen.emit(model)
        self.accept()

    def _fail(self, error: UserError) -> None:
        self._problem.setText(words.error_text(error))
        self._problem.show()
