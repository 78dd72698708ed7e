"""What a person can do with conversations and the question box."""

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.chat_pane import ChatPane
from desktop_rag.gui.library_pane import LibraryPane


class ConversationCommands(QObject):
    """Handlers of the commands of the section “conversation”."""

    def __init__(self, bridge: Bridge, pane: LibraryPane, chat: ChatPane, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pane = pane
        self._chat = chat
        self._window = window

    def new_conversation(self) -> None:
        """Start afresh in the chosen library."""
        self._pane.choose_conversation("")
        self._chat.new_conversation()
        self._chat.question.focus()

    def focus_question(self) -> None:
        """Go to the question box."""
        self._chat.question.focus()

    def started(self, conversation_id: str) -> None:
        """Show a conversation in the list that its first question just made."""
        self._pane.choose_conversation(conversation_id)
        self._pane.refresh_conversations()

    def delete_conversation(self) -> None:
        """Delete the conversation that is shown, after asking."""
        conversation_id = self._pane.current_conversation()
        if not conversation_id:
            return
        box = QMessageBox(self._window)
        box.setObjectName("delete_conversation_box")
        box.setWindowTitle(self.tr("Delete conversation"))
        title = self._pane.conversations.title(conversation_id)
        box.setText(self.tr("Delete “{title}”?").format(title=title))
        box.setInformativeText(self.tr("Its questions and answers are removed from this computer."))
        delete = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        delete.setObjectName("confirm_delete_button")
        delete.setProperty("role", "danger")
        delete.clicked.connect(partial(self._delete, conversation_id))
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.open()

    def _delete(self, conversation_id: str) -> None:
        """Delete it, and start afresh if it was the one shown."""
        if self._chat.conversation_id == conversation_id:
            self.new_conversation()
        self._bridge.start(self._bridge.worker.delete_conversation(conversation_id))
