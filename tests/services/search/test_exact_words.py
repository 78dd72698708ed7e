"""Words as they were typed stand above what only seems near, however little of a library is understood."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.results.search import MEANING, PageQuery
from desktop_rag.services.search.library_search import PageSearch
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from tests.helpers.mock_embedding import MockEmbedding

TEXTS = {
    "us-gaap-2025.xsd": "xs:element name RestrictedCash nillable true",
    "weather.txt": "今年の梅雨前線は早く北上した。",
    "forecast.txt": "週末は梅雨前線の影響で雨になる。",
    "summer.txt": "夏の天気は晴れが続く。梅雨は終わった。",
    "rent.txt": "The annual rent is due in advance.",
    "lease.txt": "Rent is what a tenant pays, and annual accounts are made once a year.",
}


class Near(MockEmbedding):
    """A model to which every question is like every file."""


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StorageContext]:
    """A library of which only one file is understood."""
    with StorageContext(tmp_path / "library.ragindex") as storage:
        for name, text in TEXTS.items():
            found = keyword_terms(text)
            node = NodeRecord(1, 0, len(text), "", text, " ".join(found.terms), " ".join(found.words))
            record = DocumentRecord(f"/{name}", 1, 1, name.encode(), {}, [("1", text)], [node])
            keys = storage.documents.replace_file(record)
            if name.endswith(".xsd"):
                embed(storage, keys, text)
        yield storage


def embed(storage: StorageContext, keys: list[int], text: str) -> None:
    with storage.transaction():
        vectors = storage.vectors(Near().space)
        vectors.create()
        vectors.add(keys, Near().get_text_embedding_batch([text]))


@pytest.mark.parametrize(
    ("query", "exact"),
    [
        ("梅雨前線", {"weather.txt", "forecast.txt"}),
        ("annual rent", {"rent.txt", "lease.txt"}),
        ("tenant", {"lease.txt"}),
        ("advan", {"rent.txt"}),
    ],
)
def test_exact_words_are_never_below_a_passage_found_by_meaning_alone(
    storage: StorageContext, query: str, exact: set[str]
) -> None:
    results = PageSearch(storage, Near(), None).run(PageQuery(query, MEANING))
    names = [Path(hits.file).name for hits in results.files]
    assert "us-gaap-2025.xsd" in names
    assert set(names[: len(exact)]) == exact
    by_meaning = [place for place, hits in enumerate(results.files) if "meaning" in hits.passages[0].source.found_by]
    assert all(place >= len(exact) for place in by_meaning)


def test_what_is_found_by_meaning_alone_is_there_all_the_same(storage: StorageContext) -> None:
    results = PageSearch(storage, Near(), None).run(PageQuery("nothing of this is in any file", MEANING))
    assert next(Path(hits.file).name for hits in results.files) == "us-gaap-2025.xsd"
