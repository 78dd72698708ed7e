"""The rows of the test questions: the question, where the answer is, and the place it was found at, before and now."""

import re
from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, Qt

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.test_questions import EvaluationRun, QuestionSet, SavedQuestion
from desktop_rag.evaluation.metrics import Comparison, Run, compare
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import decimal

Place = tuple[str, int | None]
QUESTION, PLACES, BEFORE, NOW = range(4)
ID_ROLE = Qt.ItemDataRole.UserRole + 1
_PAGE = re.compile(r"^(?P<file>.*\S)\s*,\s*(?:page|Seite|p\.|ページ|第)\s*(?P<page>\d+)\s*(?:页)?$", re.IGNORECASE)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TestQuestions", text)


class QuestionSetModel(QAbstractTableModel):
    """One row per question."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.question_set = QuestionSet(())

    def set_questions(self, question_set: QuestionSet) -> None:
        """Show these questions and runs."""
        self.beginResetModel()
        self.question_set = question_set
        self.endResetModel()

    def question(self, row: int) -> SavedQuestion | None:
        """Return a question."""
        return self.question_set.questions[row] if 0 <= row < len(self.question_set.questions) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of questions."""
        return 0 if parent.isValid() else len(self.question_set.questions)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (_tr("Question"), _tr("Expected source"), _tr("Before"), _tr("Now"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        one, column = self.question_set.questions[index.row()], index.column()
        if role == ID_ROLE:
            return one.id
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(one, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(one.text if column == QUESTION else "\n".join(map(written, one.expected)))
        if role == Qt.ItemDataRole.ForegroundRole and column == NOW:
            return self._appearance.theme.color(self._tone(one))
        return None

    def _text(self, one: SavedQuestion, column: int) -> str:
        if column == QUESTION:
            return one.text
        if column == PLACES:
            places = "; ".join(written((shown_name(file), page)) for file, page in one.expected)
            if one.id in self.question_set.lost:
                return _tr("{places} (the words you showed are gone)").format(places=places)
            return places or _tr("No source yet")
        run = self.question_set.baseline if column == BEFORE else self.question_set.last
        return rank_text(run, one.id)

    def _tone(self, one: SavedQuestion) -> str:
        before, now = _position(self.question_set.baseline, one.id), _position(self.question_set.last, one.id)
        if before is None or now is None or before == now:
            return "text"
        return "ok" if now < before else "error"


def rank_text(run: EvaluationRun | None, question_id: str) -> str:
    """Return the place at which a right one was found, in words."""
    if run is None or question_id not in run.ranks:
        return "–"
    rank = run.ranks[question_id]
    return _tr("not found") if rank is None else _tr("rank {rank}").format(rank=rank)


def written(place: Place) -> str:
    """Return a right place as it is written."""
    file, page = place
    return file if page is None else _tr("{file}, page {page}").format(file=file, page=page)


def read_places(text: str) -> tuple[Place, ...]:
    """Read right places, one on each line: a path or a name, with a page if only that is right."""
    places: list[Place] = []
    for line in (line.strip() for line in text.splitlines()):
        match = _PAGE.match(line)
        if match is not None:
            places.append((match["file"], int(match["page"])))
        elif line:
            places.append((line, None))
    return tuple(dict.fromkeys(places))


def comparison(question_set: QuestionSet) -> Comparison | None:
    """Compare the last run with the baseline; None until there are both."""
    if question_set.baseline is None or question_set.last is None:
        return None
    return compare(_run(question_set.baseline), _run(question_set.last))


def figure_texts(question_set: QuestionSet, names: tuple[str, ...]) -> Mapping[str, str]:
    """Return each figure, as “before → now” where there is a measure that differs from now."""
    last, before = question_set.last, question_set.baseline
    texts = {}
    for name in names:
        now = "–" if last is None else decimal(last.figures[name], 2)
        compared = before is not None and last is not None and before.made != last.made
        texts[name] = f"{decimal(before.figures[name], 2)} → {now}" if compared and before is not None else now
    return texts


def _run(run: EvaluationRun) -> Run:
    return Run("settings", 10, run.figures, run.ranks)


def _position(run: EvaluationRun | None, question_id: str) -> float | None:
    """Return a rank to compare by; None when the question was not asked."""
    if run is None or question_id not in run.ranks:
        return None
    rank = run.ranks[question_id]
    return float("inf") if rank is None else rank
