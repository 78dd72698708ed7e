"""Actions on the chosen files of a library: each is a job of the worker or a call to the system's file manager."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FilePage, FileQuery, FileState
from desktop_rag.gui.files.model import FilesModel
from desktop_rag.gui.files.table import FilesTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file, show_in_folders
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_OPENED, _FIRST = 10, 100  # at most so many are opened, or put first, at once
_ASKED = 10  # leaving out more than that is asked about
_LOOKED_UP = 2_000  # more rows than that are not gone through on this thread
_EVERY = 1_000_000
Paths = list[str]


class FileActions(QObject):
    """Acts on the rows chosen in the table, also on those that are not in memory."""

    done = Signal(str)  # what was done, in words
    failed = Signal(object)  # UserError
    table_wanted = Signal(object)  # tuple of files: a review table of them

    def __init__(self, bridge: Bridge, model: FilesModel, table: FilesTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._model = model
        self._table = table
        self._window = parent

    def open(self) -> None:
        """Open the chosen files in their own programs."""
        self._with_paths(self._open)

    def reveal(self) -> None:
        """Show the chosen files in their folders."""
        self._with_paths(self._reveal)

    def copy_paths(self) -> None:
        """Put the chosen files' paths on the clipboard, one on each line."""
        self._with_paths(self._copy)

    def retry(self) -> None:
        """Read the chosen files again."""
        self._with_paths(self._retry)

    def retry_failed(self) -> None:
        """Read all files again that could not be read, wherever they are."""
        query = FileQuery(states=(FileState.FAILED,), limit=_EVERY)
        self._ask(query, self._retry)

    def read_first(self) -> None:
        """Read the chosen files before the others."""
        self._with_paths(self._read_first)

    def make_table(self) -> None:
        """Ask for the review table of the chosen files."""
        self._with_paths(self._want_table)

    def leave_out(self) -> None:
        """Leave the chosen files out from now on; of many, after asking."""
        self._with_paths(self._ask_to_leave_out)

    def export(self) -> None:
        """Ask for a file and write the list into it."""
        name = f"{self._model.library}.csv"
        title, kind = self.tr("Export file list"), self.tr("Table (*.csv)")
        ask_where_to_save(self._window, title, name, {".csv": kind}, self._export_to)

    def _export_to(self, path: Path) -> None:
        job = self._bridge.worker.files.export_list(self._model.library, self._model.query, path)
        self._bridge.run(job, partial(self._exported, path.name), self._fail)

    def _with_paths(self, do: Callable[[Paths], None]) -> None:
        """Call ``do`` with the paths of the chosen files, which are fetched first when they are not in memory."""
        ranges = self._table.ranges()
        if not ranges:
            return
        if self._table.chosen_count() <= _LOOKED_UP:
            files = [self._model.file(row) for first, count in ranges for row in range(first, first + count)]
            known = [file.path for file in files if file is not None]
            if len(known) == len(files):
                do(known)
                return
        first, end = ranges[0][0], max(start + count for start, count in ranges)
        query = replace(self._model.query, offset=first, limit=end - first)
        self._ask(query, partial(self._call_with_chosen, do, ranges))

    def _call_with_chosen(self, do: Callable[[Paths], None], ranges: Sequence[tuple[int, int]], paths: Paths) -> None:
        """Call ``do`` with the chosen ones among the paths from the first to the last chosen row."""
        start = ranges[0][0]
        do([path for first, count in ranges for path in paths[first - start : first - start + count]])

    def _ask(self, query: FileQuery, do: Callable[[Paths], None]) -> None:
        job = self._bridge.worker.files.page(self._model.library, query)
        self._bridge.run(job, partial(self._call_with_all, do), self._fail)

    def _call_with_all(self, do: Callable[[Paths], None], page: FilePage) -> None:
        if page.rows:
            do([file.path for file in page.rows])

    def _open(self, paths: Paths) -> None:
        for path in paths[:_OPENED]:
            open_file(self._window, self._bridge, path, self._fail)

    def _reveal(self, paths: Paths) -> None:
        show_in_folders(self._bridge, paths, self._fail)

    def _copy(self, paths: Paths) -> None:
        QGuiApplication.clipboard().setText("\n".join(paths))
        self.done.emit(self.tr("Paths copied.", "", len(paths)))

    def _retry(self, paths: Paths) -> None:
        text = self.tr("%Ln files will be read again.", "", len(paths))
        self._run(self._bridge.worker.files.retry(self._model.library, paths), text)

    def _read_first(self, paths: Paths) -> None:
        """Put files before the others; the first of them comes first."""
        wanted = paths[:_FIRST]
        self._bridge.start(self._bridge.worker.files.prioritise(self._model.library, wanted), self._fail)
        self.done.emit(self.tr("%Ln files will be read first.", "", len(wanted)))

    def _want_table(self, paths: Paths) -> None:
        self.table_wanted.emit(tuple(paths))

    def _ask_to_leave_out(self, paths: Paths) -> None:
        """Leave files out; of many, after asking."""
        if len(paths) <= _ASKED:
            self._leave_out(paths)
            return
        asked = Confirmation(
            name="leave_out",
            title=self.tr("Leave out"),
            question=self.tr("Leave {files} out of the library?").format(files=words.file_count(len(paths))),
            note=self.tr("Nothing is deleted from your disk. To undo, change the rules under “Folders”."),
            action=self.tr("Leave out"),
        )
        confirm(self._window, asked, partial(self._leave_out, paths))

    def _leave_out(self, paths: Paths) -> None:
        files = words.file_count(len(paths))
        text = self.tr("{files} left out. To undo, change the rules under “Folders”.")
        self._run(self._bridge.worker.files.exclude(self._model.library, paths), text.format(files=files))

    def _run(self, job: "Job[None]", text: str) -> None:
        """Run a change; then show the list as it is, and say what was done."""
        self._bridge.run(job, partial(self._changed, text), self._fail)

    def _changed(self, text: str, _nothing: object) -> None:
        self._model.refresh()
        self.done.emit(text)

    def _exported(self, name: str, count: int) -> None:
        text = self.tr("Saved the list of {files} to “{name}”.")
        self.done.emit(text.format(files=words.file_count(count), name=name))

    def _fail(self, error: UserError) -> None:
        self.failed.emit(error)
