"""Running text of passages that follow one another."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode
from desktop_rag.postprocessor.join_neighbours import JoinNeighboursPostprocessor
from tests.helpers.hierarchy import FakeStorage

PAGE = "One two three.\n\nFour five six. Seven.\n \nEight nine."


def passage(start: int, end: int, doc: str = "d", page: int = 1, text: str | None = None) -> TextNode:
    return TextNode(
        PAGE[start:end] if text is None else text,
        f"{doc}{page}:{start}-{end}",
        {"page_number": page, "heading": f"h{start}"},
        start_char_idx=start,
        end_char_idx=end,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc)},
    )


def joined(*nodes: TextNode, docstore: FakeStorage | None = None) -> list[NodeWithScore]:
    found = [NodeWithScore(node, 1.0 - place / 10, (f"r{place}",)) for place, node in enumerate(nodes)]
    return JoinNeighboursPostprocessor(docstore).postprocess_nodes(found)


@pytest.fixture
def docstore() -> FakeStorage:
    storage = FakeStorage({})
    storage.texts["d"] = PAGE
    return storage


def test_overlapping_passages(docstore: FakeStorage) -> None:
    (one,) = joined(passage(16, 37), passage(0, 25), docstore=docstore)
    assert (one.node.text, one.node.start_char_idx, one.node.end_char_idx) == (PAGE[:37], 0, 37)
    assert (one.node.node_id, one.score, one.found_by) == ("d1:16-37", 1.0, ("r0", "r1"))
    assert one.node.metadata["heading"] == "h0"


def test_the_blanks_between_passages_are_those_of_the_page(docstore: FakeStorage) -> None:
    nodes = [passage(40, 51), passage(0, 14), passage(16, 37)]
    (one,) = joined(*nodes, docstore=docstore)
    assert one.node.text == PAGE
    (guessed,) = joined(*nodes)
    assert guessed.node.text == PAGE.replace("\n \n", "\n\n\n")
    assert len(guessed.node.text) == (guessed.node.end_char_idx or 0) - (guessed.node.start_char_idx or 0)


def test_what_does_not_belong_together_stays_apart(docstore: FakeStorage) -> None:
    apart = [
        passage(0, 14),
        passage(31, 37),  # text between
        passage(16, 30, "other"),
        passage(16, 30, page=2),
        replace(passage(15, 30), relationships={}),
        passage(10, 20, text="a window!!"),
        passage(10, 20, text="longer than its place"),
        replace(passage(14, 16), start_char_idx=None),
    ]
    assert [found.node for found in joined(*apart, docstore=docstore)] == apart


def test_text_between_is_noticed_however_short(docstore: FakeStorage) -> None:
    docstore.texts["d"] = PAGE.replace("\n\n", "\n*")
    assert len(joined(passage(0, 14), passage(16, 37), docstore=docstore)) == 2
    docstore.texts["d"] = "changed " + PAGE
    assert len(joined(passage(0, 14), passage(16, 37), docstore=docstore)) == 2


def test_one_inside_the_other_and_twice_the_same() -> None:
    (one,) = joined(passage(4, 7), passage(0, 14), passage(0, 14))
    assert (one.node.text, one.node.node_id) == (PAGE[:14], "d1:4-7")


def test_what_follows_is_what_follows_the_last() -> None:
    first, last = passage(0, 14), passage(14, 20)
    first.relationships[NodeRelationship.NEXT] = RelatedNodeInfo("wrong")
    first.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo("before")
    last.relationships[NodeRelationship.NEXT] = RelatedNodeInfo("after")
    (one,) = joined(first, last)
    assert (one.node.prev_node, one.node.next_node) == (RelatedNodeInfo("before"), RelatedNodeInfo("after"))
    assert first.next_node == RelatedNodeInfo("wrong")


SPANS = st.tuples(st.integers(0, len(PAGE) - 1), st.integers(1, 20)).map(
    lambda span: (span[0], min(len(PAGE), span[0] + span[1]))
)


@given(st.lists(SPANS, unique=True))
def test_no_text_is_lost_added_or_doubled(spans: list[tuple[int, int]]) -> None:
    storage = FakeStorage({})
    storage.texts["d"] = PAGE
    found = joined(*[passage(*span) for span in spans], docstore=storage)
    covered = sorted((one.node.start_char_idx or 0, one.node.end_char_idx or 0) for one in found)
    for one in found:
        assert one.node.text == PAGE[one.node.start_char_idx : one.node.end_char_idx]
    for start, end in spans:
        assert any(low <= start and end <= high for low, high in covered)
    for (_, end), (start, _) in itertools.pairwise(covered):
        assert end < start
        assert PAGE[end:start].strip()
    scores = [one.get_score() for one in found]
    assert scores == sorted(scores, reverse=True)
    assert {name for one in found for name in one.found_by} == {f"r{place}" for place in range(len(spans))}
