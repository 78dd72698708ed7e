"""What is asked of the sentences of a document that the question means."""

from collections.abc import Sequence

import numpy as np

from desktop_rag.core.schema import (
    EmbeddingSpace,
    Matrix,
    NodeRelationship,
    NodeWithScore,
    RelatedNodeInfo,
    TextNode,
    Vector,
)
from desktop_rag.rerankers.judge import Pair
from desktop_rag.response_synthesizers.quoting.ranking import SentenceRanking
from desktop_rag.response_synthesizers.quoting.table_rows import RowHeadings
from desktop_rag.retrievers.subject import Subject

QUESTION, REST = "What is the deposit of Okonjo?", "What is the deposit of ?"
TEXTS = {
    "okonjo": "Amara Okonjo rents the flat. The deposit is 900 EUR.",
    "silva": "Rui Silva rents the flat. The deposit is 700 EUR.",
}


class _Flat:
    """Finds everything equally near."""

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("test", "flat", 2, "")

    def get_query_embedding(self, query: str) -> Vector:
        return np.array([1, 0], dtype=np.float32)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))


class _Judge:
    """Takes a sentence that repeats a word of the question for an answer; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        raise NotImplementedError

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        self.asked += [(question, units[-1]) for question, units in pairs]
        found = [4.0 * ("Okonjo" in question and "Okonjo" in units[-1]) for question, units in pairs]
        deposits = [3.0 * ("deposit" in units[-1]) for _, units in pairs]
        return np.array([max(each) for each in zip(found, deposits, strict=True)], np.float32)


class _Names:
    """Knows that the question means Okonjo's lease."""

    def deficits(self, question: str, doc_ids: Sequence[str | None]) -> Sequence[float]:
        return [0.0 if one == "okonjo" else 3.0 for one in doc_ids]

    def subject(self, question: str) -> Subject | None:
        return Subject(("okonjo",), REST) if "Okonjo" in question else None

    def beginning(self, path: str) -> str:
        return ""


def _nodes() -> list[NodeWithScore]:
    return [
        NodeWithScore(TextNode(text=text, relationships={NodeRelationship.SOURCE: RelatedNodeInfo(name)}), 0.5)
        for name, text in TEXTS.items()
    ]


def test_sentences_of_the_document_that_is_named_are_not_preferred_for_repeating_its_name() -> None:
    judge, nodes = _Judge(), _nodes()
    headings = RowHeadings([one.node for one in nodes])
    ranked = SentenceRanking(_Flat(), judge=judge, identity=_Names()).ranked(QUESTION, nodes, headings)
    best = max(ranked, key=lambda one: one.score)
    assert best.sentence.text == "The deposit is 900 EUR."
    assert {text for question, text in judge.asked if question == REST} == {
        "Amara Okonjo rents the flat.",
        "The deposit is 900 EUR.",
    }


def test_whether_the_question_is_answered_is_asked_in_its_own_words() -> None:
    nodes = _nodes()
    headings = RowHeadings([one.node for one in nodes])
    ranked = SentenceRanking(_Flat(), judge=_Judge(), identity=_Names()).ranked(QUESTION, nodes, headings)
    answers = {one.sentence.text: one.answers for one in ranked}
    assert answers["Amara Okonjo rents the flat."] == 4.0


class _Strict(_Judge):
    """Takes nothing else for an answer."""

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        return super().answers(pairs) - np.float32(1.0)


def test_only_sentences_that_do_not_answer_by_themselves_are_read_again_with_what_stands_beside_them() -> None:
    judge = _Strict()
    node = NodeWithScore(
        TextNode(text="The deposit is 900 EUR. The flat lies in Ulm. The rent is due at the end."), 0.5
    )
    SentenceRanking(_Flat(), judge=judge).ranked("How much is it?", [node], RowHeadings([node.node]))
    assert sorted(last for _, last in judge.asked) == [
        "The deposit is 900 EUR.",  # once: it would be read with the flat below
        "The flat lies in Ulm.",
        "The rent is due at the end.",  # by itself, with the flat above it, and below the flat
        "The rent is due at the end.",
        "The rent is due at the end.",
    ]
