"""The stages of a program's calls, told as LlamaIndex's events and spans."""

import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

from desktop_rag.core.instrumentation import CBEvent, CBEventType
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import query_str
from desktop_rag.llamaindex.instrumentation.dispatcher import Dispatcher, active_instrument_tags
from desktop_rag.llamaindex.instrumentation.events.agent import (
    AgentRunStepEndEvent,
    AgentRunStepStartEvent,
    AgentToolCallEvent,
)
from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent
from desktop_rag.llamaindex.instrumentation.events.embedding import EmbeddingEndEvent, EmbeddingStartEvent
from desktop_rag.llamaindex.instrumentation.events.exception import ExceptionEvent
from desktop_rag.llamaindex.instrumentation.events.llm import LLMChatEndEvent, LLMChatInProgressEvent, LLMChatStartEvent
from desktop_rag.llamaindex.instrumentation.events.query import QueryEndEvent, QueryStartEvent
from desktop_rag.llamaindex.instrumentation.events.rerank import ReRankEndEvent, ReRankStartEvent
from desktop_rag.llamaindex.instrumentation.events.retrieval import RetrievalEndEvent, RetrievalStartEvent
from desktop_rag.llamaindex.instrumentation.events.span import SpanDropEvent
from desktop_rag.llamaindex.instrumentation.events.synthesis import (
    GetResponseEndEvent,
    GetResponseStartEvent,
    SynthesizeEndEvent,
    SynthesizeStartEvent,
)
from desktop_rag.llamaindex.instrumentation.span.base import active_span_id
from desktop_rag.llms.types import ChatDelta, ChatResponse

_LEAVES = frozenset({CBEventType.LLM, CBEventType.EMBEDDING, CBEventType.TEMPLATING})
"""Stages without stages inside: the call that they belong to goes on around them."""
_METHODS = {
    CBEventType.RETRIEVE: ("retriever", "retrieve"),
    CBEventType.QUERY: ("engine", "query"),
    CBEventType.SYNTHESIZE: ("mode", "synthesize"),
    CBEventType.RERANKING: ("postprocessor", "postprocess_nodes"),
    CBEventType.EMBEDDING: ("model", "embed"),
    CBEventType.LLM: ("model_name", "chat"),
    CBEventType.FUNCTION_CALL: ("tool", "call"),
}


class CallsAsEvents:
    """Tells a dispatcher of each stage: a span, and the events of its kind (a ``StageListener``)."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._open: dict[tuple[int, int], tuple[str, str | None]] = {}

    def stage_began(self, event: CBEvent) -> None:
        """Tell of a stage that begins."""
        if event.event_type is CBEventType.EXCEPTION:
            return
        above = self._open.get((event.job, event.parent_id or 0))
        parent = active_span_id.get() if above is None else above[0]
        key, method = _METHODS.get(event.event_type, ("", event.event_type.value))
        id_ = f"{event.payload.get(key) or event.event_type.value}.{method}-{uuid4()}"
        self._open[event.job, event.id] = (id_, active_span_id.get())
        self._dispatcher.span_enter(id_, _bound(event), None, parent, dict(active_instrument_tags.get()))
        if event.event_type not in _LEAVES:
            active_span_id.set(id_)
        self._tell(id_, _BEGIN, event)

    def piece_came(self, event: CBEvent, piece: ChatDelta) -> None:
        """Tell of a piece of what a model writes."""
        id_, _ = self._open.get((event.job, event.id), (None, None))
        said = event.objects["said"] = str(event.objects.get("said", "")) + piece.text
        answer = ChatResponse(ChatMessage(MessageRole.ASSISTANT, said, piece.tool_calls), delta=piece.text)
        self._dispatcher.event(
            LLMChatInProgressEvent(span_id=id_, messages=event.objects.get("messages", []), response=answer)
        )

    def stage_ended(self, event: CBEvent) -> None:
        """Tell of a stage that ended."""
        if event.event_type is CBEventType.EXCEPTION:
            return
        id_, before = self._open.pop((event.job, event.id), ("", None))
        error = event.objects.get("error")
        if isinstance(error, BaseException):
            self._dispatcher.event(ExceptionEvent(span_id=id_, exception=error))
            self._dispatcher.event(SpanDropEvent(span_id=id_, err_str=str(error)))
            self._dispatcher.span_drop(id_, _bound(event), None, error)
        else:
            self._tell(id_, _END, event)
            result = event.objects.get("response", event.objects.get("nodes"))
            self._dispatcher.span_exit(id_, _bound(event), None, result)
        if active_span_id.get() == id_:
            active_span_id.set(before)

    def _tell(self, span_id: str, makers: "dict[CBEventType, Makers]", event: CBEvent) -> None:
        for made in makers.get(event.event_type, _nothing)(event):
            made.span_id = span_id
            self._dispatcher.event(made)


Makers = Callable[[CBEvent], Iterator[BaseEvent]]


def _bound(event: CBEvent) -> inspect.BoundArguments:
    """Return what a stage was asked, as the arguments of a call."""

    def call(**asked: Any) -> None:  # noqa: ANN401
        """Stand for the call."""

    return inspect.signature(call).bind(**event.payload)


def _nothing(_event: CBEvent) -> Iterator[BaseEvent]:
    yield from ()


def _retrieval_begins(event: CBEvent) -> Iterator[BaseEvent]:
    yield RetrievalStartEvent(str_or_query_bundle=event.objects["query"])


def _retrieval_ends(event: CBEvent) -> Iterator[BaseEvent]:
    yield RetrievalEndEvent(str_or_query_bundle=event.objects["query"], nodes=event.objects.get("nodes", []))


def _query_begins(event: CBEvent) -> Iterator[BaseEvent]:
    yield QueryStartEvent(query=event.objects["query"])


def _query_ends(event: CBEvent) -> Iterator[BaseEvent]:
    if "response" in event.objects:
        yield QueryEndEvent(query=event.objects["query"], response=event.objects["response"])


def _synthesis_begins(event: CBEvent) -> Iterator[BaseEvent]:
    question = query_str(event.payload)
    yield SynthesizeStartEvent(query=question)
    yield GetResponseStartEvent(query_str=question, text_chunks=event.objects.get("texts", []))


def _synthesis_ends(event: CBEvent) -> Iterator[BaseEvent]:
    yield GetResponseEndEvent()
    if "response" in event.objects:
        yield SynthesizeEndEvent(query=query_str(event.payload), response=event.objects["response"])


def _reranking_begins(event: CBEvent) -> Iterator[BaseEvent]:
    name = str(event.payload.get("postprocessor", ""))
    nodes = event.objects["before"]
    yield ReRankStartEvent(query=event.objects["query"], nodes=nodes, top_n=len(nodes), model_name=name)


def _reranking_ends(event: CBEvent) -> Iterator[BaseEvent]:
    yield ReRankEndEvent(nodes=event.objects.get("nodes", []))


def _embedding_begins(event: CBEvent) -> Iterator[BaseEvent]:
    if "model" in event.payload:
        yield EmbeddingStartEvent(model_dict={"class_name": event.payload["model"]})


def _embedding_ends(event: CBEvent) -> Iterator[BaseEvent]:
    if "vectors" in event.objects:
        yield EmbeddingEndEvent(chunks=list(event.texts), embeddings=event.objects["vectors"].tolist())


def _chat_begins(event: CBEvent) -> Iterator[BaseEvent]:
    model = {"model": event.payload.get("model_name", "")}
    yield LLMChatStartEvent(messages=event.objects.get("messages", []), additional_kwargs={}, model_dict=model)


def _chat_ends(event: CBEvent) -> Iterator[BaseEvent]:
    said = ChatMessage(MessageRole.ASSISTANT, str(event.objects.get("response", event.payload.get("response") or "")))
    yield LLMChatEndEvent(messages=event.objects.get("messages", []), response=ChatResponse(said))


def _step_begins(event: CBEvent) -> Iterator[BaseEvent]:
    yield AgentRunStepStartEvent(task_id=str(event.job), step=event.payload.get("number"))


def _step_ends(event: CBEvent) -> Iterator[BaseEvent]:
    yield AgentRunStepEndEvent(step_output=dict(event.payload))


def _tool_begins(event: CBEvent) -> Iterator[BaseEvent]:
    if "tool" in event.objects:
        arguments = json.dumps(event.objects["arguments"], ensure_ascii=False, default=str)
        yield AgentToolCallEvent(arguments=arguments, tool=event.objects["tool"])


_BEGIN: dict[CBEventType, Makers] = {
    CBEventType.RETRIEVE: _retrieval_begins,
    CBEventType.QUERY: _query_begins,
    CBEventType.SYNTHESIZE: _synthesis_begins,
    CBEventType.RERANKING: _reranking_begins,
    CBEventType.EMBEDDING: _embedding_begins,
    CBEventType.LLM: _chat_begins,
    CBEventType.AGENT_STEP: _step_begins,
    CBEventType.FUNCTION_CALL: _tool_begins,
}
_END: dict[CBEventType, Makers] = {
    CBEventType.RETRIEVE: _retrieval_ends,
    CBEventType.QUERY: _query_ends,
    CBEventType.SYNTHESIZE: _synthesis_ends,
    CBEventType.RERANKING: _reranking_ends,
    CBEventType.EMBEDDING: _embedding_ends,
    CBEventType.LLM: _chat_ends,
    CBEventType.AGENT_STEP: _step_ends,
}
