"""Several wordings, several retrievers, one list."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import CBEvent, CBEventType, StageRecorder, running
from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.fusion_modes import FUSION_MODES, fuse
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.fixed_retriever import FixedRetriever, hits, ids
from tests.helpers.scripted_llm import ScriptedLLM

SCORES = st.floats(-10, 10, allow_nan=False).map(lambda score: round(score, 3)) | st.none()
LISTS = st.lists(st.dictionaries(st.sampled_from("abcdef"), SCORES), min_size=1, max_size=4)
MODES = st.sampled_from(FUSION_MODES)


def fused(
    lists: Sequence[dict[str, float | None]], mode: FUSION_MODES, weights: Sequence[float] = ()
) -> list[NodeWithScore]:
    shares = weights or [1 / len(lists)] * len(lists)
    return fuse([hits(f"r{number}", **scores) for number, scores in enumerate(lists)], shares, 1, mode)


@given(LISTS, MODES)
def test_every_node_once_best_first_and_everything_that_found_it(
    lists: list[dict[str, float | None]], mode: FUSION_MODES
) -> None:
    found = fused(lists, mode)
    assert sorted(ids(found)) == sorted({name for scores in lists for name in scores})
    scores = [node.get_score() for node in found]
    assert scores == sorted(scores, reverse=True)
    for node in found:
        assert node.found_by == tuple(f"r{number}" for number, names in enumerate(lists) if node.node.node_id in names)


@given(LISTS, MODES, st.randoms(use_true_random=False))
def test_the_order_of_the_lists_does_not_change_scores(
    lists: list[dict[str, float | None]], mode: FUSION_MODES, random: object
) -> None:
    turned = list(reversed(lists))
    one = {found.node.node_id: found.get_score() for found in fused(lists, mode)}
    other = {found.node.node_id: found.get_score() for found in fused(turned, mode)}
    assert one == pytest.approx(other, abs=1e-9)


@given(LISTS, st.sampled_from([FUSION_MODES.RELATIVE_SCORE, FUSION_MODES.DIST_BASED_SCORE]))
def test_a_list_without_weight_does_not_count(lists: list[dict[str, float | None]], mode: FUSION_MODES) -> None:
    found = fused([*lists, {"a": 1.0, "z": 5.0}], mode, [1.0] * len(lists) + [0.0])
    without = {node.node.node_id: node.get_score() for node in fused(lists, mode, [1.0] * len(lists))}
    assert {node.node.node_id: node.get_score() for node in found} == without | {
        name: without.get(name, 0.0) for name in ("a", "z")
    }


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.001, 10), min_size=1), MODES)
def test_one_list_keeps_its_order(scores: dict[str, float], mode: FUSION_MODES) -> None:
    assert ids(fused([dict(scores)], mode)) == sorted(scores, key=lambda name: -scores[name])


def test_nodes_are_not_changed() -> None:
    nodes = hits("meaning", a=0.9, b=0.8)
    QueryFusionRetriever([FixedRetriever(nodes)], mode="relative_score", num_queries=1).retrieve("x")
    assert [found.score for found in nodes] == [0.9, 0.8]


def question_event(handler: StageRecorder) -> CBEvent:
    (stage,) = [stage for stage in handler.events if stage.event_type is CBEventType.SUB_QUESTION]
    return stage


@pytest.mark.parametrize(
    "reply", [UserError("Nothing answers.", "Start it."), "", "```\n```", "What?", "1.", "word " * 200]
)
def test_without_other_wordings_the_question_alone_is_searched_for(reply: str | Exception) -> None:
    retriever = FixedRetriever(hits(a=1.0))
    handler = StageRecorder()
    with running(handlers=[handler]):
        found = QueryFusionRetriever([retriever], ScriptedLLM([reply])).retrieve("What?")
    assert (ids(found), retriever.asked) == (["a"], ["What?"])
    assert str(question_event(handler).payload["note"]).startswith("Only the question itself was searched for:")


def test_the_event_tells_the_queries() -> None:
    handler = StageRecorder()
    with running(handlers=[handler]):
        QueryFusionRetriever([FixedRetriever([])], ScriptedLLM(["1) one\n2) two"]), num_queries=3).retrieve("x")
    assert question_event(handler).payload["queries"] == ["one", "two"]
    assert "note" not in question_event(handler).payload


@pytest.mark.parametrize("query", ["", "  "])
def test_an_empty_question_is_not_reworded(query: str) -> None:
    llm = ScriptedLLM()
    QueryFusionRetriever([FixedRetriever([])], llm).retrieve(query)
    assert llm.calls == []


def test_every_wording_goes_to_every_retriever_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    retrievers = [FixedRetriever(hits(a=1.0)), FixedRetriever(hits(b=1.0)), FixedRetriever(hits(c=1.0))]
    fusion = QueryFusionRetriever(
        retrievers,
        ScriptedLLM(["one\ntwo"]),
        similarity_top_k=9,
        num_queries=3,
        on_done=lambda *done: told.append(done),
    )
    assert sorted(ids(fusion.retrieve("x"))) == ["a", "b", "c"]
    assert all(sorted(retriever.asked) == ["one", "two", "x"] for retriever in retrievers)
    assert told == [(number, 9) for number in range(1, 10)]


def test_the_question_keeps_its_embedding() -> None:
    seen: list[QueryBundle] = []

    class Recording(BaseRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            seen.append(query_bundle)
            return []

    bundle = QueryBundle("x", ("instead",))
    QueryFusionRetriever([Recording()], ScriptedLLM(["y"]), use_async=False).retrieve(bundle)
    assert seen == [bundle, QueryBundle("y")]


def test_it_runs_at_once_and_can_be_cancelled() -> None:
    token = CancelToken()
    barrier = threading.Barrier(2, timeout=5)

    class Slow(BaseRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            barrier.wait()
            token.cancel()
            return []

    asked = FixedRetriever([])
    began = time.monotonic()
    with running(token), pytest.raises(CancelledError):
        QueryFusionRetriever([Slow(), Slow(), *[asked] * 50], num_queries=1).retrieve("x")
    assert len(asked.asked) < 50
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("weights", [[1.0], [0.0, 0.0], [1.0, 1.0, 1.0]])
def test_wrong_weights_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="retriever_weights"):
        QueryFusionRetriever([FixedRetriever([]), FixedRetriever([])], retriever_weights=weights)


def test_a_wrong_mode_and_a_prompt_without_the_question_are_refused() -> None:
    with pytest.raises(ValueError, match="telepathy"):
        QueryFusionRetriever([], mode="telepathy")
    with pytest.raises(UserError, match="query"):
        QueryFusionRetriever([], query_gen_prompt="Write {num_queries} queries.")


def test_a_failing_retriever_fails_the_search() -> None:
    with pytest.raises(UserError, match="broken"):
        QueryFusionRetriever([FixedRetriever(hits(a=1.0)), FixedRetriever(UserError("broken"))]).retrieve("x")


def test_index_nodes_are_followed_after_fusing() -> None:
    pointer = NodeWithScore(IndexNode("pointer", "i", index_id="more"), 0.7)
    fusion = QueryFusionRetriever([FixedRetriever([pointer])], object_map={"more": TextNode("found", "n")})
    assert ids(fusion.retrieve("x")) == ["n"]


def test_the_product_searches_with_its_own_fusion(tmp_path: Path, embed_model: MultilingualE5Embedding) -> None:
    with StorageContext(tmp_path / "i.ragindex") as storage:
        index = VectorStoreIndex(storage_context=storage, embed_model=embed_model)
        assert isinstance(index.as_retriever(similarity_top_k=3, mode="hybrid"), HybridRetriever)


def test_a_real_library_is_searched_for_every_wording_at_once(tmp_path: Path) -> None:
    texts = [f"word{number} common" for number in range(40)]
    nodes = [NodeRecord(1, 0, len(text), "", text, text, text) for text in texts]
    with StorageContext(tmp_path / "i.ragindex") as storage:
        with storage.transaction():
            storage.documents.replace_file(DocumentRecord("/a.txt", 1, 1, b"", {}, [("1", "\n".join(texts))], nodes))
        llm = ScriptedLLM(["\n".join(f"word{number}" for number in range(1, 20))] * 5)
        fusion = QueryFusionRetriever(
            [BM25Retriever(storage, 5), BM25Retriever(storage, 5)],
            llm,
            mode="reciprocal_rerank",
            similarity_top_k=40,
            num_queries=20,
        )
        for _ in range(5):
            assert {found.node.text for found in fusion.retrieve("word0")} == set(texts[:20])


def test_the_two_best_are_returned_unless_told_otherwise() -> None:
    found = FixedRetriever(hits(a=0.9, b=0.8, c=0.7))
    assert ids(QueryFusionRetriever([found]).retrieve("whales")) == ["a", "b"]
    assert ids(QueryFusionRetriever([found], similarity_top_k=3).retrieve("whales")) == ["a", "b", "c"]


def test_the_model_of_settings_writes_the_wordings(monkeypatch: pytest.MonkeyPatch) -> None:
    llm, retriever = ScriptedLLM(["Other?"]), FixedRetriever(hits(a=1.0))
    monkeypatch.setattr(Settings, "_llm", llm)
    QueryFusionRetriever([retriever], num_queries=2, use_async=False).retrieve("What?")
    assert (len(llm.calls), retriever.asked) == (1, ["What?", "Other?"])


def test_without_any_model_it_is_said(caplog: pytest.LogCaptureFixture) -> None:
    retriever, handler = FixedRetriever(hits(a=1.0)), StageRecorder()
    with running(handlers=[handler]):
        QueryFusionRetriever([retriever]).retrieve("What?")
        QueryFusionRetriever([retriever], num_queries=1).retrieve("What?")
    assert retriever.asked == ["What?", "What?"]
    assert "needs a language model" in str(question_event(handler).payload["note"])
    assert len([record for record in caplog.records if "needs a language model" in record.message]) == 1
