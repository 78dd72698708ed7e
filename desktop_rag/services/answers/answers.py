"""Answers questions of libraries, and keeps what was asked and answered in conversations."""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import RERANK_BASE_URL
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.events import Event
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.conversations import Turn
from desktop_rag.llms.base import LLM, ChatOptions
from desktop_rag.prompts.default_prompts import GO_ON
from desktop_rag.retrievers.unrelated import UnrelatedQuestions
from desktop_rag.services.answers import modes
from desktop_rag.services.answers.images import DelegatingLLM, PageImages, with_images
from desktop_rag.services.answers.question_sources import AskedBeside, QuestionSources
from desktop_rag.services.answers.request import AnswerRequest
from desktop_rag.services.calls import ServiceCall, current_call, layered
from desktop_rag.services.connected_models import ConnectedModels
from desktop_rag.services.conversations.conversations import KeptMessages, kept_in_conversation, saved
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.operations import Service, runs
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache

if TYPE_CHECKING:
    from desktop_rag.services.answers.pipeline import AnswerPipeline

T = TypeVar("T")
_log = logging.getLogger(__name__)
_SENTENCE_END = re.compile(r"[.!?。！？][\")”’»」』）]*(?:\s*\[\d+\])*(?=\s|$)|[。！？]|\n")
_WORD_END = re.compile(r"\s")


class ContinuingLLM(DelegatingLLM):
    """A model that continues ``begun`` whenever it streams."""

    def __init__(self, llm: LLM, begun: str) -> None:
        super().__init__(llm)
        self._begun = begun

    def _changed(self, messages: Sequence[ChatMessage], _options: ChatOptions) -> list[ChatMessage]:
        said = ChatMessage(MessageRole.ASSISTANT, self._begun)
        return [*messages, said, ChatMessage(MessageRole.USER, GO_ON)]


def whole_sentences(text: str) -> str:
    """Return a text up to its last whole sentence or line, with the space behind it; else up to its last word.

    A model goes on from there: from the middle of a word it would write that word twice, or half of it.
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    end = ends[-1] if ends else max((match.end() for match in _WORD_END.finditer(text)), default=len(text))
    kept = text[:end]
    return kept if not kept or kept[-1].isspace() or kept[-1] in "。！？" else f"{kept} "


def load_pipeline() -> "type[AnswerPipeline]":
    """Import the modules for answers: a fifth of a second that nothing needs before the first question."""
    from desktop_rag.services.answers.pipeline import AnswerPipeline

    return AnswerPipeline


class Answers(Service):
    """Answers questions as the settings of the person, the library, the conversation and the question say."""

    def __init__(
        self,
        sources: QuestionSources,
        chats: ChatStore,
        embed_models: Embedders,
        vectors: VectorCache,
        config: Config,
        secrets: Secrets,
        models: ConnectedModels,
        page_images: PageImages,
    ) -> None:
        self._sources = sources
        self._chats = chats
        self._embed_models = embed_models
        self._vectors = vectors
        self._unrelated = UnrelatedQuestions()
        self._config = config
        self._secrets = secrets
        self._models = models
        self._page_images = page_images
        self._access_times: dict[str, dict[str, float]] = {}  # by path: when passages were last used

    @runs(Lane.ANSWER, JobKind.ANSWER)
    def ask(
        self,
        name: str,
        question: str,
        *,
        conversation_id: str = "",
        overrides: Mapping[str, OptionValue] | None = None,
        output_schema: Mapping[str, object] | None = None,
        images: Sequence[Path] = (),
        also: Sequence[str] = (),
        attached: Sequence[Path] = (),
    ) -> Answer:
        """Return the answer, or its beginning if stopped; emits ``AnswerStage`` to ``AnswerReady`` on the way.

        With a conversation, its turns are the history, and it keeps the question and the answer, a failed one too.
        Settings of the library, of the conversation and ``overrides`` go before the person's, the last one first.
        With ``output_schema`` the answer is JSON of that form. ``images`` are shown to a model that sees. Libraries
        in ``also`` and files in ``attached`` are asked too, and those that the conversation remembers.

        Raises:
            UserError: the answer never began.

        """
        call, path = current_call(), self._sources.path(name)
        own = self._config.without_lost_connection(self._chats.settings(conversation_id)) if conversation_id else {}
        config = layered(self._config, (self._sources.settings(path), own, overrides or {}))
        text = without_surrogates(question)
        request = AnswerRequest(path, text, config, output_schema=output_schema)
        sources = (name, conversation_id, also, attached)
        if not conversation_id:
            return _with(self._sources.beside(*sources), lambda beside: self._run(request, call, images, beside))

        def answer() -> Answer:
            turns = tuple(turn for _, turn in self._numbered_turns(conversation_id)[:-1])  # the last asks this question
            messages = KeptMessages(self._chats)
            follow_up = replace(request, turns=turns, conversation_id=conversation_id, chat_store=messages)
            return _with(self._sources.beside(*sources), lambda beside: self._run(follow_up, call, images, beside))

        return kept_in_conversation(self._chats, conversation_id, text, modes.answer_mode(config), answer, call)

    @runs(Lane.ANSWER, JobKind.ANSWER)
    def ask_after(
        self,
        name: str,
        question: str,
        before: Sequence[Turn],
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        also: Sequence[str] = (),
    ) -> Answer:
        """Return the answer to a question that follows turns which no conversation keeps; otherwise as ``ask``.

        Raises:
            UserError: the answer never began.

        """
        call, path = current_call(), self._sources.path(name)
        config = layered(self._config, (self._sources.settings(path), overrides or {}))
        request = AnswerRequest(path, without_surrogates(question), config, tuple(before))
        return _with(self._sources.beside(name, "", also, ()), lambda beside: self._run(request, call, (), beside))

    @runs(Lane.ANSWER, JobKind.ANSWER)
    def resume(
        self,
        name: str,
        conversation_id: str,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        place: int | None = None,
    ) -> Answer:
        """Go on with an answer of a conversation, which ended too early; the whole one takes its place.

        It is that of the turn at ``place``, counted from 0, without one the last. Where nothing is added, the answer
        stays as it was and says why.

        Raises:
            UserError: the conversation has no such answer, or the library is gone.

        """
        call, path = current_call(), self._sources.path(name)
        turns = self._numbered_turns(conversation_id, None if place is None else place + 1)
        *before, (number, last) = turns or [(0, Turn("", None))]
        begun = last.answer
        if begun is None or not begun.can_continue:
            raise UserError("The last answer of this conversation is complete.", "Ask another question.")
        own = self._config.without_lost_connection(self._chats.settings(conversation_id))
        config = layered(self._config, (self._sources.settings(path), own, overrides or {}))
        turns_before = tuple(turn for _, turn in before)
        request = AnswerRequest(
            path, last.question, config, turns_before, conversation_id, begun=whole_sentences(begun.text)
        )
        given = _with(self._sources.beside(name, conversation_id), lambda beside: self._run(request, call, (), beside))
        if not given.text.strip() or given.extractive:
            given = replace(begun, notice=given.notice or begun.notice)
        given = saved(given, lambda form: self._chats.replace_answer(number, form))
        call.changed(conversation_id, "conversations")
        return given

    def _numbered_turns(self, conversation: str, until: int | None = None) -> tuple[tuple[int, Turn], ...]:
        """Return the last two turns with their ids: an answer takes 50 KB, and memory has the models' messages.

        Conversations of earlier versions have turns only, and all are needed. ``until``: only so many are looked at.
        """
        last = 2 if self._chats.get_messages(conversation) else None
        return self._chats.numbered_turns(conversation, last, until)

    def _run(self, request: AnswerRequest, call: ServiceCall, images: Sequence[Path], beside: AskedBeside) -> Answer:
        address = request.config[RERANK_BASE_URL]
        request = replace(
            request,
            others=beside.others,
            notice=beside.notice,
            rerank_key=self._secrets.get_api_key(address) if address else None,
            access_times=self._access_times.setdefault(str(request.index_path), {}),
        )
        names = partial(self._sources.names, (request.index_path, *(one.path for one in request.others)))
        return _with(
            self._models.connected(request.config, names),
            lambda llm: self._written(llm, request, call, images, beside),
        )

    def _written(
        self, llm: "LLM | None", request: AnswerRequest, call: ServiceCall, images: Sequence[Path], beside: AskedBeside
    ) -> Answer:
        """Return the answer that a model writes, None quotations."""
        embed_model = self._embed_models.of(request.index_path)
        if llm is not None and llm.metadata.sees_images:
            images = (*beside.attached.pictures, *images)
        else:
            request = replace(request, notice=f"{beside.notice} {beside.attached.unseen()}".strip())
        writer = ContinuingLLM(llm, request.begun) if llm is not None and request.begun else llm
        may_open = partial(self._sources.may_open, request.index_path)
        seeing, hear = with_images(
            writer, self._page_images, request.text, request.config, images, call.token, may_open
        )

        def emit(event: Event) -> None:
            hear(event)
            call.emit(event)

        told = replace(call, emit=emit)
        return load_pipeline()(embed_model, seeing, told, self._vectors, self._unrelated).run(request)


def _with(means: AbstractContextManager[T], run: Callable[[T], Answer]) -> Answer:
    """Return the answer of ``run`` with some means; it is kept even if releasing them fails."""
    with ExitStack() as held:
        answer = run(held.enter_context(means))
        with contained(_log, "what an answer was made with cannot be let go of"):
            held.close()
    return answer
