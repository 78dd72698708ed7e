"""Has the model name a new conversation once its first answer has ended; the next question goes before that."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_rag.core.errors import UserError
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.shell.bridge import Bridge

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job


class ConversationNaming(QObject):
    """Asks for a title when the first answer of the conversation that is shown has ended."""

    def __init__(self, bridge: Bridge, chat: ChatPane, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._chat = chat
        self._job: Job[str] | None = None
        chat.busy_changed.connect(self._look)

    def _look(self, busy: bool) -> None:  # noqa: FBT001 - a signal's argument
        if busy:
            if self._job is not None:
                self._job.cancel()
            return
        turns, conversation = self._chat.turns.turns(), self._chat.conversation_id
        answer = turns[0].answer if len(turns) == 1 else None
        if conversation and answer is not None and answer.model:
            job = self._bridge.worker.titles.write(conversation)
            self._job = self._bridge.run(job, partial(self._named, conversation), self._unnamed)

    def _named(self, conversation: str, title: str) -> None:
        if title:
            self._chat.show_title(conversation, title)

    def _unnamed(self, _error: UserError) -> None:
        """Leave the beginning of the question for a title."""
