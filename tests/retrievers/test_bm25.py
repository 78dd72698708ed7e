"""Search by words: a word that no passage has is looked for in the other number as well."""

from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import QueryBundle, TextNode
from desktop_rag.llamaindex.indices.kinds import SummaryIndex
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


def test_a_retriever_is_written_and_read(tmp_path: Path) -> None:
    nodes = [TextNode("Cats sleep all day.", "a"), TextNode("Tea is brewed hot.", "b")]
    made = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=1, language="english", stemmer=object())
    made.persist(tmp_path / "kept")
    again = BM25Retriever.from_persist_dir(tmp_path / "kept")
    assert again.similarity_top_k == 1
    for retriever in (made, again):
        assert [found.node.node_id for found in retriever.retrieve("Who sleeps?")] == ["a"]
    with pytest.raises(UserError, match=r"There is no retriever at .*persist"):
        BM25Retriever.from_persist_dir(tmp_path / "nothing")
    with pytest.raises(TypeError, match="stemming"):
        BM25Retriever.from_defaults(nodes=nodes, stemming=True)  # type: ignore[call-arg]


def test_a_retriever_of_one_index_is_written_as_that(tmp_path: Path) -> None:
    storage = StorageContext()
    texts = {"a": "Cats sleep all day.", "b": "Cats drink tea."}
    one, _ = (SummaryIndex([TextNode(text, name)], storage_context=storage) for name, text in texts.items())
    BM25Retriever.from_defaults(index=one, similarity_top_k=5).persist(tmp_path)
    (found,) = BM25Retriever.from_persist_dir(tmp_path).retrieve("cats")
    assert found.node.node_id == "a"


def test_what_is_written_to_a_folder_finds_the_same(tmp_path: Path) -> None:
    storage = StorageContext()
    index = SummaryIndex([TextNode(text=text) for text in TEXTS], storage_context=storage)
    SummaryIndex([TextNode(text="The rent of another index.")], storage_context=storage)
    retriever = BM25Retriever.from_defaults(index=index, similarity_top_k=1)
    retriever.persist(str(tmp_path / "bm25"))
    again = BM25Retriever.from_persist_dir(str(tmp_path / "bm25"))
    assert again.similarity_top_k == 1
    for question in ("rent", "landladies", "Can I keep a dog?"):
        wanted = [(found.node_id, found.text, found.score) for found in retriever.retrieve(question)]
        assert [(found.node_id, found.text, found.score) for found in again.retrieve(question)] == wanted != []
    again.similarity_top_k = 9
    assert "The rent of another index." not in {found.text for found in again.retrieve("rent")}
