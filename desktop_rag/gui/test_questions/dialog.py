"""The test questions of a library: whether a change of the settings finds the right places better or worse."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerStage, Event, StoreChanged
from desktop_rag.core.results.test_questions import QuestionSet, SavedQuestion
from desktop_rag.evaluation.metrics import FIGURES, Moved
from desktop_rag.evaluation.questions import Question, read_questions, write_questions
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.test_questions.model import (
    NOW,
    PLACES,
    QUESTION,
    Place,
    QuestionSetModel,
    comparison,
    figure_texts,
    read_places,
    written,
)
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import Notice, button, button_row, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.services.test_questions.question_set import as_question

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job


_FILTER = "JSON lines (*.jsonl *.json)"


def _tr(text: str) -> str:
    return QCoreApplication.translate("TestQuestions", text)


class FigureCards(QWidget):
    """A card for each figure."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: dict[str, QLabel] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        meanings = (
            self.tr("Expected source ranked first"),
            self.tr("Expected sources in the top five"),
            self.tr("Average position (higher is better)"),
            self.tr("Ranking of the top ten"),
        )
        for name, meaning in zip(FIGURES, meanings, strict=True):
            row.addWidget(self._make_card(name, meaning), 1)

    def show_questions(self, question_set: QuestionSet) -> None:
        """Show each figure, as “before → now” where there are both."""
        for name, text in figure_texts(question_set, FIGURES).items():
            self._figures[name].setText(text)

    def _make_card(self, name: str, meaning: str) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(12, 8, 12, 8)
        inner.setSpacing(2)
        self._figures[name] = label("–", "title")
        self._figures[name].setObjectName(f"questions_{name}")
        inner.addWidget(self._figures[name])
        inner.addWidget(label(meaning, "muted", wrap=True))
        inner.addWidget(label(name, "small"))
        return card


def change_text(question_set: QuestionSet) -> str:
    """Return a sentence on what changed since the baseline run."""
    if not question_set.questions:
        return _tr(
            "No test questions yet. Choose “Save as test question” from the menu of a source or a search "
            "result, or add one here."
        )
    changed = comparison(question_set)
    if changed is None:
        return _tr("Not asked yet.")
    if (
        question_set.baseline is not None
        and question_set.last is not None
        and question_set.baseline.made == question_set.last.made
    ):
        return _tr("Later runs are compared with this one.")
    texts = {question.id: question.text for question in question_set.questions}
    parts = [_moved_text(_tr("Better"), changed.better, texts), _moved_text(_tr("Worse"), changed.worse, texts)]
    if not changed.same_questions:
        parts.append(_tr("The questions have changed since the saved result, so the scores can't be compared."))
    return " · ".join(parts)


def _moved_text(title: str, moved: Sequence[Moved], texts: Mapping[str, str]) -> str:
    """Return the number of questions that moved one way, with the first of them, as a text."""
    names = words.listed(words.quoted(words.excerpt(texts.get(one.id, one.id), 40)) for one in moved[:3])
    return f"{title}: {len(moved)}" + (f" ({names})" if moved else "")


class QuestionDialog(QDialog):
    """Asks for the question and its right places, one on each line."""

    saved = Signal(str, object)  # text, places

    def __init__(self, text: str, expected: tuple[Place, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("questions_edit")
        self.setWindowTitle(self.tr("Test question"))
        resize_dialog(self, 520, 300)
        self.question = QLineEdit(text)
        TextCentring(self.question)
        self.question.setObjectName("questions_question")
        self.question.setAccessibleName(self.tr("Question"))
        self.places = QPlainTextEdit("\n".join(map(written, expected)))
        self.places.setObjectName("questions_places")
        self.places.setProperty("role", "boxed")
        self.places.setTabChangesFocus(True)
        self.places.setAccessibleName(self.tr("Expected sources"))
        self.places.setPlaceholderText(self.tr("report.pdf, page 12"))
        self._save_button = button(self.tr("Save"), "questions_save_button", "primary")
        self._save_button.setDefault(True)
        cancel = button(self.tr("Cancel"), "questions_cancel_button")
        cancel.clicked.connect(self.reject)
        self._save_button.clicked.connect(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(label(self.tr("Question"), "heading"))
        layout.addWidget(self.question)
        layout.addSpacing(4)
        layout.addWidget(label(self.tr("Expected sources"), "heading"))
        hint = self.tr("One file per line, by name or full path. Add “, page 12” if only that page counts.")
        layout.addWidget(label(hint, "muted", wrap=True))
        layout.addWidget(self.places, 1)
        layout.addLayout(button_row(cancel, self._save_button))
        self.question.textChanged.connect(self._enable)
        self.places.textChanged.connect(self._enable)
        self._enable()

    def _enable(self) -> None:
        """Allow saving once there are both."""
        self._save_button.setEnabled(
            bool(self.question.text().strip()) and bool(read_places(self.places.toPlainText()))
        )

    def _save(self) -> None:
        self.saved.emit(" ".join(self.question.text().split()), read_places(self.places.toPlainText()))
        self.accept()


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
        """Add the imported questions; one with a known identifier replaces that question."""
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
