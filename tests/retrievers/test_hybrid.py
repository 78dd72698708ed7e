"""Fusing what words and meaning found."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.fusion_hints import FusionHints
from desktop_rag.retrievers.hybrid import HybridRetriever, RankedList, fuse_by_score
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms


def found(by: str, **scores: float) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(id_=name), score, (by,)) for name, score in scores.items()]


def names(nodes: Sequence[NodeWithScore]) -> list[str]:
    return [node.node.node_id for node in nodes]


class Fixed(FusionHints, BaseRetriever):
    def __init__(self, nodes: list[NodeWithScore], sure: float = 1.0) -> None:
        self._nodes = nodes
        self._sure = sure

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes

    def confidence(self, query_bundle: QueryBundle) -> float:
        return self._sure


def test_how_far_the_best_is_ahead_counts() -> None:
    meaning = RankedList(found("meaning", a=0.90, b=0.82, c=0.80), unlisted_score=0.80)
    words = RankedList(found("words", b=5.0, a=4.9, d=1.0), unlisted_score=1.0)
    fused = fuse_by_score([meaning, words])
    assert names(fused) == ["a", "b", "c", "d"]
    assert fused[0].score == pytest.approx(1 + 3.9 / 4)
    assert fused[0].found_by == ("meaning", "words")
    assert fused[3].found_by == ("words",)


def test_a_list_that_cannot_judge_a_node_is_no_evidence_against_it() -> None:
    meaning = RankedList(found("meaning", other=0.90, own=0.85), unlisted_score=0.80)
    nodes = found("words", own=5.0)
    assert names(fuse_by_score([RankedList(nodes), meaning])) == ["own", "other"]
    words = RankedList(nodes, judges=lambda node: node.node_id == "own")
    fused = fuse_by_score([words, meaning])
    assert names(fused) == ["other", "own"]
    assert [one.score for one in fused] == pytest.approx([2.0, 1.5])
    assert fused[0].found_by == ("meaning",)
    both = RankedList(found("words", own=5.0, other=4.0), judges=words.judges)
    assert [one.score for one in fuse_by_score([both, meaning])] == pytest.approx([2.0, 1.5]), "no more than all"


def test_lists_of_one_and_of_none() -> None:
    assert fuse_by_score([]) == []
    assert fuse_by_score([RankedList([]), RankedList([])]) == []
    one = RankedList(found("meaning", a=0.8), unlisted_score=0.8)
    assert fuse_by_score([one, RankedList([])])[0].score == 1.0


def test_a_retriever_that_understands_little_counts_little() -> None:
    meaning, words = found("meaning", a=0.9, b=0.8), found("words", b=5.0, a=1.0)
    assert names(HybridRetriever([Fixed(meaning), Fixed(words, 0.2)], 2).retrieve("x")) == ["a", "b"]
    assert names(HybridRetriever([Fixed(meaning, 0.2), Fixed(words)], 2).retrieve("x")) == ["b", "a"]
    (best,) = HybridRetriever([Fixed(meaning), Fixed(words)], 1, [3, 1]).retrieve("x")
    assert best.score == pytest.approx(0.75)


class Meeting(Fixed):
    """One that waits until the other one has begun."""

    def __init__(self, nodes: list[NodeWithScore], both: threading.Barrier) -> None:
        super().__init__(nodes)
        self.both = both

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self.both.wait(20)
        return super()._retrieve(query_bundle)


def test_words_and_meaning_are_searched_at_the_same_time() -> None:
    both = threading.Barrier(2)
    meaning, words = Meeting(found("meaning", a=0.9, b=0.8), both), Meeting(found("words", a=5.0, c=1.0), both)
    assert names(HybridRetriever([meaning, words], 3).retrieve("x")) == ["a", "b", "c"]


@pytest.fixture
def storage(tmp_path: Path) -> StorageContext:
    storage = StorageContext(tmp_path / "test.ragindex")
    texts = ["The internet connects computers.", "International trade grew.", "Ticket E-1042 is open.", "東京都の人口"]
    analysed = [(text, keyword_terms(text)) for text in texts]
    nodes = [NodeRecord(1, 0, len(t), "", t, " ".join(k.terms), " ".join(k.words)) for t, k in analysed]
    with storage.transaction():
        storage.documents.replace_file(DocumentRecord("/a.txt", 1, 1, b"", {}, [("1", "\n".join(texts))], nodes))
    return storage


@pytest.mark.parametrize(
    ("query", "first", "count"),
    [
        ("internet", "The internet", 2),
        ("international", "International", 2),
        ("connecting a computer", "The internet", 1),
        ("E-1042", "Ticket", 1),
        ("1042", "Ticket", 1),
        ("京", "東京", 1),
        ('"terms : (OR', "", 0),
    ],
)
def test_words_are_found_by_their_beginnings_and_the_same_word_first(
    storage: StorageContext, query: str, first: str, count: int
) -> None:
    with storage:
        hits = BM25Retriever(storage, 10).retrieve(query)
        assert len(hits) == count
        assert "".join(hit.node.text for hit in hits).startswith(first)


def test_confidence_is_the_share_of_words_the_library_knows(storage: StorageContext) -> None:
    with storage:
        retriever = BM25Retriever(storage, 10)
        assert retriever.confidence(QueryBundle("international trade")) == 1.0
        assert retriever.confidence(QueryBundle("handel international")) == 0.5
        assert retriever.confidence(QueryBundle("…")) == 0.0
        assert retriever.unlisted_score(retriever.retrieve("internet")) == 0.0
        short = BM25Retriever(storage, 1)
        hits = short.retrieve("internet")
        assert short.unlisted_score(hits) == hits[0].score


def test_words_that_most_passages_have_are_left_out_in_large_libraries(tmp_path: Path) -> None:
    nodes = [NodeRecord(1, 0, 1, "", f"the {number}", f"the {number}") for number in range(1200)]
    with StorageContext(tmp_path / "large.ragindex") as storage:
        with storage.transaction():
            storage.documents.replace_file(DocumentRecord("/a.txt", 1, 1, b"", {}, [("1", "")], nodes))
        retriever = BM25Retriever(storage, 50)
        assert [hit.node.text for hit in retriever.retrieve("the 77")] == ["the 77"]
        assert len(retriever.retrieve("the")) == 50
