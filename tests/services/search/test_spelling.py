"""A query that found nothing is offered in the spelling of the library's own words."""

from collections.abc import Iterator

import pytest

from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.services.search.library_search import other_spellings
from desktop_rag.storage.ports import Keywords
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.hashed_embedding import HashedEmbedding

TEXTS = (
    "The international invoice was sent to the Zürich office. The invoice is annual.",
    "Die Versicherungsbedingungen gelten. Résumé and naïve words. Release v2.3.1 is out.",
    "本研究では電池の寿命を調べた。",
)


@pytest.fixture(scope="module")
def keywords() -> Iterator[Keywords]:
    with StorageContext() as storage:
        documents = [Document(text, id_=f"d{number}") for number, text in enumerate(TEXTS)]
        VectorStoreIndex.from_documents(documents, storage_context=storage, embed_model=HashedEmbedding())
        yield storage.keywords


@pytest.mark.parametrize(
    ("query", "suggested"),
    [
        ("intrenational", ["international"]),
        ("intrnatonal", ["international"]),
        ("invioce", ["invoice"]),
        ("anual invioce", ["annual invoice"]),
        ("resume", []),
        ("resmue", ["resume"]),
        ("zurihc", ["zurich"]),
        ("INVIOCE", ["invoice"]),
        ("invoices", []),
        ("versicherungsnehmer", []),
        ("qqqqqq", []),
        ("inv", []),
        ("teh", []),
        ("v2.3.2", []),
        ("電地の寿命", []),
        ("", []),
        ("?!", []),
    ],
)
def test_words_of_the_library_are_offered_for_unknown_ones(
    keywords: Keywords, query: str, suggested: list[str]
) -> None:
    assert list(other_spellings(keywords, query, query)) == suggested


@pytest.mark.parametrize(
    ("query", "words", "suggested"),
    [
        ('"invioce" type:pdf', "invioce", '"invoice" type:pdf'),
        ("invioce -anual folder:anual", "invioce", "invoice -anual folder:anual"),
        ("電池 invioce", "電池 invioce", "電池 invoice"),
    ],
)
def test_conditions_stay_as_they_were_typed(keywords: Keywords, query: str, words: str, suggested: str) -> None:
    assert other_spellings(keywords, query, words) == (suggested,)


def test_an_empty_library_knows_no_word() -> None:
    with StorageContext() as storage:
        assert other_spellings(storage.keywords, "invoice", "invoice") == ()
