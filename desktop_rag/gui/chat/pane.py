"""The chat pane: the conversation, the question box, and the start page of an empty conversation."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.config.options import DOCUMENTS_ONLY, LLM_PROVIDER, MODE
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, Citation, Source
from desktop_rag.core.results.conversations import Turn
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.chat.question_box import QuestionBox
from desktop_rag.gui.chat.question_runner import QuestionRunner
from desktop_rag.gui.chat.question_tools import QuestionTools
from desktop_rag.gui.chat.start_page import StartPage
from desktop_rag.gui.chat.turn_list import COLUMN_WIDTH, MARGIN, TurnList
from desktop_rag.gui.models.button import ModelButton
from desktop_rag.gui.scope.chips import ConversationScope, ScopeChips
from desktop_rag.gui.settings.overrides import Overrides
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.link_opener import LinkOpener
from desktop_rag.gui.shell.page_stack import ASK, PageHeader, PageSwitch
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, Notice, NoticeButton
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text

if TYPE_CHECKING:
    from desktop_rag.gui.chat.turn_view import TurnView


class ChatPane(QWidget):
    """Shows one conversation of one library and asks its questions."""

    conversation_started = Signal(str)
    conversation_shown = Signal(str, str)  # library, id or "" for a new one
    sources_shown = Signal(object)  # tuple of sources of the turn in focus
    use_known = Signal(object)  # ranks of those the answer cites, in order; None before that is known
    citation_opened = Signal(object, object, object, bool)  # sources, Source, Citation or None, by the person
    settings_wanted = Signal()
    explanation_wanted = Signal(object)  # TurnView
    refused = Signal(object)  # TurnView
    export_wanted = Signal(object)  # TurnView
    highlights_wanted = Signal(object)  # TurnView: copies of the PDFs that it cites
    watch_wanted = Signal(object)  # TurnView
    all_documents_wanted = Signal(object)  # AllDocumentsOffer
    busy_changed = Signal(bool)
    branch_wanted = Signal(object, bool)  # TurnView, whether its question is to be edited
    version_wanted = Signal(object, int)  # TurnView, -1 for the version before, 1 for the next

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("chat_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bridge = bridge
        self._appearance = appearance
        self._library: IndexInfo | None = None
        self._conversation = ""
        self._focused: TurnView | None = None  # whose sources are shown
        self._opened = ""  # the citation the person chose while the answer came
        self._wanted_mode = ""  # chosen before there was a model for it
        self.sidebar_button = IconButton(appearance, "sidebar", self.tr("Libraries"), "sidebar_button")
        self.sources_button = IconButton(appearance, "sources", self.tr("Sources"), "sources_button")
        self.switch = PageSwitch(ASK)
        self.scope = ScopeChips()
        self._scopes = ConversationScope(bridge, self.scope)
        self._title = ElidedLabel("", "title")
        self._title.setObjectName("conversation_title")
        self.start = StartPage(appearance)
        self.turns = TurnList(appearance)
        self._body = QStackedWidget()
        self._body.addWidget(self.start)
        self._body.addWidget(self.turns)
        self.notice = Notice("failure")
        self.notice.setObjectName("chat_notice")
        self.notice.add_dismiss(appearance)
        self.notice.hide()
        self.question = QuestionBox(appearance)
        self.tools = QuestionTools(appearance)
        self.overrides = Overrides(bridge, self)
        self._links = LinkOpener(self)
        self._runner = QuestionRunner(bridge, self.overrides, self)
        self._lay_out()
        self._connect()
        self.refresh_model()

    def set_library(self, info: IndexInfo, suggestions: tuple[str, ...] = (), *, busy: bool = False) -> None:
        """Make this the library that is asked; for the same library, refresh only its description."""
        changed = self._library is None or self._library.name != info.name
        self._library = info
        self.start.show_library(info, suggestions, busy=busy)
        self._allow_questions()
        if changed:
            self.overrides.set_library(info.name)
            self.new_conversation()

    def set_no_library(self) -> None:
        """Let conversations be read, and nothing be asked: there is no library."""
        had_one, self._library = self._library is not None, None
        self.start.show_no_library()
        if had_one:
            self.new_conversation()
        self._allow_questions()

    def new_conversation(self) -> None:
        """Begin a new conversation; an answer still being written is stopped and stays in its own conversation."""
        self._leave_conversation()
        self._conversation = ""
        self.overrides.set_conversation("")
        self._scopes.set_conversation("")
        self._title.set_full_text(self._library.name if self._library else "")
        self._body.setCurrentWidget(self.start)
        self.sources_shown.emit(())
        self.conversation_shown.emit(self.overrides.library, "")

    def open_conversation(self, conversation_id: str, title: str, place: int = -1) -> None:
        """Show a stored conversation, from a turn on when ``place`` is its number."""
        if conversation_id == self._conversation and (place < 0 or self.busy):
            return
        self._leave_conversation()
        self._conversation = conversation_id
        self.overrides.set_conversation(conversation_id)
        self._scopes.set_conversation(conversation_id)
        self._title.set_full_text(title)
        self._body.setCurrentWidget(self.turns)
        self.sources_shown.emit(())
        self.conversation_shown.emit(self.overrides.library, conversation_id)
        job = self._bridge.worker.conversations.turns(conversation_id)
        self._bridge.run(job, partial(self._show_turns, conversation_id, place), self.show_error)

    def show_title(self, conversation_id: str, title: str) -> None:
        """Show the new title of a conversation that was renamed."""
        if conversation_id == self._conversation:
            self._title.set_full_text(title)

    def forbid_questions(self, library: str) -> None:
        """Let the conversation only be read: its library is gone."""
        self.question.setEnabled(False)
        self.notice.set_role("notice")
        self.notice.tell(
            self.tr("The library “{name}” was deleted.").format(name=library),
            self.tr("This conversation can still be read and exported."),
        )

    @property
    def conversation_id(self) -> str:
        """The conversation that is shown; "" for a new one."""
        return self._conversation

    @property
    def busy(self) -> bool:
        """True if an answer is being written."""
        return self._runner.busy

    def stop(self) -> None:
        """Stop the answer that is being written."""
        self._runner.stop()

    def ask(self, question: str) -> None:
        """Ask in the chosen mode."""
        if self._library is None or self._runner.busy:
            return
        self.notice.hide()
        self._opened = ""
        self._body.setCurrentWidget(self.turns)
        turn = self.turns.add_turn(question)
        if self.overrides.mode() == "search" or self.overrides.config()[LLM_PROVIDER] == "none":
            self.turns.show_top(turn)
        if not self._conversation:
            self._title.set_full_text(" ".join(question.split()))
        self._runner.ask(turn, self._library.name, self._conversation, self.scope.condition())

    def show_use(self, source: Source) -> tuple[int, int]:
        """Light up the sentences that cite a source and go to the first, to the next when it is asked for again.

        Return which one of how many that is; (0, 0) when the answer does not use the source.
        """
        turn = self._focused if self._focused in self.turns.turns() else self.turns.last_with(source)
        return self.turns.light_up(turn, source) if turn is not None else (0, 0)

    def show_error(self, error: UserError) -> None:
        """Show an error that belongs to no answer."""
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)

    def show_done(self, text: str) -> None:
        """Show a message that belongs to no answer."""
        self.notice.set_role("info")
        self.notice.tell(text)

    def refresh_model(self) -> None:
        """Show the model's name on its button."""
        self.model_button.refresh()
        if self._wanted_mode and self.overrides.config()[LLM_PROVIDER] != "none":
            self._choose_mode(self._wanted_mode)
        self._show_overrides()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep question box and notice in the answers' column."""
        super().resizeEvent(event)
        side = max(MARGIN, (self.width() - COLUMN_WIDTH) // 2)
        self._bottom.setContentsMargins(side, 8, side, 10)

    def _lay_out(self) -> None:
        self.model_button = ModelButton(self._bridge, self._appearance, self.overrides)
        self._bottom = QVBoxLayout()
        self._bottom.addWidget(self.notice)
        self._bottom.addWidget(self.scope)
        self._bottom.addWidget(self.question)
        self._bottom.setSpacing(8)
        self._bottom.addWidget(self.tools)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        buttons = self.model_button, self.sources_button
        layout.addLayout(PageHeader(self.sidebar_button, self.switch, self._title, *buttons))
        layout.addWidget(self._body, 1)
        layout.addLayout(self._bottom)

    def _connect(self) -> None:
        self.question.asked.connect(self.ask)
        self.question.stopped.connect(self.stop)
        self.start.suggestion_chosen.connect(self.ask)
        self.model_button.set_up_wanted.connect(self.settings_wanted)
        self.model_button.model_changed.connect(self.refresh_model)
        self.model_button.failed.connect(self.show_error)
        self.turns.turn_added.connect(self._connect_turn)
        self._runner.busy_changed.connect(self.question.show_busy)
        self._runner.busy_changed.connect(self.busy_changed)
        self._runner.conversation_started.connect(self._conversation_created)
        self._runner.sources_found.connect(self._show_found_sources)
        self._runner.answered.connect(self._answered)
        self.tools.mode_chosen.connect(self._choose_mode)
        self.tools.documents_only_chosen.connect(self.overrides.set_documents_only)
        self.overrides.changed.connect(self._show_overrides)

    def _leave_conversation(self) -> None:
        self._allow_questions()
        self._runner.abandon()
        self._focused = None
        self.turns.clear()
        self.notice.hide()

    def _allow_questions(self) -> None:
        info = self._library
        self.question.setEnabled(info is not None and not info.error)
        self.question.show_library(has_files=info is not None and bool(info.files))

    def _show_turns(self, conversation_id: str, place: int, turns: Sequence[Turn]) -> None:
        if conversation_id != self._conversation:
            return  # another one was opened meanwhile
        asked_meanwhile = bool(self.turns.turns())
        self.turns.show_turns(turns, place)
        if asked_meanwhile:
            return  # the sources beside are those of the question
        last = next((turn.answer for turn in reversed(turns) if turn.answer is not None), None)
        self.sources_shown.emit(last.sources if last else ())
        self.use_known.emit(used_ranks(last) if last else None)

    def _connect_turn(self, turn: "TurnView") -> None:
        for earlier in self.turns.turns()[:-1]:
            earlier.forbid_continuing()
        turn.citation_clicked.connect(self._open_clicked_citation)
        turn.ask_again.connect(self.ask)
        turn.other_model_wanted.connect(self._ask_other_model)
        turn.continue_wanted.connect(self._continue)
        turn.settings_wanted.connect(self.settings_wanted)
        turn.why_wanted.connect(self.explanation_wanted)
        turn.refused.connect(self.refused)
        turn.export_wanted.connect(self.export_wanted)
        turn.highlights_wanted.connect(self.highlights_wanted)
        turn.watch_wanted.connect(self.watch_wanted)
        turn.all_documents_wanted.connect(self.all_documents_wanted)
        turn.branch_wanted.connect(self.branch_wanted)
        turn.version_wanted.connect(self.version_wanted)
        turn.link_clicked.connect(self._links.open)

    def _ask_other_model(self, turn: "TurnView") -> None:
        """Ask once more, with the model that is chosen from the menu."""
        self.model_button.open_menu_at(turn.last_focus, partial(self.ask, turn.question))

    def _continue(self, turn: "TurnView") -> None:
        """Go on with the last answer."""
        if self._library is None or self._runner.busy:
            return
        place = self.turns.number(turn)
        self._runner.resume(turn, self._library.name, self._conversation, place, self.scope.condition())

    def _choose_mode(self, mode: str) -> None:
        """Use a mode from now on; one that needs a model waits until there is one."""
        lacking = MODE.choice(mode).needs_model and self.overrides.config()[LLM_PROVIDER] == "none"
        self._wanted_mode = mode if lacking else ""
        if not lacking:
            self.notice.hide()
            self.overrides.set_mode(mode)
            return
        self._show_overrides()
        message = self.tr("“{name}” needs a model, but none is connected.").format(
            name=option_text(MODE.choice(mode).label)
        )
        next_step = self.tr("Connect one in Settings. Until then, answers are quotations from your files.")
        settings = NoticeButton(self.tr("Settings…"), "mode_settings_button", self.settings_wanted.emit)
        self.notice.set_role("notice")
        self.notice.tell(message, next_step, (settings,))

    def _show_overrides(self) -> None:
        """Show the mode of the next question, “Documents only”, and whether advanced settings are in use."""
        mode = self.overrides.mode()
        self.tools.show_mode(mode)
        self.tools.show_documents_only(self.overrides.config()[DOCUMENTS_ONLY])
        self.tools.show_changed(self.overrides.changed_labels())
        self.question.show_mode(mode)
        self.model_button.refresh()

    def _conversation_created(self, conversation_id: str) -> None:
        self._conversation = conversation_id
        self._scopes.attach(conversation_id)
        self.conversation_started.emit(conversation_id)

    def _show_found_sources(self, turn: "TurnView", sources: tuple[Source, ...]) -> None:
        self._focused = turn
        self.sources_shown.emit(sources)
        self.use_known.emit(None)

    def _answered(self, turn: "TurnView", answer: Answer) -> None:
        """Open the first citation, or mark the sentence in the passage that the person opened meanwhile."""
        self._focused = turn
        if answer.extractive:  # also when the model that was to answer could not be reached
            self.turns.show_beginning(turn)
        self.use_known.emit(used_ranks(answer))
        wanted = [citation for citation in answer.citations if self._opened in ("", citation.node_id)]
        if wanted:
            self._open_citation(turn, wanted[0].marker, wanted[0], chosen=False)

    def _open_clicked_citation(self, turn: "TurnView", marker: int, index: int) -> None:
        citation = turn.citations[index] if 0 <= index < len(turn.citations) else None
        self._open_citation(turn, marker, citation, chosen=True)

    def _open_citation(self, turn: "TurnView", marker: int, citation: Citation | None, *, chosen: bool) -> None:
        source = next((source for source in turn.sources if source.rank == marker), None)
        if source is not None:
            self._opened = source.node_id if chosen else ""
            self._focused = turn
            self.citation_opened.emit(turn.sources, source, citation, chosen)
            if turn.answer is not None:
                self.use_known.emit(used_ranks(turn.answer))


def used_ranks(answer: Answer) -> tuple[int, ...] | None:
    """Return the ranks of the sources that an answer cites, in the order of use; None for a list of passages."""
    if answer.is_passage_list:
        return None
    return tuple(dict.fromkeys(one.marker for one in sorted(answer.citations, key=lambda one: one.answer_start)))
