"""Reads and writes test questions as JSON lines, the form the command line takes them in."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.test_questions import SavedQuestion
from desktop_rag.evaluation.questions import Question, read_questions, write_questions
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.services.test_questions.question_set import as_question

_FILTER = "JSON lines (*.jsonl *.json)"


class QuestionSetFiles(QObject):
    """Asks for the file, and works on it beside the window."""

    imported = Signal(object)  # list of SavedQuestion
    exported = Signal()
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._parent = parent

    def ask_import(self) -> None:
        """Ask for a file of questions, and read it."""
        name, _ = QFileDialog.getOpenFileName(self._parent, self.tr("Import questions"), "", _FILTER)
        if name:
            self.import_from(Path(name))

    def import_from(self, path: Path) -> None:
        """Read a file of questions."""
        self._bridge.call(partial(read_questions, path), self._read, self._fail)

    def ask_export(self, library: str, questions: Sequence[SavedQuestion]) -> None:
        """Ask where to write questions, and write them."""
        title = self.tr("Export questions")
        name, _ = QFileDialog.getSaveFileName(self._parent, title, f"{library}.jsonl", _FILTER)
        if name:
            self.export_to(Path(name), questions)

    def export_to(self, path: Path, questions: Sequence[SavedQuestion]) -> None:
        """Write questions to a file."""
        written = [as_question(one) for one in questions if one.expected]
        self._bridge.call(
            partial(write_questions, path, written, self._bridge.worker.data_dir), self._written, self._fail
        )

    def _read(self, questions: list[Question]) -> None:
        self.imported.emit(
            [
                SavedQuestion(one.id, one.text, tuple((place.file, place.page) for place in one.expected))
                for one in questions
            ]
        )

    def _written(self, _nothing: None) -> None:
        self.exported.emit()

    def _fail(self, error: UserError) -> None:
        self.failed.emit(error)
