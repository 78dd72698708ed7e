"""“Why this answer?”: every stage of the work behind an answer, and what each did."""

from functools import cached_property

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QListView,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.results.answers import Answer
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.why import answer_trace, trace_words
from desktop_rag.gui.why.answer_trace import AnswerTrace
from desktop_rag.gui.why.export import ExportBar
from desktop_rag.gui.why.models import StageModel
from desktop_rag.gui.why.pages import PassagesPage, TextPage
from desktop_rag.gui.why.summary_page import SummaryPage
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.list_delegate import TwoLineDelegate
from desktop_rag.gui.widgets.theme import Appearance, scaled

_LIST = 320  # pixels of the list, so that the names of stages fit in each language
_LISTS = (answer_trace.RETRIEVE, answer_trace.RERANKING)


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
