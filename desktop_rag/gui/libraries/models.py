"""The list of libraries as a Qt model, each with its progress."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QCoreApplication, Qt, Signal

from desktop_rag.core.events import BuildProgress, IngestProgress
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files.file_words import size
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.list_delegate import FRACTION_ROLE, LINE_ROLE, TIME_ROLE, TONE_ROLE
from desktop_rag.gui.widgets.model_index import ROOT, Index

KEY_ROLE = Qt.ItemDataRole.UserRole + 4
_BESIDE = ("", "-wal", "-shm")  # SQLite keeps the latest changes in a file of their own


def bytes_on_disk(path: str) -> int:
    """Return the bytes of a library's file and of those that SQLite keeps beside it; 0 when it cannot be reached."""
    total = 0
    for ending in _BESIDE:
        with suppress(OSError):
            total += Path(f"{path}{ending}").stat().st_size
    return total


class LibraryModel(QAbstractListModel):
    """Libraries, sorted as the worker lists them, each with what is happening to it now."""

    renamed = Signal(str, str)  # name, the one that is wanted

    def __init__(self) -> None:
        super().__init__()
        self._infos: list[IndexInfo] = []
        self._progress: dict[str, IngestProgress] = {}
        self._building: dict[str, BuildProgress] = {}
        self._waiting: dict[int, str] = {}

    def set_waiting(self, name: str, job_id: int) -> None:
        """Show that work on a library is asked for, until it begins or ends."""
        self._waiting[job_id] = name
        self._touch(name)

    def names(self) -> list[str]:
        """Return the names of the libraries, in their order."""
        return [info.name for info in self._infos]

    def is_built(self, name: str) -> bool:
        """Return True if another index of a library is being built."""
        return name in self._building

    def is_busy(self, name: str) -> bool:
        """Return True if a library is being worked on, or will be."""
        return name in self._progress or name in self._waiting.values()

    def progress(self, name: str) -> IngestProgress | None:
        """Return the last progress of a library, None when nothing is done to it."""
        return self._progress.get(name)

    def set_infos(self, infos: Sequence[IndexInfo]) -> None:
        """Show these libraries; rows that stay keep their selection."""
        if [info.name for info in infos] == [info.name for info in self._infos]:
            self._infos = list(infos)
            if infos:
                self.dataChanged.emit(self.index(0), self.index(len(infos) - 1))
            return
        self.beginResetModel()
        self._infos = list(infos)
        self.endResetModel()

    def set_progress(self, progress: IngestProgress) -> None:
        """Show how far a library is."""
        self._waiting.pop(progress.job_id, None)
        self._progress[progress.index_name] = progress
        self._touch(progress.index_name)

    def set_build(self, progress: BuildProgress) -> None:
        """Show how much of another index is built; the progress of files that are being added goes before it."""
        self._waiting.pop(progress.job_id, None)
        self._building[progress.index_name] = progress
        self._touch(progress.index_name)

    def end_progress(self, job_id: int) -> bool:
        """Forget the progress of a job that ended; return whether there was any."""
        waiting = self._waiting.pop(job_id, None)
        ended = {waiting} if waiting else set()
        for running in (self._progress, self._building):
            for name in [name for name, progress in running.items() if progress.job_id == job_id]:
                del running[name]
                ended.add(name)
        for name in ended:
            self._touch(name)
        return bool(ended)

    def info(self, name: str) -> IndexInfo | None:
        """Return a library by name."""
        return next((info for info in self._infos if info.name == name), None)

    def infos(self) -> list[IndexInfo]:
        """Return all libraries."""
        return list(self._infos)

    def row(self, name: str) -> int:
        """Return the row of a library, -1 when there is none."""
        return next((row for row, info in enumerate(self._infos) if info.name == name), -1)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of libraries."""
        return 0 if parent.isValid() else len(self._infos)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the values the delegate paints, and the text for screen readers."""
        if not 0 <= index.row() < len(self._infos):
            return None
        info = self._infos[index.row()]
        progress = self._progress.get(info.name)
        if progress is None and role == LINE_ROLE and info.name in self._waiting.values():
            return words.waiting_line(info)
        if progress is None and (building := self._building.get(info.name)) is not None:
            return _building_datum(info, building, role)
        return _library_datum(info, progress, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let a library be chosen and renamed."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another name; it is shown once the library has it."""
        old, new = self._infos[index.row()].name, str(value).strip()
        if role != Qt.ItemDataRole.EditRole or new in ("", old):
            return False
        self.renamed.emit(old, new)
        return True

    def _touch(self, name: str) -> None:
        row = self.row(name)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))


def _library_datum(info: IndexInfo, progress: IngestProgress | None, role: int) -> str | float | None:
    """Return one of the things a row of the list of libraries consists of."""
    values: dict[int, Callable[[], str | float | None]] = {
        Qt.ItemDataRole.DisplayRole: lambda: info.name,
        KEY_ROLE: lambda: info.name,
        LINE_ROLE: lambda: words.narrow_library_line(info, progress),
        Qt.ItemDataRole.ToolTipRole: lambda: plain_tip(_tip(info, progress)),
        Qt.ItemDataRole.AccessibleTextRole: lambda: f"{info.name}, {words.library_line(info, progress)}",
        FRACTION_ROLE: lambda: words.progress_fraction(progress) if progress else None,
        TIME_ROLE: lambda: words.time_left(progress),
        TONE_ROLE: lambda: _tone(info, progress),
    }
    value = values.get(role)
    return value() if value else None


def _tip(info: IndexInfo, progress: IngestProgress | None) -> str:
    on_disk = QCoreApplication.translate("Libraries", "{size} on disk").format(size=size(bytes_on_disk(info.path)))
    return f"{words.library_line(info, progress)}\n{on_disk}"


def _building_datum(info: IndexInfo, building: BuildProgress, role: int) -> str | float | None:
    """Return the data of a library's row while an index of it is built."""
    line = words.building_line(building)
    if role in (LINE_ROLE, Qt.ItemDataRole.ToolTipRole):
        return line
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{info.name}, {line}"
    if role == FRACTION_ROLE:
        return min(1.0, building.done / building.total) if building.total > 0 else 0.0
    return _library_datum(info, None, role)


def _tone(info: IndexInfo, progress: IngestProgress | None) -> str:
    if info.error:
        return "error"
    wrong = info.need_attention or info.missing or info.offline
    return "warning" if wrong and progress is None else "muted"
