"""Nodes are shortened to the sentences that are about the question."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from desktop_rag.core.schema import EmbeddingSpace, Matrix, NodeWithScore, QueryBundle, TextNode, Vector
from desktop_rag.llamaindex.postprocessor import SentenceEmbeddingOptimizer

TEXT = "Cats sleep all day. Dogs bark at night. Birds sing at dawn. Dogs dig holes."


class Animals:
    """Knows cats, dogs and birds."""

    space = EmbeddingSpace("test", "animals", 3, "")

    def get_query_embedding(self, query: str) -> Vector:
        return self.get_text_embedding_batch([query])[0]

    def get_text_embedding_batch(self, texts: Sequence[str], **_options: object) -> Matrix:
        rows = [[float(word in text.lower()) for word in ("cats", "dogs", "birds")] for text in texts]
        return np.asarray(rows, np.float32)


def shortened(question: QueryBundle | None, **options: Any) -> str:  # noqa: ANN401 - those of the class
    node = TextNode(TEXT, start_char_idx=0, end_char_idx=len(TEXT))
    given = NodeWithScore(node, 0.5)
    (found,) = SentenceEmbeddingOptimizer(Animals(), **options).postprocess_nodes([given], question)
    assert given.node.text == TEXT, "the given node stays as it is"
    assert found.score == 0.5
    return found.node.text


ALONE = {"context_before": 0, "context_after": 0}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"percentile_cutoff": 0.5}, "Dogs bark at night. Dogs dig holes."),
        ({"percentile_cutoff": 0.25}, "Dogs bark at night."),
        ({"threshold_cutoff": 0.9}, "Dogs bark at night. Dogs dig holes."),
        ({"percentile_cutoff": 0.25, "threshold_cutoff": 0.9}, "Dogs bark at night."),
        ({}, "Dogs bark at night. Dogs dig holes. Cats sleep all day. Birds sing at dawn."),
    ],
)
def test_the_nearest_sentences_stay_the_nearest_first(options: dict[str, Any], expected: str) -> None:
    assert shortened(QueryBundle("dogs"), **options, **ALONE) == expected


def test_sentences_around_come_along() -> None:
    question = QueryBundle("birds", embedding=[0, 0, 1])
    assert shortened(question, threshold_cutoff=0.9) == "Dogs bark at night. Birds sing at dawn. Dogs dig holes."
    assert shortened(question, threshold_cutoff=0.9, context_before=0) == "Birds sing at dawn. Dogs dig holes."


def test_a_programs_own_sentences() -> None:
    words = shortened(QueryBundle("cats"), threshold_cutoff=0.9, tokenizer_fn=str.split, **ALONE)
    assert words == "Cats"


def test_where_no_sentence_is_near_enough() -> None:
    with pytest.raises(ValueError, match="threshold_cutoff"):
        shortened(QueryBundle("cats"), threshold_cutoff=1.5)
    assert shortened(None, threshold_cutoff=1.5) == TEXT
