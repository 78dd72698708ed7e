"""Arrows between the versions of a question that was edited."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_rag.gui.widgets.basics import IconButton, label
from desktop_rag.gui.widgets.theme import Appearance


class VersionBar(QWidget):
    """Says “2 of 3” below a question, with an arrow at either side; hidden where there is one version alone."""

    step_wanted = Signal(int)  # -1 or 1

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("version_bar")
        self._before = IconButton(appearance, "left", self.tr("Previous version"), "version_before_button")
        self._after = IconButton(appearance, "right", self.tr("Next version"), "version_after_button")
        self._said = label("", "small")
        self._said.setObjectName("version_label")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for widget in (self._before, self._said, self._after):
            row.addWidget(widget)
        self._before.clicked.connect(partial(self.step_wanted.emit, -1))
        self._after.clicked.connect(partial(self.step_wanted.emit, 1))
        self.hide()

    def show_version(self, place: int, count: int) -> bool:
        """Say which one of how many is shown, counted from 0; return whether there is more than one."""
        self._said.setText(self.tr("{number} of {count}").format(number=place + 1, count=count))
        self._before.setEnabled(place > 0)
        self._after.setEnabled(place + 1 < count)
        self.setVisible(count > 1)
        return count > 1
