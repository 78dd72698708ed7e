"""Children merge into parents."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
from desktop_rag.retrievers.fusion_hints import FusionHints
from tests.helpers.fixed_retriever import FixedRetriever, ids
from tests.helpers.hierarchy import FakeStorage

TREE = {
    "top": ["A", "B"],
    "A": ["a1", "a2", "a3"],
    "B": ["b1", "b2"],
}


def merged(found: str, storage: FakeStorage | None = None, thresh: float = 0.5) -> list[NodeWithScore]:
    storage = storage or FakeStorage(TREE)
    nodes = [
        NodeWithScore(storage.nodes[name], 0.9 - 0.1 * rank, (f"r{rank % 2}",))
        for rank, name in enumerate(found.split())
    ]
    return AutoMergingRetriever(FixedRetriever(nodes), storage, thresh).retrieve("x")


def test_parents_merge_into_theirs() -> None:
    (top,) = merged("a1 a2 b1 b2")
    assert top.node.node_id == "top"
    assert top.score == pytest.approx((0.85 + 0.65) / 2)
    assert top.found_by == ("r0", "r1")


def test_half_is_not_enough_and_the_best_come_first() -> None:
    assert ids(merged("b1 a1 a2")) == ["b1", "A"]


def test_what_was_merged_or_added_once_does_not_come_back() -> None:
    """A section of one passage between two others would be filled in and merged for ever."""
    storage = FakeStorage({"X": ["x1", "x2", "x3"], "Y": ["y"], "Z": ["z1", "z2", "z3"]})
    for one, other in (("x1", "y"), ("y", "z1")):
        storage.nodes[one].relationships[NodeRelationship.NEXT] = RelatedNodeInfo(other)
        storage.nodes[other].relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo(one)
    assert ids(merged("x1 z1", storage)) == ["x1", "Y", "z1"]
    assert sorted(ids(merged("x1 y z1", storage))) == ["Y", "x1", "z1"]


def test_a_node_that_vanished_is_not_filled_in() -> None:
    storage = FakeStorage(TREE)
    gone = storage.nodes.pop("a2")
    assert ids(merged("a1 a3", storage, thresh=0.9)) == ["a1", "a3"]
    storage.nodes["a2"] = gone
    assert ids(merged("a1 a3", storage)) == ["A"]


def test_nodes_are_not_changed() -> None:
    storage = FakeStorage(TREE)
    before = {name: replace(node) for name, node in storage.nodes.items()}
    merged("a1 a2 a3 b1 b2", storage)
    assert storage.nodes == before


def test_merging_can_be_cancelled() -> None:
    token = CancelToken()
    storage = FakeStorage(TREE)

    class Cancelling(FusionHints, FixedRetriever):
        def confidence(self, query_bundle: QueryBundle) -> float:
            return 0.25

        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            token.cancel()
            return [NodeWithScore(storage.nodes["a1"], 1.0)]

    retriever = AutoMergingRetriever(Cancelling([]), storage)
    assert retriever.confidence(QueryBundle("x")) == 0.25
    with running(token), pytest.raises(CancelledError):
        retriever.retrieve("x")


@given(st.lists(st.sampled_from("a1 a2 a3 b1 b2 A B".split()), unique=True), st.floats(0, 1))
def test_nothing_found_is_lost(found: list[str], thresh: float) -> None:
    kept = set(ids(merged(" ".join(found), thresh=thresh)))
    up = {child: parent for parent, children in TREE.items() for child in children}
    for name in found:
        assert {name, up.get(name, ""), up.get(up.get(name, ""), "")} & kept
    assert len(kept) == len(merged(" ".join(found), thresh=thresh))
