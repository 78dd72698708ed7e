"""The page of a window without any library."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout

from desktop_rag.gui.widgets.basics import button
from desktop_rag.gui.widgets.empty_state import CentredColumn, DropArea
from desktop_rag.gui.widgets.theme import Appearance


class WelcomePage(CentredColumn):
    """The first thing a person sees: what this is, where to drop files, and a guide to try it with."""

    sample_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__("welcome")
        self.add_text(self.tr("Ask questions of your own files"), "display")
        self.add_text(
            self.tr("Every answer shows the passage it came from.\nYour files stay where they are, on this computer."),
            "lead",
        )
        self.column.addSpacing(12)
        self.drop_area = DropArea(appearance)
        self.column.addWidget(self.drop_area)
        self.column.addSpacing(4)
        self._sample = button(self.tr("Try it with the guide"), "welcome_sample_button", "quiet")
        self._sample.setIcon(appearance.icon("guide"))
        self._sample.setIconSize(QSize(16, 16))
        self._sample.clicked.connect(self.sample_wanted)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sample)
        row.addStretch(1)
        self.column.addLayout(row)
        self._appearance = appearance
        appearance.changed.connect(self._recolour)

    def _recolour(self) -> None:
        self._sample.setIcon(self._appearance.icon("guide"))
