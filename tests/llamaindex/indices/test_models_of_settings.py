"""What a program chose once in ``Settings`` serves every index, and retrievers that a program makes by itself."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import ArrayLike

from desktop_rag.core.schema import Document
from desktop_rag.indices.keyword_table import KeywordTableGPTRetriever
from desktop_rag.indices.knowledge_graph import KGTableRetriever
from desktop_rag.llamaindex import retrievers
from desktop_rag.llamaindex.embeddings.custom import CustomEmbedding
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.document_summary import (
    DocumentSummaryIndex,
    DocumentSummaryIndexEmbeddingRetriever,
    DocumentSummaryIndexLLMRetriever,
)
from desktop_rag.llamaindex.indices.kinds import KeywordTableIndex, KnowledgeGraphIndex, SummaryIndex, TreeIndex
from desktop_rag.llamaindex.indices.property_graph import (
    LLMSynonymRetriever,
    PropertyGraphIndex,
    VectorContextRetriever,
)
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.retrievers.base import BaseRetriever
from tests.indices.toys import FunctionLLM, ToyEmbedding

TEXTS = {"cats": "Cats sleep all day.", "tea": "Tea is hot."}


def reply(prompt: str) -> str:
    if prompt.startswith("Write down what a text says as facts"):
        return "(Cats, sleep, all day)" if TEXTS["cats"] in prompt else "(Tea, is, hot)"
    return "Doc: 2, Relevance: 9 KEYWORDS: tea ANSWER: 2"


@pytest.fixture(autouse=True)
def llm(monkeypatch: pytest.MonkeyPatch) -> FunctionLLM:
    model = FunctionLLM(reply)
    monkeypatch.setattr(Settings, "llm", model)
    monkeypatch.setattr(Settings, "_embed_model", ToyEmbedding())
    return model


def made(kind: type[BaseIndex], **options: object) -> BaseIndex:
    return kind.from_documents([Document(text, name) for name, text in TEXTS.items()], **options)


@pytest.mark.parametrize(
    ("kind", "retriever"),
    [(KeywordTableIndex, KeywordTableGPTRetriever), (TreeIndex, retrievers.TreeSelectLeafRetriever)],
)
def test_its_model_is_asked_as_usual(kind: type[BaseIndex], retriever: type[BaseRetriever], llm: FunctionLLM) -> None:
    usual = made(kind).as_retriever()
    assert type(usual) is retriever
    before = len(llm.prompts)
    assert usual.retrieve("What is hot?")[0].node.text == TEXTS["tea"]
    assert len(llm.prompts) == before + 1


def test_documents_are_found_by_the_meaning_of_their_summaries() -> None:
    index = DocumentSummaryIndex.from_documents([Document(text, name) for name, text in TEXTS.items()])
    assert len(index.as_retriever(similarity_top_k=2).retrieve("tea")) == 2


@pytest.mark.parametrize("kind", [KnowledgeGraphIndex, PropertyGraphIndex])
def test_facts_are_found_by_meaning(kind: type[BaseIndex]) -> None:
    options = {"include_embeddings": True} if kind is KnowledgeGraphIndex else {}
    index = made(kind, **options)
    assert index.as_retriever(retriever_mode="embedding").retrieve("hot tea")[0].node.text == TEXTS["tea"]
    assert index.as_retriever().retrieve("hot tea")[0].node.text == TEXTS["tea"]


@pytest.mark.parametrize(
    ("kind", "retriever"),
    [
        (SummaryIndex, retrievers.SummaryIndexRetriever),
        (SummaryIndex, retrievers.SummaryIndexEmbeddingRetriever),
        (SummaryIndex, retrievers.SummaryIndexLLMRetriever),
        (TreeIndex, retrievers.TreeSelectLeafRetriever),
        (TreeIndex, retrievers.TreeSelectLeafEmbeddingRetriever),
        (KeywordTableIndex, KeywordTableGPTRetriever),
        (DocumentSummaryIndex, DocumentSummaryIndexEmbeddingRetriever),
        (DocumentSummaryIndex, DocumentSummaryIndexLLMRetriever),
        (PropertyGraphIndex, LLMSynonymRetriever),
        (PropertyGraphIndex, VectorContextRetriever),
    ],
)
def test_a_retriever_needs_nothing_but_its_index(
    kind: type[BaseIndex], retriever: Callable[..., BaseRetriever]
) -> None:
    found = retriever(index=made(kind)).retrieve("Is tea hot?")
    assert {one.node.text for one in found} & set(TEXTS.values())


class Lengths(CustomEmbedding):
    """Long vectors for passages about cats, short ones for the others."""

    def _get_query_embedding(self, query: str) -> ArrayLike:
        return self._get_text_embedding(query)

    def _get_text_embedding(self, text: str) -> ArrayLike:
        return np.array([1.0, 9.0]) if "at" in text else np.array([0.5, 0.1])


@pytest.mark.parametrize("kind", [SummaryIndex, TreeIndex, DocumentSummaryIndex])
def test_the_length_of_vectors_does_not_matter(kind: type[BaseIndex], llm: FunctionLLM) -> None:
    if kind is DocumentSummaryIndex:
        llm._answer = lambda prompt: "cats" if TEXTS["cats"] in prompt else "tea"
    index = made(kind, embed_model=Lengths())
    mode = {SummaryIndex: "embedding", TreeIndex: "select_leaf_embedding", DocumentSummaryIndex: "embedding"}[kind]
    (found,) = index.as_retriever(retriever_mode=mode).retrieve("tea")
    assert found.node.text == TEXTS["tea"]
    assert found.score is None or found.score == pytest.approx(1.0)


@pytest.mark.parametrize("mode", [None, "keyword", "embedding"])
def test_a_retriever_of_facts_asks_both(mode: str | None, llm: FunctionLLM) -> None:
    index = made(KnowledgeGraphIndex, include_embeddings=True)
    before = len(llm.prompts)
    retriever = KGTableRetriever(index, retriever_mode=mode)  # type: ignore[arg-type]
    assert retriever.retrieve("What is hot?")[0].node.text == TEXTS["tea"]
    assert len(llm.prompts) - before == (mode != "embedding")


def test_a_storage_alone_is_searched_with_the_model_of_settings() -> None:
    index = made(VectorStoreIndex)
    (found,) = retrievers.VectorIndexRetriever(index.storage_context, similarity_top_k=1).retrieve(TEXTS["tea"])
    assert found.node.text == TEXTS["tea"]
