"""Pages of “Why this answer?” for one stage: a list of passages, or a request to a model and its reply."""

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
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
from desktop_rag.gui.why.answer_trace import AnswerTrace, Stage, TokenBudget
from desktop_rag.gui.why.models import FOUND_ROLE, IN_ANSWER, OUTCOME, PLACE, RANK, SCORE, PassageTable
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.copy_button import CopyButton
from desktop_rag.gui.widgets.theme import BODY, Appearance, font, scaled

_LONGEST = 240  # characters of what was searched for
_PIECE = 20_000  # characters put into the text at once


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
