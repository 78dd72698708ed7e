"""A model that can be downloaded: what it is and needs, how far its download is, and the button for it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from desktop_rag.core.events import DownloadProgress
from desktop_rag.gui.models.download_line import DownloadLine
from desktop_rag.gui.widgets.basics import button, label
from desktop_rag.gui.widgets.words import decimal, option_text

if TYPE_CHECKING:
    from desktop_rag.services.model_files import OfferedModel

_GB = 1e9


class DownloadRow(QFrame):
    """One model of the catalogue."""

    download_wanted = Signal(str)  # the model's name
    stop_wanted = Signal(str)
    use_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, offered: "OfferedModel") -> None:
        super().__init__()
        self.setObjectName(f"model_row_{offered.model.name}")
        self._offered = offered
        self._running = False
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
        """Show what is there of the model now, when nothing runs."""
        self._offered, self._running = offered, False
        begun = offered.path is None and offered.downloaded > 0
        text = self.tr("Use") if offered.path is not None else self.tr("Continue") if begun else self.tr("Download")
        self._set_push(text)
        self._remove.setVisible(begun)
        self._line.show_bar(offered.downloaded if begun else 0, offered.model.size)
        fits = offered.fits or offered.path is not None
        amount = self._line.amount(offered.downloaded, offered.model.size) if begun else ""
        needs = "" if fits else self.tr("Needs more memory than is free now.")
        self._line.say(" · ".join(filter(None, (amount, needs))))

    def show_start(self) -> None:
        """Show that the download waits or begins."""
        self._running = True
        self._set_push(self.tr("Stop"))
        self._remove.hide()
        self._line.say(self.tr("Connecting…"))

    def show_progress(self, event: DownloadProgress) -> None:
        """Show how much is here."""
        if self._running:
            self._line.show_progress(event)

    def show_error(self, text: str) -> None:
        """Show why a download ended."""
        self._line.say(text, role="error")

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
