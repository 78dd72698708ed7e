"""“Why this answer?”: every stage of the work behind an answer, and what each did."""

import dataclasses
import json
from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer
from desktop_rag.gui.chat.step_words import step_details, step_line
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.why import answer_trace, trace_words
from desktop_rag.gui.why.answer_trace import AnswerTrace, Stage
from desktop_rag.gui.why.pages import PassagesPage, StageModel, SummaryPage, TextPage
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label
from desktop_rag.gui.widgets.copy_button import COPIED_MS
from desktop_rag.gui.widgets.list_delegate import TwoLineDelegate
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

_LIST = 320  # pixels of the list, so that the names of stages fit in each language
_LISTS = (answer_trace.RETRIEVE, answer_trace.RERANKING)


def as_text(answer: Answer) -> str:
    """Return the trace in reading order: question, answer, steps, then each stage with its details."""
    trace = AnswerTrace(answer)
    parts = [answer.question, answer.text]
    parts += ["\n".join([f"{step.number}. {step_line(step)}", step_details(step)]).strip() for step in answer.steps]
    parts += [_stage_text(trace, stage) for stage in trace.stages]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def as_json(answer: Answer) -> str:
    """Return the answer with its sources, steps and every event of its trace."""
    return json.dumps(dataclasses.asdict(answer), ensure_ascii=False, indent=2, default=str)


def _stage_text(trace: AnswerTrace, stage: Stage) -> str:
    """Return one stage: name, line, then its passages, its messages or other details."""
    event = stage.event
    head = f"{'  ' * stage.depth}# {trace_words.title(stage)} ({trace_words.line(stage)})"
    if event.kind in (answer_trace.RETRIEVE, answer_trace.RERANKING):
        rows = [
            f"{found.rank or '-'}. {trace_words.place(found)}" + ("" if found.score is None else f"  {found.score:.3f}")
            for found in trace.found(event)
        ]
        return "\n".join([head, *rows])
    if event.kind == answer_trace.LLM:
        return "\n\n".join([head, trace_words.prompt_text(event), f"── ──\n{trace_words.reply_text(event)}"])
    return "\n".join([head, trace_words.payload_text(event)])


class ExportBar(QWidget):
    """The row below the dialog: copies everything; a long trace is written in another thread."""

    def __init__(self, answer: Answer, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._answer = answer
        self._bridge = bridge
        self._appearance = appearance
        self.setObjectName("why_export")
        self._said = label("", "muted")
        self._said.setObjectName("why_exported")
        self._timer = single_shot(self, COPIED_MS, self._said.clear)
        self.buttons = (
            self._make_button(self.tr("Copy all as text"), "why_copy_text", as_text),
            self._make_button(self.tr("Copy as JSON"), "why_copy_json", as_json),
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 8, 20, 12)
        layout.setSpacing(8)
        layout.addStretch(1)
        layout.addWidget(self._said)
        for push in self.buttons:
            layout.addWidget(push)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def _make_button(self, text: str, name: str, write: Callable[[Answer], str]) -> QPushButton:
        """Make a button that copies what ``write`` makes of the answer."""
        push = button(text, name)
        push.setIconSize(QSize(16, 16))
        push.clicked.connect(partial(self._copy, write))
        return push

    def _copy(self, write: Callable[[Answer], str]) -> None:
        """Write it in another thread."""
        self._bridge.call(partial(write, self._answer), self._copied, self._failed)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._said.setText(self.tr("Copied"))
        self._timer.start()

    def _failed(self, error: UserError) -> None:
        self._said.setText(words.error_text(error))

    def _recolour(self) -> None:
        for push in self.buttons:
            push.setIcon(self._appearance.icon("copy"))


class WhyDialog(QDialog):
    """Lists the stages at the left; the right side shows the one that is chosen. The window stays usable."""

    passage_chosen = Signal(object)  # Source

    def __init__(self, answer: Answer, bridge: Bridge, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._trace = AnswerTrace(answer)
        self.setObjectName("why_dialog")
        self.setWindowTitle(self.tr("Why this answer?"))
        self.resize(min(920, parent.width()), min(620, parent.height()))
        self._model = StageModel(self._trace.stages, self._summary())
        self._appearance = appearance
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._make_list(appearance))
        self._pages = QStackedWidget(splitter)
        self._short = SummaryPage(self._trace, appearance)
        self._short.setAccessibleName(self.windowTitle())
        self._pages.addWidget(self._short)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([scaled(_LIST), self.width() - scaled(_LIST)])
        self._export = ExportBar(answer, bridge, appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(splitter, 1)
        layout.addWidget(self._export)
        self.list.setCurrentIndex(self._model.index(0))

    @cached_property
    def _passages(self) -> PassagesPage:
        """The page with a list of passages, made when it is first shown."""
        page = PassagesPage(self._appearance)
        page.passage_chosen.connect(self.passage_chosen)
        self._pages.addWidget(page)
        return page

    @cached_property
    def _text(self) -> TextPage:
        """The page with texts, made when it is first shown."""
        page = TextPage(self._appearance)
        self._pages.addWidget(page)
        return page

    def _make_list(self, appearance: Appearance) -> QListView:
        self.list = QListView()
        self.list.setObjectName("why_stages")
        self.list.setAccessibleName(self.tr("What happened"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self._delegate = TwoLineDelegate(appearance)
        self.list.setItemDelegate(self._delegate)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setMinimumWidth(220)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setModel(self._model)
        self.list.selectionModel().currentChanged.connect(self._show)
        return self.list

    def _summary(self) -> str:
        """Return the line below “In short”."""
        calls = self._trace.count(answer_trace.LLM)
        parts = [words.passage_count(len(self._trace.answer.sources))]
        if calls:
            parts.append(self.tr("%Ln model calls", "", calls))
        if self._trace.total:
            parts.append(trace_words.seconds(self._trace.total))
        return " · ".join(parts)

    def _show(self, current: QModelIndex) -> None:
        if current.row() <= 0:
            self._pages.setCurrentWidget(self._short)
            return
        stage = self._model.stages[current.row() - 1]
        page = self._passages if stage.event.kind in _LISTS else self._text
        page.show_stage(self._trace, stage)
        self._pages.setCurrentWidget(page)
