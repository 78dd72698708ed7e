"""What “@” offers: the folders and types of a library's files, times, and the files themselves."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.file_paths import INSIDE, shown_path
from desktop_rag.gui.palette.entries import Entry, EntryKind, FileNames, find_entries
from desktop_rag.gui.scope.items import ScopeItem, ScopeKind, date_item, written_date
from desktop_rag.gui.widgets import words

_TYPES, _FOLDERS = 3, 3  # offered before anything is typed
_LONGEST_ENDING = 8


class Suggestions:
    """Knows the folders and types of some files, and finds what a few letters mean."""

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
        """Return what fits best; without a query the largest folders, the most frequent types, and times."""
        times = list(_times(today))
        if not query:
            return [*self._folders[:_FOLDERS], *self._types[:_TYPES], *times]
        date = written_date(query)
        first = [_date_entry(date.shown, date)] if date is not None else []
        return [*first, *find_entries(query, [*self._folders, *self._types, *times], (self.files,), ())]


def item_of(entry: Entry) -> ScopeItem:
    """Return what an entry adds to the scope."""
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
