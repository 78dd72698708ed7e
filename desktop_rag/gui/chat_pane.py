"""The middle of the window: the conversation, the question box, and what to say when both are empty."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.config.options import LLM_MODEL, LLM_PROVIDER
from desktop_rag.errors import UserError
from desktop_rag.gui.asking import Asking
from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.empty_states import LibraryStart
from desktop_rag.gui.question_box import QuestionBox
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.turn_list import COLUMN_WIDTH, MARGIN, TurnList
from desktop_rag.gui.turn_view import TurnView
from desktop_rag.gui.widgets import ChevronButton, ElidedLabel, IconButton, Notice
from desktop_rag.results import Answer, Citation, IndexInfo, Source, Turn

HEADER_HEIGHT = 56


class ChatPane(QWidget):
    """Shows one conversation of one library and asks its questions."""

    conversation_started = Signal(str)
    sources_shown = Signal(object)  # tuple of sources of the turn in focus
    citation_opened = Signal(object, object, object, bool)  # sources, Source, Citation or None, by the person
    settings_wanted = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("chat_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bridge = bridge
        self._appearance = appearance
        self._library: IndexInfo | None = None
        self._conversation = ""
        self._opened = ""  # the citation the person chose while the answer came
        self.sidebar_button = IconButton(appearance, "sidebar", self.tr("Libraries"), "sidebar_button")
        self.sources_button = IconButton(appearance, "sources", self.tr("Sources"), "sources_button")
        self._title = ElidedLabel("", "title")
        self._title.setObjectName("conversation_title")
        self.start = LibraryStart(appearance)
        self._turns = TurnList(appearance)
        self._body = QStackedWidget()
        self._body.addWidget(self.start)
        self._body.addWidget(self._turns)
        self.notice = Notice("failure")
        self.notice.setObjectName("chat_notice")
        self.notice.add_dismiss(appearance)
        self.notice.hide()
        self.question = QuestionBox(appearance)
        self._asking = Asking(bridge, self)
        self._lay_out()
        self._connect()
        self.refresh_model()
        self._choose_mode(self._mode_group.actions()[0])

    def set_library(self, info: IndexInfo, suggestions: tuple[str, ...] = (), *, busy: bool = False) -> None:
        """Ask this library from now on; the same library only refreshes its description."""
        changed = self._library is None or self._library.name != info.name
        self._library = info
        self.start.show_library(info, suggestions, busy=busy)
        self.question.setEnabled(not info.error and bool(info.files))
        if changed:
            self.new_conversation()

    def new_conversation(self) -> None:
        """Start afresh; an answer still being written is stopped and kept in its conversation."""
        self._leave()
        self._conversation = ""
        self._title.set_full_text(self._library.name if self._library else "")
        self._body.setCurrentWidget(self.start)
        self.sources_shown.emit(())

    def open_conversation(self, conversation_id: str, title: str) -> None:
        """Show a stored conversation."""
        if conversation_id == self._conversation:
            return
        self._leave()
        self._conversation = conversation_id
        self._title.set_full_text(title)
        self._body.setCurrentWidget(self._turns)
        self.sources_shown.emit(())
        self._bridge.run(self._bridge.worker.conversation(conversation_id), self._show_turns, self.show_error)

    @property
    def conversation_id(self) -> str:
        """The conversation that is shown; "" for a new one."""
        return self._conversation

    @property
    def busy(self) -> bool:
        """Whether an answer is being written."""
        return self._asking.busy

    def stop(self) -> None:
        """Stop the answer that is being written."""
        self._asking.stop()

    def ask(self, question: str) -> None:
        """Ask, or search when passages only are wanted."""
        if self._library is None or self._asking.busy:
            return
        self.notice.hide()
        self._opened = ""
        self._body.setCurrentWidget(self._turns)
        turn = self._turns.add_turn(question)
        if self._mode_group.checkedAction() is self._mode_group.actions()[1]:
            self._turns.show_top(turn)
            self._asking.search(turn, self._library.name)
            return
        if not self._conversation:
            self._title.set_full_text(" ".join(question.split()))
        self._asking.ask(turn, self._library.name, self._conversation)

    def show_error(self, error: UserError) -> None:
        """Tell about something that went wrong outside an answer."""
        self.notice.tell(error.message, error.next_step)

    def refresh_model(self) -> None:
        """Show on the model button who writes the answers."""
        config = self._bridge.worker.config
        none = config[LLM_PROVIDER] == "none"
        name = self.tr("No model") if none else config[LLM_MODEL] or self.tr("Choose a model")
        metrics = self.model_button.fontMetrics()
        self.model_button.setText(metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, 150))
        self.model_button.setAccessibleName(self.tr("Model: {name}").format(name=name))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep question box and notice in the answers' column."""
        super().resizeEvent(event)
        side = max(MARGIN, (self.width() - COLUMN_WIDTH) // 2)
        self._bottom.setContentsMargins(side, 8, side, 20)

    def _lay_out(self) -> None:
        """Header, conversation, box."""
        header = QHBoxLayout()
        header.setContentsMargins(12, 12, 12, 12)
        header.setSpacing(8)
        self.mode_button = self._make_mode_button()
        self.model_button = ChevronButton(self._appearance, "model_button")
        self.model_button.setToolTip(self.tr("Who writes the answers"))
        header.addWidget(self.sidebar_button)
        header.addSpacing(4)
        header.addWidget(self._title, 1)
        for widget in (self.mode_button, self.model_button, self.sources_button):
            header.addWidget(widget)
        self._bottom = QVBoxLayout()
        self._bottom.setSpacing(12)
        self._bottom.addWidget(self.notice)
        self._bottom.addWidget(self.question)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(header)
        layout.addWidget(self._body, 1)
        layout.addLayout(self._bottom)

    def _make_mode_button(self) -> ChevronButton:
        """Make the choice between an answer and passages only."""
        result = ChevronButton(self._appearance, "mode_button")
        menu = QMenu(result)
        self._mode_group = QActionGroup(self)
        for text in (self.tr("Answer"), self.tr("Passages only")):
            action = menu.addAction(text)
            action.setCheckable(True)
            self._mode_group.addAction(action)
        self._mode_group.triggered.connect(self._choose_mode)
        result.setMenu(menu)
        return result

    def _connect(self) -> None:
        """Let the parts of this pane work together."""
        self.question.asked.connect(self.ask)
        self.question.stopped.connect(self.stop)
        self.start.suggestion_chosen.connect(self.ask)
        self.model_button.clicked.connect(self.settings_wanted)
        self._turns.turn_added.connect(self._adopt)
        self._asking.busy_changed.connect(self._set_busy)
        self._asking.conversation_started.connect(self._started)
        self._asking.sources_found.connect(self._found)
        self._asking.answered.connect(self._answered)

    def _leave(self) -> None:
        """Leave the present conversation."""
        self._asking.abandon()
        self._turns.clear()
        self.notice.hide()

    def _show_turns(self, turns: Sequence[Turn]) -> None:
        """Show what was stored."""
        self._turns.show_turns(turns)
        last = next((turn.answer for turn in reversed(turns) if turn.answer is not None), None)
        self.sources_shown.emit(last.sources if last else ())

    def _adopt(self, turn: TurnView) -> None:
        """Listen to a new turn."""
        turn.citation_clicked.connect(self._cite)
        turn.ask_again.connect(self.ask)
        turn.settings_wanted.connect(self.settings_wanted)

    def _choose_mode(self, action: QAction) -> None:
        """Ask or search from now on."""
        action.setChecked(True)
        self.mode_button.setText(action.text())
        search = action is self._mode_group.actions()[1]
        box_words = (
            (self.tr("Find passages…"), self.tr("Find")) if search else (self.tr("Ask your files…"), self.tr("Ask"))
        )
        self.question.set_words(*box_words)

    def _set_busy(self, busy: bool) -> None:  # noqa: FBT001
        """Offer Stop or Ask."""
        self.question.set_busy(busy=busy)

    def _started(self, conversation_id: str) -> None:
        """Remember the conversation that was made for the first question."""
        self._conversation = conversation_id
        self.conversation_started.emit(conversation_id)

    def _found(self, _turn: TurnView, sources: tuple[Source, ...]) -> None:
        """Show the passages beside the answer."""
        self.sources_shown.emit(sources)

    def _answered(self, turn: TurnView, answer: Answer) -> None:
        """Open the first citation, unless the person opened another meanwhile."""
        if answer.citations and not self._opened:
            self._open(turn, answer.citations[0].marker, answer.citations[0], chosen=False)

    def _cite(self, turn: TurnView, marker: int, index: int) -> None:
        """Open the citation that was clicked."""
        citation = turn.citations[index] if 0 <= index < len(turn.citations) else None
        self._open(turn, marker, citation, chosen=True)

    def _open(self, turn: TurnView, marker: int, citation: Citation | None, *, chosen: bool) -> None:
        """Show a citation's source."""
        source = next((source for source in turn.sources if source.rank == marker), None)
        if source is not None:
            self._opened = source.node_id if chosen else ""
            self.citation_opened.emit(turn.sources, source, citation, chosen)
