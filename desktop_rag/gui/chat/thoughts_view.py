"""What a reasoning model thought before it answered, folded away."""

import time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.collapsible_section import CollapsibleSection
from desktop_rag.gui.widgets.theme import Appearance


class ThoughtsView(QWidget):
    """Grows while the model thinks; its words are laid out only while somebody reads them."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("thoughts_view")
        self._pieces: list[str] = []
        self._thinking = False
        self._began = 0.0
        self._ended = 0.0
        self._text = label("", "muted", wrap=True)
        self._text.setObjectName("thoughts_text")
        self._text.setAccessibleName(self.tr("What the model thought"))
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.section = CollapsibleSection(appearance, self.tr("Thinking…"), self._text, "thoughts_fold")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.section)
        self.section.toggle.toggled.connect(self._show_text)

    def add(self, text: str) -> None:
        """Add the next words that the model thinks."""
        self._ended = time.monotonic()
        self._began = self._began or self._ended
        self._pieces.append(text)
        if not self._thinking:
            self._thinking = True
            self.section.set_title(self.tr("Thinking…"))
        self.show()
        self._show_text()

    def pause(self) -> None:
        """Say how long the model thought: it writes now."""
        if self._thinking:
            self._thinking = False
            self.section.set_title(self._title())

    def finish(self, thoughts: str) -> None:
        """Keep the thoughts of the finished answer, with how long they took where that is known."""
        if thoughts:
            self._pieces = [thoughts]
        self._thinking = False
        self.section.set_title(self._title())
        self.setVisible(bool(self._pieces))
        self._show_text()

    def _title(self) -> str:
        seconds = self._ended - self._began
        title = self.tr("Thought for {time}").format(time=words.duration(seconds)) if seconds >= 1 else ""
        return title or self.tr("Thoughts")

    def _show_text(self) -> None:
        if self.section.is_open():
            self._text.setText("".join(self._pieces).strip())
