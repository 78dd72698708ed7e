"""The page of a library's files: each with its state and the reason for it, and what can be done about it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.files import FilePage, FileQuery, FileState
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files import file_words
from desktop_rag.gui.files.actions import FileActions
from desktop_rag.gui.files.activity import ActivityCard, LibraryActivity
from desktop_rag.gui.files.model import FilesModel
from desktop_rag.gui.files.table import FilesTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, ElidedLabel, IconButton, Notice, button, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.empty_state import DropArea
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

_REFRESH_MS = 1_000
_NOTICE_MS = 8_000
_LOW = 620
_TYPING_MS = 200


class FileFilterBar(QWidget):
    """Emits the resulting query on every change; several states may be chosen at once."""

    changed = Signal(object)  # FileQuery

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.words = QLineEdit()
        TextCentring(self.words)
        self.words.setObjectName("files_filter")
        self.words.setPlaceholderText(self.tr("Filter by name, folder or reason"))
        self.words.setAccessibleName(self.words.placeholderText())
        self.words.setClearButtonEnabled(True)
        self.folder = ComboBox(appearance)
        self.folder.setObjectName("files_folder")
        self.folder.setAccessibleName(self.tr("Folder"))
        self.folder.setMaximumWidth(scaled(260))
        self.folder.addItem(self.tr("All folders"), "")
        self._order = "name"
        self._timer = single_shot(self, _TYPING_MS, self._tell)
        self.words.textChanged.connect(self._timer.start)
        self.words.returnPressed.connect(self._tell)
        self.folder.currentIndexChanged.connect(self._tell)
        self._chips: dict[FileState, QPushButton] = {}
        self._lay_out()

    def query(self) -> FileQuery:
        """Return the chosen conditions as a query."""
        states = tuple(state for state, chip in self._chips.items() if chip.isChecked())
        return FileQuery(self.words.text().strip(), states, str(self.folder.currentData() or ""), self._order)

    def narrows(self) -> bool:
        """Return True if some files are hidden."""
        query = self.query()
        return bool(query.text or query.states or query.folder)

    def set_order(self, order: str) -> None:
        """Sort otherwise."""
        self._order = order
        self._tell()

    def set_folders(self, folders: tuple[str, ...]) -> None:
        """Offer these folders; the chosen one stays."""
        chosen = str(self.folder.currentData() or "")
        wanted = [*folders, *([chosen] if chosen and chosen not in folders else [])]
        if wanted == [str(self.folder.itemData(place)) for place in range(1, self.folder.count())]:
            return
        with QSignalBlocker(self.folder):
            while self.folder.count() > 1:
                self.folder.removeItem(1)
            for folder in wanted:
                self._add_folder(folder)
            self.folder.setCurrentIndex(max(0, self.folder.findData(chosen)))

    def choose_folder(self, folder: str) -> None:
        """Show the files of one folder."""
        if self.folder.findData(folder) < 0:
            self._add_folder(folder)
        self.folder.setCurrentIndex(self.folder.findData(folder))

    def reset(self, state: FileState | None = None) -> None:
        """Show all files, or those in one state."""
        with QSignalBlocker(self.words), QSignalBlocker(self.folder):
            self.words.clear()
            self.folder.setCurrentIndex(0)
        for one, chip in self._chips.items():
            chip.setChecked(one is state)
        self._tell()

    def show_counts(self, counts: dict[str, int]) -> None:
        """Write on each chip how many files it stands for; states without any are not offered."""
        self.all.setText(f"{self.tr('All')} {words.number(sum(counts.values()))}")
        for state, chip in self._chips.items():
            count = counts.get(state.value, 0)
            chip.setText(f"{words.file_state(state)} {words.number(count)}")
            chip.setVisible(count > 0 or chip.isChecked())

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.words, 2)
        row.addWidget(self.folder, 1)
        chips = FlowRow(6)
        self.all = button(self.tr("All"), "files_all", "filter")
        self.all.setCheckable(True)
        self.all.setChecked(True)
        self.all.clicked.connect(partial(self._choose, None))
        chips.add(self.all)
        for state in file_words.STATES:
            chip = button(words.file_state(state), f"files_{state.value}", "filter")
            chip.setCheckable(True)
            chip.setToolTip(file_words.state_reason(state))
            chip.clicked.connect(partial(self._choose, state))
            chip.hide()
            chips.add(chip)
            self._chips[state] = chip
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(chips)

    def _add_folder(self, folder: str) -> None:
        """Offer a folder under its name, with the whole path as a tool tip."""
        self.folder.addItem(Path(folder).name or folder, folder)
        self.folder.setItemData(self.folder.count() - 1, folder, 3)  # the role of tool tips

    def _choose(self, state: FileState | None, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        """Choose or give up a state; “All” gives up every one."""
        if state is None:
            for chip in self._chips.values():
                chip.setChecked(False)
        self._tell()

    def _tell(self, *_arguments: object) -> None:
        self._timer.stop()
        self.all.setChecked(not any(chip.isChecked() for chip in self._chips.values()))
        self.changed.emit(self.query())


class FilesPage(QWidget):
    """Shows the files of one library; takes the place of the conversation."""

    closed = Signal()
    folders_wanted = Signal()
    folder_wanted = Signal()  # to be added
    files_wanted = Signal()  # to be added

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("files_page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._appearance = appearance
        self._info: IndexInfo | None = None
        self._known = False  # whether the first rows are there
        self._low = False  # whether there is too little room for buttons that cannot be used
        self.model = FilesModel(bridge)
        self.table = FilesTable(self.model, appearance)
        self.filter = FileFilterBar(appearance)
        self.actions_on_files = FileActions(bridge, self.model, self.table, self)
        self.activity = ActivityCard(appearance, compact=False)
        self._title = ElidedLabel("", "title")
        self._title.setObjectName("files_title")
        self.notice = Notice("failure")
        self.notice.setObjectName("files_notice")
        self.notice.add_dismiss(appearance)
        self.notice.hide()
        self._summary = label("", "muted")
        self._summary.setObjectName("files_summary")
        self._buttons: list[QPushButton] = []
        self._lay_out()
        self._refresh_timer = single_shot(self, _REFRESH_MS, self._refresh)
        self._notice_timer = single_shot(self, _NOTICE_MS, self.notice.hide)
        self._connect(bridge)

    def open(self, info: IndexInfo, state: FileState | None = None) -> None:
        """Show the files of a library, all or those in one state."""
        self.show_library(info)
        if state is not None or self.filter.narrows():
            self.filter.reset(state)
        self._take_keyboard()

    def _take_keyboard(self) -> None:
        """Give the keyboard to the table, or to the first in its place that takes it: Esc is for this page then."""
        shown = self._body.currentWidget()
        places = (shown, *shown.findChildren(QWidget), self.filter.words, self._back) if shown is not None else ()
        takes = (one for one in places if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if (target := next(takes, None)) is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_library(self, info: IndexInfo) -> None:
        """Show this library's files; for the same library, refresh only its description."""
        changed = self._info is None or self._info.name != info.name
        self._info = info
        self._title.set_full_text(self.tr("Files in “{name}”").format(name=info.name))
        self.filter.set_folders(info.folders)
        self.model.set_roots(info.folders)
        if not changed:
            self._show_summary()
            return
        self.notice.hide()
        self.filter.reset()

    def show_activity(self, activity: LibraryActivity) -> None:
        """Show the activity of the library."""
        self.activity.show_activity(activity)
        progress = activity.progress if not activity.paused else None
        self.model.set_running(frozenset(progress.running) if progress is not None else frozenset())

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh the rows, which may have changed while the page was hidden."""
        super().showEvent(event)
        if self.model.library:
            self.model.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for the rows."""
        super().resizeEvent(event)
        low = self.height() < scaled(_LOW)
        if low != self._low:
            self._low = low
            self._show_summary()

    def event(self, event: QEvent) -> bool:
        """Keep the window from finding in the document while the page of files is in use."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _finds(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc, narrow the list down with Ctrl+F."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif _finds(event):
            self.filter.words.setFocus()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(self._make_header())
        layout.addWidget(self.activity)
        layout.addWidget(self.notice)
        layout.addWidget(self.filter)
        self._body = QStackedWidget()
        self._body.addWidget(self.table)
        self._empty = label(self.tr("No files match. Try a broader filter."), "lead", wrap=True)
        self._empty.setObjectName("files_empty")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body.addWidget(self._empty)
        self._body.addWidget(self._make_drop_area())
        layout.addWidget(self._body, 1)
        self._detail = label("", "muted", wrap=True)
        self._detail.setObjectName("files_detail")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        layout.addWidget(self._detail)
        layout.addWidget(self._make_footer())

    def _make_drop_area(self) -> QWidget:
        """Return the widget that an empty library shows in place of the table."""
        area = DropArea(self._appearance)
        area.folder_wanted.connect(self.folder_wanted)
        area.files_wanted.connect(self.files_wanted)
        self._nothing = QWidget()
        layout = QVBoxLayout(self._nothing)
        layout.addStretch(2)
        layout.addWidget(area)
        layout.addStretch(3)
        return self._nothing

    def _make_header(self) -> QHBoxLayout:
        self._back = IconButton(self._appearance, "left", self.tr("Back to the conversation"), "files_back_button")
        self._back.clicked.connect(self.closed)
        folders = button(self.tr("Folders…"), "files_folders_button")
        folders.clicked.connect(self.folders_wanted)
        self._export = button(self.tr("Export…"), "files_export_button")
        self._export.setToolTip(self.tr("Save the filtered list as a table"))
        self._export.clicked.connect(self.actions_on_files.export)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._back)
        row.addWidget(self._title, 1)
        row.addWidget(folders)
        row.addWidget(self._export)
        return row

    def _make_footer(self) -> QWidget:
        """Make the summary and a button for each thing that can be done with the chosen files."""
        acts = self.actions_on_files
        flow = FlowRow(8)
        for text, name, do in (
            (self.tr("Open"), "files_open_button", acts.open),
            (self.tr("Show in folder"), "files_reveal_button", acts.reveal),
            (self.tr("Read again"), "files_retry_button", acts.retry),
            (self.tr("Prioritise"), "files_first_button", acts.read_first),
            (self.tr("Leave out"), "files_leave_out_button", acts.leave_out),
            (self.tr("Copy path"), "files_copy_button", acts.copy_paths),
        ):
            push = button(text, name)
            push.clicked.connect(do)
            push.setEnabled(False)
            self._buttons.append(push)
            flow.add(push)
        self._retry_failed = button(self.tr("Retry unreadable files"), "files_retry_failed_button")
        self._retry_failed.clicked.connect(acts.retry_failed)
        self._retry_failed.hide()
        flow.add(self._retry_failed)
        self._footer = QWidget()
        row = QHBoxLayout(self._footer)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(flow, 1)
        row.addWidget(self._summary, 0, Qt.AlignmentFlag.AlignTop)
        self._summary.setMinimumHeight(scaled(32))
        return self._footer

    def _connect(self, bridge: Bridge) -> None:
        self.filter.changed.connect(self._show)
        self.table.sort_wanted.connect(self.filter.set_order)
        self.table.open_wanted.connect(self.actions_on_files.open)
        self.table.leave_out_wanted.connect(self.actions_on_files.leave_out)
        self.table.menu_wanted.connect(self._show_menu)
        self.table.selection_changed.connect(self._show_summary)
        self.model.loaded.connect(self._loaded)
        self.model.failed.connect(self._fail)
        self.actions_on_files.done.connect(self._tell)
        self.actions_on_files.failed.connect(self._fail)
        bridge.store_changed.connect(self._store_changed)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        again = QShortcut(QKeySequence("F5"), self)
        for shortcut, do in (
            (copy, self.actions_on_files.copy_paths),
            (again, self.actions_on_files.retry),
        ):
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(do)

    def _show(self, query: FileQuery) -> None:
        self._known = False
        self.table.show_order(query.order)
        if self._info is not None:
            self.model.show(self._info.name, query)

    def _loaded(self, page: FilePage) -> None:
        self._known = True
        self._retry_failed.setVisible(page.counts.get(FileState.FAILED.value, 0) > 0)
        self.filter.show_counts(page.counts)
        self._export.setEnabled(page.total > 0)
        nothing = not page.total and not self.filter.narrows()
        focused = self.window().focusWidget()
        held = focused is not None and self.isAncestorOf(focused)
        self._body.setCurrentWidget(self.table if page.total else self._nothing if nothing else self._empty)
        self.filter.setVisible(not nothing)
        self._footer.setVisible(not nothing)
        if held and focused is not None and not focused.isVisible():
            self._take_keyboard()
        self._show_summary()

    def _show_summary(self) -> None:
        chosen, total = self.table.chosen_count(), self.model.rowCount()
        text = words.file_count(total) if self._known else ""
        if chosen:
            text = self.tr("{chosen} of {files} selected").format(chosen=words.number(chosen), files=text)
        self._summary.setText(text)
        for push in self._buttons:
            push.setEnabled(chosen > 0)
            spare = push.objectName() in ("files_first_button", "files_copy_button")  # the menu has them, too
            push.setVisible(not self._low or (chosen > 0 and not spare))
        self._explain(chosen)

    def _explain(self, chosen: int) -> None:
        """Write the whole reason of the one chosen file, and where there is room its path, below the table."""
        ranges = self.table.ranges()
        file = self.model.file(ranges[0][0]) if chosen == 1 else None
        parts = () if file is None else (words.sentence(file.reason), "" if self._low else shown_path(file.path))
        text = "\n".join(filter(None, parts))
        self._detail.setText(text)
        self._detail.setVisible(bool(text))

    def _show_menu(self, place: QPoint) -> None:
        acts, menu = self.actions_on_files, QMenu(self)
        menu.setObjectName("files_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, do in (
            (self.tr("Open"), acts.open),
            (self.tr("Show in folder"), acts.reveal),
            (self.tr("Copy path"), acts.copy_paths),
            ("", None),
            (self.tr("Read again"), acts.retry),
            (self.tr("Prioritise"), acts.read_first),
            ("", None),
            (self.tr("Make a table of these files"), acts.make_table),
            (self.tr("Show only this folder"), self._narrow_to_folder),
            (self.tr("Leave out"), acts.leave_out),
        ):
            if do is None:
                menu.addSeparator()
            else:
                menu.addAction(text).triggered.connect(do)
        menu.popup(place)

    def _narrow_to_folder(self) -> None:
        file = self.model.file(self.table.currentIndex().row())
        if file is not None:
            self.filter.choose_folder(file_words.folder(file))

    def _store_changed(self, event: StoreChanged) -> None:
        """Look again, at most once a second and only while somebody sees it."""
        mine = self._info is not None and (not event.ids or self._info.name in event.ids)
        if mine and event.kinds & {"indexes", "documents", "embeddings"} and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _refresh(self) -> None:
        """Ask for what is shown once more."""
        if self.isVisible():
            self.model.refresh()

    def _tell(self, text: str) -> None:
        """Show a message for a while."""
        self.notice.set_role("info")
        self.notice.tell(text)
        self._notice_timer.start()

    def _fail(self, error: UserError) -> None:
        self._notice_timer.stop()
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)


def _finds(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Find)
