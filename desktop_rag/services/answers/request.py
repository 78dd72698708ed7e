"""The request to the answer pipeline, in a module of its own because the pipeline loads all that answering needs."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.config import Config
from desktop_rag.core.results.conversations import Turn
from desktop_rag.services.answers.other_libraries import OtherLibrary
from desktop_rag.storage.chat_store import BaseChatStore


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A question, of which library, after which turns, with which settings.

    ``chat_store`` keeps under ``conversation_id`` what the model is shown of the conversation; without one, the
    turns are shown. With ``begun`` the answer has that beginning, and the model goes on from there. ``others`` are
    asked too; ``notice`` is told with the answer.
    """

    index_path: Path
    text: str
    config: Config
    turns: tuple[Turn, ...] = ()
    conversation_id: str = ""
    chat_store: BaseChatStore | None = None
    rerank_key: str | None = None
    output_schema: Mapping[str, object] | None = None
    access_times: MutableMapping[str, float] | None = None
    begun: str = ""
    others: tuple[OtherLibrary, ...] = ()
    notice: str = ""
