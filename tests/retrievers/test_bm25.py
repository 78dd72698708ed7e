"""Search by words: a word that no passage has is looked for in the other number as well."""

import pytest

from desktop_rag.core.schema import QueryBundle, TextNode
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.storage.storage_context import StorageContext

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


def test_a_word_that_a_passage_has_is_looked_for_as_it_is() -> None:
    assert found("rent") == [TEXTS[1]]
    assert found("dog", "a dog") == ["a dog"]


def test_words_judge_passages_in_the_language_of_the_question() -> None:
    judges = BM25Retriever(StorageContext()).judging(QueryBundle("Wie lange ist die Frist für die Wohnung?"))
    assert judges(TextNode("Die Wohnung ist für drei Personen und hat einen Balkon."))
    assert not judges(TextNode("Either party may terminate the lease with notice to the end of a month."))
    assert judges(TextNode("1,250 2,870 4,120")), "in no language"
    assert BM25Retriever(StorageContext()).judging(QueryBundle("X200"))(TextNode("The end of the month."))
