"""Answers questions of libraries, and keeps what was asked and answered in conversations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import RERANK_BASE_URL
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event, StoreChanged
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.conversations import Turn
from desktop_rag.llms.built_in.model import ModelEngine
from desktop_rag.services.answers import modes
from desktop_rag.services.answers.continuing import ContinuingLLM, whole_sentences
from desktop_rag.services.answers.images import with_images
from desktop_rag.services.answers.pipeline import AnswerPipeline, AnswerRequest
from desktop_rag.services.connected_models import ConnectedModels
from desktop_rag.services.conversations.conversations import kept_in_conversation
from desktop_rag.services.libraries.page_images import PageImages
from desktop_rag.services.ports import EmbedModels, ServiceCall
from desktop_rag.services.settings import layered, read_settings
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.text.tokenizer import without_surrogates


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of which library, in which conversation ("": in none).

    ``overrides`` are settings for this question alone. With ``output_schema`` the answer is JSON of that form.
    ``images`` are files that a model sees beside the passages.
    """

    library: str
    text: str
    conversation_id: str = ""
    overrides: Mapping[str, OptionValue] | None = None
    output_schema: Mapping[str, object] | None = None
    images: tuple[Path, ...] = ()


class Answers:
    """Answers questions as the settings of the person, the library, the conversation and the question say."""

    def __init__(
        self,
        files: IndexFiles,
        chats: ChatStore,
        embed_models: EmbedModels,
        vectors: VectorCache,
        config: Config,
        secrets: Secrets,
        engine: ModelEngine,
        page_images: PageImages,
    ) -> None:
        self._files = files
        self._chats = chats
        self._embed_models = embed_models
        self._vectors = vectors
        self._config = config
        self._secrets = secrets
        self._models = ConnectedModels(secrets, engine)
        self._page_images = page_images
        self._access_times: dict[str, dict[str, float]] = {}  # by path: when passages were last used

    def answer(self, question: Question, call: ServiceCall) -> Answer:
        """Return the answer, a stopped one with what came; ``AnswerStage`` to ``AnswerReady`` tell how it comes about.

        With a conversation, its turns are the history, and it keeps the question and the answer, a failed one too.

        Raises:
            UserError: the answer never began.

        """
        path = self._files.existing(question.library)
        conversation = question.conversation_id
        own = self._config.without_lost_connection(self._chats.settings(conversation)) if conversation else {}
        layers = (read_settings(path), own, question.overrides or {})
        config = layered(self._config, layers)
        text = without_surrogates(question.text)
        if not conversation:
            request = AnswerRequest(path, text, config, output_schema=question.output_schema)
            return self._run(request, call, question.images)

        def answer() -> Answer:
            request = AnswerRequest(
                path,
                text,
                config,
                self._chats.turns(conversation),
                conversation,
                self._chats,
                output_schema=question.output_schema,
            )
            return self._run(request, call, question.images)

        return kept_in_conversation(self._chats, conversation, text, modes.answer_mode(config), answer, call)

    def resume(
        self, library: str, conversation: str, overrides: Mapping[str, OptionValue] | None, call: ServiceCall
    ) -> Answer:
        """Go on with the last answer of a conversation, which ended too early; the whole one takes its place.

        Where nothing is added, the answer stays as it was and says why.

        Raises:
            UserError: the conversation has no such answer, or the library is gone.

        """
        path = self._files.existing(library)
        *before, last = self._chats.turns(conversation) or [Turn("", None)]
        if last.answer is None or not last.answer.can_continue:
            raise UserError("The last answer of this conversation is complete.", "Ask another question.")
        own = self._config.without_lost_connection(self._chats.settings(conversation))
        config = layered(self._config, (read_settings(path), own, overrides or {}))
        request = AnswerRequest(
            path, last.question, config, tuple(before), conversation, begun=whole_sentences(last.answer.text)
        )
        given = self._run(request, call)
        if not given.text.strip() or given.extractive:
            given = replace(last.answer, notice=given.notice or last.answer.notice)
        self._chats.replace_answer(conversation, given)
        call.emit(StoreChanged(call.id, frozenset({"conversations"}), (conversation,)))
        return given

    def _run(self, request: AnswerRequest, call: ServiceCall, images: Sequence[Path] = ()) -> Answer:
        address = request.config[RERANK_BASE_URL]
        request = replace(
            request,
            rerank_key=self._secrets.get_api_key(address) if address else None,
            access_times=self._access_times.setdefault(str(request.index_path), {}),
        )
        with self._models.connected(request.config) as llm:
            embed_model = self._embed_models.of(request.index_path)
            writer = ContinuingLLM(llm, request.begun) if llm is not None and request.begun else llm
            seeing, hear = with_images(writer, self._page_images, request.text, request.config, images, call.token)

            def emit(event: Event) -> None:
                hear(event)
                call.emit(event)

            return AnswerPipeline(embed_model, seeing, replace(call, emit=emit), self._vectors).run(request)
