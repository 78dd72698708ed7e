"""Commands on conversations and the question box."""

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from desktop_rag.core.results.answers import Source
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.settings.advanced_dialog import AdvancedDialog
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.why.dialog import WhyDialog
from desktop_rag.gui.widgets.theme import Appearance


class ConversationCommands(QObject):
    """Handlers of the commands of the section “conversation”."""

    def __init__(
        self, bridge: Bridge, appearance: Appearance, pane: LibraryPane, chat: ChatPane, window: QWidget
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._chat = chat
        self._window = window
        chat.tools.advanced_wanted.connect(self.show_advanced)
        chat.explanation_wanted.connect(self.explain)
        pane.conversations.model.renamed.connect(chat.show_title)

    def new_conversation(self) -> None:
        """Begin a new conversation in the chosen library."""
        self._pane.conversations.choose("")
        self._chat.new_conversation()
        self._chat.question.focus()

    def focus_question(self) -> None:
        """Go to the question box."""
        self._chat.question.focus()

    def choose_mode(self) -> None:
        """Open the menu of modes."""
        self._chat.tools.open_modes()

    def show_advanced(self) -> None:
        """Open the search and answer settings of this conversation."""
        if not self._chat.overrides.library:
            return
        dialog = AdvancedDialog(self._chat.overrides, self._appearance, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def explain_answer(self) -> None:
        """Explain the last answer."""
        turn = self._chat.turns.last_answered()
        if turn is not None:
            self.explain(turn)

    def explain(self, turn: TurnView) -> None:
        """Open “Why this answer?” for a turn; the window stays usable."""
        if turn.answer is None:
            return
        for other in self._window.findChildren(WhyDialog):
            other.close()
        dialog = WhyDialog(turn.answer, self._bridge, self._appearance, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.passage_chosen.connect(partial(self._open, turn.answer.sources))
        dialog.show()

    def _open(self, sources: tuple[Source, ...], source: Source) -> None:
        self._chat.citation_opened.emit(sources, source, None, True)  # noqa: FBT003 - the signal's argument

    def started(self, conversation_id: str) -> None:
        """Show a conversation in the list that its first question just made."""
        self._pane.conversations.choose(conversation_id)
        self._pane.refresh_conversations()

    def rename_conversation(self) -> None:
        """Let the title of the conversation that is shown be edited in the list."""
        self._pane.conversations.rename_current()

    def pin_conversation(self) -> None:
        """Let the conversation that is shown stand first in the list, or no longer."""
        self._pane.conversations.pin_current()

    def search_conversations(self) -> None:
        """Go to the box that searches all conversations."""
        self._pane.conversations.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._pane.conversations.search.selectAll()

    def delete_conversation(self) -> None:
        """Delete the conversation that is shown; the list offers to bring it back."""
        conversation_id = self._pane.conversations.current
        if not conversation_id:
            return
        if self._chat.conversation_id == conversation_id:
            self.new_conversation()
        self._pane.conversations.delete(conversation_id)
