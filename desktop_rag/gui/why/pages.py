"""Pages of “Why this answer?”: all in short, a list of passages and its rows, or a request to a model and its reply.

In short: what was searched for, what was found, and where the time went.
"""

import time
from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QAbstractTableModel, QModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.payloads import LLMPayload, query_str
from desktop_rag.core.results.answers import Source
from desktop_rag.gui.chat.step_words import step_line
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
_WORDINGS, _STEPS = 12, 30  # shown
_SLICE_SECONDS = 0.004
_LONGEST_QUESTION = 300  # characters of a wording
_COLOURS = {
    answer_trace.SEARCHING: "accent",
    answer_trace.SORTING: "warning",
    answer_trace.MODEL: "link",
    answer_trace.OTHER: "scrollbar",
}


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


class TimeBar(QWidget):
    """One bar whose parts are the times of searching, sorting, the model, and the rest."""

    def __init__(self, appearance: Appearance, seconds: dict[str, float]) -> None:
        super().__init__()
        self._appearance = appearance
        self._seconds = seconds
        self.setFixedHeight(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a wide, thin bar."""
        return QSize(300, 10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the parts beside each other."""
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = sum(self._seconds.values()) or 1.0
        left = 0.0
        for part, taken in self._seconds.items():
            width = self.width() * taken / whole
            painter.setBrush(self._appearance.theme.color(_COLOURS[part]))
            painter.drawRect(QRectF(left, 0, max(0.0, width - 1), self.height()))
            left += width
        painter.end()


class ColourSwatch(QWidget):
    """A small square in a part's colour."""

    def __init__(self, appearance: Appearance, part: str) -> None:
        super().__init__()
        self._appearance = appearance
        self._part = part
        self.setFixedSize(10, 10)
        appearance.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the square."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._appearance.theme.color(_COLOURS[self._part]))
        painter.end()


class SummaryPage(QScrollArea):
    """The whole answer in short: wordings, passages, tokens, time."""

    def __init__(self, trace: AnswerTrace, appearance: Appearance) -> None:
        super().__init__()
        self._trace = trace
        self._appearance = appearance
        self.setObjectName("why_short")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(20, 12, 20, 16)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self.setWidget(page)
        self._writers = [self._write_question, self._write_steps]
        self._writers += (
            [self._write_wordings, self._write_said, self._write_passages, self._write_budget, self._write_times]
            if trace.answer.trace
            else [self._write_nothing]
        )
        self._builder = QTimer(self)
        self._builder.timeout.connect(self._write_next)
        self._builder.start(0)

    def _write_next(self) -> None:
        """Write one part; the window works in between."""
        self._writers.pop(0)()
        if not self._writers:
            self._builder.stop()

    def _write_question(self) -> None:
        self._add_section(self.tr("Question"), [self._trace.answer.question])

    def _write_steps(self) -> None:
        steps = self._trace.answer.steps
        shown = [f"{step.number}.  {step_line(step)}" for step in steps[:_STEPS]]
        more = self.tr("and {count} more").format(count=len(steps) - _STEPS)
        self._add_section(self.tr("Steps"), shown + ([more] if len(steps) > _STEPS else []))

    def _write_nothing(self) -> None:
        self._add_section(
            self.tr("No details were recorded for this answer."),
            [self.tr("Ask again to see how the answer comes about.")],
        )

    def _write_wordings(self) -> None:
        wordings = self._trace.wordings
        more = self.tr("and {count} more").format(count=len(wordings) - _WORDINGS)
        shown = [words.quoted(words.excerpt(wording, _LONGEST_QUESTION)) for wording in wordings[:_WORDINGS]]
        self._add_section(self.tr("Searched for"), shown + ([more] if len(wordings) > _WORDINGS else []))

    def _write_said(self) -> None:
        """Write the person's judgement of an earlier answer, and its question."""
        if (told := self._trace.said) is not None:
            self._add_section(trace_words.said(told), [words.quoted(words.excerpt(told.said_of, _LONGEST_QUESTION))])

    def _write_passages(self) -> None:
        """Show how many passages there were, once they are counted."""
        if not self._trace.read_places(time.perf_counter() + _SLICE_SECONDS):
            self._writers.insert(0, self._write_passages)
            return
        self._add_section(self.tr("Passages"), self._passages())

    def _write_budget(self) -> None:
        if self._trace.budget is not None:
            self._add_section(self.tr("Context window"), [trace_words.budget_line(self._trace.budget)])

    def _passages(self) -> list[str]:
        found, sources = len(self._trace.places), self._trace.answer.sources
        cited = len({citation.node_id for citation in self._trace.answer.citations})
        return [
            self.tr("{found} found, {read} in the answer's sources, {cited} cited").format(
                found=found, read=len(sources), cited=cited
            )
        ]

    def _add_section(self, heading: str, lines: Sequence[str]) -> None:
        if not lines:
            return
        self._add_widget(label(heading, "muted"))
        for text in lines:
            shown = label(text, "body", wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._add_widget(shown)
        self._column.insertSpacing(self._column.count() - 1, 10)

    def _add_widget(self, widget: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, widget)

    def _write_times(self) -> None:
        parts = {part: seconds for part, seconds in self._trace.seconds().items() if seconds >= 0.001}
        total = self.tr("Time: {time}").format(time=trace_words.seconds(self._trace.total))
        names = {
            answer_trace.SEARCHING: self.tr("Searching"),
            answer_trace.SORTING: self.tr("After searching"),
            answer_trace.MODEL: self.tr("Model"),
            answer_trace.OTHER: self.tr("Everything else"),
        }
        heading = label(total, "muted")
        heading.setObjectName("why_total")
        self._add_widget(heading)
        self._add_widget(TimeBar(self._appearance, parts))
        for part, seconds in parts.items():
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(ColourSwatch(self._appearance, part))
            row.addWidget(label(f"{names[part]}  {trace_words.seconds(seconds)}", "body"), 1)
            self._column.insertLayout(self._column.count() - 1, row)
