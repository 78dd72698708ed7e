"""The plain editor of a text with several lines; ``filter_rows`` and ``postprocessor_list`` are friendlier ones."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.theme import BODY, font


class PlainLinesEditor(QWidget):
    """Edits the lines as they are; ``lines`` of them are seen at once. Tab leaves the box."""

    changed = Signal()

    def __init__(self, lines: int = 3) -> None:
        super().__init__()
        self._lines = lines
        self.edit = QPlainTextEdit()
        self.edit.setProperty("role", "boxed")
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.setTabChangesFocus(True)
        self.edit.document().setDefaultFont(font(BODY))
        self.edit.document().setDocumentMargin(6)
        self.edit.textChanged.connect(self.changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        self._fit()

    def text(self) -> str:
        """Return the text."""
        return self.edit.toPlainText().strip()

    def set_text(self, text: str) -> None:
        """Show a text."""
        self.edit.setPlainText(text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Be as high as the lines that are to be seen."""
        if self._lines:
            self.edit.setFixedHeight(self._lines * self.edit.fontMetrics().lineSpacing() + 16)
