"""The steps of an agent in a turn: one line each while it works, folded away beside the finished answer."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.core.results.answers import AgentStep
from desktop_rag.gui.chat.step_words import step_details, step_line
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.collapsible_section import CollapsibleSection
from desktop_rag.gui.widgets.theme import Appearance


class StepRow(QWidget):
    """One step; clicking it shows what the agent thought and what came of it."""

    def __init__(self, step: AgentStep) -> None:
        super().__init__()
        self._step = step
        self._text = f"{step.number}.  {step_line(step)}"
        self.line = QPushButton()
        self.line.setObjectName("step_line")
        self.line.setProperty("role", "step")
        self.line.setCheckable(bool(step_details(step)))
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line.setAccessibleName(self._text)
        self._details = label("", "muted", wrap=True)
        self._details.setObjectName("step_details")
        self._details.setContentsMargins(26, 2, 0, 8)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._details.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.line)
        layout.addWidget(self._details)
        self.line.toggled.connect(self._open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the line to the width there is."""
        super().resizeEvent(event)
        room = self.width() - 16
        self.line.setText(self.line.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room))

    def _open(self, opened: bool) -> None:  # noqa: FBT001 - the signal's argument
        """Show or hide the details; they are written when they are first wanted."""
        if opened and not self._details.text():
            self._details.setText(step_details(self._step))
        self._details.setVisible(opened)


class StepsView(QWidget):
    """All steps so far."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("steps_view")
        self._steps: list[AgentStep] = []
        rows = QWidget()
        self._rows = QVBoxLayout(rows)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self.section = CollapsibleSection(appearance, "", rows, "steps_fold")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.section)

    def steps(self) -> tuple[AgentStep, ...]:
        """Return the steps that are shown."""
        return tuple(self._steps)

    def add(self, step: AgentStep) -> None:
        """Show what the agent just did."""
        if not self._steps:
            self.section.set_open(opened=True)
        self._steps.append(step)
        row = StepRow(step)
        self._rows.addWidget(row)
        self._count()
        self.show()

    def finish(self, steps: Sequence[AgentStep]) -> None:
        """Keep the steps of the finished answer, folded away."""
        for step in steps[len(self._steps) :]:
            self.add(step)
        self.section.set_open(opened=False)
        self.setVisible(bool(self._steps))

    def _count(self) -> None:
        self.section.set_title(self.tr("%Ln steps", "", len(self._steps)))
