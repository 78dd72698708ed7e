"""The two rows above a page: the file's name and where to open it; page or text, and the tools of pages."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import file_label
from desktop_rag.gui.sources.pages.page_bar import PageBar
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, plain_tip
from desktop_rag.gui.widgets.theme import Appearance


class PageTools(QWidget):
    """Says what is shown and asks for something else; knows nothing of how it is done."""

    text_wanted = Signal(bool)
    find_wanted = Signal()
    open_wanted = Signal()
    reveal_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.pages = PageBar(appearance)
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
        self.pages.setVisible(not text)

    def offer_citations(self, actions: Sequence[QAction]) -> None:
        """Let the person choose how to cite what is shown."""
        menu = QMenu(self._cite)
        menu.addActions(actions)
        self._cite.setMenu(menu)

    def show_file(self, path: str, *, paged: bool) -> None:
        """Name the file; only paged ones have pages to turn."""
        self._name.set_full_text(file_label(path))
        self._name.setToolTip(plain_tip(path))
        self._tool_row.setVisible(paged)
        self.pages.setVisible(not self.wants_text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for."""
        super().resizeEvent(event)
        self.pages.fit_into(self.width())

    def _make_file_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 0, 0)
        row.setSpacing(4)
        self._name = ElidedLabel("", "heading", Qt.TextElideMode.ElideMiddle)
        self._name.setObjectName("source_file_name")
        find = IconButton(self._appearance, "search", self.tr("Find (Ctrl+F)"), "find_button")
        opening = IconButton(self._appearance, "open", self.tr("Open file"), "open_file_button")
        reveal = IconButton(self._appearance, "reveal", self.tr("Show in folder"), "show_in_folder_button")
        find.clicked.connect(self.find_wanted)
        opening.clicked.connect(self.open_wanted)
        reveal.clicked.connect(self.reveal_wanted)
        self._cite = IconButton(self._appearance, "quote", self.tr("Copy citation"), "copy_citation_button")
        self._cite.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self._name, 1)
        row.addWidget(find)
        row.addWidget(self._cite)
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
        row.addWidget(self.pages)
        return self._tool_row

    def _switch(self, text: bool) -> None:  # noqa: FBT001
        self.pages.setVisible(not text)
        self.text_wanted.emit(text)


def _segment(text: str, name: str) -> QToolButton:
    result = QToolButton()
    result.setText(text)
    result.setObjectName(name)
    result.setProperty("role", "segment")
    result.setCheckable(True)
    return result
