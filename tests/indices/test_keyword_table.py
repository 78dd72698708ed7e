"""Keyword tables beyond what all kinds have in common."""

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import TextNode
from desktop_rag.indices.keyword_table import KeywordTableGPTRetriever, KeywordTableSimpleRetriever
from desktop_rag.llamaindex.indices.kinds import KeywordTableIndex, RAKEKeywordTableIndex, SimpleKeywordTableIndex
from desktop_rag.prompts.base import PromptTemplate
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


def ids(
    index: SimpleKeywordTableIndex | RAKEKeywordTableIndex | KeywordTableIndex, query: str, **options: int
) -> list[str]:
    return [one.node.node_id for one in index.as_retriever(**options).retrieve(query)]


def test_more_and_rarer_keywords_come_first() -> None:
    texts = ["tea cups", "tea kettle", "tea kettle cups", "tea tea tea", "iron kettle"]
    index = SimpleKeywordTableIndex([TextNode(text, f"n{number}") for number, text in enumerate(texts)])
    assert ids(index, "cups for the tea kettle")[0] == "n2"
    assert ids(index, "iron tea") == ["n4", "n0", "n1", "n2", "n3"]  # "iron" is rarer than "tea"
    assert ids(index, "tea", num_chunks_per_query=2) == ["n0", "n1"]


def test_words_of_half_a_large_library_are_no_keywords_in_any_language() -> None:
    words = [f"слово{chr(0x430 + number % 32)}{chr(0x430 + number // 32)}" for number in range(120)]
    texts = [f"мы и мы на {word} {' '.join(f'{word}{other}' for other in range(10))}" for word in words]
    index = SimpleKeywordTableIndex([TextNode(text, f"n{number}") for number, text in enumerate(texts)])
    assert not {"мы", "и", "на"} & set(index.table)
    assert ids(index, f"на {words[7]}") == ["n7"]
    all_about = SimpleKeywordTableIndex([TextNode(f"чай {word}", f"n{place}") for place, word in enumerate(words)])
    assert len(ids(all_about, "чай")) == 10  # where there is room, they stay: what all is about may be asked for
    few = SimpleKeywordTableIndex([TextNode("мы и мир", "a"), TextNode("мы и дом", "b")])
    assert "мы" in few.table


@pytest.mark.parametrize("made", [SimpleKeywordTableIndex, RAKEKeywordTableIndex])
def test_no_more_keywords_than_wanted(made: type[SimpleKeywordTableIndex]) -> None:
    index = made([TextNode(", ".join(f"word{number}" for number in range(40)), "n")], max_keywords_per_chunk=5)
    assert len(index.table) == 5


def test_a_model_that_finds_no_keywords_is_helped_out() -> None:
    index = KeywordTableIndex(
        [TextNode("Green tea.", "n")], llm=ScriptedLLM(["I would rather not do this today, sorry!"])
    )
    assert index.table == {"green": ["n"], "tea": ["n"]}
    assert ids(index, "tea?") == ["n"]  # its keywords for the question ("answer2") lead nowhere


def test_modes() -> None:
    llm = ScriptedLLM(["KEYWORDS: tea"])
    index = KeywordTableIndex([TextNode("Green tea.", "n")], llm=llm)
    assert isinstance(index.as_retriever(), KeywordTableGPTRetriever)
    assert isinstance(index.as_retriever("simple"), KeywordTableSimpleRetriever)
    assert isinstance(
        KeywordTableIndex(storage_context=index.storage_context).as_retriever(), KeywordTableSimpleRetriever
    )
    with pytest.raises(UserError, match="language model"):
        KeywordTableIndex(storage_context=index.storage_context).as_retriever("default")
    with pytest.raises(UserError, match="language model"):
        KeywordTableIndex([TextNode("tea")])
    with pytest.raises(ValueError, match="nothing"):
        index.as_retriever("nothing")


def test_the_struct_shows_the_table_as_it_is_now() -> None:
    struct = SimpleKeywordTableIndex([]).index_struct
    assert (struct.node_ids, struct.table, struct.keywords) == (set(), {}, set())
    index = SimpleKeywordTableIndex([TextNode("tea cups", "n0"), TextNode("tea kettle", "n1")])
    struct = index.index_struct
    assert struct.table == {"tea": {"n0", "n1"}, "cups": {"n0"}, "kettle": {"n1"}}
    assert (struct.keywords, struct.node_ids) == ({"tea", "cups", "kettle"}, {"n0", "n1"})
    index.delete_nodes(["n0"])
    assert (struct.keywords, struct.node_ids, struct.nodes) == ({"tea", "kettle"}, {"n1"}, ["n1"])


def test_rules_take_what_other_kinds_of_indices_take() -> None:
    template = PromptTemplate("{text} {question} {max_keywords}")
    index = SimpleKeywordTableIndex([TextNode("green tea", "n")], keyword_extract_template=template)
    retriever = index.as_retriever(
        retriever_mode="simple",
        embed_model=HashedEmbedding(),
        similarity_top_k=3,
        query_keyword_extract_template=template,
    )
    assert [one.node.node_id for one in retriever.retrieve("tea")] == ["n"]
    assert index.get_prompts()["keyword_extract_template"] == template
