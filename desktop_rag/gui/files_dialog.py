"""The table of a library's files: how far each is, and why one could not be read."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    QUrl,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.errors import UserError
from desktop_rag.events import StoreChanged
from desktop_rag.gui import words
from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.widgets import ComboBox, Notice, button, label
from desktop_rag.results import FileState, FileStatus, IndexStatus

Index = QModelIndex | QPersistentModelIndex
STATE_ROLE = Qt.ItemDataRole.UserRole + 1
PATH_ROLE = Qt.ItemDataRole.UserRole + 2
_NAME, _STATE, _REASON, _PAGES, _FOLDER = range(5)
_ORDER = {state: place for place, state in enumerate(
    (FileState.FAILED, FileState.OFFLINE, FileState.SKIPPED, FileState.KEYWORD, FileState.READY)
)}  # fmt: skip
_TONES = {FileState.FAILED: "error", FileState.OFFLINE: "warning", FileState.READY: "ok"}
_REFRESH_MS = 1_000


class FilesModel(QAbstractTableModel):
    """One row per file."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._files: tuple[FileStatus, ...] = ()

    def set_files(self, files: tuple[FileStatus, ...]) -> None:
        """Show these files."""
        if files != self._files:
            self.beginResetModel()
            self._files = files
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many files there are."""
        return 0 if parent.isValid() else len(self._files)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 5

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            titles = (self.tr("File"), self.tr("State"), self.tr("Reason"), self.tr("Pages"), self.tr("Folder"))
            return titles[section]
        if section == _PAGES and role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return a cell."""
        file, column = self._files[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(file, column)
        if role in (STATE_ROLE, PATH_ROLE):
            return file.state if role == STATE_ROLE else file.path
        return self._look(file, column, role)

    def _look(self, file: FileStatus, column: int, role: int) -> Any:  # noqa: ANN401
        """Return how a cell is shown, apart from its words."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return file.reason if column == _REASON and file.reason else file.path
        if role == Qt.ItemDataRole.ForegroundRole and column == _STATE:
            return self._appearance.theme.color(_TONES.get(file.state, "muted"))
        if role == Qt.ItemDataRole.TextAlignmentRole and column == _PAGES:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def sort_key(self, row: int, column: int) -> tuple[int | str, ...]:
        """Return what a column is sorted by; files that need attention come first."""
        file = self._files[row]
        keys: dict[int, tuple[int | str, ...]] = {
            _STATE: (_ORDER[file.state], file.path.lower()),
            _PAGES: (file.pages,),
        }
        return keys.get(column, (self._text(file, column).lower(),))

    def _text(self, file: FileStatus, column: int) -> str:
        """Return a cell's words."""
        path = Path(file.path)
        pages = words.number(file.pages) if file.pages else ""
        return (path.name, words.file_state(file.state), file.reason, pages, str(path.parent))[column]


class FilesFilter(QSortFilterProxyModel):
    """Files whose path contains some words, in one state or all."""

    def __init__(self) -> None:
        super().__init__()
        self._words: list[str] = []
        self._state: FileState | None = None

    def set_words(self, text: str) -> None:
        """Keep files whose path contains each of these words."""
        self.beginFilterChange()
        self._words = text.lower().split()
        self.endFilterChange()

    def set_state(self, state: FileState | None) -> None:
        """Keep files in this state."""
        self.beginFilterChange()
        self._state = state
        self.endFilterChange()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether a file is kept."""
        index = self.sourceModel().index(source_row, 0, source_parent)
        path = str(index.data(PATH_ROLE)).lower()
        right_state = self._state is None or index.data(STATE_ROLE) == self._state
        return right_state and all(word in path for word in self._words)

    def lessThan(self, left: Index, right: Index) -> bool:
        """Sort by what the model says."""
        model = self.sourceModel()
        if not isinstance(model, FilesModel):
            return False
        return model.sort_key(left.row(), left.column()) < model.sort_key(right.row(), right.column())


class _EndElided(QStyledItemDelegate):
    """Leaves out the end of a sentence that does not fit, where the other columns leave out the middle."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Set where to shorten."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight


class FilesDialog(QDialog):
    """All files of a library, with a filter; opened from the library's menu."""

    def __init__(self, bridge: Bridge, appearance: Appearance, library: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = library
        self.setObjectName("files_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Files in “{name}”").format(name=library))
        self.resize(960, 560)
        self._model = FilesModel(appearance)
        self._filter = FilesFilter()
        self._filter.setSourceModel(self._model)
        self._lay_out(appearance)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        bridge.store_changed.connect(self._store_changed)
        self._refresh()

    def _lay_out(self, appearance: Appearance) -> None:
        """Filter row, table, summary."""
        self._words = QLineEdit()
        self._words.setObjectName("files_filter")
        self._words.setPlaceholderText(self.tr("Filter by name or folder"))
        self._words.setAccessibleName(self._words.placeholderText())
        self._words.setClearButtonEnabled(True)
        self._words.textChanged.connect(self._filter.set_words)
        self._words.textChanged.connect(self._count)
        self._state = ComboBox(appearance)
        self._state.setObjectName("files_state")
        self._state.setAccessibleName(self.tr("State"))
        self._state.setMaximumWidth(220)
        self._state.addItem(self.tr("All states"), None)
        for state in FileState:
            self._state.addItem(words.file_state(state), state)
        self._state.currentIndexChanged.connect(self._choose_state)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self._state)
        self.notice = Notice("failure")
        self.notice.hide()
        self._detail = label("", "muted", wrap=True)
        self._detail.setObjectName("files_detail")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        self._summary = label("", "muted")
        self._summary.setObjectName("files_summary")
        close = button(self.tr("Close"), "files_close_button")
        close.clicked.connect(self.accept)
        bottom = QHBoxLayout()
        bottom.addWidget(self._summary, 1)
        bottom.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(row)
        layout.addWidget(self.notice)
        layout.addWidget(self._make_table(), 1)
        layout.addWidget(self._detail)
        layout.addLayout(bottom)

    def _make_table(self) -> QTableView:
        """Make the table."""
        self.table = QTableView()
        self.table.setObjectName("files_table")
        self.table.setAccessibleName(self.tr("Files"))
        self.table.setModel(self._filter)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(_STATE, Qt.SortOrder.AscendingOrder)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setIconSize(QSize(16, 16))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(34)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for column, width in ((_NAME, 240), (_STATE, 140), (_PAGES, 72), (_FOLDER, 170)):
            self.table.setColumnWidth(column, width)
        header.setSectionResizeMode(_REASON, QHeaderView.ResizeMode.Stretch)
        self._reasons = _EndElided()
        self.table.setItemDelegateForColumn(_REASON, self._reasons)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._context)
        self.table.doubleClicked.connect(self._open)
        self.table.selectionModel().currentRowChanged.connect(self._explain)
        return self.table

    def _refresh(self) -> None:
        """Read the files' states again."""
        self._bridge.run(self._bridge.worker.status(self._library), self._show, self._fail)

    def _store_changed(self, event: StoreChanged) -> None:
        """Refresh at most once a second."""
        if "documents" in event.kinds and not self._timer.isActive():
            self._timer.start()

    def _show(self, status: IndexStatus) -> None:
        """Fill the table."""
        self._model.set_files(status.files)
        self._count()

    def _fail(self, error: UserError) -> None:
        """Say why there is no table."""
        self.notice.tell(error.message, error.next_step)

    def _count(self) -> None:
        """Say how many files are shown."""
        shown, every = self._filter.rowCount(), self._model.rowCount()
        text = words.file_count(every)
        if shown != every:
            text = self.tr("{shown} of {files}").format(shown=words.number(shown), files=text)
        self._summary.setText(text)

    def _choose_state(self) -> None:
        """Filter by the chosen state."""
        state = self._state.currentData()
        self._filter.set_state(FileState(state) if state is not None else None)
        self._count()

    def _context(self, place: QPoint) -> None:
        """Offer what can be done with the file below the pointer."""
        index = self.table.indexAt(place)
        if not index.isValid():
            return
        self.table.selectRow(index.row())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open file")).triggered.connect(self._open)
        menu.addAction(self.tr("Show in folder")).triggered.connect(self._reveal)
        menu.addSeparator()
        menu.addAction(self.tr("Remove from library")).triggered.connect(self._remove)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _explain(self, current: QModelIndex) -> None:
        """Write the chosen file's path and the whole reason below the table."""
        reason = str(current.siblingAtColumn(_REASON).data() or "")
        self._detail.setText(f"{current.data(PATH_ROLE) or ''}\n{reason}".strip())
        self._detail.setVisible(bool(self._detail.text()))

    def _path(self) -> str:
        """Return the chosen file."""
        return str(self.table.currentIndex().data(PATH_ROLE) or "")

    def _open(self) -> None:
        """Open the file in its own program."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._path()))

    def _reveal(self) -> None:
        """Open the file's folder."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(self._path()).parent)))

    def _remove(self) -> None:
        """Forget the file; it stays where it is."""
        self._bridge.run(self._bridge.worker.remove_path(self._library, self._path()), self._removed, self._fail)

    def _removed(self, _nothing: None) -> None:
        """Show the table without it."""
        self._refresh()
