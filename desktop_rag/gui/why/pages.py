"""Pages of “Why this answer?” for one stage: a list of passages and its rows, or a request to a model and its reply."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QAbstractTableModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.payloads import LLMPayload, query_str
from desktop_rag.core.results.answers import Source
from desktop_rag.gui.why import answer_trace, trace_words
from desktop_rag.gui.why.answer_trace import RERANKING, AnswerTrace, RankedPassage, Stage, TokenBudget
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import label, plain_tip
from desktop_rag.gui.widgets.copy_button import CopyButton
from desktop_rag.gui.widgets.list_delegate import DEPTH_ROLE, LINE_ROLE, TONE_ROLE
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import BODY, Appearance, font, scaled

_LONGEST = 240  # characters of what was searched for
_PIECE = 20_000  # characters put into the text at once
FOUND_ROLE = Qt.ItemDataRole.UserRole + 40
RANK, PLACE, SCORE, OUTCOME, IN_ANSWER = range(5)
_DEEPEST = 4


class PassagesPage(QWidget):
    """A list of passages; one that is a source of the answer opens its page."""

    passage_chosen = Signal(object)  # Source

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._model = PassageTable(appearance)
        self._title = label("", "body", wrap=True)
        self._title.setObjectName("why_query")
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._hint = label("", "small", wrap=True)
        self._hint.setObjectName("why_hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 8)
        layout.setSpacing(10)
        layout.addWidget(self._title)
        layout.addWidget(self._make_table(), 1)
        layout.addWidget(self._hint)

    def show_stage(self, trace: AnswerTrace, stage: Stage) -> None:
        """Show the passages of a stage."""
        event = stage.event
        sorting = event.kind == answer_trace.RERANKING
        query = query_str(event.payload)
        self._title.setText(words.quoted(words.excerpt(query, _LONGEST)) if query else trace_words.title(stage))
        self._model.show_found(event.kind, trace.found(event))
        self.table.setColumnHidden(OUTCOME, not sorting)
        self._hint.setText(self.tr("Bold passages are sources of the answer. Click one to see its page."))

    def _make_table(self) -> QTableView:
        self.table = QTableView()
        self.table.setObjectName("why_passages")
        self.table.setAccessibleName(self.tr("Passages"))
        self.table.setModel(self._model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(scaled(32))
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(PLACE, QHeaderView.ResizeMode.Stretch)
        for column, width in ((RANK, 48), (SCORE, 78), (OUTCOME, 100), (IN_ANSWER, 116)):
            self.table.setColumnWidth(column, width)
        self.table.clicked.connect(self._choose)
        self.table.activated.connect(self._choose)
        return self.table

    def _choose(self, index: QModelIndex) -> None:
        found = index.data(FOUND_ROLE)
        if found is not None and isinstance(found.source, Source):
            self.passage_chosen.emit(found.source)
        else:
            self._hint.setText(self.tr("This passage is not among the answer's sources, so it cannot be opened here."))


class TextPage(QWidget):
    """The request and reply of a model, or the details of any other stage; readable and copyable."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._texts = ["", ""]
        self._rest = ""
        self._line = label("", "muted", wrap=True)
        self._line.setObjectName("why_line")
        self.sent = self._make_tab(self.tr("Sent"), "why_sent")
        self.reply = self._make_tab(self.tr("Received"), "why_reply")
        self.copy_button = CopyButton(appearance, "why_copy_button", self._text)
        self.view = QPlainTextEdit()
        self.view.setObjectName("why_text")
        self.view.setProperty("role", "boxed")
        self.view.setAccessibleName(self.tr("Text"))
        self.view.setReadOnly(True)
        self.view.setUndoRedoEnabled(False)
        self.view.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.view.document().setDefaultFont(font(BODY))
        self.view.document().setDocumentMargin(10)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.sent)
        row.addWidget(self.reply)
        row.addStretch(1)
        row.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 8)
        layout.setSpacing(8)
        layout.addWidget(self._line)
        layout.addLayout(row)
        layout.addWidget(self.view, 1)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._add_piece)

    def show_stage(self, trace: AnswerTrace, stage: Stage) -> None:
        """Show a model's call, or the details of another stage."""
        event = stage.event
        call = event.kind == answer_trace.LLM
        self.sent.setVisible(call)
        self.reply.setVisible(call)
        texts = (
            (trace_words.prompt_text(event), trace_words.reply_text(event))
            if call
            else (trace_words.payload_text(event), "")
        )
        self._texts = list(texts)
        line = [LLMPayload.of(event.payload).model_name, trace_words.line(stage), self._budget(trace, stage)]
        self._line.setText(" · ".join(part for part in line if part))
        (self.reply if call and event.error else self.sent).setChecked(True)
        self._show()

    def _budget(self, trace: AnswerTrace, stage: Stage) -> str:
        """Return the use of the model's window in this stage as a text, as far as it is known."""
        budget = answer_trace.budget_of(stage.event)
        if stage.event.kind == answer_trace.LLM and trace.budget is not None:
            budget = TokenBudget(trace.budget.window, LLMPayload.of(stage.event.payload).prompt_tokens or 0)
        return trace_words.budget_line(budget) if budget is not None and budget.window else ""

    def _make_tab(self, text: str, name: str) -> QToolButton:
        tab = QToolButton()
        tab.setText(text)
        tab.setObjectName(name)
        tab.setProperty("role", "segment")
        tab.setCheckable(True)
        tab.setAutoExclusive(True)
        tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tab.clicked.connect(self._show)
        return tab

    def _text(self) -> str:
        return self._texts[1 if self.reply.isChecked() and not self.reply.isHidden() else 0]

    def _show(self) -> None:
        """Begin to show a text; a long one is put in piece by piece."""
        text = self._text() or self.tr("Nothing.")
        self._timer.stop()
        self.view.setPlainText(text[:_PIECE])
        self._rest = text[_PIECE:]
        if self._rest:
            self._timer.start()

    def _add_piece(self) -> None:
        """Put the next piece of a long text in, where the person does not notice."""
        cursor = QTextCursor(self.view.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._rest[:_PIECE])
        self._rest = self._rest[_PIECE:]
        if not self._rest:
            self._timer.stop()


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
