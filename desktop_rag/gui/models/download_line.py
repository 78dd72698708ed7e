"""Progress of a download: a bar above a line with sizes and the time left, or with the error."""

from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from desktop_rag.core.events import DownloadProgress
from desktop_rag.gui.widgets.basics import label, set_property
from desktop_rag.gui.widgets.words import decimal

_GB, _STEPS = 1e9, 1000


class DownloadLine(QWidget):
    """A line for a download, without height while it is empty."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._line = label("", "small", wrap=True)
        self._line.hide()
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Download of {model}").format(model=title))
        self._bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._line)
        layout.addWidget(self._bar)

    def show_progress(self, event: DownloadProgress) -> None:
        """Show how much is here, and when the rest will be."""
        self.show_bar(event.done, event.total)
        gb = self.amount(event.done, event.total)
        left = (event.total - event.done) / event.per_second if event.per_second > 0 else 0
        minutes = self.tr("about {minutes} min left").format(minutes=max(1, round(left / 60))) if left else ""
        self.say(" · ".join(filter(None, (gb, minutes))))

    def amount(self, done: int, total: int) -> str:
        """Return the amount downloaded as a text; both in bytes."""
        return self.tr("{done} of {total} GB").format(done=decimal(done / _GB, 2), total=decimal(total / _GB, 2))

    def show_bar(self, done: int, total: int) -> None:
        """Show how much is here, in bytes; the bar hides while that is nothing."""
        self._bar.setVisible(done > 0)
        self._bar.setValue(done * _STEPS // max(total, 1))

    def say(self, text: str, role: str = "small") -> None:
        """Show a line of text; "" hides it."""
        set_property(self._line, "role", role)
        self._line.setText(text)
        self._line.setVisible(bool(text))
