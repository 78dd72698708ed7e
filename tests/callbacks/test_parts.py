"""A part of a program with a manager of its own: its handlers hear of that part's stages, and of no others."""

from collections.abc import Callable, Iterator

import pytest

from desktop_rag import Settings
from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import CBEventType, each_notified, event, leaf_event
from desktop_rag.core.response import StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.callbacks import LlamaDebugHandler
from desktop_rag.llamaindex.indices import DocumentSummaryIndex, PropertyGraphIndex
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.kinds import SimpleKeywordTableIndex, SummaryIndex, TreeIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llamaindex.query_engine import CustomQueryEngine
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.node import SimilarityPostprocessor
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from tests.helpers.scripted_llm import ScriptedLLM

FOUND = [NodeWithScore(TextNode("Cats sleep.", "a"), 0.9)]


class Fixed(BaseRetriever):
    """Finds the same for every question."""

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return list(FOUND)


class Doubling(BaseNodePostprocessor):
    """One of a program's own, with a field."""

    factor: float = 2.0

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return [found.with_score(self.factor * (found.score or 0)) for found in nodes]


class Echo(CustomQueryEngine):
    """One of a program's own, with a field."""

    word: str = "Echo"

    def custom_query(self, query_str: str) -> str:
        return f"{self.word}: {query_str}"


def kinds(debug: LlamaDebugHandler) -> list[str]:
    return [pair[0].event_type.value for pair in debug.get_event_pairs()]


def listening() -> tuple[LlamaDebugHandler, CallbackManager]:
    debug = LlamaDebugHandler(print_trace_on_end=False)
    return debug, CallbackManager([debug])


@pytest.mark.parametrize(
    ("ask", "heard"),
    [
        (lambda manager: Fixed(callback_manager=manager).retrieve("Who?"), ["retrieve"]),
        (
            lambda manager: QueryFusionRetriever([Fixed()], num_queries=1, callback_manager=manager).retrieve("Who?"),
            ["retrieve", "retrieve"],
        ),
        (
            lambda manager: SimilarityPostprocessor(0.5, callback_manager=manager).postprocess_nodes(FOUND),
            ["reranking"],
        ),
        (lambda manager: Doubling(factor=3, callback_manager=manager).postprocess_nodes(FOUND), ["reranking"]),
        (lambda manager: Echo(word="Ah", callback_manager=manager).query("Who?"), ["query"]),
        (
            lambda manager: get_response_synthesizer(ScriptedLLM(), callback_manager=manager).synthesize("Q", FOUND),
            ["synthesize", "templating", "llm"],
        ),
        (
            lambda manager: RetrieverQueryEngine(Fixed(), llm=ScriptedLLM(), callback_manager=manager).query("Who?"),
            ["query", "retrieve", "synthesize", "templating", "llm"],
        ),
        (
            lambda manager: (
                RetrieverQueryEngine.from_args(Fixed(), ScriptedLLM(), callback_manager=manager)
                .with_retriever(Fixed())
                .query("Who?")
            ),
            ["query", "retrieve", "synthesize", "templating", "llm"],
        ),
    ],
)
def test_it_hears_of_what_is_inside(ask: Callable[[CallbackManager], object], heard: list[str]) -> None:
    debug, manager = listening()
    ask(manager)
    assert kinds(debug) == heard
    Fixed().retrieve("Who?")
    assert kinds(debug) == heard


@pytest.mark.parametrize("of_engine", [False, True])
def test_it_hears_of_a_stream_while_it_is_read(of_engine: bool) -> None:
    debug, manager = listening()
    synthesizer = get_response_synthesizer(
        ScriptedLLM(), streaming=True, callback_manager=None if of_engine else manager
    )
    engine = RetrieverQueryEngine(Fixed(), synthesizer, callback_manager=manager if of_engine else None)
    response = engine.query("Who?")
    assert isinstance(response, StreamingResponse)
    assert "llm" not in kinds(debug)
    assert "".join(response.response_gen) == "ANSWER1"
    assert kinds(debug).count("llm") == 1


def test_the_same_manager_of_several_parts_hears_of_each_stage_once() -> None:
    debug, manager = listening()
    retriever = Fixed(callback_manager=manager)
    Settings.callback_manager = manager
    try:
        RetrieverQueryEngine(retriever, llm=ScriptedLLM(), callback_manager=manager).query("Who?")
    finally:
        Settings.callback_manager = None
    assert kinds(debug) == ["query", "retrieve", "synthesize", "templating", "llm"]
    assert debug.get_event_time_info(CBEventType.RETRIEVE).total_count == 1


def test_a_part_without_one_has_the_programs() -> None:
    retriever = Fixed()
    assert retriever.callback_manager is Settings.callback_manager
    retriever.callback_manager = mine = CallbackManager()
    assert retriever.callback_manager is mine


def test_the_stages_of_one_stream_stand_inside_each_other() -> None:
    debug, manager = listening()

    def pieces() -> Iterator[str]:
        with event(CBEventType.SYNTHESIZE):
            for text in ("one", "two"):
                with leaf_event(CBEventType.LLM):
                    pass
                yield text

    assert list(each_notified(manager, pieces())) == ["one", "two"]
    ids = [record.id_ for record in debug.sequential_events]
    assert len(set(ids)) == 3
    assert max(map(len, manager.trace_map.values())) == 2


def test_the_manager_that_is_there_hears_of_calls_as_well() -> None:
    debug = LlamaDebugHandler(print_trace_on_end=False)
    Settings.callback_manager = None
    Settings.callback_manager.add_handler(debug)
    try:
        Fixed().retrieve("x")
    finally:
        Settings.callback_manager = None
    assert kinds(debug) == ["retrieve"]


@pytest.mark.parametrize(
    ("kind", "built"),
    [
        (VectorStoreIndex, {"embedding"}),
        (SummaryIndex, set()),
        (SimpleKeywordTableIndex, set()),
        (TreeIndex, set()),
        (DocumentSummaryIndex, {"synthesize", "templating", "llm", "embedding"}),
        (PropertyGraphIndex, {"templating", "llm"}),
    ],
)
def test_an_index_has_all_that_is_made_of_it_heard(
    kind: Callable[..., BaseIndex], built: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    debug, manager = listening()
    monkeypatch.setattr(Settings, "llm", MockLLM())
    index = kind([TextNode("Cats sleep.", "a"), TextNode("Dogs run.", "b")], callback_manager=manager)
    assert set(kinds(debug)) == built
    index.as_retriever().retrieve("Cats?")
    searches = kinds(debug).count("retrieve")
    other, its_manager = listening()
    retriever = index.as_retriever()
    retriever.callback_manager = its_manager
    retriever.retrieve("Cats?")
    assert kinds(debug).count("retrieve") >= 1 == kinds(other).count("retrieve") - searches + 1
    index.as_query_engine().query("Cats?")
    assert kinds(debug).count("query") == 1
