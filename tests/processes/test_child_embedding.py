"""The built-in model in its child process."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.callbacks.token_counting import TokenCountingHandler
from desktop_rag.rerankers.judge import built_in_judge, judge_of
from desktop_rag.services.embedding_child import ChildEmbedding
from tests.helpers.hashed_embedding import HashedEmbedding


@pytest.fixture
def child(tmp_path: Path) -> Iterator[ChildEmbedding]:
    model = ChildEmbedding(tmp_path / "embedder.json")
    yield model
    model.close()


@pytest.mark.slow
def test_it_gives_the_same_vectors_in_one_batch_and_tells_of_it(child: ChildEmbedding, tmp_path: Path) -> None:
    debug, counter = StageRecorder(), TokenCountingHandler(str.split)
    with running(handlers=[debug, counter]):
        both = child.get_query_embedding_batch(["how long do cats sleep", "猫"])
        passages = child.get_text_embedding_batch(["Cats sleep all day."])
    here = MultilingualE5Embedding(tmp_path / "embedder.json")  # the graph that the child chose
    assert np.allclose(both, here.get_query_embedding_batch(["how long do cats sleep", "猫"]), atol=1e-3)
    assert np.allclose(passages, here.get_text_embedding_batch(["Cats sleep all day."]), atol=1e-3)
    assert [stage.payload["texts"] for stage in debug.get_events(CBEventType.EMBEDDING)] == [2, 1]
    words = "query: how long do cats sleep query: 猫 passage: Cats sleep all day."
    assert counter.total_embedding_token_count == len(words.split())


@pytest.mark.nightly(by_day="test_it_gives_the_same_vectors_in_one_batch_and_tells_of_it")
@pytest.mark.slow
def test_it_compares_tokens_as_the_model_itself_does(child: ChildEmbedding, tmp_path: Path) -> None:
    sources = ["The costs of raw materials increased.", "猫はよく眠る。"]
    there = child.compare_tokens("The costs of raw materials fell.", sources)
    here = MultilingualE5Embedding(tmp_path / "embedder.json").compare_tokens(
        "The costs of raw materials fell.", sources
    )
    assert there.offsets == here.offsets
    assert np.allclose(there.nearest, here.nearest, atol=1e-3)
    assert np.allclose(there.cosines, here.cosines, atol=1e-3)


@pytest.mark.nightly(by_day="test_it_gives_the_same_vectors_in_one_batch_and_tells_of_it")
@pytest.mark.slow
def test_it_compares_questions_with_passages_as_the_model_itself_does(child: ChildEmbedding, tmp_path: Path) -> None:
    questions, passages = ["Can I keep a dog?", "何日休めますか?"], ["Dogs are not allowed.", "猫はよく眠る。"]
    there, near = child.compare_question(questions[0], passages), child.nearness(questions, passages)
    model = MultilingualE5Embedding(tmp_path / "embedder.json")
    for one, other in zip(there, model.compare_question(questions[0], passages), strict=True):
        assert one.offsets.tolist() == other.offsets.tolist()
        assert np.allclose(one.cosines, other.cosines, atol=1e-3)
    assert np.allclose(near, model.nearness(questions, passages), atol=1e-3)


def test_the_judge_reads_in_the_child_as_it_does_here(tmp_path: Path) -> None:
    model = ChildEmbedding(tmp_path / "embedder.json", processor_only=True)
    asked = [("When is the rent due?", ["The rent is due on the third working day."]), ("Why?", ["Nobody knows."])]
    told = [("The rent is due on Monday.", ["The rent is due on the third working day.", "Pets are allowed."])]
    try:
        judge = judge_of(model)
        assert judge is model
        assert np.allclose(judge.answers(asked), built_in_judge().answers(asked), atol=0.01)
        assert np.allclose(judge.support(told), built_in_judge().support(told), atol=0.01)
    finally:
        model.close()


def test_other_search_models_bring_no_judge() -> None:
    assert judge_of(HashedEmbedding()) is None
    assert judge_of(None) is None
