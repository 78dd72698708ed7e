"""“Why this answer?” in short: what was searched for, what was found, and where the time went."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.gui import trace_reading as reading
from desktop_rag.gui import why_words
from desktop_rag.gui.step_words import step_line
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.trace_reading import TraceReading
from desktop_rag.gui.widgets import label

_WORDINGS = 12
_COLOURS = {
    reading.SEARCHING: "accent", reading.SORTING: "warning", reading.MODEL: "link", reading.OTHER: "scrollbar"
}  # fmt: skip


class TimeBar(QWidget):
    """One bar whose parts are the times of searching, sorting, the model, and the rest."""

    def __init__(self, appearance: Appearance, parts: dict[str, float]) -> None:
        super().__init__()
        self._appearance = appearance
        self._parts = parts
        self.setFixedHeight(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a wide, thin bar."""
        return QSize(300, 10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the parts beside each other."""
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = sum(self._parts.values()) or 1.0
        left = 0.0
        for part, seconds in self._parts.items():
            width = self.width() * seconds / whole
            painter.setBrush(self._appearance.theme.color(_COLOURS[part]))
            painter.drawRect(QRectF(left, 0, max(0.0, width - 1), self.height()))
            left += width
        painter.end()


class Swatch(QWidget):
    """A small square in a part's colour."""

    def __init__(self, appearance: Appearance, part: str) -> None:
        super().__init__()
        self._appearance = appearance
        self._part = part
        self.setFixedSize(10, 10)
        appearance.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the square."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._appearance.theme.color(_COLOURS[self._part]))
        painter.end()


class ShortPage(QScrollArea):
    """The whole answer in short: wordings, passages, tokens, time."""

    def __init__(self, trace: TraceReading, appearance: Appearance) -> None:
        super().__init__()
        self._trace = trace
        self._appearance = appearance
        self.setObjectName("why_short")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(20, 12, 20, 16)
        self._column.setSpacing(6)
        self._write()
        self._column.addStretch(1)
        self.setWidget(page)

    def _write(self) -> None:
        """Write every part there is something to say about."""
        trace = self._trace
        self._part(self.tr("Question"), [trace.answer.question])
        self._part(self.tr("Steps"), [f"{step.number}.  {step_line(step)}" for step in trace.answer.steps])
        if not trace.answer.trace:
            self._part(self.tr("Nothing was written down"), [self.tr(
                "This answer is older than this view. Ask again to see how it comes about."
            )])  # fmt: skip
            return
        wordings = trace.wordings
        more = self.tr("and {count} more").format(count=len(wordings) - _WORDINGS)
        shown = [f"“{wording}”" for wording in wordings[:_WORDINGS]]
        self._part(self.tr("Searched for"), shown + ([more] if len(wordings) > _WORDINGS else []))
        self._part(self.tr("Passages"), self._passages())
        if trace.budget is not None:
            self._part(self.tr("The model's window"), [why_words.budget_line(trace.budget)])
        self._times()

    def _passages(self) -> list[str]:
        """Say how many passages were found, read and cited."""
        found, sources = len(self._trace.places), self._trace.answer.sources
        cited = len({citation.node_id for citation in self._trace.answer.citations})
        return [self.tr("{found} found, {read} in the answer's sources, {cited} cited").format(
            found=found, read=len(sources), cited=cited
        )]  # fmt: skip

    def _part(self, heading: str, lines: Sequence[str]) -> None:
        """Add a heading and the lines below it."""
        if not lines:
            return
        self._column.addWidget(label(heading, "muted"))
        for text in lines:
            words = label(text, "body", wrap=True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._column.addWidget(words)
        self._column.addSpacing(10)

    def _times(self) -> None:
        """Show where the time went."""
        parts = {part: seconds for part, seconds in self._trace.seconds().items() if seconds >= 0.001}
        total = self.tr("Time: {time}").format(time=why_words.seconds(self._trace.total))
        names = {
            reading.SEARCHING: self.tr("Searching"), reading.SORTING: self.tr("Sorting out"),
            reading.MODEL: self.tr("Model"), reading.OTHER: self.tr("Everything else"),
        }  # fmt: skip
        heading = label(total, "muted")
        heading.setObjectName("why_total")
        self._column.addWidget(heading)
        self._column.addWidget(TimeBar(self._appearance, parts))
        for part, seconds in parts.items():
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(Swatch(self._appearance, part))
            row.addWidget(label(f"{names[part]}  {why_words.seconds(seconds)}", "body"), 1)
            self._column.addLayout(row)
