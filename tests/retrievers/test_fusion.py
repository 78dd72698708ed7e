"""Fusing ranked lists, and the three ways to search."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import BugError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.retrievers.fusion_modes import reciprocal_rank_fusion
from desktop_rag.storage.storage_context import StorageContext


def ranked(ids: str, found_by: str) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(text=name, id_=name), 1.0, (found_by,)) for name in ids]


def names(nodes: list[NodeWithScore]) -> str:
    return "".join(node.node.node_id for node in nodes)


def test_a_node_in_both_lists_beats_the_first_of_one() -> None:
    fused = reciprocal_rank_fusion([ranked("abc", "meaning"), ranked("dbe", "words")])
    assert names(fused)[0] == "b"
    assert fused[0].found_by == ("meaning", "words")
    assert fused[0].score == pytest.approx(2 / 61)


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), min_size=1, max_size=3))
def test_fusion_keeps_every_node_once_and_is_ordered(lists: list[list[str]]) -> None:
    fused = reciprocal_rank_fusion([ranked("".join(ids), "x") for ids in lists])
    assert sorted(names(fused)) == sorted(set().union(*lists))
    scores = [node.get_score() for node in fused]
    assert scores == sorted(scores, reverse=True)


@given(st.lists(st.sampled_from("abcdefgh"), unique=True))
def test_fusing_one_list_changes_nothing(ids: list[str]) -> None:
    assert names(reciprocal_rank_fusion([ranked("".join(ids), "x")])) == "".join(ids)


def test_modes(tmp_path: Path, embed_model: MultilingualE5Embedding) -> None:
    with StorageContext(tmp_path / "i.ragindex") as storage:
        index = VectorStoreIndex(storage_context=storage, embed_model=embed_model)
        for mode in ("hybrid", "vector", "bm25"):
            assert index.as_retriever(3, mode).retrieve("anything") == []
            assert index.as_retriever(3, mode).retrieve(QueryBundle("")) == []
        with pytest.raises(BugError):
            index.as_retriever(3, "telepathy")
