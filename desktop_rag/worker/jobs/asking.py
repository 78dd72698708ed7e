"""Runs the job of one question: which model, which conversation, and what is stored of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.config import Config
from desktop_rag.config.options import LLM_BASE_URL, LLM_PROVIDER, RERANK_BASE_URL
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event, StoreChanged
from desktop_rag.core.results.answers import Answer
from desktop_rag.llms import resolve
from desktop_rag.services.answers.answering import Answering, Question, failed_answer
from desktop_rag.storage.sqlite.chat_store import ChatStore
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.worker.job import Job
from desktop_rag.worker.processes.embedders import EmbedderOf


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What was asked, of which index, with which settings, in which conversation ("": in none)."""

    index_path: Path
    text: str
    config: Config
    conversation_id: str = ""
    output_schema: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """What the answers of one data folder have in common.

    ``access_times`` is when the passages of an index were last used.
    """

    chats: ChatStore
    embedder_of: EmbedderOf
    vectors: VectorCache
    emit: Callable[[Event], None]
    secrets: Secrets
    access_times: dict[Path, dict[str, float]] = field(default_factory=dict)

    def run(self, job: Job[Answer], asked: AskedQuestion) -> Answer:
        """Return the answer; a conversation keeps it, and a question whose answer failed, too.

        Raises:
            UserError: the answer never began.

        """
        if not asked.conversation_id:
            return self._answer(job, asked)
        turn = self.chats.ask(asked.conversation_id, asked.text)
        try:
            answer = self._answer(job, asked)
        except UserError as error:
            self.chats.answer(turn, failed_answer(asked.text, asked.config, error))
            raise
        else:
            self.chats.answer(turn, answer)
            return answer
        finally:
            self.emit(StoreChanged(job.id, frozenset({"conversations"}), (asked.conversation_id,)))

    def _answer(self, job: Job[Answer], asked: AskedQuestion) -> Answer:
        """Have the question answered by the model that is set."""
        config, conversation = asked.config, asked.conversation_id
        turns = self.chats.turns(conversation) if conversation else ()
        question = Question(
            asked.index_path, asked.text, config, turns, conversation, self.chats if conversation else None,
            self._key(config[RERANK_BASE_URL]), asked.output_schema,
            self.access_times.setdefault(asked.index_path, {}),
        )  # fmt: skip
        llm = resolve.resolve_llm(config, api_key(self.secrets, config))
        try:
            return Answering(self.embedder_of(asked.index_path), llm, self.emit, job.id, job.token, self.vectors).run(
                question
            )
        finally:
            if llm is not None:
                llm.close()

    def _key(self, address: str) -> str | None:
        """Return the stored key of an endpoint."""
        return self.secrets.get_api_key(address) if address else None


def api_key(secrets: Secrets, config: Config) -> str | None:
    """Return the stored key of the configured model's endpoint."""
    return secrets.get_api_key(config[LLM_BASE_URL]) if config[LLM_PROVIDER] == "openai" else None
