"""“Why this answer?” in short: what was searched for, what was found, and where the time went."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.gui.chat.step_words import step_line
from desktop_rag.gui.why import answer_trace, trace_words
from desktop_rag.gui.why.answer_trace import AnswerTrace
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.theme import Appearance

_WORDINGS, _STEPS = 12, 30  # shown
_SLICE_SECONDS = 0.004
_LONGEST = 300  # characters of a wording
_COLOURS = {
    answer_trace.SEARCHING: "accent",
    answer_trace.SORTING: "warning",
    answer_trace.MODEL: "link",
    answer_trace.OTHER: "scrollbar",
}


class TimeBar(QWidget):
    """One bar whose parts are the times of searching, sorting, the model, and the rest."""

    def __init__(self, appearance: Appearance, seconds: dict[str, float]) -> None:
        super().__init__()
        self._appearance = appearance
        self._seconds = seconds
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
        whole = sum(self._seconds.values()) or 1.0
        left = 0.0
        for part, taken in self._seconds.items():
            width = self.width() * taken / whole
            painter.setBrush(self._appearance.theme.color(_COLOURS[part]))
            painter.drawRect(QRectF(left, 0, max(0.0, width - 1), self.height()))
            left += width
        painter.end()


class ColourSwatch(QWidget):
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


class SummaryPage(QScrollArea):
    """The whole answer in short: wordings, passages, tokens, time."""

    def __init__(self, trace: AnswerTrace, appearance: Appearance) -> None:
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
        self._column.addStretch(1)
        self.setWidget(page)
        self._writers = [self._write_question, self._write_steps]
        self._writers += (
            [self._write_wordings, self._write_said, self._write_passages, self._write_budget, self._write_times]
            if trace.answer.trace
            else [self._write_nothing]
        )
        self._builder = QTimer(self)
        self._builder.timeout.connect(self._write_next)
        self._builder.start(0)

    def _write_next(self) -> None:
        """Write one part; the window works in between."""
        self._writers.pop(0)()
        if not self._writers:
            self._builder.stop()

    def _write_question(self) -> None:
        self._add_section(self.tr("Question"), [self._trace.answer.question])

    def _write_steps(self) -> None:
        steps = self._trace.answer.steps
        shown = [f"{step.number}.  {step_line(step)}" for step in steps[:_STEPS]]
        more = self.tr("and {count} more").format(count=len(steps) - _STEPS)
        self._add_section(self.tr("Steps"), shown + ([more] if len(steps) > _STEPS else []))

    def _write_nothing(self) -> None:
        self._add_section(
            self.tr("No details were recorded for this answer."),
            [self.tr("Ask again to see how the answer comes about.")],
        )

    def _write_wordings(self) -> None:
        wordings = self._trace.wordings
        more = self.tr("and {count} more").format(count=len(wordings) - _WORDINGS)
        shown = [words.quoted(words.excerpt(wording, _LONGEST)) for wording in wordings[:_WORDINGS]]
        self._add_section(self.tr("Searched for"), shown + ([more] if len(wordings) > _WORDINGS else []))

    def _write_said(self) -> None:
        """Write the person's judgement of an earlier answer, and its question."""
        if (told := self._trace.said) is not None:
            self._add_section(trace_words.said(told), [words.quoted(words.excerpt(told.said_of, _LONGEST))])

    def _write_passages(self) -> None:
        """Show how many passages there were, once they are counted."""
        if not self._trace.read_places(time.perf_counter() + _SLICE_SECONDS):
            self._writers.insert(0, self._write_passages)
            return
        self._add_section(self.tr("Passages"), self._passages())

    def _write_budget(self) -> None:
        if self._trace.budget is not None:
            self._add_section(self.tr("Context window"), [trace_words.budget_line(self._trace.budget)])

    def _passages(self) -> list[str]:
        found, sources = len(self._trace.places), self._trace.answer.sources
        cited = len({citation.node_id for citation in self._trace.answer.citations})
        return [
            self.tr("{found} found, {read} in the answer's sources, {cited} cited").format(
                found=found, read=len(sources), cited=cited
            )
        ]

    def _add_section(self, heading: str, lines: Sequence[str]) -> None:
        if not lines:
            return
        self._add_widget(label(heading, "muted"))
        for text in lines:
            shown = label(text, "body", wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._add_widget(shown)
        self._column.insertSpacing(self._column.count() - 1, 10)

    def _add_widget(self, widget: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, widget)

    def _write_times(self) -> None:
        parts = {part: seconds for part, seconds in self._trace.seconds().items() if seconds >= 0.001}
        total = self.tr("Time: {time}").format(time=trace_words.seconds(self._trace.total))
        names = {
            answer_trace.SEARCHING: self.tr("Searching"),
            answer_trace.SORTING: self.tr("After searching"),
            answer_trace.MODEL: self.tr("Model"),
            answer_trace.OTHER: self.tr("Everything else"),
        }
        heading = label(total, "muted")
        heading.setObjectName("why_total")
        self._add_widget(heading)
        self._add_widget(TimeBar(self._appearance, parts))
        for part, seconds in parts.items():
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(ColourSwatch(self._appearance, part))
            row.addWidget(label(f"{names[part]}  {trace_words.seconds(seconds)}", "body"), 1)
            self._column.insertLayout(self._column.count() - 1, row)
