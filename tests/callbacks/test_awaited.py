"""What a program's own classes do when they are awaited: their own coroutine, heard of like any other call."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.response import AnyResponse, Response
from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.callbacks import LlamaDebugHandler
from desktop_rag.llamaindex.query_engine import CustomQueryEngine
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.retrievers.base import BaseRetriever


def _refused() -> BaseException:
    return AssertionError("the synchronous method is not called")


class Retriever(BaseRetriever):
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        raise _refused()

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        await asyncio.sleep(0)
        return [NodeWithScore(IndexNode(query_bundle.query_str, index_id="x", obj=TextNode("behind it")), 0.5)]


class Engine(BaseQueryEngine):
    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        raise _refused()

    async def _aquery(self, query_bundle: QueryBundle) -> AnyResponse:
        await asyncio.sleep(0)
        return Response(f"behind {query_bundle.query_str}")


class Custom(CustomQueryEngine):
    def custom_query(self, query_str: str) -> str:
        raise _refused()

    async def acustom_query(self, query_str: str) -> str:
        await asyncio.sleep(0)
        return f"behind {query_str}"


class Postprocessor(BaseNodePostprocessor):
    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        raise _refused()

    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None
    ) -> list[NodeWithScore]:
        await asyncio.sleep(0)
        return [NodeWithScore(TextNode(f"behind {query_bundle}"), found.score) for found in nodes]


@pytest.mark.parametrize(
    ("ask", "heard"),
    [
        (lambda manager: Retriever(callback_manager=manager).aretrieve("it"), "retrieve"),
        (lambda manager: Engine(callback_manager=manager).aquery("it"), "query"),
        (lambda manager: Custom(callback_manager=manager).aquery("it"), "query"),
        (
            lambda manager: Postprocessor(callback_manager=manager).apostprocess_nodes(
                [NodeWithScore(TextNode("a"), 0.5)], query_str="it"
            ),
            "reranking",
        ),
    ],
)
def test_their_own_coroutines_are_awaited(ask: Callable[[CallbackManager], Awaitable[object]], heard: str) -> None:
    debug = LlamaDebugHandler(print_trace_on_end=False)

    async def run() -> object:
        return await ask(CallbackManager([debug]))

    result = asyncio.run(run())
    texts = [found.node.text for found in result] if isinstance(result, list) else [str(result)]
    assert texts == ["behind it"]
    assert [pair[0].event_type for pair in debug.get_event_pairs()] == [heard]


def test_without_one_the_synchronous_method_runs_on_another_thread() -> None:
    threads: list[int] = []

    class Noting(BaseRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            threads.append(threading.get_ident())
            return []

    assert asyncio.run(Noting().aretrieve("it")) == []
    assert asyncio.run(Noting()._aretrieve(QueryBundle("it"))) == []
    assert threading.get_ident() not in threads
