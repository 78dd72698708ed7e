"""The lists behind “Why this answer?”: stages of the work, and passages of one stage."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QAbstractTableModel, Qt
from PySide6.QtGui import QColor, QFont

from desktop_rag.gui.why import trace_words
from desktop_rag.gui.why.answer_trace import RERANKING, RankedPassage, Stage
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.list_delegate import DEPTH_ROLE, LINE_ROLE, TONE_ROLE
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance

FOUND_ROLE = Qt.ItemDataRole.UserRole + 40
RANK, PLACE, SCORE, OUTCOME, IN_ANSWER = range(5)
_DEEPEST = 4


class StageModel(QAbstractListModel):
    """The whole answer first, then every stage."""

    def __init__(self, stages: Sequence[Stage], summary: str) -> None:
        super().__init__()
        self.stages = stages
        self._summary = summary

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.stages) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row's name, its line, or its colour."""
        if index.row() == 0:
            first = {Qt.ItemDataRole.DisplayRole: self.tr("Summary"), LINE_ROLE: self._summary}
            return first.get(role)
        return self._stage_data(self.stages[index.row() - 1], role)

    def _stage_data(self, stage: Stage, role: int) -> str | int | None:
        if role == DEPTH_ROLE:
            return min(stage.depth, _DEEPEST)
        if role == TONE_ROLE:
            return "error" if stage.event.error else None
        title, line = trace_words.title(stage), trace_words.line(stage)
        return {
            Qt.ItemDataRole.DisplayRole: title,
            LINE_ROLE: line,
            Qt.ItemDataRole.ToolTipRole: plain_tip(f"{title}. {line}"),
            Qt.ItemDataRole.AccessibleTextRole: f"{title}. {line}",
        }.get(role)


class PassageTable(QAbstractTableModel):
    """The passages of one stage, best first, those it left out at the end."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._found: list[RankedPassage] = []
        self._kind = ""

    def show_found(self, kind: str, found: Sequence[RankedPassage]) -> None:
        """Show these passages of a stage of this kind."""
        self.beginResetModel()
        self._found, self._kind = list(found), kind
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of passages."""
        return 0 if parent.isValid() else len(self._found)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return 5

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            titles = (self.tr("#"), self.tr("Passage"), self.tr("Score"), self.tr("Then"), self.tr("In the answer"))
            return titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (RANK, SCORE):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        found, column = self._found[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(found, column)
        if role == FOUND_ROLE:
            return found
        return self._style(found, column, role)

    def _style(self, found: RankedPassage, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and column == PLACE:
            return plain_tip(found.file) or None
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (RANK, SCORE):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color(found, column)
        if role == Qt.ItemDataRole.FontRole and column == PLACE and found.source is not None:
            bold = QFont()
            bold.setWeight(QFont.Weight.DemiBold)
            return bold
        return None

    def _color(self, found: RankedPassage, column: int) -> QColor | None:
        """Return a cell's colour, None for the usual one; what was left out is faint."""
        if not found.rank:
            return self._appearance.theme.color("faint")
        return self._appearance.theme.color("accent") if column == IN_ANSWER else None

    def _text(self, found: RankedPassage, column: int) -> str:
        if column == RANK:
            return str(found.rank or "–")
        if column == PLACE:
            return trace_words.place(found)
        if column == SCORE:
            return "" if found.score is None else words.decimal(found.score, 3)
        if column == OUTCOME:
            return trace_words.outcome(found) if self._kind == RERANKING else ""
        return trace_words.in_answer(found)
