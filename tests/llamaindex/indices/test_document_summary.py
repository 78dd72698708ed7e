"""DocumentSummaryIndex and PropertyGraphIndex."""

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.indices.document_summary import DocumentSummaryIndex
from desktop_rag.llamaindex.indices.property_graph import PropertyGraphIndex
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.scripted_llm import ScriptedLLM
from tests.indices.toys import FunctionLLM, ToyEmbedding

TEXTS = {"cats": "Cats sleep all day.", "tea": "Tea is hot.", "東京": "首都は東京です。"}


def summarise(prompt: str) -> str:
    return "about " + " ".join(name for name, text in TEXTS.items() if text in prompt)


def documents() -> list[Document]:
    return [Document(text, name) for name, text in TEXTS.items()]


def test_documents_are_chosen_by_their_summaries() -> None:
    llm = FunctionLLM(summarise)
    index = DocumentSummaryIndex.from_documents(documents(), llm=llm, embed_model=ToyEmbedding())
    assert len(llm.prompts) == 3
    assert index.get_document_summary("tea") == "about tea"
    (found,) = index.as_retriever().retrieve("tea")
    assert (found.node.text, round(found.get_score(), 1)) == (TEXTS["tea"], 0.7)
    picked = index.as_retriever("llm", llm=ScriptedLLM(["Doc: 3, Relevance: 8\nDoc: 1, Relevance: 9"]))
    assert [(one.node.text, one.score) for one in picked.retrieve("x")] == [(TEXTS["cats"], 9.0)]
    with pytest.raises(ValueError, match="no summary"):
        index.get_document_summary("nothing")


def test_documents_come_change_and_go() -> None:
    llm = FunctionLLM(summarise)
    index = DocumentSummaryIndex.from_documents(documents(), llm=llm, embed_model=ToyEmbedding())
    assert index.refresh_ref_docs([Document("Tea is cold.", "tea"), documents()[0]]) == [True, False]
    assert len(llm.prompts) == 4
    index.delete_ref_doc("cats")
    assert [one.doc_id for one in index.summary_store.summaries()] == ["東京", "tea"]
    part = TextNode("More.", "part", relationships={NodeRelationship.SOURCE: RelatedNodeInfo("tea")})
    index.insert_nodes([part])
    assert len(llm.prompts) == 5  # its document is summarised anew
    index.delete_nodes(["part"])
    assert index.pending() == 1
    index.build_pending()
    assert (index.pending(), len(llm.prompts)) == (0, 6)


def test_a_failed_build_continues() -> None:
    storage = StorageContext()
    with pytest.raises(UserError, match="gone"):
        DocumentSummaryIndex.from_documents(
            documents(), storage, llm=ScriptedLLM(["one", UserError("The model is gone.")]), embed_model=ToyEmbedding()
        )
    index = DocumentSummaryIndex(storage_context=storage, llm=FunctionLLM(summarise), embed_model=ToyEmbedding())
    assert index.pending() == 2
    told: list[tuple[int, int]] = []
    index.build_pending(lambda done, total: told.append((done, total)))
    assert (index.pending(), told) == (0, [(1, 2), (2, 2)])
    assert index.get_document_summary("cats") == "one"


def test_a_property_graph_is_asked_by_synonyms_and_by_meaning() -> None:
    def answer(prompt: str) -> str:
        if "Question: " in prompt:
            return "KEYWORDS: kitten, cats"
        return "(Cats, sleep, all day)" if TEXTS["cats"] in prompt else "(Tea, is, hot)"

    nodes = [TextNode(text, name) for name, text in TEXTS.items()]
    index = PropertyGraphIndex(nodes, llm=FunctionLLM(answer), embed_model=ToyEmbedding())
    assert index.graph_store.triplets() == [("Cats", "sleep", "all day"), ("Tea", "is", "hot")]
    found = index.as_retriever().retrieve("tea")
    assert {one.node.node_id for one in found} == {"cats", "tea"}
    assert {one.node.metadata["kg_rel_texts"] for one in found} == {"Cats → sleep → all day", "Tea → is → hot"}
    assert [one.node.node_id for one in index.as_retriever("keyword").retrieve("x")] == ["cats"]
    own = PropertyGraphIndex(nodes, kg_extractors=[lambda text: [("Alma", "says", text)]])
    assert len(own.graph_store.triplets()) == 3
    assert {one.node.node_id for one in own.as_retriever().retrieve("Alma")} == set(TEXTS)


def test_the_struct_leads_from_documents_to_summaries_and_nodes() -> None:
    index = DocumentSummaryIndex.from_documents(documents(), llm=FunctionLLM(summarise), embed_model=ToyEmbedding())
    struct = index.index_struct
    summary = struct.doc_id_to_summary_id["tea"]
    (node,) = struct.summary_id_to_node_ids[summary]
    assert (struct.node_id_to_summary_id[node], len(struct.summary_ids)) == (summary, 3)
    (read,) = index.docstore.get_nodes([summary])
    assert (read.text, read.ref_doc_id) == ("about tea", "tea")
    assert index.ref_doc_info["tea"].node_ids == [node, summary]
    assert index.vector_store.get(summary) == index.vector_store.data.embedding_dict[summary]
    index.delete_nodes([node])
    assert list(index.ref_doc_info) == ["cats", "東京"]
    assert (len(struct.summary_ids), len(index.vector_store.data.embedding_dict)) == (2, 2)


def test_of_equal_summaries_the_last_ones_are_taken_in_their_order() -> None:
    index = DocumentSummaryIndex.from_documents(
        documents(), llm=FunctionLLM(lambda _: "about all"), embed_model=ToyEmbedding()
    )
    found = index.as_retriever(similarity_top_k=2).retrieve("all")
    assert [one.node.ref_doc_id for one in found] == ["tea", "東京"]
