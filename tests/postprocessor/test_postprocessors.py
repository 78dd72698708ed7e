"""Dropping, re-ordering and adding passages."""

import copy
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.schema import (
    EmbeddingSpace,
    Matrix,
    MetadataMode,
    MetadataValue,
    NodeRelationship,
    NodeWithScore,
    RelatedNodeInfo,
    TextNode,
    Vector,
)
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.join_neighbours import JoinNeighboursPostprocessor, MetadataReplacementPostProcessor
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor
from desktop_rag.postprocessor.node import (
    KeywordNodePostprocessor,
    LongContextReorder,
    PrevNextNodePostprocessor,
    SimilarityPostprocessor,
)
from desktop_rag.postprocessor.recency import (
    EmbeddingRecencyPostprocessor,
    FixedRecencyPostprocessor,
    TimeWeightedPostprocessor,
)
from tests.helpers.fixed_retriever import hits, ids
from tests.helpers.hierarchy import FakeStorage


def texts(*given: str) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(text, text), 1.0, ("words",)) for text in given]


def dated(key: str = "date", /, **dates: MetadataValue) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(name, name, {key: date}), 0.5, ("words",)) for name, date in dates.items()]


class Axes:
    """Embeds a text as the axis its first letter names."""

    space = EmbeddingSpace("test", "axes", 26, "")

    def get_query_embedding(self, query: str) -> Vector:
        return self.get_text_embedding_batch([query.removeprefix("about ")])[0]

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        return np.stack([np.eye(26, dtype=np.float32)["abcdefghijklmnopqrstuvwxyz".index(text[0])] for text in texts])


STORAGE = FakeStorage({"P": ["a", "b", "c", "d", "e", "f"]})
EVERY: list[Callable[[], BaseNodePostprocessor]] = [
    SimilarityPostprocessor,
    lambda: KeywordNodePostprocessor(["text"], ["nothing"]),
    lambda: TimeWeightedPostprocessor(top_k=9, time_access_refresh=False),
    lambda: FixedRecencyPostprocessor(9),
    lambda: EmbeddingRecencyPostprocessor(Axes(), similarity_cutoff=2.0),
    lambda: MetadataReplacementPostProcessor("window"),
    lambda: PrevNextNodePostprocessor(STORAGE),
    LongContextReorder,
    lambda: NearDuplicatesPostprocessor(9),
    JoinNeighboursPostprocessor,
]


@pytest.mark.parametrize("make", EVERY)
def test_all_keep_who_found_a_node_and_change_none(make: Callable[[], BaseNodePostprocessor]) -> None:
    nodes = [
        NodeWithScore(STORAGE.nodes[name], score, ("words", name))
        for name, score in (("a", 0.9), ("e", 0.5), ("c", 0.7))
    ]
    nodes[0].node.metadata["window"] = "text around"
    before = copy.deepcopy(nodes)
    once = make().postprocess_nodes(nodes, query_str="what?")
    assert nodes == before
    assert {found.node.node_id: found.found_by for found in once if found.found_by} == {
        name: ("words", name) for name in "aec"
    }
    assert make().postprocess_nodes([]) == []


@pytest.mark.parametrize(
    ("required", "excluded", "kept"),
    [
        (
            (),
            (),
            "The annual report|ANNUAL REPORTS|report: annual|東京都の人口|the año 2024|Ticket E-1042|getUserName()",
        ),
        (("annual report",), (), "The annual report"),
        (("report",), ("annual report",), "report: annual"),
        (("REPORTS", "nothing"), (), "ANNUAL REPORTS"),
        (("port",), (), ""),
        (("京都",), (), "東京都の人口"),
        (("都",), (), "東京都の人口"),
        (("大阪",), (), ""),
        (("ano",), (), "the año 2024"),
        (("e 1042",), (), "Ticket E-1042"),
        (("Ｅ-１０４２",), (), "Ticket E-1042"),
        (("user name",), (), "getUserName()"),
        (("()",), (), "getUserName()"),
        (("e",), (), "Ticket E-1042"),
        (("",), (), ""),
    ],
)
def test_keywords(required: Sequence[str], excluded: Sequence[str], kept: str) -> None:
    nodes = texts(
        "The annual report",
        "ANNUAL REPORTS",
        "report: annual",
        "東京都の人口",
        "the año 2024",
        "Ticket E-1042",
        "getUserName()",
    )
    for options in ({}, {"lang": "ja"}):
        assert "|".join(ids(KeywordNodePostprocessor(required, excluded, **options).postprocess_nodes(nodes))) == kept


def test_a_refreshed_time_counts_the_next_time() -> None:
    times = {"b": 0.0}
    nodes = hits(a=0.5, b=0.6)
    nodes = [
        NodeWithScore(TextNode("x", found.node.node_id, {"last_modified_date": "1970-01-01"}), found.score)
        for found in nodes
    ]
    weighting = TimeWeightedPostprocessor(0.5, now=3600.0 * 24, access_times=times)
    assert ids(weighting.postprocess_nodes(nodes)) == ["b"]
    assert times == {"b": 86400.0}
    times["a"] = 86400.0
    again = TimeWeightedPostprocessor(0.5, now=3600.0 * 25, access_times=times, top_k=2, time_access_refresh=False)
    assert [(found.node.node_id, found.score) for found in again.postprocess_nodes(nodes)] == [
        ("b", pytest.approx(1.1)),
        ("a", pytest.approx(1.0)),
    ]
    assert times == {"b": 86400.0, "a": 86400.0}


def test_what_is_from_the_future_is_from_now() -> None:
    (found,) = TimeWeightedPostprocessor(1.0, now=0.0).postprocess_nodes(dated("__last_accessed__", a=9e9))
    assert found.score == 1.5
    with pytest.raises(ValueError, match="time_decay"):
        TimeWeightedPostprocessor(1.5)


def test_newest_first() -> None:
    nodes = dated(a="2024-01-01", b="2025-06-30T12:00:00+02:00", c="2024-01-01", d=None, e="yesterday", f=1.9e9)
    assert ids(FixedRecencyPostprocessor(9).postprocess_nodes(nodes)) == ["f", "b", "a", "c", "d", "e"]
    assert ids(FixedRecencyPostprocessor().postprocess_nodes(nodes)) == ["f"]
    files = dated("last_modified_date", a="2024-01-01", b="2025-01-01")
    assert ids(FixedRecencyPostprocessor().postprocess_nodes(files)) == ["b"]


@pytest.mark.parametrize("template", [None, "about {context_str}"])
def test_only_the_newest_of_what_is_alike(template: str | None) -> None:
    nodes = dated(a1="2024-01-01", b="2023-01-01", a2="2025-01-01", a3="2022-01-01")
    for found in nodes:
        found.node.excluded_embed_metadata_keys.append("date")
    recency = EmbeddingRecencyPostprocessor(Axes(), query_embedding_tmpl=template)
    assert ids(recency.postprocess_nodes(nodes)) == ["a2", "b"]


def test_the_window_takes_the_place_of_the_sentence() -> None:
    nodes = [NodeWithScore(TextNode("s", "1", {"window": "a s b"})), NodeWithScore(TextNode("t", "2"))]
    shown = MetadataReplacementPostProcessor("window").postprocess_nodes(nodes)
    assert [found.node.text for found in shown] == ["a s b", "t"]
    assert nodes[0].node.text == "s"


@given(st.lists(st.integers(0, 20)))
def test_the_best_stand_at_both_ends(scores: list[int]) -> None:
    nodes = [NodeWithScore(TextNode("", str(place)), float(score)) for place, score in enumerate(scores)]
    given_scores = [found.get_score() for found in LongContextReorder().postprocess_nodes(nodes)]
    expected: list[float] = []
    for place, score in enumerate(sorted(map(float, scores))):
        expected.insert(0 if place % 2 == 0 else len(expected), score)
    assert given_scores == expected


@pytest.mark.parametrize(
    ("found", "mode", "count", "expected"),
    [
        ("c", "next", 1, "cd"),
        ("c", "previous", 1, "bc"),
        ("c", "both", 1, "bcd"),
        ("f", "next", 3, "f"),
        ("c", "both", 0, "c"),
        ("ea", "next", 1, "efab"),
        ("da", "next", 1, "deab"),
        ("db", "next", 1, "bcde"),  # they touch
        ("ca", "both", 1, "abcd"),  # they overlap
        ("afc", "both", 1, "abcdef"),  # one between two
        ("fa", "both", 9, "abcdef"),
        ("cc", "next", 1, "cd"),
    ],
)
def test_neighbours_stand_together_in_their_order(found: str, mode: str, count: int, expected: str) -> None:
    nodes = [NodeWithScore(STORAGE.nodes[name], 0.5) for name in found]
    shown = PrevNextNodePostprocessor(STORAGE, count, mode).postprocess_nodes(nodes)
    assert "".join(ids(shown)) == expected
    assert {hit.node.node_id for hit in shown if hit.score is not None} == set(found)


def test_a_wrong_direction_is_refused() -> None:
    with pytest.raises(ValueError, match="sideways"):
        PrevNextNodePostprocessor(STORAGE, mode="sideways")


def test_what_no_parameter_takes_is_left_out_and_noted(caplog: pytest.LogCaptureFixture) -> None:
    made = SimilarityPostprocessor(similarity_cutof=0.9, similarity_cutoff=0.5)  # type: ignore[call-arg]
    assert made.similarity_cutoff == 0.5
    assert "similarity_cutof'" in caplog.text
    with pytest.raises(TypeError):
        SimilarityPostprocessor(0.5, similarity_cutoff=0.5)  # type: ignore[misc]


def test_a_time_in_the_metadata_is_hidden_from_models() -> None:
    (found,) = TimeWeightedPostprocessor(now=0.0).postprocess_nodes(dated("__last_accessed__", a=0.0))
    assert found.node.get_content(MetadataMode.LLM) == found.node.get_content(MetadataMode.EMBED) == "a"


@pytest.mark.parametrize("known", [NodeRelationship.PREVIOUS, NodeRelationship.NEXT])
def test_neighbours_are_known_from_either_side(known: NodeRelationship) -> None:
    nodes = [TextNode(name, name) for name in "zaxb"]
    for one, other in pairwise(nodes):
        if known is NodeRelationship.NEXT:
            one.relationships[known] = RelatedNodeInfo(other.node_id)
        else:
            other.relationships[known] = RelatedNodeInfo(one.node_id)
    postprocessor = PrevNextNodePostprocessor(SimpleDocumentStore(), num_nodes=0)
    found = [NodeWithScore(nodes[place]) for place in (3, 0, 1, 2)]
    assert ids(postprocessor.postprocess_nodes(found)) == list("zaxb")
