"""One question on its way to a cited answer, told as events.

What was written is kept whatever happens after its last word: a fault of ours in checking or tracing an answer is
logged, and the answer says what it lacks.
"""

import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from desktop_rag.chat_engine.types import StreamingAgentChatResponse
from desktop_rag.citations.markers import without_markers
from desktop_rag.config import Config
from desktop_rag.config.options import DOCUMENTS_ONLY, FILTERS, JUDGE, MEMORY, PLUGINS_ENABLED, QUERY_ENGINE
from desktop_rag.config.plugins import plugin_notice
from desktop_rag.config.prompts import prompt
from desktop_rag.core.answer_pieces import AnswerStart, reading_pieces
from desktop_rag.core.errors import CancelledError, UserError, contained, only_errors
from desktop_rag.core.events import AnswerDelta, AnswerReady, SourcesFound
from desktop_rag.core.instrumentation import running
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LLMPayload
from desktop_rag.core.response import ResponseOutcome
from desktop_rag.core.results.answers import (
    LOW_SUPPORT,
    AllDocumentsOffer,
    Answer,
    AnswerMode,
    AnswerState,
    CheckedSentence,
    Citation,
    Source,
    Verdict,
)
from desktop_rag.core.results.conversations import Turn
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llms.base import LLM
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.memory.chat_summary_memory_buffer import ChatSummaryMemoryBuffer
from desktop_rag.memory.types import DEFAULT_CHAT_STORE_KEY, BaseMemory
from desktop_rag.postprocessor.endpoint_rerank import RerankFallback
from desktop_rag.rerankers.judge import judge_of
from desktop_rag.response_synthesizers.extractive import Extractive, is_quoted_whole
from desktop_rag.retrievers.all_documents_questions import all_documents_question
from desktop_rag.retrievers.library_questions import library_question
from desktop_rag.retrievers.relevance import is_about_something
from desktop_rag.retrievers.small_talk import is_asking_only, is_small_talk
from desktop_rag.retrievers.unrelated import UnrelatedQuestions
from desktop_rag.retrievers.vector import WordsOnlyFallback
from desktop_rag.services.answers import modes
from desktop_rag.services.answers.about_library import asked_for_nothing, told_of_library
from desktop_rag.services.answers.all_documents import AllDocuments
from desktop_rag.services.answers.documents_only import kept_to_documents, refused
from desktop_rag.services.answers.endings import (
    BLOCKED,
    ending_notice,
    is_cut,
    is_filtered,
    missing_files,
    unlisted_files,
)
from desktop_rag.services.answers.engine_factory import AnswerResources, EngineFactory
from desktop_rag.services.answers.other_libraries import OpenLibrary, opened, passages_of
from desktop_rag.services.answers.places import FoundPlace, NoPlace, PlaceFinder
from desktop_rag.services.answers.preferred import Preferred, preferred
from desktop_rag.services.answers.quotations import instead_of, quoted_citations, without_model
from desktop_rag.services.answers.relevance_check import RelevanceCheck, follows_up, is_answered, is_judged
from desktop_rag.services.answers.request import AnswerRequest
from desktop_rag.services.answers.retriever_factory import BUILT_FIRST, RetrieverFactory, SearchResources
from desktop_rag.services.answers.streamed_checks import StreamedChecks
from desktop_rag.services.answers.tracing import Tracer
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.sources import owners_of, to_source
from desktop_rag.storage.chat_store import SimpleChatStore
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext

_HISTORY_SHARE = 0.25  # of the model's window
_HISTORY_WITHOUT_MODEL = 3000
_HEARD_SHARE = 0.01  # of an answer: joining all of it for each piece takes minutes for one of 2 MB
_READING_MODES = ("context", "condense_plus_context")  # whose engines read the passages that they are given
_NOTHING_FOUND = "Nothing in this library matches the question. Try different words, or add files that cover it."
_NOT_ABOUT_THIS = "Nothing in these files seems to be about this."
_NOT_SATISFIED = "The model found no answer to the question in these passages."
_NOTHING_SAID = (
    "The model returned no answer. Try again or choose another model. For a reasoning model, raise “Longest answer”."
)
_UNSUPPORTED = "No support for this answer was found in your files. Check it before you rely on it."
_MOSTLY_UNSUPPORTED = "Your files support less than half of this answer. Check it before you rely on it."
_NO_QUOTATION = "These passages come closest, but no single sentence in them answers the question."
_INTERRUPTED = UserText("A fault in the program interrupted this answer. The part received so far was kept.")
_NOT_CHECKED = UserText("A fault in the program kept this answer from being checked. Check it before you rely on it.")
_NOT_SHOWN = UserText("A fault in the program kept this answer from being checked. “Documents only” shows none of it.")
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Draft:
    """The state of an answer so far; its parts from before a stop or a failure are kept.

    Of one that ``is_data``, JSON of a schema, the text stays as it is: a marker would break it.
    """

    question: str
    mode: AnswerMode
    model: str = ""
    is_data: bool = False
    text: str = ""
    sources: tuple[Source, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    state: AnswerState = AnswerState.DONE
    notice: str = ""
    is_cut: bool = False
    is_whole: bool = False  # its last word was written
    is_unchecked: bool = False  # for a fault of ours

    def answer(self, text: str, citations: Sequence[Citation], sentences: Sequence[CheckedSentence] = ()) -> Answer:
        """Return the finished answer."""
        return Answer(
            self.question,
            text,
            tuple(citations),
            self.sources,
            self.model,
            extractive=not self.model,
            state=self.state,
            notice=self.notice,
            timings=self.timings,
            mode=self.mode,
            sentences=tuple(sentences),
            cut=self.is_cut,
        )


class AnswerPipeline:
    """Answers one question. ``llm`` is None for answers made of quotations."""

    def __init__(
        self,
        embed_model: BaseEmbedding,
        llm: LLM | None,
        call: ServiceCall,
        vectors: VectorCache | None = None,
        unrelated: UnrelatedQuestions | None = None,
    ) -> None:
        self._embed_model = embed_model
        self._vectors = vectors
        self._unrelated = unrelated
        self._llm = llm
        self._call = call
        self._tracer = Tracer(call.emit, call.id, self._tell_sources)
        self._checks = StreamedChecks(call, embed_model)
        # kept for an answer that fails: what an agent found until then is shown
        self._response: StreamingAgentChatResponse | None = None
        self._sources: tuple[Source, ...] = ()
        self._missing = ""
        self._offer: AllDocumentsOffer | None = None
        self._fallback = WordsOnlyFallback()
        self._reranking = RerankFallback()
        self._started = time.monotonic()

    def run(self, request: AnswerRequest) -> Answer:
        """Return the whole answer; its beginning if it was stopped or cut off.

        Raises:
            UserError: the library cannot be read, or the model failed before its first word.

        """
        mode = modes.answer_mode(request.config)
        if request.config[JUDGE]:
            self._checks = StreamedChecks(self._call, self._embed_model, judge_of(self._embed_model))
        draft = _Draft(request.text, mode, self._llm.metadata.model_name if self._llm else "")
        draft.is_data = request.output_schema is not None
        draft.text = request.begun
        with running(self._call.token, [self._tracer]):
            answer = self._outcome(request, draft)
        answer.timings["total"] = self._elapsed()
        failed = ""
        with contained(_log, "which plug-ins failed cannot be told"):
            failed = plugin_notice(request.config[PLUGINS_ENABLED])
        told = (request.notice, answer.notice, self._fallback.notice, self._reranking.notice, failed)
        answer = replace(answer, notice=reduce(joined, told, ""), steps=self._tracer.steps)
        answer = replace(answer, missing=self._missing, offer=self._offer)
        with contained(_log, "how many tokens an answer took cannot be told"):
            answer = replace(answer, usage=self._tracer.usage())
        with contained(_log, "the stages of an answer cannot be told"):
            answer = replace(answer, trace=self._tracer.trace())
        self._call.emit(AnswerReady(self._call.id, answer))
        return answer

    def _outcome(self, request: AnswerRequest, draft: _Draft) -> Answer:
        """Return the answer however it ends; of one whose model failed before its first word, quotations."""
        try:
            with only_errors():
                return self._attempt(request, draft)
        except CancelledError:
            draft.state = AnswerState.STOPPED
        except UserError as error:
            if not draft.text:
                return self._quoted_instead(request, draft, error)
            draft.state, draft.notice = AnswerState.FAILED, str(error)
        except Exception:
            # words that were read are kept whatever fails after them; without any, the fault is told as one
            if not draft.text:
                raise
            _log.exception("an answer could not be finished")
            draft.sources = self._sources
            if draft.is_whole:
                return self._unchecked(request, draft)
            draft.state, draft.notice = AnswerState.FAILED, _INTERRUPTED
        with contained(_log, "the sources of an answer cannot be told"):
            self._tell_sources()
        draft.sources = self._sources
        return self._kept(request, draft, self._aligned(request, draft))

    def _kept(self, request: AnswerRequest, draft: _Draft, answer: Answer) -> Answer:
        """Return an answer without unsupported parts, if only the documents count and it can be checked."""
        is_kept = request.config[DOCUMENTS_ONLY] and _can_be_kept(draft, request) and not draft.is_unchecked
        return kept_to_documents(answer) if is_kept else answer

    def _quoted_instead(self, request: AnswerRequest, draft: _Draft, error: UserError) -> Answer:
        """Return quotations in place of the answer of a model that failed.

        Raises:
            UserError: it was not the model that failed, or there is nothing to quote.

        """
        config = None if draft.is_data or not self._tracer.is_of_model(error) else without_model(request.config)
        if self._llm is None or config is None:
            raise error
        self._llm = None
        # a memory of its own: the model is not shown later what it did not say
        request = replace(request, config=config, conversation_id="", chat_store=None)
        quoted = self._outcome(request, _Draft(draft.question, draft.mode))
        if not quoted.sources:
            raise error
        if quoted.state is AnswerState.DONE:
            quoted = replace(quoted, state=AnswerState.FAILED, notice=instead_of(str(error), quoted.text))
        return quoted

    def _attempt(self, request: AnswerRequest, draft: _Draft) -> Answer:
        """Search, then write; fills ``draft`` on the way."""
        self._call.token.raise_if_cancelled()
        self._tracer.tell("searching")
        # indexes of other kinds are built when they are first asked: only then is writing needed
        # a search of an index that is not complete yet builds the rest, which writes
        builds = modes.retriever(request.config) in BUILT_FIRST
        with (
            StorageContext(request.index_path, read_only=not builds, create=False) as storage,
            opened(request.others, read_only=not builds) as others,
        ):
            without_passages = self._without_passages(request, draft, storage, others)
            return without_passages or self._written(request, draft, storage, others)

    def _without_passages(
        self, request: AnswerRequest, draft: _Draft, storage: StorageContext, others: tuple[OpenLibrary, ...]
    ) -> Answer | None:
        """Return the answer to a question that no passage answers; None for questions about the files' content."""
        config = request.config
        if draft.is_data or draft.text or draft.mode is AnswerMode.SEARCH or modes.chat_mode(config) == "simple":
            return None
        storages = (storage, *(other.storage for other in others))
        asked = library_question(request.text)
        if asked is not None:
            said = told_of_library(asked, storages, config[FILTERS])
        elif is_small_talk(request.text) or (not request.turns and is_asking_only(request.text)):
            if self._llm is not None and not config[DOCUMENTS_ONLY]:
                return None  # a model answers a greeting
            said = asked_for_nothing(storages, config[FILTERS])
        else:
            return None
        draft.notice = said.notice
        self._missing = unlisted_files(storages) if asked is not None else ""
        if said.text:
            self._call.emit(AnswerDelta(self._call.id, said.text, is_whole=True))
        return replace(draft.answer(said.text, ()), model="", extractive=True, answered=asked is not None)

    def _written(
        self, request: AnswerRequest, draft: _Draft, storage: StorageContext, others: tuple[OpenLibrary, ...]
    ) -> Answer:
        """Return the answer that a model writes, or that is quoted, from the passages found."""
        asked = (OpenLibrary("", storage, self._embed_model), *others)
        if modes.chat_mode(request.config) != "simple":
            self._missing = missing_files(asked, request.config[FILTERS])
        said = self._preferred(asked, request)
        is_shown = said is not None and bool(said.nodes)
        place = None if is_shown else self._place(asked, request, draft)
        if isinstance(place, NoPlace):
            draft.notice = place.notice
            return replace(draft.answer("", ()), model="", extractive=True, answered=False)
        if not is_shown and place is None and (whole := self._of_all_documents(asked, request, draft)) is not None:
            return whole
        with self._engines(storage, others, request, place, said) as engines:
            response = self._response = engines.engine(request.output_schema).stream_chat(request.text)
            draft.timings["retrieval"] = self._elapsed()
            nodes = self._tell_sources()
            self._call.token.raise_if_cancelled()
            if not nodes and modes.needs_passages(request.config):
                draft.notice = _NOTHING_FOUND
                return replace(draft.answer("", ()), answered=False)
            relevance = 0.0 if place is not None or is_shown else self._relevance(asked, request, nodes)
            keeps_to_files = (self._llm is None or request.config[DOCUMENTS_ONLY]) and not is_shown
            if keeps_to_files and not is_answered(relevance, self._answers(request, place, nodes, engines.extractive)):
                draft.sources = self._sources
                nearest = engines.extractive.nearest(request.text, nodes)
                return refused(replace(draft.answer("", ()), model="", extractive=True, nearest=nearest))
            if nodes:
                self._checks.compare_owners(owners_of(request.text, nodes, engines.identities, engines.replacements))
            self._write(response, draft)
            draft.is_whole = True
            nodes = self._tell_sources()
        draft.sources = self._sources
        if response.outcome.quotations is not None:
            answer = _with_replaced(_quoted(draft, nodes, response.outcome), nodes, engines)
            return replace(answer, notice=joined(answer.notice, _notice_of(place))) if place else answer
        if draft.mode is AnswerMode.SEARCH:
            return replace(draft.answer("", ()), model="", extractive=True)
        _judge(draft, response.outcome, self._tracer.calls())
        answer = self._kept(request, draft, _with_replaced(self._aligned(request, draft), nodes, engines))
        is_quiet = relevance < 0 and not request.config[DOCUMENTS_ONLY] and not answer.citations and not answer.notice
        return replace(answer, notice=_NOT_ABOUT_THIS) if is_quiet else answer

    def _place(
        self, asked: Sequence[OpenLibrary], request: AnswerRequest, draft: _Draft
    ) -> FoundPlace | NoPlace | None:
        """Return the place of a file that a question names; None if passages are to be searched for."""
        config = request.config
        if not _may_look_up(request, draft):
            return None
        first, *others = asked
        search = SearchResources(
            first.storage, self._embed_model, None, config, self._vectors, lambda *_: None, others=tuple(others)
        )

        def rank(question: str) -> Sequence[NodeWithScore]:
            return RetrieverFactory(search).filtered("").retrieve(question)

        with running(self._call.token):  # no part of how the answer comes about
            found = PlaceFinder(asked, config, request.turns, rank).find(request.text)
        # who only searches may look for these words
        return None if isinstance(found, NoPlace) and draft.mode is AnswerMode.SEARCH else found

    def _of_all_documents(self, asked: Sequence[OpenLibrary], request: AnswerRequest, draft: _Draft) -> Answer | None:
        """Return the answer to a question about all documents, or remember what these can be asked instead."""
        if (
            draft.is_data
            or draft.text
            or draft.mode is AnswerMode.SEARCH
            or modes.chat_mode(request.config) == "simple"
        ):
            return None
        question = all_documents_question(request.text)
        if question is None:
            return None
        documents = AllDocuments(asked, request.config[FILTERS])
        self._offer = documents.offer(question, request.text)
        whole = documents.answer(question) if _may_look_up(request, draft) else None
        if whole is None:
            return None
        if self._offer is not None:
            self._offer = replace(self._offer, is_needed=False)
        draft.notice, draft.sources = whole.notice, whole.sources
        self._missing = unlisted_files([one.storage for one in asked])  # what was not read is in the answer
        self._sources = whole.sources
        self._call.emit(SourcesFound(self._call.id, whole.sources))
        if whole.text:
            self._call.emit(AnswerDelta(self._call.id, whole.text, is_whole=True))
        return replace(draft.answer(whole.text, whole.citations, whole.sentences), model="", extractive=True)

    def _preferred(self, asked: Sequence[OpenLibrary], request: AnswerRequest) -> Preferred | None:
        """Return the person's judgements of earlier answers to this question; None without a search for passages."""
        if modes.chat_mode(request.config) == "simple" or request.begun:
            return None
        return preferred(asked, request.text, _before(request), request.config[FILTERS])

    def _relevance(self, asked: Sequence[OpenLibrary], request: AnswerRequest, nodes: Sequence[NodeWithScore]) -> float:
        """Return the log odds that a library has something about the question; 0 if it is unknown."""
        config = request.config
        if not nodes or not is_judged(config) or modes.answer_mode(config) is AnswerMode.SEARCH:
            return 0.0
        before = _before(request)
        found = ((one, passages_of(one.name, nodes)) for one in asked)
        each = [self._check(one, config).relevance(request.text, before, own) for one, own in found if own]
        return max(each, default=-math.inf)

    def _answers(
        self,
        request: AnswerRequest,
        place: FoundPlace | None,
        nodes: Sequence[NodeWithScore],
        extractive: Extractive,
    ) -> float | None:
        """Return the log odds that a sentence answers the question; None where that cannot be judged.

        A question that goes on with another says too little by itself; one that names no subject asks for all there is.
        """
        config, question = request.config, request.text
        is_open = not is_judged(config) or modes.answer_mode(config) not in {AnswerMode.ANSWER, AnswerMode.CHAT}
        if place is not None or is_open or follows_up(question, _before(request)) or not is_about_something(question):
            return None
        return extractive.answers(question, nodes)

    def _check(self, library: OpenLibrary, config: Config) -> RelevanceCheck:
        return RelevanceCheck(library.storage, library.embed_model, config, self._vectors, self._unrelated)

    def _write(self, response: StreamingAgentChatResponse, draft: _Draft) -> None:
        """Pass the answer on as it comes."""
        if self._llm is None:
            self._tracer.tell("reading")
        is_checked = self._llm is not None and not draft.is_data
        if draft.text:
            self._call.emit(AnswerDelta(self._call.id, draft.text))
        pieces, length, heard = [draft.text], len(draft.text), 0
        try:
            with self._checks, reading_pieces(response.response_gen) as deltas:
                for delta in deltas:
                    draft.timings.setdefault("first_token", self._elapsed())
                    if is_start := isinstance(delta, AnswerStart):
                        del pieces[1:]
                        length, heard = len(pieces[0]), 0
                    pieces.append(delta)
                    length += len(delta)
                    self._tell_delta(pieces, is_start=is_start)
                    if is_checked and length - heard > length * _HEARD_SHARE:
                        heard = length
                        self._checks.hear("".join(pieces), self._sources)
        finally:
            draft.text = "".join(pieces)

    def _tell_delta(self, pieces: Sequence[str], *, is_start: bool) -> None:
        """Emit the last piece; where the answer proper begins, all of its text."""
        text = "".join(pieces) if is_start else pieces[-1]
        self._call.emit(AnswerDelta(self._call.id, text, is_start, is_whole=self._llm is None))

    def _tell_sources(self) -> list[NodeWithScore]:
        """Return the passages behind the answer so far; emit their sources when they have changed.

        What was made of passages, such as a summary, is none. Quotations count all that was found.
        """
        shown = self._response.source_nodes if self._response else []
        is_quoted = self._response is not None and self._response.outcome.quotations is not None
        nodes = [found for found in shown if is_quoted or found.node.metadata.get("file_path") is not None]
        sources = tuple(to_source(node, rank) for rank, node in enumerate(nodes, 1))
        if sources != self._sources:
            self._sources = sources
            self._call.emit(SourcesFound(self._call.id, sources))
        return nodes

    def _engines(
        self,
        storage: StorageContext,
        others: tuple[OpenLibrary, ...],
        request: AnswerRequest,
        place: FoundPlace | None,
        said: Preferred | None,
    ) -> EngineFactory:
        """Return the factory for the engine of this question."""

        def building(kind: str, done: int, total: int) -> None:
            self._tracer.tell("building", f"{kind}: {done:,} of {total:,}")

        config = request.config
        retrievers = RetrieverFactory(
            SearchResources(
                storage, self._embed_model, self._llm, config, self._vectors, building, self._fallback, others
            )
        )
        resources = AnswerResources(
            storage,
            self._embed_model,
            self._llm,
            config,
            retrievers,
            request.rerank_key,
            request.access_times,
            self._reranking,
            others,
            place,
            said,
        )
        return EngineFactory(resources, self._memory(request))

    def _memory(self, request: AnswerRequest) -> BaseMemory:
        """Return the conversation before this question, as much of it as fits a quarter of the model's window."""
        window = self._llm.metadata.context_window if self._llm else 0
        limit = max(1, int(window * _HISTORY_SHARE)) if window else _HISTORY_WITHOUT_MODEL
        store = request.chat_store or SimpleChatStore()
        key = request.conversation_id or DEFAULT_CHAT_STORE_KEY
        count = self._llm.tokenizer.count if self._llm else None
        memory: BaseMemory
        if request.config[MEMORY] == "summary":
            wording = prompt(request.config, "summarize_prompt")
            memory = ChatSummaryMemoryBuffer(limit, self._llm, wording, count, store, key, keeps_last=True)
        else:
            memory = ChatMemoryBuffer(limit, count, store, key, keeps_last=True)
        # conversations of earlier versions have turns, but no messages
        if request.turns and not memory.get_all():
            memory.set(_messages(request.turns))
        return memory

    def _aligned(self, request: AnswerRequest, draft: _Draft) -> Answer:
        """Return the answer with our own citations and a verdict for each sentence."""
        if draft.is_data:
            return draft.answer(draft.text, ())
        is_complete = draft.state is AnswerState.DONE and not draft.is_cut
        try:
            with only_errors():
                aligned = self._checks.aligned(draft.text, draft.sources, is_complete=is_complete)
        except Exception:  # noqa: BLE001 - logged; the answer is kept as it was written
            _log.exception("an answer could not be checked")
            return self._unchecked(request, draft)
        answer = draft.answer(aligned.text, aligned.citations, aligned.sentences)
        return replace(answer, notice=_support_notice(answer)) if is_complete and not answer.notice else answer

    def _unchecked(self, request: AnswerRequest, draft: _Draft) -> Answer:
        """Return an answer that a fault of ours keeps from being checked: as it was written, and it says so.

        “Documents only” promises that what is shown was checked: its text is among what is left out.
        """
        draft.is_unchecked = True
        if draft.is_data:
            return draft.answer(draft.text, ())
        text = draft.text
        with contained(_log, "what a model cited by itself cannot be taken out"):
            text = without_markers(text)[0]
        if request.config[DOCUMENTS_ONLY] and _can_be_kept(draft, request):
            draft.notice = _NOT_SHOWN
            return replace(draft.answer("", ()), answered=False, left_out=(text,))
        draft.notice = joined(draft.notice, _NOT_CHECKED)
        return draft.answer(text, (), [CheckedSentence(0, len(text), Verdict.UNCHECKED, (_NOT_CHECKED,))])

    def _elapsed(self) -> float:
        return round(time.monotonic() - self._started, 4)


def _may_look_up(request: AnswerRequest, draft: _Draft) -> bool:
    """Return True if a question may be answered from what is known of files, instead of by searching for passages."""
    config = request.config
    searches = is_judged(config) or modes.retriever(config) == "everything"
    return not draft.is_data and not draft.text and searches and modes.chat_mode(config) in _READING_MODES


def _before(request: AnswerRequest) -> str:
    """Return the question before this one, "" for the first of a conversation."""
    return request.turns[-1].question if request.turns else ""


def _notice_of(place: FoundPlace) -> str:
    """Return the notice for a place that is quoted."""
    if not place.is_bare or is_quoted_whole(place.nodes):
        return place.notice
    return joined(place.notice, UserText("This is the beginning. Open the source to read on."))


def _support_notice(answer: Answer) -> str:
    """Return a notice if the passages support little of an answer, "" otherwise."""
    if answer.support is None or answer.support >= LOW_SUPPORT:
        return ""
    is_cited = any(one.citation is not None for one in answer.sentences)
    return _MOSTLY_UNSUPPORTED if is_cited else _UNSUPPORTED


def _can_be_kept(draft: _Draft, request: AnswerRequest) -> bool:
    """Return True if an answer can be checked against passages: neither JSON, nor computed from tables."""
    if draft.is_data or not draft.text:
        return False
    return bool(draft.sources) or request.config[QUERY_ENGINE] == "retriever"


def _judge(draft: _Draft, outcome: ResponseOutcome, calls: Sequence[LLMPayload]) -> None:
    """Set the notice and the state of an answer that came to its end."""
    draft.notice = ending_notice(calls, outcome.left_out)
    refusal = calls[-1].refusal if calls else ""
    if refusal and draft.text.rstrip().endswith(refusal):
        draft.text = draft.text.rstrip().removesuffix(refusal).rstrip()
        draft.notice = joined(draft.notice, UserText("The model refused to answer: “{refusal}”", refusal=refusal))
        draft.state = draft.state if draft.text else AnswerState.FAILED
        return
    if outcome.query_satisfied is False:
        draft.notice = _NOT_SATISFIED
    elif outcome.nothing_found:
        draft.text, draft.notice = "", _NOTHING_FOUND
    elif outcome.is_empty or not draft.text.strip():
        said = BLOCKED if is_filtered(calls) else _NOTHING_SAID
        draft.text, draft.state, draft.notice = "", AnswerState.FAILED, said
    else:
        draft.is_cut = is_cut(calls)


def _with_replaced(answer: Answer, nodes: Sequence[NodeWithScore], engines: EngineFactory) -> Answer:
    """Return an answer that says so where it cites a document that another one changes or replaces."""
    documents = {found.node.node_id: found.node.ref_doc_id or "" for found in nodes}
    cited = {documents.get(one.node_id, ""): one.file for one in answer.citations}
    newer = engines.replacements.newer(answer.question, cited) if cited else {}
    for older, known in newer.items():
        said = UserText(
            "“{newer}” changes or replaces “{older}”.", newer=Path(known[0].path).name, older=Path(cited[older]).name
        )
        return replace(answer, notice=joined(answer.notice, said))
    return answer


def _messages(turns: Sequence[Turn]) -> list[ChatMessage]:
    """Return the turns that have an answer as messages."""
    messages = []
    for turn in turns:
        if turn.answer is not None and turn.answer.text:
            messages.append(ChatMessage(MessageRole.USER, turn.question))
            messages.append(ChatMessage(MessageRole.ASSISTANT, turn.answer.text))
    return messages


def _quoted(draft: _Draft, nodes: Sequence[NodeWithScore], outcome: ResponseOutcome) -> Answer:
    """Return an answer made of quotations."""
    citations = quoted_citations(draft.text, draft.sources, nodes, outcome.quotations or ())
    if not citations:
        draft.notice = _NO_QUOTATION
    elif outcome.competing:
        draft.notice = UserText(
            "{count} files say something about this, and the question fits each of them. Name one to get its answer.",
            count=max(outcome.competing, len({one.file for one in citations})),
        )
    quoted = {(one.answer_start, one.answer_end): one.marker for one in reversed(citations)}
    sentences = [
        CheckedSentence(*shown, Verdict.SUPPORTED, citation=marker) for shown, marker in sorted(quoted.items())
    ]
    return replace(draft.answer(draft.text, citations, sentences), extractive=True, answered=bool(citations))
