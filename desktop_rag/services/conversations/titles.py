"""Gives a conversation a title that the model writes, once its first question is answered."""

import re
from dataclasses import dataclass
from functools import partial

from desktop_rag.config import Config
from desktop_rag.config.options import NAME_CONVERSATIONS
from desktop_rag.core.errors import UserError
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.core.results.conversations import ConversationInfo
from desktop_rag.llms.types import ChatOptions
from desktop_rag.services.calls import ServiceCall, current_call, layered, read_settings
from desktop_rag.services.connected_models import ConnectedModels
from desktop_rag.services.masking.library_names import library_names
from desktop_rag.services.operations import Service, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

_LONGEST = 60  # characters
_READ = 600  # characters of the question and of the answer that the model is shown
_ASKED = (
    "Write a title of two to six words for this conversation, in the language of the question. "
    "Reply with the title alone.\n\nQuestion: {question}\n\nAnswer: {answer}"
)
_LABEL = re.compile(r"^(?:title|titel|タイトル|标题)\s*[:：]\s*", re.IGNORECASE)
_AROUND = " \t\"'“”„«»「」『』《》*#_`.。"


@dataclass(frozen=True, slots=True)
class _Untitled:
    """A conversation that still has the beginning of its question for a title, and its only answer."""

    info: ConversationInfo
    answer: Answer


class Titles(Service):
    """Asks the model that gave the first answer for a title; whoever renamed the conversation is not overruled."""

    def __init__(self, files: IndexFiles, chats: ChatStore, config: Config, models: ConnectedModels) -> None:
        self._files = files
        self._chats = chats
        self._config = config
        self._models = models

    @runs(Lane.MODELS, JobKind.READ)
    def write(self, conversation_id: str) -> str:
        """Have the model name a conversation whose first answer has ended; return the title, "" for none.

        It keeps its title when a person gave it one, the settings do not want this, or the model fails.

        Raises:
            CancelledError: it was stopped.

        """
        call = current_call()
        found = self._untitled(conversation_id) if self._config[NAME_CONVERSATIONS] else None
        if found is None:
            return ""
        try:
            title = self._asked(conversation_id, found, call)
        except UserError:
            return ""
        if not title or not self._chats.rename(conversation_id, title, instead_of=found.info.title):
            return ""
        call.changed(conversation_id, "conversations")
        return title

    def _untitled(self, conversation: str) -> _Untitled | None:
        """Return the conversation when it has one whole answer of a model, and nobody has renamed it."""
        info = next((one for one in self._chats.conversations() if one.id == conversation), None)
        turns = self._chats.turns(conversation)
        answer = turns[0].answer if len(turns) == 1 else None
        if info is None or answer is None or answer.state is not AnswerState.DONE or not (answer.model and answer.text):
            return None
        first = " ".join(turns[0].question.split())
        return _Untitled(info, answer) if first.startswith(info.title.removesuffix("…")) else None

    def _asked(self, conversation: str, found: _Untitled, call: ServiceCall) -> str:
        own = self._config.without_lost_connection(self._chats.settings(conversation))
        config = layered(self._config, (read_settings(self._files, found.info.index_name), own))
        names = partial(library_names, self._files, self._files.existing(found.info.index_name))
        with self._models.connected(config, names) as llm:
            if llm is None:
                return ""
            asked = _ASKED.format(question=found.answer.question[:_READ], answer=found.answer.text[:_READ])
            message = ChatMessage(MessageRole.USER, asked)
            return tidied(llm.chat([message], call.token, ChatOptions(thinks=False)).message.content)


def tidied(reply: str) -> str:
    """Return the title in a model's reply, "" where there is none: its first line without marks around it."""
    line = next((line for line in reply.splitlines() if line.strip(_AROUND)), "")
    title = _LABEL.sub("", " ".join(line.split()).strip(_AROUND)).strip(_AROUND)
    return title if len(title) <= _LONGEST else ""
