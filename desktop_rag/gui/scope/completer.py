"""The list that opens when “@” is typed into a question: what is chosen becomes a chip."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import INSIDE, shown_path
from desktop_rag.gui.palette.entries import Entry, EntryKind, FileNames, find_entries
from desktop_rag.gui.palette.entry_list import EntryList
from desktop_rag.gui.palette.library_files import LibraryFiles
from desktop_rag.gui.scope.chips import ScopeChips
from desktop_rag.gui.scope.items import ScopeItem, ScopeKind, date_item, written_date
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.edit_watchers import InputMethodWatcher
from desktop_rag.gui.widgets.theme import Appearance

_MENTION = re.compile(r"(?<![A-Za-z0-9._%+-])@([^\s@]*)$")  # at the end of what stands before the cursor; no address
_ROWS, _WIDTH, _GAP = 8, 440, 6
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
_MOVING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_TYPES, _FOLDERS = 3, 3  # offered before anything is typed
_LONGEST_ENDING = 8


class Suggestions:
    """Finds the folders and types of some files by a few letters."""

    def __init__(self, files: FileNames) -> None:
        self.files = files
        folders: Counter[str] = Counter()
        endings: Counter[str] = Counter()
        for path in files.paths:
            folders.update(_folders_of(path.partition(INSIDE)[0]))
            ending = path.rpartition(".")[2].lower()
            if 0 < len(ending) <= _LONGEST_ENDING and ending.isalnum():
                endings[ending] += 1
        # a folder that holds everything narrows nothing
        common = [folder for folder, count in folders.items() if count == len(files.paths)]
        for folder in common:
            del folders[folder]
        root = max(common, key=len, default="")
        self._folders = [_folder_entry(path, count, root) for path, count in folders.most_common()]
        self._types = [_type_entry(ending, count) for ending, count in endings.most_common()]

    def find(self, query: str, today: dt.date) -> list[Entry]:
        """Return the best matches; without a query the largest folders, the most frequent types, and times."""
        times = list(_times(today))
        if not query:
            return [*self._folders[:_FOLDERS], *self._types[:_TYPES], *times]
        date = written_date(query)
        first = [_date_entry(date.shown, date)] if date is not None else []
        return [*first, *find_entries(query, [*self._folders, *self._types, *times], (self.files,), ())]


def item_of(entry: Entry) -> ScopeItem:
    """Return the scope item of an entry."""
    return ScopeItem.read(entry.key)


def _folders_of(path: str) -> Iterator[str]:
    """Yield the folders that a file lies in, whichever way slashes are written."""
    slash = "\\" if "\\" in path and "/" not in path else "/"
    end = path.rfind(slash)
    while end > 0:
        yield path[:end]
        end = path.rfind(slash, 0, end)


def _folder_entry(path: str, count: int, root: str) -> Entry:
    item = ScopeItem(ScopeKind.FOLDER, path)
    place = shown_path(path).removeprefix(root).strip("/\\")
    above = place.replace("\\", "/").rpartition("/")[0]
    detail = " · ".join(part for part in (above, words.file_count(count)) if part)
    return Entry(EntryKind.FOLDER, item.kept, item.shown, detail)


def _type_entry(ending: str, count: int) -> Entry:
    item = ScopeItem(ScopeKind.TYPE, ending)
    return Entry(EntryKind.TYPE, item.kept, item.shown, words.file_count(count))


def _date_entry(title: str, item: ScopeItem) -> Entry:
    return Entry(EntryKind.DATE, item.kept, title, _tr("last changed then"))


def _times(today: dt.date) -> Iterator[Entry]:
    """Yield times that people speak of."""
    week = today - dt.timedelta(days=today.weekday())
    last_year = dt.date(today.year - 1, 1, 1)
    yield _date_entry(_tr("This week"), date_item(week))
    yield _date_entry(_tr("This month"), date_item(today.replace(day=1)))
    yield _date_entry(_tr("This year"), date_item(today.replace(month=1, day=1)))
    yield _date_entry(_tr("Last year"), date_item(last_year, last_year.replace(month=12, day=31)))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Scope", text)


class ScopeCompleter(QFrame):
    """Stands above the question box while the word at the cursor begins with “@” and something fits it."""

    def __init__(
        self,
        appearance: Appearance,
        edit: QPlainTextEdit,
        chips: ScopeChips,
        files: LibraryFiles,
        library: Callable[[], str],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._edit = edit
        self._chips = chips
        self._files = files
        self._library = library
        self._refused = -1  # where the “@” stands whose list was closed with Esc
        self._suggestions: Suggestions | None = None
        self.setObjectName("scope_completer")
        self.list = EntryList(appearance, "scope_list")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.list)
        self.hide()
        self._input_method = InputMethodWatcher(edit)
        edit.installEventFilter(self)
        edit.cursorPositionChanged.connect(self._look)
        edit.textChanged.connect(self._look)
        files.changed.connect(self._look)
        self.list.clicked.connect(self._choose)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the list from the box while the list is open."""
        if event.type() is QEvent.Type.FocusOut and not self.isHidden():
            self.hide()
        elif isinstance(event, QKeyEvent) and self.isVisible() and watched is self._edit:
            return self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._input_method.active or not plain or key not in (Qt.Key.Key_Escape, *_CHOOSING, *_MOVING):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is not QEvent.Type.KeyPress:
            return False
        elif key == Qt.Key.Key_Escape:
            self._refused = self._mention()[0]
            self.hide()
        elif key in _CHOOSING:
            self._choose(self.list.currentIndex())
        else:
            QApplication.sendEvent(self.list, event)
        return True

    def _mention(self) -> tuple[int, str]:
        """Return the position of the “@” before the cursor and the text after it; -1 without one."""
        cursor = self._edit.textCursor()
        before = self._edit.toPlainText()[: cursor.position()]
        match = None if cursor.hasSelection() else _MENTION.search(before)
        return (match.start(), match[1]) if match else (-1, "")

    def _look(self) -> None:
        """Open, change or close the list for what stands before the cursor."""
        place, query = self._mention()
        if place < 0 or place == self._refused or not self._edit.hasFocus():
            self._refused = place if place == self._refused else -1
            self.hide()
            return
        library = self._library()
        self._files.read([library])
        names = self._files.names(library)
        if names is None:
            return  # as soon as they are known
        if self._suggestions is None or self._suggestions.files is not names:
            self._suggestions = Suggestions(names)
        entries = self._suggestions.find(query, dt.datetime.now(dt.UTC).astimezone().date())
        self.list.show_entries(entries, _ROWS)
        if entries:
            self._stand()
        self.setVisible(bool(entries))

    def _choose(self, index: QModelIndex) -> None:
        """Make a chip of the chosen entry, and take its words out of the question."""
        entry = self.list.entries.row(index.row())
        place, query = self._mention()
        if entry is None or place < 0:
            return
        self.hide()
        cursor = self._edit.textCursor()
        cursor.setPosition(place)
        cursor.setPosition(place + 1 + len(query), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self._chips.add(item_of(entry))
        self._edit.setFocus()

    def _stand(self) -> None:
        """Stand above the question box, as wide as it is at most."""
        window = self.parentWidget()
        frame = self._edit.parentWidget()
        if window is None or frame is None:
            return
        self.setFixedWidth(min(_WIDTH, frame.width()))
        self.adjustSize()
        corner = frame.mapTo(window, QPoint(0, 0))
        self.move(corner.x(), max(0, corner.y() - self.height() - _GAP))
        self.raise_()
