"""Search by words: a word that hardly any passage has is looked for in the other number as well."""

import pytest

from desktop_rag.core.schema import TextNode
from desktop_rag.retrievers.bm25 import BM25Retriever

TEXTS = [
    "Dogs and cats are not allowed.",
    "The rent is due on the third day.",
    "Ask the landlady about the rents.",
    "x",
]


def found(question: str, *more: str) -> list[str]:
    retriever = BM25Retriever.from_defaults(nodes=[TextNode(text=text) for text in (*TEXTS, *more)], similarity_top_k=9)
    return [node.text for node in retriever.retrieve(question)]


@pytest.mark.parametrize(
    ("question", "expected"), [("Can I keep a dog?", TEXTS[0]), ("policies on cat", TEXTS[0]), ("landladies", TEXTS[2])]
)
def test_a_plural_is_found_by_its_singular_and_the_other_way_round(question: str, expected: str) -> None:
    assert found(question)[0] == expected


def test_a_word_that_is_there_as_it_was_asked_for_is_found_beside_its_other_form() -> None:
    assert set(found("rent")) == set(TEXTS[1:3])


def test_a_word_that_several_passages_have_is_looked_for_as_it_is() -> None:
    more = [f"dog number {number}" for number in range(3)]
    assert found("dog", *more) == more
