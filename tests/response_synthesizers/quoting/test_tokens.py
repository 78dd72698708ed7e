"""Sentences are compared with the question token by token where that can be trusted."""

from collections.abc import Sequence

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.embeddings.late_interaction import QuestionTokens
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.response_synthesizers.extractive import Extractive

QUESTION = "How much do I have to pay myself?"
POLICY = (
    "The policy covers the contents of your home. We pay for what was stolen or burnt. "
    "Of each claim, the excess of 250 euros remains with you. Claims are handled within a week."
)
RECIPE = "Beat three eggs with the sugar. Bake the cake for 45 minutes. Serve it when it has cooled down."


class Watched(MultilingualE5Embedding):
    """The built-in model, with how many passages it compared with each question."""

    def __init__(self) -> None:
        super().__init__()
        self.compared: list[int] = []
        self.is_broken = False

    def compare_question(self, question: str, passages: Sequence[str]) -> list[QuestionTokens]:
        """Note the passages that are not empty."""
        if self.is_broken:
            raise UserError("The model stopped.")
        self.compared.append(sum(map(bool, passages)))
        return super().compare_question(question, passages)


@pytest.fixture(scope="module")
def shared() -> Watched:
    return Watched()


@pytest.fixture
def model(shared: Watched) -> Watched:
    shared.compared.clear()
    shared.is_broken = False
    return shared


def first(model: Watched, question: str, *texts: str) -> str:
    nodes = [NodeWithScore(TextNode(text=text), 0.8) for text in texts]
    best, *_ = Extractive(model).quotations(question, nodes)
    return nodes[best.source].node.text[best.start : best.end]


@pytest.mark.slow
def test_a_sentence_that_says_it_in_other_words_is_quoted_first(model: Watched) -> None:
    assert "excess of 250 euros" in first(model, QUESTION, RECIPE, POLICY)
    assert model.compared == [2]


@pytest.mark.slow
def test_at_most_ten_passages_are_compared(model: Watched) -> None:
    first(model, QUESTION, *(f"{POLICY} This is copy {number}." for number in range(12)))
    assert model.compared[0] <= 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "other",
    [
        "| Excess | 250 |\n| Premium | 138 |\n| Limit | 40,000 |",
        "Die Versicherung gilt für den Hausrat. Sie kostet 138 Euro im Jahr und kann immer gekündigt werden.",
    ],
    ids=["rows", "another language"],
)
def test_neither_rows_nor_several_languages_are_judged_by_tokens(model: Watched, other: str) -> None:
    assert first(model, "What is the excess of the policy?", POLICY, other)
    assert model.compared == []


@pytest.mark.slow
def test_a_model_that_cannot_be_asked_leaves_it_to_words(model: Watched) -> None:
    model.is_broken = True
    assert "excess" in first(model, "What is the excess of a claim?", RECIPE, POLICY)
