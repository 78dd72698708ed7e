"""What the keyword index leaves out of a question to a large library, and how it counts and looks for all words."""

import pytest

from desktop_rag.analyzer import KeywordTerms, keyword_terms
from desktop_rag.storage import keyword_store
from desktop_rag.storage.keyword_store import KeywordStore
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> KeywordStore:
    """Twenty passages: 京 in five of them, 東京 in two, "common" in all."""
    monkeypatch.setattr(keyword_store, "_MANY", 1)
    texts = ["東京 common", "東京都 common", "京 common", "北京 common", "京都 common"] + ["common thing"] * 15
    storage = StorageContext()
    nodes = []
    for text in texts:
        found = keyword_terms(text)
        nodes.append(NodeRecord(1, 0, 1, "", text, " ".join(found.terms), " ".join(found.words)))
    with storage.transaction():
        storage.docstore.put(DocumentRecord("/one", 1, 1, b"", {}, (), nodes[:10]))
        storage.docstore.put(DocumentRecord("/two", 1, 1, b"", {}, (), nodes[10:]))
    return storage.keyword_store


def test_frequent_characters_of_pairs_are_left_out(store: KeywordStore) -> None:
    alone = {row for row, _ in store.query(keyword_terms("京"), 50)}
    with_pair = {row for row, _ in store.query(keyword_terms("東京"), 50)}
    assert len(alone) == 5
    assert len(with_pair) == 2
    assert with_pair < alone


def test_words_of_nearly_all_passages_are_left_out_unless_nothing_remains(store: KeywordStore) -> None:
    assert len(store.query(keyword_terms("common 東京"), 50)) == 2
    assert len(store.query(KeywordTerms(("common",)), 50)) == 20


def test_counts_by_document_and_all_words(store: KeywordStore) -> None:
    assert list(store.count_by_document("common thing", 30).values()) == [5, 10]
    assert store.count_by_document("common", 3) == {}
    assert store.count_by_document("thing common", 30) == {}
    assert len(store.with_all(["東京", "都"], 10)) == 1
    assert store.with_all([], 10) == []
    assert store.with_all(["東京"], 10, []) == []
