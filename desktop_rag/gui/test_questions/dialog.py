"""The test questions of a library: whether a change of the settings finds the right places better or worse."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerStage, Event, StoreChanged
from desktop_rag.core.results.test_questions import QuestionSet, SavedQuestion
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.test_questions.figures import FigureCards, change_text
from desktop_rag.gui.test_questions.files import QuestionSetFiles
from desktop_rag.gui.test_questions.model import NOW, PLACES, QUESTION, QuestionSetModel
from desktop_rag.gui.test_questions.question_dialog import QuestionDialog
from desktop_rag.gui.widgets.basics import Notice, button, label
from desktop_rag.gui.widgets.theme import Appearance, scaled

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job


class QuestionSetDialog(QDialog):
    """Lists the questions, asks them, and says what became better or worse."""

    def __init__(self, bridge: Bridge, appearance: Appearance, library: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._appearance = appearance
        self._library = library
        self._job: Job[QuestionSet] | None = None
        self.setObjectName("questions_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Test questions of “{name}”").format(name=library))
        resize_dialog(self, 920, 560)
        self.model = QuestionSetModel(appearance)
        self.files = QuestionSetFiles(bridge, self)
        self.files.imported.connect(self._imported)
        self.files.exported.connect(self._exported)
        self.files.failed.connect(self._fail)
        self.notice = Notice("failure")
        self.notice.setObjectName("questions_notice")
        self.notice.hide()
        self.figures = FigureCards()
        self._change = label("", "muted", wrap=True)
        self._change.setObjectName("questions_change")
        self._buttons: dict[str, QPushButton] = {}
        self._lay_out()
        bridge.answer_stage.connect(self._on_stage)
        bridge.job_ended.connect(self._on_end)
        bridge.store_changed.connect(self._store_changed)
        self._read()

    def done(self, result: int) -> None:
        """Stop asking, and close."""
        if self._job is not None:
            self._job.cancel()
        super().done(result)

    def _lay_out(self) -> None:
        lead = self.tr(
            "Questions for which you know the right source. Ask them before and after you change settings. "
            "The best score is 1."
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(lead, "muted", wrap=True))
        layout.addWidget(self.figures)
        layout.addWidget(self._change)
        layout.addWidget(self.notice)
        layout.addWidget(self._make_table(), 1)
        layout.addLayout(self._make_buttons())

    def _make_table(self) -> QTableView:
        self.table = QTableView()
        self.table.setObjectName("questions_table")
        self.table.setAccessibleName(self.tr("Test questions"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(scaled(34))
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QUESTION, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(PLACES, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(PLACES, 260)
        self.table.setColumnWidth(NOW, 100)
        self.table.doubleClicked.connect(self._edit)
        self.table.selectionModel().selectionChanged.connect(self._update_buttons)
        return self.table

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for name, text, role, do in (
            ("add", self.tr("Add…"), "", self._add),
            ("edit", self.tr("Edit…"), "", self._edit),
            ("remove", self.tr("Remove"), "", self._remove),
            ("import", self.tr("Import…"), "quiet", self.files.ask_import),
            ("export", self.tr("Export…"), "quiet", self._ask_export),
            ("keep", self.tr("Keep as “before”"), "quiet", self._keep_as_baseline),
            ("run", self.tr("Ask all"), "primary", self._run),
        ):
            if name == "keep":
                row.addStretch(1)
            self._buttons[name] = button(text, f"questions_{name}_button", role)
            self._buttons[name].clicked.connect(do)
            row.addWidget(self._buttons[name])
        return row

    def _read(self) -> None:
        self._bridge.run(self._bridge.worker.test_questions.read(self._library), self.show_questions, self._fail)

    def show_questions(self, question_set: QuestionSet) -> None:
        """Show questions and figures."""
        self.model.set_questions(question_set)
        self.figures.show_questions(question_set)
        self._change.setText(change_text(question_set))
        self._update_buttons()

    def _update_buttons(self) -> None:
        chosen, shown = len(self._rows()), self.model.question_set
        has_places, idle = any(one.expected for one in shown.questions), self._job is None
        allowed = {
            "edit": chosen == 1,
            "remove": chosen > 0,
            "export": has_places,
            "run": has_places or not idle,
            "keep": shown.last is not None and shown.last != shown.baseline,
        }
        for name, push in self._buttons.items():
            push.setEnabled(allowed.get(name, True))
        self._buttons["run"].setText(self.tr("Ask all") if idle else self.tr("Stop"))

    def _rows(self) -> list[int]:
        return sorted(index.row() for index in self.table.selectionModel().selectedRows())

    def _add(self) -> None:
        self._open_edit("", (), partial(self._save_question, ""))

    def _edit(self) -> None:
        rows = self._rows()
        one = self.model.question(rows[0]) if rows else None
        if one is not None:
            self._open_edit(one.text, one.expected, partial(self._save_question, one.id))

    def _open_edit(
        self, text: str, expected: tuple[tuple[str, int | None], ...], do: Callable[[str, object], None]
    ) -> None:
        dialog = QuestionDialog(text, expected, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.saved.connect(do)
        dialog.open()

    def _save_question(self, question_id: str, text: str, expected: tuple[tuple[str, int | None], ...]) -> None:
        questions = list(self.model.question_set.questions)
        if question_id:
            questions = [
                replace(one, text=text, expected=expected) if one.id == question_id else one for one in questions
            ]
        else:
            questions.append(SavedQuestion(_free_id(questions), text, expected))
        self._store(questions)

    def _remove(self) -> None:
        rows = set(self._rows())
        self._store([one for row, one in enumerate(self.model.question_set.questions) if row not in rows])

    def _store(self, questions: list[SavedQuestion]) -> None:
        job = self._bridge.worker.test_questions.store(self._library, tuple(questions))
        self._bridge.run(job, self.show_questions, self._fail)

    def _keep_as_baseline(self) -> None:
        self._bridge.run(self._bridge.worker.test_questions.keep_run(self._library), self.show_questions, self._fail)

    def _run(self) -> None:
        if self._job is not None:
            self._job.cancel()
            return
        self.notice.hide()
        self._job = self._bridge.run(
            self._bridge.worker.test_questions.run(self._library), self.show_questions, self._fail
        )
        self._change.setText(self.tr("Asking…"))
        self._update_buttons()

    def _on_stage(self, event: AnswerStage) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self._change.setText(self.tr("Asking {count}…").format(count=event.detail))

    def _on_end(self, event: Event) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self._job = None
            self._change.setText(change_text(self.model.question_set))
            self._update_buttons()

    def _store_changed(self, event: StoreChanged) -> None:
        if "test_questions" in event.kinds and self._library in event.ids:
            self._read()

    def _imported(self, questions: list[SavedQuestion]) -> None:
        """Add what was read; a question with an identifier that is there takes that one's place."""
        kept = {one.id: one for one in self.model.question_set.questions} | {one.id: one for one in questions}
        self._store(list(kept.values()))

    def _ask_export(self) -> None:
        self.files.ask_export(self._library, self.model.question_set.questions)

    def _exported(self) -> None:
        self._change.setText(self.tr("Saved."))

    def _fail(self, error: UserError) -> None:
        self.notice.tell(error.message, error.next_step)


def _free_id(questions: list[SavedQuestion]) -> str:
    taken = {one.id for one in questions}
    number = len(questions) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"
