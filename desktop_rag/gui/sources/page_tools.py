"""The two rows above a page: the file's name and where to open it; page or text; page number; zoom."""

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import file_label
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, label, plain_tip
from desktop_rag.gui.widgets.theme import Appearance


class PageTools(QWidget):
    """Says what is shown and asks for something else; knows nothing of how it is done."""

    text_wanted = Signal(bool)
    page_step = Signal(int)
    zoom_step = Signal(int)
    fit_wanted = Signal()
    open_wanted = Signal()
    reveal_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 6)
        layout.setSpacing(0)
        layout.addLayout(self._make_file_row())
        layout.addWidget(self._make_tool_row())

    @property
    def wants_text(self) -> bool:
        """Whether the person prefers text over pages."""
        return self._text_tab.isChecked()

    def choose(self, *, text: bool) -> None:
        """Show the text, or the page, as chosen without asking for it."""
        with QSignalBlocker(self._text_tab):
            (self._text_tab if text else self._page_tab).setChecked(True)
        self._page_tools.setVisible(not text)

    def show_file(self, path: str, *, paged: bool) -> None:
        """Name the file; only paged ones have pages to turn."""
        self._name.set_full_text(file_label(path))
        self._name.setToolTip(plain_tip(path))
        self._tool_row.setVisible(paged)
        self._page_tools.setVisible(not self.wants_text)

    def show_page(self, page: int, pages: int) -> None:
        """Write “60 / 141”."""
        self._label.setText(f"{words.number(page)} / {words.number(pages)}")
        self._label.setAccessibleName(self.tr("Page {page} of {pages}").format(page=page, pages=pages))
        self._previous.setEnabled(page > 1)
        self._next.setEnabled(page < pages)

    def show_zoom(self, percent: int) -> None:
        """Write “100%”."""
        self._percent.setText(self.tr("{percent}%").format(percent=percent))

    def _make_file_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 0, 0)
        row.setSpacing(4)
        self._name = ElidedLabel("", "heading", Qt.TextElideMode.ElideMiddle)
        self._name.setObjectName("source_file_name")
        opening = IconButton(self._appearance, "open", self.tr("Open file"), "open_file_button")
        reveal = IconButton(self._appearance, "reveal", self.tr("Show in folder"), "show_in_folder_button")
        opening.clicked.connect(self.open_wanted)
        reveal.clicked.connect(self.reveal_wanted)
        row.addWidget(self._name, 1)
        row.addWidget(opening)
        row.addWidget(reveal)
        return row

    def _make_tool_row(self) -> QWidget:
        """Page or text; page navigation; zoom."""
        self._tool_row = QWidget()
        row = QHBoxLayout(self._tool_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        tabs = QButtonGroup(self)
        self._page_tab = _segment(self.tr("Page"), "page_tab")
        self._text_tab = _segment(self.tr("Text"), "text_tab")
        for tab in (self._page_tab, self._text_tab):
            tabs.addButton(tab)
            row.addWidget(tab)
        self._page_tab.setChecked(True)
        self._text_tab.toggled.connect(self._switch)
        row.addStretch(1)
        row.addWidget(self._make_page_tools())
        return self._tool_row

    def _make_page_tools(self) -> QWidget:
        self._page_tools = QWidget()
        row = QHBoxLayout(self._page_tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._previous = self._small("left", self.tr("Previous page"), "previous_page_button")
        self._next = self._small("right", self.tr("Next page"), "next_page_button")
        smaller = self._small("minus", self.tr("Smaller"), "zoom_out_button")
        larger = self._small("plus", self.tr("Larger"), "zoom_in_button")
        fit = self._small("fit", self.tr("Fit width"), "fit_width_button")
        self._label = _number("page_label", 56)
        self._percent = _number("zoom_label", 44)
        for widget in (self._previous, self._label, self._next):
            row.addWidget(widget)
        row.addSpacing(8)
        for widget in (smaller, self._percent, larger, fit):
            row.addWidget(widget)
        self._previous.clicked.connect(self._go_back)
        self._next.clicked.connect(self._go_forward)
        smaller.clicked.connect(self._shrink)
        larger.clicked.connect(self._magnify)
        fit.clicked.connect(self.fit_wanted)
        return self._page_tools

    def _small(self, icon: str, text: str, name: str) -> IconButton:
        result = IconButton(self._appearance, icon, text, name)
        result.setIconSize(QSize(16, 16))
        result.setFixedSize(28, 28)
        return result

    def _switch(self, text: bool) -> None:  # noqa: FBT001
        self._page_tools.setVisible(not text)
        self.text_wanted.emit(text)

    def _go_back(self) -> None:
        self.page_step.emit(-1)

    def _go_forward(self) -> None:
        self.page_step.emit(1)

    def _shrink(self) -> None:
        self.zoom_step.emit(-1)

    def _magnify(self) -> None:
        self.zoom_step.emit(1)


def _segment(text: str, name: str) -> QToolButton:
    result = QToolButton()
    result.setText(text)
    result.setObjectName(name)
    result.setProperty("role", "segment")
    result.setCheckable(True)
    return result


def _number(name: str, width: int) -> QLabel:
    result = label("", "muted")
    result.setObjectName(name)
    result.setMinimumWidth(width)
    result.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return result
