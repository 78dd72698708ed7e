"""A new library: its name and, folded away, how its files are cut into passages."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CollapsibleSection, ComboBox, button, button_row, fit_height, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring, fit_number_box
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text
from desktop_rag.node_parser.factory import DEFAULT_NODE_PARSER, MAXIMUM_CHUNK_SIZE, NODE_PARSER, Splitting

_WIDTH, _LABEL_WIDTH = 520, 132


class NewLibraryDialog(QDialog):
    """Asks for a name; without a choice under “More options”, files are cut by the default."""

    wanted = Signal(str, object)  # name, Splitting or None

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("new_library_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New library"))
        self._name = QLineEdit()
        TextCentring(self._name)
        self._name.setObjectName("library_name")
        self._name.setPlaceholderText(self.tr("For example: Contracts"))
        self._name.textChanged.connect(self._typed)
        name_label = label(self.tr("Name of the library"), "body")
        name_label.setBuddy(self._name)
        self._section = CollapsibleSection(
            appearance, self.tr("More options"), self._make_options(appearance), "library_more_button"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(name_label)
        layout.addWidget(self._name)
        layout.addWidget(self._section)
        layout.addStretch(1)
        layout.addLayout(self._make_buttons())
        self._section.toggle.toggled.connect(self._fit)
        self._explain_splitter()
        self._typed()

    def splitting(self) -> Splitting | None:
        """Return the splitting for files, None for the default.

        Raises:
            UserError: the sizes do not go together.

        """
        way = str(self._splitter.currentData())
        size, overlap = self._size.value() or None, self._overlap.value()
        if way == DEFAULT_NODE_PARSER and size is None and overlap < 0:
            return None
        sized = way != "sentence_window"
        return Splitting(way, size if sized else None, overlap if sized and overlap >= 0 else None)

    def _make_options(self, appearance: Appearance) -> QWidget:
        """Return the boxes for the splitter and its sizes, with their help."""
        content = QWidget()
        grid = self._grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
        grid.setColumnStretch(1, 1)
        self._splitter = ComboBox(appearance)
        self._splitter.setObjectName("library_cutting")
        for choice in NODE_PARSER.choices:
            self._splitter.addItem(option_text(choice.label), choice.value)
        self._explanation = label("", "small", wrap=True)
        self._size = self._number_box("library_size", self.tr("Default"), 0, MAXIMUM_CHUNK_SIZE)
        self._overlap = self._number_box("library_overlap", self.tr("Default"), -1, MAXIMUM_CHUNK_SIZE // 2)
        self._sized: list[QWidget] = []
        self._add_row(0, option_text(NODE_PARSER.label), self._splitter)
        grid.addWidget(self._explanation, 1, 1)
        self._sized += self._add_row(2, self.tr("Size"), self._size)
        self._sized += self._add_row(3, self.tr("Overlap"), self._overlap)
        hint = label(
            self.tr(
                "In tokens. A token is about three quarters of an English word. "
                "“Overlap” is the text that neighbouring passages share."
            ),
            "small",
            wrap=True,
        )
        self._sized.append(hint)
        grid.addWidget(hint, 4, 1)
        self._error = label("", "error", wrap=True)
        self._error.setObjectName("library_cutting_error")
        self._error.hide()
        grid.addWidget(self._error, 5, 1)
        grid.addWidget(label(self.tr("This cannot be changed later."), "small", wrap=True), 6, 1)
        self._splitter.currentIndexChanged.connect(self._explain_splitter)
        return content

    def _add_row(self, row: int, text: str, widget: QWidget) -> list[QWidget]:
        """Add a row of the options; return its widgets."""
        name = label(text, "body")
        name.setBuddy(widget)
        widget.setAccessibleName(text)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(widget, row, 1)
        return [name, widget]

    def _number_box(self, name: str, usual: str, least: int, most: int) -> QSpinBox:
        """Make a box for a number whose least value stands for the usual one."""
        box = QSpinBox()
        box.setObjectName(name)
        box.setRange(least, most)
        box.setSpecialValueText(usual)
        box.setValue(least)
        fit_number_box(box)
        box.valueChanged.connect(self._clear_error)
        return box

    def _make_buttons(self) -> QHBoxLayout:
        cancel = button(self.tr("Cancel"), "library_cancel_button")
        cancel.clicked.connect(self.reject)
        self._create = button(self.tr("Create"), "library_create_button", "primary")
        self._create.setDefault(True)
        self._create.clicked.connect(self._finish)
        return button_row(cancel, self._create)

    def _typed(self) -> None:
        """Allow to create a library once it has a name."""
        self._create.setEnabled(bool(self._name.text().strip()))

    def _explain_splitter(self) -> None:
        """Explain the chosen way; single sentences have no size."""
        way = str(self._splitter.currentData())
        self._explanation.setText(option_text(NODE_PARSER.choice(way).help))
        for widget in self._sized:
            widget.setVisible(way != "sentence_window")
        self._clear_error()

    def _clear_error(self) -> None:
        self._error.hide()
        self._fit()

    def _fit(self) -> None:
        fit_height(self, _WIDTH)

    def _finish(self) -> None:
        try:
            splitting = self.splitting()
        except UserError as error:
            self._section.set_open(opened=True)
            self._error.setText(words.error_text(error))
            self._error.show()
            self._fit()
            return
        self.wanted.emit(self._name.text().strip(), splitting)
        self.accept()
