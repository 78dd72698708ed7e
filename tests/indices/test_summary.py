"""SummaryIndex: everything, the nearest, or what the model picks."""

from collections.abc import Sequence

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, IndexNode, QueryBundle, TextNode
from desktop_rag.indices.summary import SummaryIndexEmbeddingRetriever
from desktop_rag.llamaindex.indices.kinds import ListIndex, SummaryIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.settings import Settings
from tests.helpers.scripted_llm import ScriptedLLM
from tests.indices.toys import FunctionLLM, ToyEmbedding


def nodes(count: int) -> list[TextNode]:
    return [TextNode(f"t{number} word{number}", f"n{number}") for number in range(count)]


def test_everything_in_document_order() -> None:
    index = ListIndex(nodes(30))
    assert [one.node.node_id for one in index.as_retriever().retrieve("x")] == [f"n{number}" for number in range(30)]
    assert (index.pending(), index.kind) == (0, "summary")


def test_the_nearest_with_stored_vectors_where_there_are_some() -> None:
    model = ToyEmbedding()
    stored = VectorStoreIndex(nodes(20), embed_model=model)
    embedded = len(model.texts)
    index = SummaryIndex(storage_context=stored.storage_context, embed_model=model)
    retriever = index.as_retriever("embedding", similarity_top_k=3)
    assert retriever.retrieve("word7")[0].node.node_id == "n7"
    assert len(model.texts) == embedded
    index.insert_nodes([TextNode("word77", "late")])
    assert retriever.retrieve("word77")[0].node.node_id == "late"
    assert model.texts[embedded:] == ["word77"]
    assert index.as_retriever("embedding", similarity_top_k=0).retrieve("word7") == []


def test_the_settings_have_the_model_that_an_index_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    model = ToyEmbedding()
    monkeypatch.setattr(Settings, "_embed_model", model)
    assert SummaryIndex(nodes(9)).as_retriever("embedding").retrieve("word7")[0].node.node_id == "n7"
    assert model.texts


def test_the_model_sees_ten_at_a_time() -> None:
    llm = ScriptedLLM(["Doc: 2, Relevance: 9", "nothing", "Doc: 1, Relevance: 3\nDoc: 5, Relevance: 2"])
    index = SummaryIndex(nodes(25), llm=llm)
    found = index.as_retriever("llm").retrieve("x")
    assert [(one.node.node_id, one.score) for one in found] == [("n1", 9.0), ("n20", 3.0), ("n24", 2.0)]
    assert len(llm.calls) == 3
    index.as_retriever("llm", choice_batch_size=25).retrieve("x")
    assert len(llm.calls) == 4
    with pytest.raises(UserError, match="language model"):
        SummaryIndex(nodes(1)).as_retriever("llm")


def test_batches_are_cut_to_small_windows() -> None:
    llm = FunctionLLM(lambda _: "Doc: 1, Relevance: 1", context_window=512)
    SummaryIndex([TextNode("word " * 3000, f"n{number}") for number in range(4)], llm=llm).as_retriever("llm").retrieve(
        "x"
    )
    assert len(llm.prompts[0].split()) < 512


@pytest.mark.parametrize("mode", ["default", "llm"])
def test_an_object_is_asked_in_the_place_of_its_node(mode: str) -> None:
    pointing = IndexNode("about whales", "p", index_id="whales", obj=TextNode("Whales sing.", "w"))
    index = SummaryIndex(nodes(1), objects=[pointing], llm=ScriptedLLM(["Doc: 2, Relevance: 5"]))
    assert index.as_retriever(mode).retrieve("x")[-1].node.node_id == "w"


def test_index_nodes_among_the_others_stand_for_their_objects_too() -> None:
    pointing = IndexNode("about whales", "p", index_id="whales", obj=TextNode("Whales sing.", "w"))
    index = SummaryIndex(nodes(1))
    index.insert_nodes([pointing])
    assert index.as_retriever().retrieve("x")[-1].node.node_id == "w"


def test_refreshing_keeps_nothing_of_an_older_version() -> None:
    index = SummaryIndex.from_documents([Document("Cats sleep.", "d")])
    changed = [Document("Cats play.", "d")]
    with pytest.raises(ValueError, match="deleted everywhere"):
        index.refresh_ref_docs(changed, update_kwargs={"delete_kwargs": {"delete_from_docstore": False}})
    assert index.refresh_ref_docs(changed, update_kwargs={"delete_kwargs": {"delete_from_docstore": True}}) == [True]
    index.update_ref_doc(Document("Cats run.", "d"), delete_kwargs={"delete_from_docstore": True})
    with pytest.raises(ValueError, match="deleted everywhere"):
        index.update_ref_doc(
            Document("Cats hop.", "d"), update_kwargs={"delete_kwargs": {"delete_from_docstore": False}}
        )
    assert [found.text for found in index.as_retriever().retrieve("x")] == ["Cats run."]


def test_a_program_may_embed_in_ways_of_its_own() -> None:
    class Lengths(SummaryIndexEmbeddingRetriever):
        def _get_embeddings(
            self, query_bundle: QueryBundle, nodes: Sequence[TextNode]
        ) -> tuple[list[float], list[list[float]]]:
            return [1.0, 0.0], [[1.0, float(len(node.text))] for node in nodes]

    index = SummaryIndex([TextNode("long text", "a"), TextNode("text", "b")])
    assert [one.node.id_ for one in Lengths(index, ToyEmbedding()).retrieve("which?")] == ["b"]
