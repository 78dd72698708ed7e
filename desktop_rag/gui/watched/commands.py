"""The commands that watch an answer and a conversation, and what is told when something no longer holds."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import PinsChanged
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.library_notices import LibraryNotices
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.page_commands import PageCommands
from desktop_rag.gui.widgets.basics import NoticeButton

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job
    from desktop_rag.core.results.pins import NewsKind, Pin, PinNews
    from desktop_rag.gui.chat.turn_view import TurnView
    from desktop_rag.gui.watched.things import WatchedThings


class WatchCommands(QObject):
    """Handlers of the commands; everything else shows at answers, commands and the sidebar what is watched."""

    failed = Signal(object)  # UserError

    def __init__(
        self,
        bridge: Bridge,
        pane: LibraryPane,
        chat: ChatPane,
        notices: LibraryNotices,
        pages: PageCommands,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pane = pane
        self._chat = chat
        self._notices = notices
        self._pages = pages
        self._actions: ActionTable | None = None
        self._things: WatchedThings | None = None  # the first picture shows nothing of them
        self._news_of = ""  # the library whose news stand in the sidebar
        self._told_of = ""  # the library that the notice above the pages is about
        self._counts: Counter[NewsKind] = Counter()  # what it says
        chat.watch_wanted.connect(self.toggle_answer)
        chat.turns.turn_added.connect(self._show_turn)
        chat.turns.built.connect(self._show)
        chat.conversation_shown.connect(self._show)
        chat.busy_changed.connect(self._show)
        pane.library_chosen.connect(self._library_chosen)
        pane.watched_line.clicked.connect(pages.show_watched)
        pages.watched_thing_wanted.connect(self.open_thing)
        bridge.pins_changed.connect(self._tell)

    def set_actions(self, actions: ActionTable) -> None:
        """Show at the commands of the table whether the answer and the conversation are watched."""
        self._actions = actions
        self._show()

    def steps(self) -> Iterator[object]:
        """Begin to follow what is watched, once the first picture is there."""
        yield self.things

    @property
    def things(self) -> "WatchedThings":
        """What is watched in the chosen library."""
        from desktop_rag.gui.watched.things import WatchedThings

        if self._things is None:
            self._things = WatchedThings(self._bridge, self)
            self._things.changed.connect(self._show)
            self._things.changed.connect(self._count_news)
            info = self._pane.current_library()
            if info is not None:
                self._things.set_library(info.name)
        return self._things

    def watch_answer(self) -> None:
        """Watch the last answer, or no longer."""
        turn = self._chat.turns.last_answered()
        if turn is not None:
            self.toggle_answer(turn)
        self._show()

    def toggle_answer(self, turn: "TurnView") -> None:
        """Watch the answer of a turn, or no longer."""
        conversation, number = self._chat.conversation_id, self._chat.turns.number(turn) + 1
        if conversation and turn.answer is not None:
            watch = partial(self._bridge.worker.pins.answer, self._library_of(conversation), conversation, number)
            self._toggle(self._answer_pin(turn), watch)

    def watch_conversation(self) -> None:
        """Watch the conversation that is shown, or no longer."""
        conversation = self._chat.conversation_id
        if conversation:
            watch = partial(self._bridge.worker.pins.conversation, self._library_of(conversation), conversation)
            self._toggle(self._conversation_pin(), watch)
        self._show()

    def open_thing(self, pin: "Pin") -> None:
        """Show the answer, the conversation or the table that is watched."""
        from desktop_rag.core.results.pins import PinKind

        if pin.kind is PinKind.TABLE:
            self._pages.show_table(pin.place)
            return
        info = self._pane.conversations.conversation(pin.place)
        if info is not None:
            self._pane.open_conversation(info, pin.turn - 1)
        elif self._pages.watched is not None:
            self._pages.watched.say(self.tr("The conversation was deleted."))

    def _library_of(self, conversation: str) -> str:
        """Return the library of a conversation: of one that was deleted, the job says so."""
        info = self._pane.conversations.conversation(conversation)
        return info.index_name if info is not None else self.things.library

    def _toggle(self, pin: "Pin | None", watch: "Callable[[], Job[Pin]]") -> None:
        self.things.toggle(pin, watch, self._done, self.failed.emit)

    def _done(self, pin: "Pin | None") -> None:
        """Say that something is watched now, and where everything that is watched stands."""
        from desktop_rag.gui.watched import watched_words

        show = NoticeButton(self.tr("Show all watched"), "show_watched_button", self._pages.show_watched)
        self._chat.notice.set_role("info")
        if pin is None:
            self._chat.notice.tell(self.tr("It is no longer watched."))
        else:
            self._chat.notice.tell(watched_words.is_watched(pin), "", (show,))

    def _answer_pin(self, turn: "TurnView") -> "Pin | None":
        if self._things is None:
            return None
        from desktop_rag.core.results.pins import PinKind

        conversation = self._chat.conversation_id
        return self._things.find(PinKind.ANSWER, conversation, self._chat.turns.number(turn) + 1)

    def _conversation_pin(self) -> "Pin | None":
        if self._things is None:
            return None
        from desktop_rag.core.results.pins import PinKind

        return self._things.find(PinKind.CONVERSATION, self._chat.conversation_id)

    def _show(self, *_changed: object) -> None:
        """Show at each answer, and at the commands, whether it is watched."""
        if self._actions is None:
            return
        for turn in self._chat.turns.turns():
            self._show_turn(turn)
        last, shown = self._chat.turns.last_answered(), bool(self._chat.conversation_id)
        answer, conversation = self._actions["answer.watch"], self._actions["conversation.watch"]
        answer.setEnabled(last is not None and shown)
        answer.setChecked(last is not None and self._answer_pin(last) is not None)
        conversation.setEnabled(shown)
        conversation.setChecked(shown and self._conversation_pin() is not None)

    def _show_turn(self, turn: "TurnView") -> None:
        turn.show_watched(is_watched=self._answer_pin(turn) is not None)

    def _library_chosen(self, info: IndexInfo) -> None:
        if self._things is not None:
            self._things.set_library(info.name)

    def _count_news(self) -> None:
        """Show in the sidebar what there is to tell, until it was read."""
        things = self.things
        if any(pin.news for pin in things.pins):
            job = self._bridge.worker.pins.news(things.library)
            self._bridge.run(job, partial(self._show_news, things.library), self._unread)
        else:
            was_known, self._news_of = self._news_of == things.library, ""
            self._pane.watched_line.tell("")
            if was_known and self._told_of == things.library:  # else this list is from before the news
                self._notices.hide_watched()

    def _show_news(self, library: str, news: "tuple[PinNews, ...]") -> None:
        from desktop_rag.gui.watched import watched_words

        if library == self.things.library:
            counts = watched_words.counted(news)
            self._news_of = library
            self._pane.watched_line.tell(watched_words.short(counts), watched_words.told(counts))

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""

    def _tell(self, event: PinsChanged) -> None:
        """Tell once, above the pages, what was found in files that changed; not where the person reads it already."""
        from desktop_rag.core.results.pins import NewsKind
        from desktop_rag.gui.watched import watched_words

        if self._pages.watched is not None and self._pages.watched.shows(event.library):
            return
        if self._notices.watched.isHidden() or self._told_of != event.library:
            self._told_of, self._counts = event.library, Counter()
        found = {NewsKind.BROKEN: event.broken, NewsKind.HOLDS_AGAIN: event.again, NewsKind.NEW_FILE: event.new}
        self._counts.update(found)
        said = watched_words.told(self._counts)
        if event.library != self.things.library:
            said = self.tr("{library}: {news}").format(library=event.library, news=said)
        self._notices.tell_watched(said, partial(self._show_watched, event.library))

    def _show_watched(self, library: str) -> None:
        if library != self.things.library:
            self._pane.choose_library(library)
        self._pages.show_watched()
