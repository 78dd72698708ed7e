"""What can be done with a result, as a menu."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop_rag.gui.search.model import Row
from desktop_rag.readers.formats import is_paged


class ResultMenus(QObject):
    """Makes the menus of results and tells what is wanted."""

    show_wanted = Signal()
    file_wanted = Signal(str)  # in its own program
    folder_wanted = Signal(str)
    ask_wanted = Signal(object)  # tuple of files
    test_question_wanted = Signal(str, object)  # file, page or None: it is a right place for the query

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
        menu.addSeparator()
        files = chosen_files or (file,)
        text = self.tr("Ask about this file") if len(files) == 1 else self.tr("Ask about the selected files")
        self._add(menu, text, "result_ask").triggered.connect(partial(self._want_ask, files))
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

    def _want_ask(self, files: tuple[str, ...]) -> None:
        self.ask_wanted.emit(files)

    def _want_test_question(self, file: str, page: int | None) -> None:
        """Keep a file or a page as the right one for the query."""
        self.test_question_wanted.emit(file, page)

    @staticmethod
    def _add(menu: QMenu, text: str, name: str) -> QAction:
        action = menu.addAction(text)
        action.setObjectName(name)
        return action
