"""Merging, neighbours and running text with a real document store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.schema import NodeWithScore
from desktop_rag.postprocessor.factory import make_postprocessors
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.fixed_retriever import FixedRetriever

SENTENCES = [f"Sentence number {number} of the page." for number in range(9)]
PAGE = "\n\n".join(SENTENCES)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StorageContext]:
    with StorageContext(tmp_path / "test.ragindex") as storage:
        starts = [PAGE.index(sentence) for sentence in SENTENCES]
        nodes = [
            NodeRecord(1, start, start + len(SENTENCES[0]), "", PAGE[start : start + len(SENTENCES[0])], "", "")
            for start in starts
        ]
        record = DocumentRecord("/a.txt", 1, 1, b"", {"file_name": "a.txt"}, [("1", PAGE)], nodes)
        with storage.transaction():
            storage.documents.replace_file(record)
        yield storage


def found(storage: StorageContext, *numbers: int) -> list[NodeWithScore]:
    nodes = list(storage.docstore.iter_nodes())
    return [NodeWithScore(nodes[number], 0.9 - rank / 10, ("words",)) for rank, number in enumerate(numbers)]


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ((0, 1), [SENTENCES[0], SENTENCES[1]]),
        ((0, 2), ["\n\n".join(SENTENCES[:4])]),  # the one between them is filled in
        ((0, 1, 2, 4, 5, 6), ["\n\n".join(SENTENCES)]),
        ((8,), [SENTENCES[8]]),
    ],
)
def test_sections_take_the_place_of_their_passages(
    storage: StorageContext, numbers: tuple[int, ...], texts: list[str]
) -> None:
    merged = AutoMergingRetriever(FixedRetriever(found(storage, *numbers)), storage).retrieve("x")
    assert [hit.node.text for hit in merged] == texts
    for hit in merged:
        assert PAGE[hit.node.start_char_idx : hit.node.end_char_idx] == hit.node.text
        assert hit.node.metadata["page_number"] == 1
        assert hit.found_by == ("words",)


def test_neighbours_as_running_text(storage: StorageContext) -> None:
    steps = make_postprocessors("prev_next mode=both\njoin_neighbours", storage=storage)
    nodes = found(storage, 4, 7)
    for step in steps:
        nodes = step.postprocess_nodes(nodes, query_str="x")
    assert [hit.node.text for hit in nodes] == ["\n\n".join(SENTENCES[3:])]
    assert nodes[0].found_by == ("words",)


def test_a_window_is_cited_where_it_stands(storage: StorageContext) -> None:
    window = "\n\n".join(SENTENCES[2:5])
    nodes = found(storage, 3, 7)
    nodes[0].node.metadata["window"] = window
    nodes[1].node.metadata["window"] = "It stands nowhere."
    here, nowhere = make_postprocessors("metadata_replacement key=window", storage=storage)[0].postprocess_nodes(nodes)
    assert here.node.text == window == PAGE[here.node.start_char_idx : here.node.end_char_idx]
    assert nowhere.node.text == "It stands nowhere."
