"""The quiet row below the question box: mode, “Documents only”, advanced settings, and a mark when these are in use."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_rag.config.options import DOCUMENTS_ONLY, MODE
from desktop_rag.core.results.answers import AnswerMode
from desktop_rag.gui.chat.mode_popup import ModePopup
from desktop_rag.gui.widgets.basics import ChevronButton, button
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text


class QuestionTools(QWidget):
    """Offers the modes and opens the advanced settings."""

    mode_chosen = Signal(str)
    documents_only_chosen = Signal(bool)
    advanced_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._mode = MODE.default
        self.mode_button = ChevronButton(appearance, "mode_button")
        self.mode_button.setProperty("role", "tool")
        self.popup = ModePopup(appearance, self)
        self.popup.chosen.connect(self.mode_chosen)
        self.mode_button.clicked.connect(self.open_modes)
        self.documents_only = button(option_text(DOCUMENTS_ONLY.label), "documents_only_button", "tool")
        self.documents_only.setCheckable(True)
        self.documents_only.setToolTip(option_text(DOCUMENTS_ONLY.help))
        self.documents_only.setIconSize(QSize(16, 16))
        self.documents_only.clicked.connect(self.documents_only_chosen)
        self.documents_only.toggled.connect(self._recolour)
        self.advanced_button = self._make_button(self.tr("Advanced"), "advanced_button")
        self.advanced_button.setToolTip(self.tr("Search and answer settings (Ctrl+Shift+A)"))
        self.mark = self._make_button(self.tr("Advanced settings in use"), "advanced_mark")
        self.mark.setProperty("role", "mark")
        self.mark.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.mode_button, self.documents_only, self.advanced_button, self.mark):
            layout.addWidget(widget)
        layout.addStretch(1)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def show_mode(self, mode: str) -> None:
        """Show which mode is used."""
        choice = MODE.choice(mode)
        name = option_text(choice.label)
        self._mode = mode
        self.mode_button.setText(name)
        self.mode_button.setToolTip(option_text(choice.help))
        self.mode_button.setAccessibleName(self.tr("Mode: {name}").format(name=name))
        self.documents_only.setHidden(mode == AnswerMode.SEARCH)

    def show_documents_only(self, on: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Show whether answers keep to the documents."""
        self.documents_only.setChecked(on)

    def show_changed(self, labels: Sequence[str]) -> None:
        """Show that something differs from the person's settings, and what."""
        self.mark.setVisible(bool(labels))
        self.advanced_button.setVisible(not labels)
        self.mark.setToolTip(self.tr("Changed for this conversation: {what}").format(what=", ".join(labels)))

    def open_modes(self) -> None:
        """Open the list of modes."""
        self.popup.open_above(self.mode_button, self._mode)

    def _make_button(self, text: str, name: str) -> QPushButton:
        result = button(text, name, "tool")
        result.setIconSize(QSize(16, 16))
        result.clicked.connect(self.advanced_wanted)
        return result

    def _recolour(self) -> None:
        is_on = self.documents_only.isChecked()
        self.documents_only.setIcon(self._appearance.icon("file-text", "accent" if is_on else "muted"))
        self.advanced_button.setIcon(self._appearance.icon("settings"))
        self.mark.setIcon(self._appearance.icon("settings", "accent"))
