"""Where quotations begin and end."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.core.schema import EmbeddingSpace, Matrix, NodeWithScore, TextNode, Vector
from desktop_rag.response_synthesizers.extractive import Extractive


class Flat:
    """Finds everything equally near."""

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("test", "flat", 2, "")

    def get_query_embedding(self, query: str) -> Vector:
        return np.array([1, 0], dtype=np.float32)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))


def quoted(question: str, *texts: str) -> list[str]:
    nodes = [NodeWithScore(TextNode(text=text)) for text in texts]
    found = Extractive(Flat()).quotations(question, nodes)
    return [texts[one.source][one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When was the oldest bridge widened?", "Smith Bridge crosses the river. It was widened in 1931 for the tram."),
        ("Wann wurde die Brücke verbreitert?", "Da steht der Alte Steg. Er wurde 1931 verbreitert, wie eine Brücke."),
        ("桥什么时候加宽的？", "史密斯建在河上。它于1931年为电车加宽，是一座桥。"),
        ("橋はいつ拡幅されましたか。", "古い街道が川を渡っている。その橋は1931年に電車のために拡幅された。"),
        ("首都はどこにありますか。", "ハノーファーは北の都市である。ニーダーザクセン州の首都である。"),
    ],
    ids=["English", "German", "Chinese", "Japanese", "Japanese without a subject"],
)
def test_what_a_pronoun_stands_for_is_quoted_with_it(question: str, text: str) -> None:
    assert quoted(question, text)[0] == text


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "How much is the deposit?",
            "4. Pay. Monthly.\n5. The deposit is two rents.\n6. Pets. Ask.",
            "The deposit is two rents.",
        ),
        ("Who signs?", "- Ann signs.\n- The budget falls by a tenth.", "Ann signs."),
        ("谁负责签约？", "李明负责签约。\n预算：今年的费用削减百分之十五。", "李明负责签约。"),
        ("What is the deposit?", "The deposit is paid\n2. in two parts, in March and in May.", None),
    ],
    ids=["clauses", "items", "labels", "a sentence that goes on"],
)
def test_a_short_sentence_is_not_continued_with_another_item(question: str, text: str, expected: str | None) -> None:
    assert quoted(question, text)[0] == (expected or text)


def test_the_best_sentence_comes_first_whatever_its_passage() -> None:
    pets = "Small dogs and cats are allowed when the neighbours agree to them."
    rent = "The monthly rent of the flat is 900 francs, paid in advance."
    assert quoted("How much is the monthly rent of the flat?", pets, rent)[0] == rent


def test_a_date_answers_when() -> None:
    built = "The company opened its second factory in Lyon in March 1994."
    plain = "The company opened its second factory with a large party."
    found = quoted("When did the company open its second factory?", plain, built)
    assert found[0] == built


def test_a_title_is_quoted_only_where_there_is_nothing_else() -> None:
    title, text = "Payment of the Monthly Rent, Amounts and Terms (Summary)", "The rent is 900 francs, due each month."
    assert quoted("How much is the monthly rent?", title, text) == [text]
    assert quoted("How much is the monthly rent?", title) == [title]
    assert quoted("How much is the monthly rent?", "Tenants Ltd. Monthly Rent", text) == [text]


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Until when is the offer valid?", "Valid Until: 31 May 2024"),
        ("What is the delivery address?", "Deliver to: Allotment Cafe, 1 Canal Side, Wendham (address of delivery)"),
    ],
)
def test_a_label_with_its_value_answers_alone(question: str, line: str) -> None:
    text = f"The offer is for the rooms.\n\n{line}\n\nPossible start: 8 April\n\nYou may send anything back."
    assert quoted(question, text)[0] == line


def test_no_more_than_three() -> None:
    texts = [
        f"The rent of house {word} is {price} francs." for price, word in enumerate("one two six ten".split(), 700)
    ]
    assert len(quoted("What is the rent of the house?", *texts)) <= 3


def test_only_noise_is_no_answer() -> None:
    assert quoted("What is the rent?", "Rent . . . . . . . . 17\n\nTable of Contents") == []


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "When does the Heron leave for Wexcombe?",
            "Boat   Harbour   Leaves\nHeron   Wexcombe   09:40\nHeron   Ferring   11:15\nDunlin   Ferring   12:05",
            "Heron   Wexcombe   09:40",
        ),
        (
            "Wer ist Lotse?",
            "Lotse; Enno Tarp; Kai 4\nKoch; Odo Harms; Kai 7\nMaat; Wim Harms; Kai 9",
            "Lotse; Enno Tarp; Kai 4",
        ),
    ],
)
def test_records_of_names_are_no_titles(question: str, text: str, expected: str) -> None:
    assert quoted(question, f"{text}\n\nTickets are sold on board of every boat.")[0] == expected
