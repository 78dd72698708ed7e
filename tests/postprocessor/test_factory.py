"""Postprocessors as people write them."""

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.postprocessor.factory import (
    RerankSettings,
    check_postprocessors,
    make_postprocessors,
)
from desktop_rag.postprocessor.llm_rerank import LLMRerank
from desktop_rag.postprocessor.node import KeywordNodePostprocessor, PrevNextNodePostprocessor, SimilarityPostprocessor
from desktop_rag.postprocessor.recency import TimeWeightedPostprocessor
from tests.helpers.fixed_retriever import hits
from tests.helpers.hierarchy import FakeStorage
from tests.helpers.scripted_llm import ScriptedLLM
from tests.postprocessor.test_postprocessors import Axes

NAMES = (
    "similarity keyword time_weighted fixed_recency embedding_recency metadata_replacement prev_next "
    "long_context_reorder llm_rerank rerank near_duplicates join_neighbours"
).split()


def test_everything_can_be_made_and_run() -> None:
    lines = [name if name != "metadata_replacement" else f"{name} key=window" for name in NAMES if name != "rerank"]
    made = make_postprocessors(
        "\n".join(lines), storage=FakeStorage({"P": ["a", "b"]}), llm=ScriptedLLM(), embed_model=Axes()
    )
    assert len(made) == len(lines)
    for postprocessor in made:
        assert postprocessor.postprocess_nodes([], query_str="x") == []
    rerank = make_postprocessors("rerank top_n=3", rerank=RerankSettings("http://localhost:1", "m", "key"))
    assert rerank[0].postprocess_nodes([], query_str="x") == []


def test_values() -> None:
    times: dict[str, float] = {}
    text = """
        similarity cutoff=0.5
        # a note
        keyword required="annual report",budget exclude_keywords=don't
        Time-Weighted decay=0.25 top-k=7 refresh=no
        prev_next mode=both num_nodes=2
        llm_rerank top_n=3 choice_batch_size=4
    """
    made = make_postprocessors(text, storage=FakeStorage({}), llm=ScriptedLLM(), access_times=times)
    similarity, keyword, weighted, neighbours, rerank = made
    assert isinstance(similarity, SimilarityPostprocessor)
    assert similarity.similarity_cutoff == 0.5
    assert isinstance(keyword, KeywordNodePostprocessor)
    assert (keyword.required_keywords, keyword.exclude_keywords) == (("annual report", "budget"), ("don't",))
    assert isinstance(weighted, TimeWeightedPostprocessor)
    assert (weighted.time_decay, weighted.top_k, weighted.time_access_refresh) == (0.25, 7, False)
    assert weighted.access_times is times
    assert isinstance(neighbours, PrevNextNodePostprocessor)
    assert (neighbours.mode, neighbours.num_nodes) == ("both", 2)
    assert isinstance(rerank, LLMRerank)
    assert (rerank.top_n, rerank.choice_batch_size) == (3, 4)
    assert make_postprocessors("") == make_postprocessors("\n # only a note\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("similarty", "“similarty” isn't a known postprocessor. Known: similarity, keyword,"),
        ("similarity 0.5", "has no setting “0.5”. Write its settings as name=value: cutoff."),
        ("similarity =0.5", "has no setting “=0.5”"),
        ("similarity top_k=1", "has no setting “top_k=1”"),
        ("long_context_reorder x=1", "It has no settings."),
        ("similarity cutoff=half", "“half” cannot be the cutoff of “similarity”. It must be a number."),
        ("similarity cutoff=nan", "It must be a number."),
        ("fixed_recency top_k=0", "It must be a whole number from 1 to 1000."),
        ("fixed_recency top_k=²", "It must be a whole number from 1 to 1000."),
        ("time_weighted decay=2", "It must be a number from 0 to 1."),
        ("time_weighted refresh=maybe", "It must be yes or no."),
        ("prev_next mode=sideways", "It must be next or previous or both."),
        ("keyword required=,", "It must be one or more words"),
        ("metadata_replacement key=", "It must be some text."),
        ("metadata_replacement", "needs the setting “key”. Write metadata_replacement key=…."),
        ('keyword required="open', "A quotation mark is missing"),
        ("keyword required=a, b", "has no setting “b”"),
    ],
)
def test_mistakes_are_told_in_plain_words(text: str, message: str) -> None:
    with pytest.raises(UserError) as told:
        make_postprocessors(text, storage=FakeStorage({}))
    assert message in str(told.value)
    assert told.value.next_step
    with pytest.raises(UserError):
        check_postprocessors(text)


@pytest.mark.parametrize("name", ["llm_rerank", "rerank", "embedding_recency", "prev_next"])
def test_what_is_missing_is_told(name: str) -> None:
    with pytest.raises(UserError, match=name):
        make_postprocessors(name)
    check_postprocessors(name)


def test_duplicates_go_without_a_limit() -> None:
    (step,) = make_postprocessors("near_duplicates")
    assert len(step.postprocess_nodes(hits(a=1.0, b=0.9))) == 2
