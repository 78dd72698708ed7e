"""The plain editor of a text with several lines; ``filter_rows`` and ``postprocessor_list`` are friendlier ones."""

import importlib
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_rag.config import OptionValue
from desktop_rag.config.options import (
    FILTERS,
    LLM_ADDITIONAL_KWARGS,
    LLM_DEFAULT_HEADERS,
    NODE_POSTPROCESSORS,
    PLUGINS_ENABLED,
    SHORTCUTS,
)
from desktop_rag.core.errors import UserError
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.theme import BODY, font

_READERS = {
    FILTERS.key: ("desktop_rag.vector_stores.filters", "parse_filters"),
    LLM_DEFAULT_HEADERS.key: ("desktop_rag.llms.resolve", "parse_headers"),
    LLM_ADDITIONAL_KWARGS.key: ("desktop_rag.llms.resolve", "parse_fields"),
    NODE_POSTPROCESSORS.key: ("desktop_rag.postprocessor.factory", "check_postprocessors"),
    PLUGINS_ENABLED.key: ("desktop_rag.config.plugins", "parse_plugins"),
    SHORTCUTS.key: ("desktop_rag.gui.shortcuts.keys", "check_keys"),
}


def line_errors(values: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return, by option, what cannot be understood."""
    errors = {}
    for key, (module, name) in _READERS.items():
        text = str(values.get(key, ""))
        if text.strip():
            try:
                _reader(module, name)(text)
            except UserError as error:
                errors[key] = words.error_text(error)
    return errors


def load_readers() -> None:
    """Load the parsers of such lines; it takes a third of a second, so another thread does it early."""
    for module, _ in _READERS.values():
        importlib.import_module(module)


def _reader(module: str, name: str) -> Callable[[str], object]:
    reader: Callable[[str], object] = getattr(importlib.import_module(module), name)
    return reader


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
        """Set the height to that of the visible lines."""
        if self._lines:
            self.edit.setFixedHeight(self._lines * self.edit.fontMetrics().lineSpacing() + 16)
