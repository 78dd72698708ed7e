"""Quotations: which words of which passage, as a text, a stream, and as places."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.response import Response, ResponseOutcome, StreamingResponse
from desktop_rag.core.schema import EmbeddingSpace, Matrix, NodeWithScore, TextNode, Vector
from desktop_rag.rerankers.judge import Pair
from desktop_rag.response_synthesizers.extractive import Extractive

RENT = "The rent is 900 francs for each month, paid in advance on the first day."
PETS = "Small dogs and cats are allowed when the neighbours agree to them."


class Flat:
    """Finds everything equally near."""

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("test", "flat", 2, "")

    def get_query_embedding(self, query: str) -> Vector:
        return np.array([1, 0], dtype=np.float32)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))


def nodes() -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(text=PETS, id_="p")), NodeWithScore(TextNode(text=f"{RENT}\n\n{PETS}", id_="r"))]


def test_quotations() -> None:
    response = Extractive(Flat()).synthesize("What is the monthly rent in francs?", nodes())
    assert isinstance(response, Response)
    assert response.response == f"> {RENT} [2]"
    assert response.outcome.quotations is not None
    (quotation,) = response.outcome.quotations
    assert response.source_nodes[quotation.source].node.text[quotation.start : quotation.end] == RENT


def test_nothing_is_quoted_twice() -> None:
    text = "Press Ctrl+N to make a library. Then press Ctrl+O to add files to the library."
    found = Extractive(Flat()).quotations("How do I add files to a library?", [NodeWithScore(TextNode(text=text))])
    assert [(one.start, one.end) for one in found] == [(0, 78)]


def test_a_title_goes_with_what_follows_and_says_nothing_new() -> None:
    sentence = "A file that cannot be read never holds up the others: the list shows the reason."
    texts = (sentence, f"Files that could not be read\n\n{sentence}")
    nodes = [NodeWithScore(TextNode(text=text)) for text in texts]
    assert len(Extractive(Flat()).quotations("What happens to files that cannot be read?", nodes)) == 1


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (f"2. Rent\n\n{RENT}", RENT),
        ("Rent\n\n900 francs\n\nDeposit\n\nthree months", "Rent\n\n900 francs\n\nDeposit\n\nthree months"),
        (f"Rent:\n\n{RENT}", f"Rent:\n\n{RENT}"),
    ],
    ids=["heading", "table", "colon"],
)
def test_a_heading_is_left_out_before_a_sentence_that_says_it_all(text: str, quoted: str) -> None:
    (found,) = Extractive(Flat()).quotations("rent", [NodeWithScore(TextNode(text=text))])
    assert text[found.start : found.end] == quoted


def test_as_a_stream_and_from_plain_texts() -> None:
    synthesizer = Extractive(Flat(), streaming=True)
    response = synthesizer.synthesize("monthly rent", nodes(), [NodeWithScore(TextNode(text="more"))])
    assert isinstance(response, StreamingResponse)
    assert len(response.source_nodes) == 3
    assert list(response.response_gen) == [f"> {RENT} [2]"]
    assert synthesizer.get_response("monthly rent", [RENT], streaming=False) == f"> {RENT} [1]\n\n"


def test_nothing_to_quote_and_stopping() -> None:
    assert Extractive(Flat()).synthesize("rent", []).outcome == ResponseOutcome(
        nothing_found=True, is_empty=True, quotations=()
    )
    token = CancelToken()
    handler = StageRecorder()
    with running(token, [handler]):
        Extractive(Flat()).synthesize("rent", nodes())
        assert handler.get_events(CBEventType.SYNTHESIZE)[0].payload["mode"] == "extractive"
        token.cancel()
        with pytest.raises(CancelledError):
            Extractive(Flat()).synthesize("rent", nodes())


class Doubts:
    """A judge that finds an answer nowhere."""

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        return np.full(len(pairs), -5, np.float32)

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        return np.zeros((len(pairs), 3), np.float32)


FARES = "Fares of the ferry\n\n| Zone | Class | Fare |\n|---|---|---|\n| Hills | pram | 24 |\n| Moor | dog | 42 |"


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What is the fare for a pram in the Hills zone?", 0),
        ("What is the fare for a horse in the Lakes zone?", -5),
        ("Who runs the ferry?", -5),
    ],
)
def test_a_row_with_most_words_of_the_question_answers_though_the_judge_doubts(question: str, answers: float) -> None:
    found = [NodeWithScore(TextNode(text=FARES, id_="f"))]
    assert Extractive(Flat(), judge=Doubts()).answers(question, found) == answers
