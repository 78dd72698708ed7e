"""The quiet row below the question box: mode, libraries, “Documents only”, and a mark when advanced settings differ."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QListView, QPushButton, QVBoxLayout, QWidget

from desktop_rag.config.options import DOCUMENTS_ONLY, MODE
from desktop_rag.core.results.answers import AnswerMode
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ChevronButton, button, plain_tip
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, ROW_HEIGHT, TwoLineDelegate
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.words import option_text

_NARROWEST, _WIDEST = 64, 140  # pixels of a library's name
_NARROWEST_POPUP, _MARGIN = 320, 6
_MODE_ROLE = Qt.ItemDataRole.UserRole + 50


class ModePopup(QFrame):
    """A list above the button that opens it; arrow keys and Enter choose, Escape closes."""

    chosen = Signal(str)

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("mode_popup")
        self._model = QStandardItemModel(self)
        for choice in MODE.choices:
            name, explanation = option_text(choice.label), option_text(choice.help)
            item = QStandardItem(name)
            item.setData(explanation, LINE_ROLE)
            item.setData(choice.value, _MODE_ROLE)
            item.setData(f"{name}. {explanation}", Qt.ItemDataRole.AccessibleTextRole)
            item.setEditable(False)
            self._model.appendRow(item)
        self.list = QListView()
        self.list.setObjectName("mode_list")
        self.list.setAccessibleName(self.tr("Modes"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self._model)
        self._delegate = TwoLineDelegate(appearance)
        self.list.setItemDelegate(self._delegate)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        layout.addWidget(self.list)
        self.list.clicked.connect(self._choose)

    def open_above(self, button: QWidget, mode: str) -> None:
        """Open above a button, with this mode chosen."""
        for row in range(self._model.rowCount()):
            index = self._model.index(row, 0)
            if index.data(_MODE_ROLE) == mode:
                self.list.setCurrentIndex(index)
        rows = self._model.rowCount() * scaled(ROW_HEIGHT)
        room = button.screen().availableGeometry()
        width = max(scaled(_NARROWEST_POPUP), self._delegate.widest(self._model) + 2 * _MARGIN + 2)
        self.setFixedSize(min(width, room.width()), rows + 2 * _MARGIN + 2)
        place = button.mapToGlobal(QPoint(0, -self.height() - 4))
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        self.move(place)
        self.show()
        self.list.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.list.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        self.hide()
        if index.isValid():
            self.chosen.emit(str(index.data(_MODE_ROLE)))


class QuestionTools(FlowRow):
    """Offers the modes and opens the advanced settings."""

    mode_chosen = Signal(str)
    documents_only_chosen = Signal(bool)
    advanced_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(4)
        self._appearance = appearance
        self._mode = MODE.default
        self._names: Sequence[str] = ()
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
        self.libraries_button = ChevronButton(appearance, "libraries_button")
        self.libraries_button.setProperty("role", "tool")
        self.libraries_button.hide()
        for widget in (self.mode_button, self.libraries_button, self.documents_only, self.advanced_button, self.mark):
            self.add(widget)
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
        self._name_libraries()

    def show_libraries(self, names: Sequence[str], *, is_choice: bool) -> None:
        """Name the libraries that are asked, the conversation's own first; without a choice nothing is shown."""
        button, asked = self.libraries_button, words.listed(names)
        self._names = names
        button.setToolTip(plain_tip(self.tr("Libraries asked: {names}").format(names=asked)))
        button.setAccessibleName(self.tr("Libraries asked: {names}").format(names=asked))
        button.setVisible(is_choice)
        self._name_libraries()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the library's name before the row wraps."""
        super().resizeEvent(event)
        self._name_libraries()

    def show_documents_only(self, on: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Show whether answers keep to the documents."""
        self.documents_only.setChecked(on)

    def show_changed(self, labels: Sequence[str]) -> None:
        """Show the names of the settings changed for this conversation."""
        self.mark.setVisible(bool(labels))
        self.advanced_button.setVisible(not labels)
        self._name_libraries()
        self.mark.setToolTip(self.tr("Changed for this conversation: {what}").format(what=words.listed(labels)))

    def open_modes(self) -> None:
        """Open the list of modes."""
        self.popup.open_above(self.mode_button, self._mode)

    def _name_libraries(self) -> None:
        """Write the name of the first library as far as there is room for it."""
        if self._names:
            pixels = self._write_name(scaled(_WIDEST))
            if (missing := self.sizeHint().width() - self.width()) > 0:
                self._write_name(max(scaled(_NARROWEST), pixels - missing))

    def _write_name(self, pixels: int) -> int:
        """Write a name in ``pixels`` of width; return the width it takes."""
        button, names = self.libraries_button, self._names
        first = button.fontMetrics().elidedText(names[0], Qt.TextElideMode.ElideMiddle, pixels)
        more = self.tr("{name} + {count}").format(name=first, count=len(names) - 1)
        text = (more if len(names) > 1 else first).replace("&", "&&")
        if text != button.text():
            button.setText(text)
        return button.fontMetrics().horizontalAdvance(first)

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
