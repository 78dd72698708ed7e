"""LlamaIndex's events and spans: handlers hear of a program's calls, and of what it tells itself."""

# ruff: noqa: ANN401 - LlamaIndex's handlers take anything

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import tell_program
from desktop_rag.core.response import Response
from desktop_rag.core.schema import Document, NodeWithScore, QueryBundle
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.instrumentation import DispatcherSpanMixin, get_dispatcher, instrument_tags, root_dispatcher
from desktop_rag.llamaindex.instrumentation.event_handlers import BaseEventHandler
from desktop_rag.llamaindex.instrumentation.events import BaseEvent
from desktop_rag.llamaindex.instrumentation.events.agent import AgentToolCallEvent
from desktop_rag.llamaindex.instrumentation.events.embedding import EmbeddingEndEvent
from desktop_rag.llamaindex.instrumentation.events.exception import ExceptionEvent
from desktop_rag.llamaindex.instrumentation.events.llm import LLMChatEndEvent, LLMChatInProgressEvent, LLMChatStartEvent
from desktop_rag.llamaindex.instrumentation.events.query import QueryEndEvent, QueryStartEvent
from desktop_rag.llamaindex.instrumentation.events.rerank import ReRankEndEvent, ReRankStartEvent
from desktop_rag.llamaindex.instrumentation.events.retrieval import RetrievalEndEvent, RetrievalStartEvent
from desktop_rag.llamaindex.instrumentation.events.span import SpanDropEvent
from desktop_rag.llamaindex.instrumentation.events.synthesis import (
    GetResponseStartEvent,
    SynthesizeEndEvent,
    SynthesizeStartEvent,
)
from desktop_rag.llamaindex.instrumentation.span import SimpleSpan
from desktop_rag.llamaindex.instrumentation.span_handlers import BaseSpanHandler, SimpleSpanHandler
from desktop_rag.postprocessor.node import SimilarityPostprocessor
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


class Keeps(BaseEventHandler):
    """Keeps what it hears of, as the handlers of LlamaIndex's pages do."""

    events: list[BaseEvent] = []  # noqa: RUF012 - a field of pydantic

    @classmethod
    def class_name(cls) -> str:
        return "Keeps"

    def handle(self, event: BaseEvent, **_kwargs: Any) -> Any:
        self.events.append(event)

    def of(self, kind: type[BaseEvent]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def events() -> Iterator[Keeps]:
    handler = Keeps()
    get_dispatcher().add_event_handler(handler)
    yield handler
    root_dispatcher.event_handlers.remove(handler)
    tell_program(None, "dispatcher")


@pytest.fixture
def spans() -> Iterator[SimpleSpanHandler]:
    handler = SimpleSpanHandler()
    get_dispatcher().add_span_handler(handler)
    yield handler
    root_dispatcher.span_handlers.remove(handler)
    tell_program(None, "dispatcher")


def index() -> VectorStoreIndex:
    return VectorStoreIndex.from_documents(
        [Document("Cats sleep all day.", "a"), Document("Tea is hot.", "b")], embed_model=HashedEmbedding()
    )


def test_a_query_is_told_stage_by_stage(events: Keeps, spans: SimpleSpanHandler) -> None:
    engine = index().as_query_engine(
        llm=ScriptedLLM(["They sleep."]), node_postprocessors=[SimilarityPostprocessor(similarity_cutoff=-1)]
    )
    events.events.clear()
    with instrument_tags({"who": "Anna"}):
        answer = engine.query("What do cats do?")
    kinds = [type(event) for event in events.events]
    order = [
        QueryStartEvent,
        RetrievalStartEvent,
        EmbeddingEndEvent,
        RetrievalEndEvent,
        ReRankStartEvent,
        ReRankEndEvent,
        SynthesizeStartEvent,
        GetResponseStartEvent,
        LLMChatStartEvent,
        LLMChatInProgressEvent,
        LLMChatEndEvent,
        SynthesizeEndEvent,
        QueryEndEvent,
    ]
    places = [kinds.index(kind) for kind in order]
    assert places == sorted(places)
    assert all(event.tags == {"who": "Anna"} for event in events.events)
    (begun,), (found,), (said,), (ended,) = map(
        events.of, (QueryStartEvent, RetrievalEndEvent, LLMChatEndEvent, QueryEndEvent)
    )
    assert begun.query == QueryBundle("What do cats do?")
    assert isinstance(found.nodes[0], NodeWithScore)
    assert found.nodes[0].node.text in ("Cats sleep all day.", "Tea is hot.")
    assert (said.messages[-1].role.value, said.response.message.content) == ("user", "They sleep.")
    assert ended.response is answer
    (embedded,) = events.of(EmbeddingEndEvent)
    assert (embedded.chunks, len(embedded.embeddings)) == (["What do cats do?"], 1)
    assert events.of(GetResponseStartEvent)[0].text_chunks
    assert isinstance(events.of(SynthesizeEndEvent)[0].response, Response)
    assert begun.class_name() == begun.model_dump()["class_name"] == "QueryStartEvent"

    names = {span.id_.rsplit("-", 5)[0]: span for span in spans.completed_spans}
    query, retrieval = names["RetrieverQueryEngine.query"], names["VectorIndexRetriever.retrieve"]
    assert (query.parent_id, retrieval.parent_id) == (None, query.id_)
    assert names["HashedEmbedding.embed"].parent_id == retrieval.id_
    assert names["scripted.chat"].parent_id == names["compact.synthesize"].id_
    assert (begun.span_id, said.span_id) == (query.id_, names["scripted.chat"].id_)
    assert spans.open_spans == {}
    assert query.duration >= retrieval.duration > 0
    assert query.tags == {"who": "Anna"}


def test_each_piece_of_a_stream_is_told(events: Keeps) -> None:
    answer = index().as_query_engine(llm=ScriptedLLM(["They sleep all day."]), streaming=True).query("Cats?")
    assert events.of(LLMChatEndEvent) == []
    assert str(answer) == "They sleep all day."
    pieces = events.of(LLMChatInProgressEvent)
    assert "".join(piece.response.delta for piece in pieces) == "They sleep all day."
    assert pieces[-1].response.message.content == "They sleep all day."
    assert len(events.of(LLMChatEndEvent)) == 1


def test_a_failure_drops_the_spans(events: Keeps, spans: SimpleSpanHandler) -> None:
    engine = index().as_query_engine(llm=ScriptedLLM([UserError("Gone.")]))
    with pytest.raises(UserError):
        engine.query("Cats?")
    assert {str(event.exception) for event in events.of(ExceptionEvent)} == {"Gone."}
    assert {event.err_str for event in events.of(SpanDropEvent)} == {"Gone."}
    assert {span.id_.split(".")[0] for span in spans.dropped_spans} == {"scripted", "compact", "RetrieverQueryEngine"}
    assert spans.open_spans == {}


def test_what_a_program_tells_itself(
    events: Keeps, spans: SimpleSpanHandler, capsys: pytest.CaptureFixture[str]
) -> None:
    class Counted(BaseEvent):
        count: int

    dispatcher = get_dispatcher("a.program")
    assert get_dispatcher("a.program") is dispatcher
    assert get_dispatcher("a.program.part").parent is dispatcher

    class Adder:
        @dispatcher.span
        def add(self, one: int, two: int = 2) -> int:
            dispatcher.event(Counted(count=one + two))
            return one + two

        @dispatcher.span
        async def aadd(self, one: int) -> int:
            return self.add(one)

        @dispatcher.span
        def fail(self) -> None:
            raise ValueError("no")

    adder = Adder()
    assert asyncio.run(adder.aadd(1)) == adder.add(1) == 3
    with pytest.raises(ValueError, match="no"):
        adder.fail()
    outer, *_ = [span for span in spans.completed_spans if span.id_.startswith("Adder.aadd")]
    inner, alone = [span for span in spans.completed_spans if span.id_.startswith("Adder.add")]
    assert (inner.parent_id, alone.parent_id) == (outer.id_, None)
    assert [span.metadata for span in spans.dropped_spans] == [{"error": "no"}]
    assert [(event.count, event.span_id) for event in events.of(Counted)] == [(3, inner.id_), (3, alone.id_)]
    spans.print_trace_trees()
    shown = capsys.readouterr().out
    assert f"{outer.id_} ({outer.duration})\n└── {inner.id_}" in shown


def test_calls_inside_a_span_of_a_program(spans: SimpleSpanHandler) -> None:
    @get_dispatcher(__name__).span
    def asked() -> None:
        index().as_retriever().retrieve("Cats?")

    asked()
    (outer,) = [span for span in spans.completed_spans if "asked" in span.id_]
    (inner,) = [span for span in spans.completed_spans if "retrieve" in span.id_]
    assert inner.parent_id == outer.id_


def test_methods_that_take_the_place_of_spans_are_spans(spans: SimpleSpanHandler) -> None:
    class Base(DispatcherSpanMixin):
        @get_dispatcher(__name__).span
        def work(self) -> int:
            return 1

    class Other(Base):
        def work(self) -> int:
            return 2

    assert Other().work() == 2
    assert [span.id_.split("-")[0] for span in spans.completed_spans] == ["Other.work"]


def test_a_tool_of_an_agent(events: Keeps) -> None:
    from desktop_rag.agent.function_agent import FunctionAgent
    from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
    from desktop_rag.llms.base import ChatResponse

    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    wanted = ChatResponse(ChatMessage(MessageRole.ASSISTANT, "", (ToolCall("1", "double", '{"number": 4}'),)))
    agent = FunctionAgent(tools=[FunctionTool.from_defaults(double)], llm=ScriptedLLM([wanted, "It is 8."]))
    assert str(agent.chat("Double 4")) == "It is 8."
    (called,) = events.of(AgentToolCallEvent)
    assert (called.tool.name, called.arguments) == ("double", '{"number": 4}')


def test_a_handler_that_fails_changes_nothing(caplog: pytest.LogCaptureFixture, events: Keeps) -> None:
    class Fails(BaseEventHandler):
        def handle(self, event: BaseEvent, **_kwargs: Any) -> Any:
            raise RuntimeError("broken")

    failing = Fails()
    get_dispatcher().event_handlers.insert(0, failing)
    try:
        with caplog.at_level(logging.WARNING):
            index().as_retriever().retrieve("Cats?")
            asyncio.run(get_dispatcher().aevent(BaseEvent()))
    finally:
        get_dispatcher().event_handlers.remove(failing)
    assert "Fails failed: RuntimeError: broken" in caplog.text
    assert events.of(RetrievalEndEvent)


def test_a_span_handler_of_ones_own(spans: SimpleSpanHandler) -> None:
    class Named(BaseSpanHandler[SimpleSpan]):
        def new_span(self, id_: str, bound_args: Any, instance: Any = None, **kwargs: Any) -> SimpleSpan:
            return SimpleSpan(id_=id_, metadata=dict(bound_args.arguments.get("asked", bound_args.arguments)))

        def prepare_to_exit_span(self, id_: str, bound_args: Any, instance: Any = None, **kwargs: Any) -> SimpleSpan:
            self.completed_spans.append(self.open_spans[id_])
            return self.open_spans[id_]

        def prepare_to_drop_span(self, id_: str, *_args: Any, **_kwargs: Any) -> SimpleSpan | None:
            return self.open_spans.get(id_)

    own, dispatcher = Named(), get_dispatcher("own.spans")
    dispatcher.add_span_handler(own)

    @dispatcher.span
    def work(what: str) -> str:
        return what

    assert work("much") == "much"
    assert [span.metadata for span in own.completed_spans] == [{"what": "much"}]
    assert len(spans.completed_spans) == 1, "those above hear of it, too"
