"""The list of results: how its rows are painted, keyboard, mouse, and what can be done with one.

A row is a file's line, a passage in two lines, or a quiet link.
"""

from functools import partial

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu, QStyleOptionViewItem, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import FileHits, FoundPassage, SearchResults
from desktop_rag.gui.files.file_words import place_below
from desktop_rag.gui.search import search_words
from desktop_rag.gui.search.model import ResultModel, Row, RowKind, source_of
from desktop_rag.gui.widgets.list_delegate import LineDelegate, option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, ROW_ROLE
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, scaled
from desktop_rag.readers.formats import is_paged

_PAGE = 6  # passages that Page Up and Page Down go over
_HEIGHTS = {RowKind.FILE: 38, RowKind.PASSAGE: 76, RowKind.MORE: 30, RowKind.FURTHER: 40}
_SIDE, _INDENT, _RIGHT = 12, 12, 16  # all that stands at the right ends there, also inside a chosen row's line
_LINE, _LINES = 20, 2
_BADGE = QSize(42, 18)


class ResultMenus(QObject):
    """Makes the menus of results, and emits the chosen actions."""

    show_wanted = Signal()
    file_wanted = Signal(str)  # in its own program
    folder_wanted = Signal(str)
    ask_wanted = Signal(object)  # tuple of files
    table_wanted = Signal(object)  # tuple of files
    test_question_wanted = Signal(str, object)  # file, page or None: it is a right place for the query
    link_wanted = Signal(str, object)  # file, Source or None: its link is to be copied

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._widget = parent

    def make(self, row: Row, chosen_files: tuple[str, ...]) -> QMenu:
        """Return the menu of a row; ``chosen_files`` are those of several chosen rows."""
        menu = QMenu(self._widget)
        file = row.hits.file if row.hits else ""
        if row.passage is not None:
            self._add(menu, self.tr("Show page"), "result_show").triggered.connect(self._want_page)
        self._add(menu, self.tr("Open file"), "result_open").triggered.connect(partial(self._want_file, file))
        reveal = self._add(menu, self.tr("Show in folder"), "result_reveal")
        reveal.triggered.connect(partial(self._want_folder, file))
        source = row.passage.source if row.passage is not None else None
        self._add(menu, self.tr("Copy link"), "result_link").triggered.connect(partial(self._want_link, file, source))
        menu.addSeparator()
        files = chosen_files or (file,)
        text = self.tr("Ask about this file") if len(files) == 1 else self.tr("Ask about the selected files")
        self._add(menu, text, "result_ask").triggered.connect(partial(self._want_ask, files))
        text = self.tr("Make a table of this file") if len(files) == 1 else self.tr("Make a table of these files")
        self._add(menu, text, "result_table").triggered.connect(partial(self._want_table, files))
        menu.addSeparator()
        right = self.tr("Save as test question: this file is right")
        self._add(menu, right, "result_test_question").triggered.connect(partial(self._want_test_question, file, None))
        if row.passage is not None and is_paged(file):
            page = row.passage.source.page
            right = self.tr("Save as test question: page {page} is right").format(page=page)
            self._add(menu, right, "result_test_question_page").triggered.connect(
                partial(self._want_test_question, file, page)
            )
        return menu

    def _want_page(self) -> None:
        self.show_wanted.emit()

    def _want_file(self, file: str) -> None:
        self.file_wanted.emit(file)

    def _want_folder(self, file: str) -> None:
        self.folder_wanted.emit(file)

    def _want_link(self, file: str, source: Source | None) -> None:
        self.link_wanted.emit(file, source)

    def _want_ask(self, files: tuple[str, ...]) -> None:
        self.ask_wanted.emit(files)

    def _want_table(self, files: tuple[str, ...]) -> None:
        self.table_wanted.emit(files)

    def _want_test_question(self, file: str, page: int | None) -> None:
        """Keep a file or a page as the right one for the query."""
        self.test_question_wanted.emit(file, page)

    @staticmethod
    def _add(menu: QMenu, text: str, name: str) -> QAction:
        action = menu.addAction(text)
        action.setObjectName(name)
        return action


class ResultList(QListView):
    """Shows results; the passage that is chosen stays where it is when better results come."""

    passage_chosen = Signal(object)  # Source
    opened = Signal(object)  # Source: the person wants to read it
    file_wanted = Signal(str)  # in its own program
    all_wanted = Signal(str)  # everything of this file
    further_wanted = Signal()
    left = Signal()  # back to the box
    chosen_changed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.results = ResultModel()
        self.setObjectName("search_results")
        self.setAccessibleName(self.tr("Results"))
        self.setModel(self.results)
        self._delegate = ResultDelegate(appearance)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalScrollBar().setSingleStep(24)
        self.menus = ResultMenus(self)
        self.menus.show_wanted.connect(self.open_chosen)
        self.menus.file_wanted.connect(self.file_wanted)
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._open)
        self.customContextMenuRequested.connect(self._open_menu)
        self.selectionModel().selectionChanged.connect(self.chosen_changed)
        self.selectionModel().currentChanged.connect(self._tell)
        appearance.changed.connect(self.viewport().update)

    def set_roots(self, roots: tuple[str, ...]) -> None:
        """Name folders as they are seen from these."""
        self._delegate.roots = roots
        self.viewport().update()

    def show_results(self, results: SearchResults, *, same_query: bool) -> None:
        """Show results. Better ones for the same query leave the chosen row and its position unchanged."""
        row = self.results.row(self.currentIndex().row()) if same_query else None
        place = self.verticalScrollBar().value()
        self.results.show_results(results, self.currentIndex().row() if row is not None else -1)
        if row is not None:
            self._choose_again(row.key, place)
        elif not same_query:
            self.scrollToTop()

    def show_all_of(self, file: str, passages: SearchResults) -> None:
        """Show everything that was found in a file, from the row on that offered it."""
        found = next((hits.passages for hits in passages.files if hits.file == file), None)
        if found is None:
            return
        row = self.currentIndex().row()
        place = self.verticalScrollBar().value()
        self.results.show_all_of(file, found)
        new = self.results.row(row)
        if new is not None and new.selectable:
            self._choose_again(new.key, place)

    def step(self, by: int) -> None:
        """Choose another row; from none, the first."""
        row = self.currentIndex().row()
        target = self.results.next_row(row, by)
        if target != row and target >= 0:
            self._choose(target)
        if by < 0 and target == row:
            self.scrollToTop()
            self.left.emit()

    def page(self, by: int) -> None:
        """Choose a row further away."""
        row = self.currentIndex().row()
        for _ in range(_PAGE):
            row = self.results.next_row(row, by)
        if row >= 0:
            self._choose(row)

    def choose_first(self) -> bool:
        """Choose the first passage when none is; return whether one is chosen."""
        if self.currentIndex().row() < 0:
            self.step(1)
        return self.currentIndex().row() >= 0

    def open_chosen(self) -> None:
        """Open the chosen row."""
        self._open(self.currentIndex())

    def open_file(self) -> None:
        """Open the file of the chosen row in its own program."""
        row = self.results.row(self.currentIndex().row())
        if row is not None and row.hits is not None:
            self.file_wanted.emit(row.hits.file)

    def chosen_source(self) -> Source | None:
        """Return the passage that is chosen."""
        return source_of(self.currentIndex())

    def chosen_files(self) -> tuple[str, ...]:
        """Return the files of the chosen rows, when the person chose several."""
        rows = [self.results.row(index.row()) for index in sorted(self.selectedIndexes(), key=QModelIndex.row)]
        files = tuple(dict.fromkeys(row.hits.file for row in rows if row is not None and row.hits is not None))
        return files if len(rows) > 1 else ()

    def event(self, event: QEvent) -> bool:
        """Keep Esc and Ctrl+Enter for this list."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_own_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go over what cannot be chosen; Esc and the letters belong to the box."""
        if not self.take_key(event):
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
            elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
                self._go_to_end(last=event.key() == Qt.Key.Key_End)
            else:
                super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that moves or opens, wherever it was pressed; return whether it was one."""
        key = event.key()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in ENTER_KEYS:
            if self.choose_first():
                wants_file = modifiers == Qt.KeyboardModifier.ControlModifier
                self.open_file() if wants_file else self.open_chosen()
            return True
        if modifiers:
            return False
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        pages = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        if key in steps:
            self.step(steps[Qt.Key(key)])
        elif key in pages:
            self.page(pages[Qt.Key(key)])
        return key in steps or key in pages

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _choose(self, row: int) -> None:
        """Choose a row; with a file's first passage, its name is in sight, too."""
        index = self.results.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        above = self.results.row(row - 1)
        if above is not None and not above.selectable:
            self.scrollTo(self.results.index(row - 1))
        self.scrollTo(index)

    def _choose_again(self, key: tuple[str, str], place: int) -> None:
        row = self.results.row_of(key)
        self.doItemsLayout()
        if row >= 0:
            index = self.results.index(row)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.verticalScrollBar().setValue(place)

    def _go_to_end(self, *, last: bool) -> None:
        count = self.results.rowCount()
        row = self.results.next_row(count, -1) if last else self.results.next_row(-1, 1)
        if 0 <= row < count:
            self._choose(row)

    def _tell(self, index: QModelIndex) -> None:
        source = source_of(index)
        if source is not None:
            self.passage_chosen.emit(source)

    def _click(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, Row) and row.kind in (RowKind.MORE, RowKind.FURTHER):
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        if row.passage is not None:
            self.opened.emit(row.passage.source)
        elif row.kind is RowKind.MORE and row.hits is not None:
            self.all_wanted.emit(row.hits.file)
        elif row.kind is RowKind.FURTHER:
            self.further_wanted.emit()
        elif row.hits is not None:
            self.file_wanted.emit(row.hits.file)

    def _open_menu(self, place: QPoint) -> None:
        row = self.results.row(self.indexAt(place).row())
        if row is not None and row.hits is not None:
            menu = self.menus.make(row, self.chosen_files())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.viewport().mapToGlobal(place))


def is_own_key(event: QKeyEvent) -> bool:
    """Return True if a key that is also a command of the window belongs to the search page's widgets."""
    return event.key() == Qt.Key.Key_Escape or event.key() in ENTER_KEYS


class ResultDelegate(LineDelegate):
    """Paints a row."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.roots: tuple[str, ...] = ()  # folders are named as they are seen from these

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row's height; a passage without a place is lower."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return QSize(0, 0)
        height = scaled(_HEIGHTS[row.kind])
        if row.passage is not None and not _has_head(row.passage):
            height -= scaled(18)
        return QSize(option_rect(option).width(), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        if row.kind is RowKind.FILE and row.hits is not None:
            self._paint_file(painter, box, row.hits)
        else:
            self._paint_ground(painter, box, option_state(option))
            if row.passage is not None:
                self._paint_passage(painter, box, row.passage)
            else:
                text = str(index.data())
                self._write(painter, box.adjusted(_SIDE + _INDENT, 0, -_SIDE, 0), text, BODY, "link")
        painter.restore()

    def _paint_file(self, painter: QPainter, box: QRect, hits: FileHits) -> None:
        theme = self._appearance.theme
        inner = box.adjusted(_SIDE, 10, -_RIGHT, 0)
        badge = QRect(inner.left(), inner.top() + 4, scaled(_BADGE.width()), scaled(_BADGE.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft"))
        painter.drawRoundedRect(badge, 4, 4)
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(theme.color("text"))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, search_words.badge(hits.file))
        date = search_words.date(hits.modified)
        right = inner.right()
        if date:
            self._write(painter, inner, date, SMALL, "faint", right=True)
            right -= QFontMetrics(font(SMALL)).horizontalAdvance(date) + 12
        name = shown_name(hits.file)
        metrics = QFontMetrics(font(TEXT, bold=True, sample=name))
        left = badge.right() + 10
        room = right - left
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        ranges = hits.name_ranges if shown == name else ()
        box = QRect(left, inner.top(), room, scaled(26))
        self._write_marked(painter, box, shown, ranges, size=TEXT, bold=True)
        left += metrics.horizontalAdvance(shown) + 10
        if right - left > 60:
            folder = place_below(hits.file, self.roots)
            line = QRect(left, inner.top() + 1, right - left, inner.height())
            self._write(painter, line, folder, SMALL, "faint", mode=Qt.TextElideMode.ElideMiddle)

    def _paint_passage(self, painter: QPainter, box: QRect, passage: FoundPassage) -> None:
        inner = box.adjusted(_SIDE + _INDENT, 8, -_RIGHT, -8)
        top = inner.top()
        if _has_head(passage):
            head = QRect(inner.left(), top, inner.width(), scaled(16))
            found = search_words.found_by(passage.source)
            if passage.copies:
                found = " · ".join(part for part in (search_words.copies(len(passage.copies)), found) if part)
            self._write(painter, head, found, SMALL, "faint", right=True)
            head.setRight(head.right() - QFontMetrics(font(SMALL)).horizontalAdvance(found) - 12)
            self._write(painter, head, search_words.place(passage.source), SMALL, "muted", bold=True)
            top += scaled(18)
        snippet = passage.snippet
        area = QRect(inner.left(), top, inner.width(), scaled(_LINE) * _LINES)
        self._write_marked(painter, area, snippet.text, snippet.ranges, lines=_LINES)


def _has_head(passage: FoundPassage) -> bool:
    return bool(search_words.place(passage.source) or search_words.found_by(passage.source) or passage.copies)
