"""Following references."""

from typing import Any

import pytest

from desktop_rag.core.errors import BugError
from desktop_rag.core.response import Response
from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.response.notebook_utils import display_source_node
from desktop_rag.llamaindex.retrievers.recursive_retriever import RecursiveRetriever
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.mixin import PromptDictType
from desktop_rag.retrievers.base import BaseRetriever
from tests.helpers.fixed_retriever import FixedRetriever, hits, ids


def pointing(*targets: str, score: float | None = 0.9) -> FixedRetriever:
    return FixedRetriever([NodeWithScore(IndexNode("", f"to {name}", index_id=name), score) for name in targets])


class Engine:
    def query(self, str_or_query_bundle: str | QueryBundle) -> Response:
        return Response("{answer}", hits(source=0.5))


def test_references_in_a_circle_end() -> None:
    retriever = RecursiveRetriever(
        "a", {"a": pointing("b", "a"), "b": pointing("a", "c"), "c": FixedRetriever(hits(x=1.0))}
    )
    assert ids(retriever.retrieve("q")) == ["x"]


def test_the_same_place_by_two_ways_comes_once() -> None:
    retrievers = {
        "a": pointing("b", "c", "b"),
        "b": pointing("d"),
        "c": pointing("d"),
        "d": FixedRetriever(hits(x=1.0)),
    }
    assert ids(RecursiveRetriever("a", retrievers).retrieve("q")) == ["x"]
    assert retrievers["b"].asked == ["q"]


def test_nodes_and_query_engines() -> None:
    retriever = RecursiveRetriever(
        "a", {"a": pointing("node", "engine", score=None)}, {"engine": Engine()}, {"node": TextNode("n", "n")}
    )
    nodes, additional = retriever.retrieve_all("what is {this}?")
    assert [(found.node.text, found.score) for found in nodes] == [
        ("n", 1.0),
        ("Query: what is {this}?\nResponse: {answer}", 1.0),
    ]
    assert ids(additional) == ["source"]
    worded = RecursiveRetriever("a", {"a": pointing("engine")}, {"engine": Engine()}, query_response_tmpl="{response}!")
    assert [found.node.text for found in worded.retrieve("q")] == ["{answer}!"]


def test_a_score_of_zero_stays() -> None:
    retriever = RecursiveRetriever("a", {"a": pointing("n", score=0.0)}, node_dict={"n": TextNode("n", "n")})
    assert retriever.retrieve("q")[0].score == 0.0


def test_wrong_references() -> None:
    with pytest.raises(ValueError, match="no key"):
        RecursiveRetriever("b", {"a": pointing()})
    with pytest.raises(ValueError, match="same id"):
        RecursiveRetriever("a", {"a": pointing()}, {"a": Engine()})
    with pytest.raises(BugError, match="nowhere"):
        RecursiveRetriever("a", {"a": pointing("nowhere")}).retrieve("q")


def test_every_node_comes_once_in_its_first_place() -> None:
    twice = [*hits("words", a=0.9, b=0.5), *hits("meaning", a=0.4, c=0.3)]
    found = FixedRetriever(twice).retrieve("q")
    assert [(hit.node.node_id, hit.score, hit.found_by) for hit in found] == [
        ("a", 0.9, ("words",)),
        ("b", 0.5, ("words",)),
        ("c", 0.3, ("meaning",)),
    ]


def test_a_source_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (hit,) = hits(a=0.25)
    display_source_node(hit, source_length=4)
    assert capsys.readouterr().out == "**Node ID:** a\n**Similarity:** 0.25\n**Text:** text...\n"
    display_source_node(hit)
    assert capsys.readouterr().out.endswith("**Text:** text of a\n")


def test_an_answer_in_the_place_of_a_node_keeps_its_metadata() -> None:
    class Sourced(Engine):
        def query(self, str_or_query_bundle: str | QueryBundle) -> Response:
            return Response("Cats sleep.", metadata={"1": {"file_path": "cats.txt"}})

    retriever = FixedRetriever([NodeWithScore(IndexNode("", "to", index_id="x", obj=Sourced()), 0.9)])
    (found,) = retriever.retrieve("q")
    assert (found.text, found.metadata) == ("Cats sleep.", {"1": {"file_path": "cats.txt"}})


def test_a_retriever_of_ones_own_is_asked_for_its_templates() -> None:
    class Asking(FixedRetriever):
        def _get_prompts(self) -> PromptDictType:
            return {"hint": PromptTemplate("{query_str}")}

    assert FixedRetriever([]).get_prompts() == {}
    assert Asking([]).get_prompts() == {"hint": PromptTemplate("{query_str}")}


class Own(BaseRetriever):
    def __init__(self, score: float | None, **options: Any) -> None:  # noqa: ANN401
        super().__init__(**options)
        self._score = score

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(IndexNode(query_bundle.query_str, index_id="child"), self._score)]


@pytest.mark.parametrize("score", [0.0, 0.3, None])
@pytest.mark.parametrize("given", ["object_map", "objects"])
def test_a_retriever_of_ones_own_is_told_what_index_nodes_stand_for(score: float | None, given: str) -> None:
    child = TextNode("child", "the child")
    told: dict[str, Any] = {"child": child} if given == "object_map" else [IndexNode("", index_id="child", obj=child)]
    [found] = Own(score, **{given: told}, verbose=True).retrieve("q")
    assert (found.node, found.score) == (child, score)
    assert [hit.node.text for hit in Own(score).retrieve("q")] == ["q"]
