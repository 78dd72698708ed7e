"""One question on its way to a cited answer, told as events."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop_rag.cancel import CancelToken
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.citations.align import align
from desktop_rag.config import Config
from desktop_rag.config.options import RETRIEVER, SIMILARITY_TOP_K
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.errors import CancelledError, UserError
from desktop_rag.events import AnswerDelta, AnswerReady, AnswerStage, Event, SourcesFound
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.llms.base import LLM
from desktop_rag.memory.chat_memory_buffer import DEFAULT_TOKEN_LIMIT_RATIO, ChatMemoryBuffer
from desktop_rag.messages import ChatMessage, MessageRole
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.compact_and_refine import CompactAndRefine
from desktop_rag.response_synthesizers.extractive import Extractive, Quotation
from desktop_rag.results import Answer, AnswerState, Citation, Source, Turn, Usage
from desktop_rag.schema import NodeWithScore
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tokenizer import get_tokenizer
from desktop_rag.vector_stores.vector_cache import VectorCache

_SPARE = 4  # passages fetched for each one used: copies are dropped
_NOTHING_FOUND = "Nothing in this library matches the question. Try other words, or add the files that tell about it."
_NO_QUOTATION = "These passages come closest, but none of their sentences answers the question by itself."


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of which index, after which turns, with which settings."""

    index_path: Path
    text: str
    config: Config
    turns: tuple[Turn, ...] = ()


@dataclass(slots=True)
class _Draft:
    """What is known of an answer so far; what came before a stop or a failure is kept."""

    question: str
    model: str = ""
    text: str = ""
    sources: tuple[Source, ...] = ()
    usage: Usage = field(default_factory=Usage)
    timings: dict[str, float] = field(default_factory=dict)
    state: AnswerState = AnswerState.DONE
    notice: str = ""

    def answer(self, text: str, citations: Sequence[Citation]) -> Answer:
        """Return the finished answer."""
        return Answer(
            self.question, text, tuple(citations), self.sources, self.model, not self.model, self.state, self.notice,
            self.usage, self.timings,
        )  # fmt: skip


class Answering:
    """Answers one question. ``llm`` is None for answers made of quotations."""

    def __init__(
        self,
        embed_model: BaseEmbedding,
        llm: LLM | None,
        emit: Callable[[Event], None],
        job_id: int,
        token: CancelToken,
        vectors: VectorCache | None = None,
    ) -> None:
        self._embed_model = embed_model
        self._vectors = vectors
        self._llm = llm
        self._emit = emit
        self._job_id = job_id
        self._token = token
        self._started = time.monotonic()

    def run(self, question: Question) -> Answer:
        """Return the whole answer; a stopped one, or one that was cut off, with what came.

        Raises:
            UserError: the library cannot be read, or the model failed before its first word.

        """
        draft = _Draft(question.text, self._llm.metadata.model_name if self._llm else "")
        try:
            answer = self._attempt(question, draft)
        except CancelledError:
            draft.state = AnswerState.STOPPED
            answer = self._aligned(draft)
        except UserError as error:
            if not draft.text:
                raise
            draft.state, draft.notice = AnswerState.FAILED, str(error)
            answer = self._aligned(draft)
        answer.timings["total"] = self._elapsed()
        self._emit(AnswerReady(self._job_id, answer))
        return answer

    def _attempt(self, question: Question, draft: _Draft) -> Answer:
        """Search, then write; fills ``draft`` on the way."""
        self._stage("searching")
        history = self._history(question)
        with StorageContext(question.index_path, read_only=True) as storage:
            engine = self._engine(storage, question.config)
            nodes = engine.retrieve(question.text, history, self._token)
            draft.timings["retrieval"] = self._elapsed()
        draft.sources = tuple(to_source(node, rank) for rank, node in enumerate(nodes, 1))
        self._emit(SourcesFound(self._job_id, draft.sources))
        self._token.raise_if_cancelled()
        if not nodes:
            draft.notice = _NOTHING_FOUND
            return draft.answer("", ())
        self._stage("connecting" if self._llm else "reading")
        response = engine.stream_chat(question.text, nodes, history, self._token).response
        for delta in response.response_gen:
            draft.timings.setdefault("first_token", self._elapsed())
            draft.text += delta
            self._emit(AnswerDelta(self._job_id, delta))
        usage = response.metadata.get("usage")
        draft.usage = usage if isinstance(usage, Usage) else Usage()
        quotations = response.metadata.get("quotations")
        if isinstance(quotations, list):
            return _quoted(draft, nodes, quotations)
        return self._aligned(draft)

    def _engine(self, storage: StorageContext, config: Config) -> CondensePlusContextChatEngine:
        """Put the pipeline together."""
        index = VectorStoreIndex(storage, self._embed_model, self._vectors)
        top_k = config[SIMILARITY_TOP_K]
        retriever = index.as_retriever(top_k * _SPARE, _mode(config))
        return CondensePlusContextChatEngine(
            retriever, self._synthesizer(), self._llm, [NearDuplicatesPostprocessor(top_n=top_k)]
        )

    def _synthesizer(self) -> BaseSynthesizer:
        """Return who writes: the model, or the passages themselves."""
        if self._llm is None:
            return Extractive(self._embed_model)
        return CompactAndRefine(self._llm, get_tokenizer().count)

    def _history(self, question: Question) -> list[ChatMessage]:
        """Return the turns before this question that fit into a quarter of the model's window."""
        messages = []
        for turn in question.turns:
            if turn.answer is not None and turn.answer.text:
                messages.append(ChatMessage(MessageRole.USER, turn.question))
                messages.append(ChatMessage(MessageRole.ASSISTANT, turn.answer.text))
        if self._llm is None:
            return messages
        limit = int(self._llm.metadata.context_window * DEFAULT_TOKEN_LIMIT_RATIO)
        return ChatMemoryBuffer(limit, get_tokenizer().count).get(messages)

    def _aligned(self, draft: _Draft) -> Answer:
        """Return the answer with our own citations."""
        aligned = align(draft.text, draft.sources, self._embed_model)
        return draft.answer(aligned.text, aligned.citations)

    def _stage(self, stage: str) -> None:
        self._token.raise_if_cancelled()
        self._emit(AnswerStage(self._job_id, stage))

    def _elapsed(self) -> float:
        return round(time.monotonic() - self._started, 4)


def failed_answer(question: str, error: UserError) -> Answer:
    """Return what is kept in a conversation of a question whose answer never began."""
    draft = _Draft(question, state=AnswerState.FAILED, notice=str(error))
    return replace(draft.answer("", ()), extractive=False)


def _mode(config: Config) -> str:
    """Return what is searched by."""
    retriever = config[RETRIEVER]
    return "hybrid" if retriever == "auto" else retriever


def to_source(found: NodeWithScore, rank: int) -> Source:
    """Return a retrieved node as it is shown."""
    node = found.node
    metadata = node.metadata
    return Source(
        rank=rank, score=found.get_score(), file=str(metadata["file_path"]), page=int(metadata["page_number"] or 1),
        page_label=str(metadata["page_label"]), start=node.start_char_idx or 0, end=node.end_char_idx or 0,
        text=node.text, node_id=node.node_id, found_by=found.found_by, heading=str(metadata.get("heading", "")),
    )  # fmt: skip


def _quoted(draft: _Draft, nodes: Sequence[NodeWithScore], quotations: Sequence[Quotation]) -> Answer:
    """Return an answer made of quotations; their ranges are known exactly."""
    citations: list[Citation] = []
    position = 0
    for quotation in quotations:
        source = draft.sources[quotation.source]
        quote = " ".join(nodes[quotation.source].node.text[quotation.start : quotation.end].split())
        start = draft.text.index(quote, position)
        position = start + len(quote)
        citations.append(Citation(
            source.rank, start, position, source.file, source.page, source.start + quotation.start,
            source.start + quotation.end, quote, round(quotation.score, 4), source.node_id,
        ))  # fmt: skip
    if not citations:
        draft.notice = _NO_QUOTATION
    return replace(draft.answer(draft.text, citations), extractive=True)
