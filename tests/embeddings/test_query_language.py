"""What a question's vector says of its language does not decide what is found."""

import numpy as np
import pytest

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document, EmbeddingSpace, QueryBundle
from desktop_rag.embeddings.multilingual_e5 import MODEL, SPACE, MultilingualE5Embedding
from desktop_rag.embeddings.query_language import MEANS_FILE, independent_of_language, tells_language
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.retrievers.base import BaseRetriever
from tests.tools.question_languages import means_of

_LEASE = "Either party may terminate the lease with three months' written notice to the end of a calendar month."
_LETTER = "Vielen Dank für Ihre Bewerbung. Wir laden Sie zu einem Gespräch am 3. September in unser Büro ein."
_QUESTION = "Mit welcher Frist kann man den Mietvertrag kündigen?"


@pytest.mark.slow
def test_the_file_holds_what_the_model_says_today(embed_model: MultilingualE5Embedding) -> None:
    kept = np.load(resource_path("models", MODEL, MEANS_FILE))
    assert kept == pytest.approx(means_of(embed_model), abs=0.01)


def test_a_question_is_nearer_to_the_same_in_another_language(embed_model: MultilingualE5Embedding) -> None:
    asked = [embed_model.get_query_embedding(text) for text in (_QUESTION, "How is a lease terminated?")]
    neutral = [independent_of_language(one) for one in asked]
    assert neutral[0] @ neutral[1] > asked[0] @ asked[1] + 0.02
    assert [np.linalg.norm(one) for one in neutral] == pytest.approx([1, 1], abs=1e-5)
    assert neutral[0].dtype == np.float32
    assert min(own @ other for own, other in zip(asked, neutral, strict=True)) > 0.9


def test_only_the_built_in_model_is_known() -> None:
    assert tells_language(SPACE)
    assert not tells_language(EmbeddingSpace("openai", "text-embedding-3-small", 384, ""))


def _retriever(texts: dict[str, str], embed_model: MultilingualE5Embedding) -> BaseRetriever:
    """Return what searches texts, given with their languages."""
    documents = [Document(text, metadata={"language": language}) for text, language in texts.items()]
    return VectorStoreIndex.from_documents(documents, embed_model=embed_model).as_retriever(2, "vector")


def test_the_file_that_answers_is_found_before_one_in_the_language_of_the_question(
    embed_model: MultilingualE5Embedding,
) -> None:
    found = _retriever({_LETTER: "de", _LEASE: "en"}, embed_model).retrieve(_QUESTION)
    assert [one.text for one in found] == [_LEASE, _LETTER]


@pytest.mark.parametrize(("language", "as_it_is"), [("de", True), ("en", False), ("", True)])
def test_a_library_in_the_language_of_the_question_is_searched_with_the_vector_as_it_is(
    embed_model: MultilingualE5Embedding, language: str, *, as_it_is: bool
) -> None:
    retriever = _retriever({_LETTER: language}, embed_model)
    (expected,) = retriever.retrieve(QueryBundle(_QUESTION, embedding=embed_model.get_query_embedding(_QUESTION)))
    (found,) = retriever.retrieve(_QUESTION)
    assert (found.score == pytest.approx(expected.score, abs=1e-5)) is as_it_is
