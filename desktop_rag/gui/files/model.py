"""The rows of the page of files: as many as there are, of which only some pages are in memory."""

import datetime as dt
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus
from desktop_rag.gui.files import file_words
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

NAME, STATE, REASON, PAGES, SIZE, CHANGED, FOLDER = range(7)
ORDERS = ("name", "state", "reason", "pages", "size", "modified", "path")
PAGE = 200
_KEPT, _WANTED = 24, 4  # pages in memory; pages that are asked for at once, the last ones seen
RIGHT = (PAGES, SIZE)


class FilesModel(QAbstractTableModel):
    """Fetches only the pages of rows that are looked at; rows not yet fetched are empty for a moment.

    ``rows_about_to_move`` and ``rows_moved`` frame every change that puts other files into rows.
    """

    loaded = Signal(object)  # FilePage
    failed = Signal(object)  # UserError
    rows_about_to_move = Signal()
    rows_moved = Signal()
    renamed = Signal()  # folders are called otherwise

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._library = ""
        self._query = FileQuery()
        self._roots: tuple[str, ...] = ()
        self._running: frozenset[str] = frozenset()
        self._total = 0
        self._pages: dict[int, tuple[FileStatus, ...]] = {}  # the last one seen comes last
        self._stale: set[int] = set()
        self._requested: dict[int, None] = {}
        self._job: Job[FilePage] | None = None
        self._timer = single_shot(self, 0, self._request_next)

    @property
    def query(self) -> FileQuery:
        """The query whose files are shown."""
        return self._query

    @property
    def library(self) -> str:
        """The library whose files are shown."""
        return self._library

    def show(self, library: str, query: FileQuery) -> None:
        """Show the files of a library that fit a query (its place and length do not matter)."""
        self.beginResetModel()
        self._library, self._query = library, replace(query, offset=0, limit=PAGE)
        self._total = 0
        self._pages.clear()
        self._stale.clear()
        self._cancel_request()
        self.endResetModel()
        if library:
            self._request_page(0)

    def set_roots(self, roots: tuple[str, ...]) -> None:
        """Name folders as they are seen from these."""
        if roots != self._roots:
            self._roots = roots
            self.renamed.emit()

    def set_running(self, paths: frozenset[str]) -> None:
        """Show of these files that they are being read; the store knows only that they wait."""
        if paths != self._running:
            self._running = paths
            if self._total:
                self.dataChanged.emit(self.index(0, STATE), self.index(self._total - 1, STATE))

    def state(self, file: FileStatus) -> str:
        """Return the state of a file in words."""
        return file_words.being_read() if self._is_running(file) else words.file_state(file.state)

    def _is_running(self, file: FileStatus) -> bool:
        return file.state is FileState.WAITING and file.path in self._running

    def _state_tip(self, file: FileStatus) -> str:
        return "" if self._is_running(file) else file_words.state_reason(file.state)

    def refresh(self) -> None:
        """Fetch the visible rows again; until they arrive, the old ones are shown."""
        self._stale = set(self._pages)
        self._request_page(next(reversed(self._pages), 0))

    def file(self, row: int) -> FileStatus | None:
        """Return a row's file if it is in memory."""
        page = self._pages.get(row // PAGE, ())
        place = row % PAGE
        return page[place] if place < len(page) else None

    def fetch(self, row: int) -> FileStatus | None:
        """Return a row's file if it is in memory; a page that is missing or outdated is requested."""
        number = row // PAGE
        if (number not in self._pages or number in self._stale) and number not in self._requested:
            self._request_page(number)
        return self.file(row)

    def rows_of(self, paths: set[str]) -> list[int]:
        """Return the rows in memory that show these files."""
        return [
            number * PAGE + place
            for number, page in self._pages.items()
            for place, file in enumerate(page)
            if file.path in paths
        ]

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of files."""
        return 0 if parent.isValid() else self._total

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return len(ORDERS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (
                self.tr("File"),
                self.tr("State"),
                self.tr("Reason"),
                self.tr("Pages"),
                self.tr("Size"),
                self.tr("Changed"),
                self.tr("Folder"),
            )[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in RIGHT else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        file = self.fetch(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() in RIGHT else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if file is None:
            return "…" if role == Qt.ItemDataRole.DisplayRole and index.column() == NAME else None
        return self._cell(file, index.column(), role)

    def _cell(self, file: FileStatus, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(file, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == STATE:
                return plain_tip(words.sentence(file.reason) or self._state_tip(file))
            return plain_tip(words.sentence(file.reason) if column == REASON and file.reason else shown_path(file.path))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return file_words.spoken(file, self.state(file)) if column == NAME else self.text(file, column)
        return None

    def text(self, file: FileStatus, column: int) -> str:
        """Return a cell's words."""
        if column == STATE:
            return self.state(file)
        return file_words.folder_below(file.path, self._roots) if column == FOLDER else _TEXTS[column](file)

    def _request_page(self, number: int) -> None:
        """Ask for a page in a moment; of many, those that were looked at last."""
        self._requested.pop(number, None)
        self._requested[number] = None
        while len(self._requested) > _WANTED:
            del self._requested[next(iter(self._requested))]
        if self._job is None and not self._timer.isActive():
            self._timer.start()

    def _request_next(self) -> None:
        if self._job is not None or not self._requested or not self._library:
            return
        number, _ = self._requested.popitem()
        query = replace(self._query, offset=number * PAGE, limit=PAGE)
        self._job = self._bridge.worker.files.page(self._library, query)
        job_id = self._job.id
        self._bridge.run(self._job, partial(self._page_loaded, job_id, number), partial(self._page_failed, job_id))

    def _page_loaded(self, job_id: int, number: int, page: FilePage) -> None:
        """Show a page; an answer to an older question is dropped."""
        if self._job is None or self._job.id != job_id:
            return
        self._job = None
        before = self._pages.get(number, ())
        moves = bool(before) and [file.path for file in before] != [file.path for file in page.rows]
        if moves:
            self.rows_about_to_move.emit()
        self._resize(page.total)
        self._pages.pop(number, None)
        self._pages[number] = page.rows
        self._stale.discard(number)
        while len(self._pages) > _KEPT:
            del self._pages[next(iter(self._pages))]
        if page.rows:
            last = self.index(number * PAGE + len(page.rows) - 1, len(ORDERS) - 1)
            self.dataChanged.emit(self.index(number * PAGE, 0), last)
        if moves:
            self.rows_moved.emit()
        self.loaded.emit(page)
        self._request_next()

    def _page_failed(self, job_id: int, error: UserError) -> None:
        if self._job is None or self._job.id != job_id:
            return
        self._job = None
        self._requested.clear()
        self.failed.emit(error)

    def _resize(self, total: int) -> None:
        """Have as many rows as there are files now; changes are made at the end, where they disturb least."""
        if total > self._total:
            self.beginInsertRows(QModelIndex(), self._total, total - 1)
            self._total = total
            self.endInsertRows()
        elif total < self._total:
            self.beginRemoveRows(QModelIndex(), total, self._total - 1)
            self._total = total
            self.endRemoveRows()
            self._pages = {number: page for number, page in self._pages.items() if number * PAGE < total}

    def _cancel_request(self) -> None:
        self._requested.clear()
        if self._job is not None:
            self._job.cancel()
            self._job = None


def _name(file: FileStatus) -> str:
    """Return the text of the column “File”."""
    return shown_name(file.path)


def _reason(file: FileStatus) -> str:
    """Return the text of the column “Reason”."""
    return words.sentence(file.reason)


def _size(file: FileStatus) -> str:
    """Return the text of the column “Size”."""
    return file_words.size(file.size) if file.size else ""


def _changed(file: FileStatus) -> str:
    """Return the text of the column “Changed”."""
    return file_words.changed(file.modified, dt.datetime.now(dt.UTC).astimezone().date())


_TEXTS = {
    NAME: _name,
    REASON: _reason,
    PAGES: file_words.pages,
    SIZE: _size,
    CHANGED: _changed,
}
