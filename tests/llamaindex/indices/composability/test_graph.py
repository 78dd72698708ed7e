"""Indices over indices: what the top finds is asked, wherever it is stored."""

from pathlib import Path

import pytest

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.llamaindex.indices.composability.graph import ComposableGraph
from desktop_rag.llamaindex.indices.kinds import SimpleKeywordTableIndex, SummaryIndex
from desktop_rag.llamaindex.indices.loading import load_graph_from_storage, load_indices_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.storage.storage_context import StorageContext
from tests.indices.toys import FunctionLLM, ToyEmbedding


def told(prompt: str) -> str:
    return "+".join(word for word in ("green", "black", "arabica", "robusta") if word in prompt)


LLM = FunctionLLM(told)
ABOUT = ["tea", "coffee"]


def indices() -> list[SummaryIndex]:
    texts = (["green leaves", "black leaves"], ["arabica beans", "robusta beans"])
    return [SummaryIndex([TextNode(text) for text in some]) for some in texts]


def graph() -> ComposableGraph:
    return ComposableGraph.from_indices(SimpleKeywordTableIndex, indices(), ABOUT)


def test_only_the_index_that_is_found_answers() -> None:
    answer = graph().as_query_engine(llm=LLM).query("Which coffee?")
    assert str(answer) == "arabica+robusta"
    assert [one.node.text for one in answer.source_nodes][1:] == ["arabica beans", "robusta beans"]


def test_answers_of_several_become_one() -> None:
    both = ComposableGraph.from_indices(SummaryIndex, indices(), ABOUT)
    assert str(both.as_query_engine(llm=LLM).query("Which?")) == "green+black+arabica+robusta"


def test_without_recursion_the_descriptions_are_what_is_read() -> None:
    echo = FunctionLLM(lambda prompt: "tea, coffee" if "tea\n\ncoffee" in prompt else "?")
    both = ComposableGraph.from_indices(SummaryIndex, indices(), ABOUT)
    assert str(both.as_query_engine(llm=echo, recursive=False).query("Which?")) == "tea, coffee"


def test_engines_of_a_program_are_asked_in_the_place_of_indices() -> None:
    made = graph()
    tea = next(one for one in made.all_indices.values() if one.summary == "tea")
    own = {tea.index_id: SummaryIndex([TextNode("robusta")]).as_query_engine(LLM)}
    assert str(made.as_query_engine(custom_query_engines=own, llm=LLM).query("tea")) == "robusta"


def test_a_graph_knows_its_indices() -> None:
    made = graph()
    assert (made.get_index(), made.index_struct.index_id) == (made.root_index, made.root_id)
    assert len(made.all_indices) == 3
    with pytest.raises(KeyError):
        made.get_index("other")


@pytest.mark.parametrize("summaries", [None, ["tea"], ["tea", ""]])
def test_every_index_needs_a_summary(summaries: list[str] | None) -> None:
    with pytest.raises(ValueError, match="needs a summary"):
        ComposableGraph.from_indices(SummaryIndex, indices(), summaries)
    made = indices()
    made[0].summary, made[1].index_struct.summary = ABOUT
    assert ComposableGraph.from_indices(SummaryIndex, made).all_indices.keys() >= {one.index_id for one in made}


def test_a_stored_graph_is_made_again(tmp_path: Path) -> None:
    storage = StorageContext.from_defaults()
    documents = [Document("green tea", "tea"), Document("black tea", "more")]
    by_meaning = VectorStoreIndex.from_documents(documents, storage_context=storage, embed_model=ToyEmbedding())
    everything = SummaryIndex(storage_context=storage)
    everything.index_struct.index_id = "everything"
    made = ComposableGraph.from_indices(
        VectorStoreIndex, [by_meaning, everything], ["by meaning", "everything"], storage, embed_model=ToyEmbedding()
    )
    storage.persist(tmp_path)
    opened = StorageContext.from_defaults(tmp_path)
    again = load_graph_from_storage(opened, made.root_id, embed_model=ToyEmbedding())
    for one in (made, again):
        engine = one.as_query_engine(llm=LLM)
        assert str(engine.query("everything by meaning")) == "green+black"
    assert {one.index_id for one in load_indices_from_storage(opened, embed_model=ToyEmbedding())} == {
        by_meaning.index_id, "everything",
    }  # fmt: skip
    with pytest.raises(ValueError, match="no graph"):
        load_graph_from_storage(opened, "everything")
