"""The page “All documents”: what can be asked of a whole library at once, a section each."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from desktop_rag.core.results.answers import AllDocumentsOffer
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.all_documents.comparison_section import ComparisonSection
from desktop_rag.gui.all_documents.contradiction_section import ContradictionSection
from desktop_rag.gui.all_documents.find_all import FindAllSection
from desktop_rag.gui.all_documents.register_section import RegisterSection
from desktop_rag.gui.all_documents.section import Section
from desktop_rag.gui.all_documents.table_section import TableSection
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.page_stack import ALL_DOCUMENTS, PageHeader, PageSwitch, margin_beside_column
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance


class AllDocumentsPane(QWidget):
    """Shows what is found in all documents of one library, with the page of what is chosen beside it."""

    emptied = Signal()  # no page belongs to what is shown
    passage_shown = Signal(object, object, bool)  # Source, Citation or None; whether the person wants to read it
    link_wanted = Signal(str, int, str)  # file, page or 0, words there or "": the link to it is to be copied

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("all_documents_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._library = ""
        self.sidebar_button = IconButton(appearance, "sidebar", self.tr("Libraries"), "all_documents_sidebar_button")
        self.sources_button = IconButton(appearance, "sources", self.tr("Page"), "all_documents_sources_button")
        self.switch = PageSwitch(ALL_DOCUMENTS)
        self._title = ElidedLabel("", "title")
        self.find_all = FindAllSection(bridge, appearance)
        self.register = RegisterSection(bridge, appearance)
        self.table = TableSection(bridge, appearance)
        self.comparison = ComparisonSection(bridge, appearance)
        self.contradictions = ContradictionSection(bridge, appearance)
        self._sections = QStackedWidget()
        self._tabs = QButtonGroup(self)
        tabs = QFrame()
        tabs.setProperty("role", "switch")
        row = FlowRow(2)
        inside = QVBoxLayout(tabs)
        inside.setContentsMargins(2, 2, 2, 2)
        inside.addWidget(row)
        self._named: tuple[tuple[Section, str], ...] = (
            (self.find_all, self.tr("Find all")),
            (self.register, self.tr("Register")),
            (self.table, self.tr("Table")),
            (self.comparison, self.tr("Compare")),
            (self.contradictions, self.tr("Contradictions")),
        )
        for section, text in self._named:
            push = QToolButton()
            push.setObjectName(f"{section.objectName()}_tab")
            push.setText(text)
            push.setProperty("role", "segment")
            push.setCheckable(True)
            push.setChecked(section is self.find_all)
            push.clicked.connect(partial(self.show_section, section))
            row.add(push)
            self._tabs.addButton(push, self._sections.addWidget(section))
            section.passage_wanted.connect(self.passage_shown)
            section.link_wanted.connect(self.link_wanted)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        self._column.addWidget(tabs, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._sections, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(PageHeader(self.sidebar_button, self.switch, self._title, self.sources_button))
        layout.addLayout(self._column, 1)

    def set_library(self, info: IndexInfo) -> None:
        """Make this the library that is asked."""
        changed = self._library != info.name
        self._library = info.name
        self._title.set_full_text(info.name)
        for section, _ in self._named:
            section.set_library(info)
        if changed:
            self.emptied.emit()

    def focus(self) -> None:
        """Go to where the person types."""
        self.section.focus()

    @property
    def section(self) -> Section:
        """The section that is shown."""
        return self._named[self._sections.currentIndex()][0]

    def show_section(self, section: QWidget, *_checked: bool) -> None:
        """Show a section, with the keyboard in it."""
        self._sections.setCurrentWidget(section)
        self._tabs.button(self._sections.currentIndex()).setChecked(True)
        self.section.focus()

    def look_up(self, offer: AllDocumentsOffer) -> None:
        """Show what an answer offers, with its words filled in; what takes a moment begins at once."""
        if offer.section == "table":
            self.show_section(self.table)
            self.table.ask(offer.words)
        elif offer.section == "register":
            self.show_section(self.register)
            self.register.filter_by(offer.words)
        else:
            self.show_section(self.find_all)
            self.find_all.look_for(offer.words)

    def make_table(self, files: tuple[str, ...]) -> None:
        """Show a review table of these files alone."""
        self.show_section(self.table)
        self.table.ask_only(files)

    def show_table(self, name: str) -> None:
        """Show the review table with this name."""
        self.show_section(self.table)
        self.table.show_table(name)

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.section.areas()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep everything in a column that can be read."""
        super().resizeEvent(event)
        side = margin_beside_column(self)
        self._column.setContentsMargins(side, 0, side, 8)
