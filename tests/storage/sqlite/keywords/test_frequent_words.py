"""Words that many passages of a large library have: what is counted, what is ranked, and that little is lost."""

import random
from collections.abc import Iterator

import pytest

from desktop_rag.storage.filters import NodeFilter, TermQuery
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.keywords import keyword_store
from desktop_rag.storage.sqlite.keywords.keyword_plan import affordable, totals
from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore, TermCounts
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms, keyword_terms
from tests.helpers.narrowing import only

PASSAGES = 3000
NEVER = 10**9


@pytest.fixture(scope="module")
def storage() -> Iterator[StorageContext]:
    """Passages of words w1 (rarest) to w40, wN in about N of a hundred; a long word beside w20."""
    choose = random.Random(1)
    with StorageContext() as made:
        for number in range(PASSAGES // 100):
            nodes = []
            for page in range(100):
                words = [f"w{often}" for often in range(1, 41) if choose.random() * 100 < often]
                words += choose.choices(words or ["w1"], k=choose.randrange(30))
                words += ["management"] if "w20" in words else []
                text = " ".join(words) or "nothing"
                found = keyword_terms(text)
                nodes.append(NodeRecord(page, 0, 1, "", text, " ".join(found.terms), " ".join(found.words)))
            made.documents.replace_file(DocumentRecord(f"/{number}", 1, 1, b"", {}, (), nodes))
        yield made


@pytest.fixture
def store(storage: StorageContext, monkeypatch: pytest.MonkeyPatch) -> KeywordStore:
    """The store, taking a few hundred nodes for many."""
    monkeypatch.setattr(keyword_store, "_MANY", 1)
    return storage.keywords


def exhaustive(
    store: KeywordStore, monkeypatch: pytest.MonkeyPatch, text: str, allowed: list[int] | None = None
) -> dict[int, float]:
    with monkeypatch.context() as patch:
        patch.setattr(keyword_store, "_AFFORDED", NEVER)
        patch.setattr(keyword_store, "_RANKED", NEVER)
        return dict(store.query(keyword_terms(text), PASSAGES, None if allowed is None else only(store._db, allowed)))


def test_counts_are_exact_for_short_lists_and_about_right_for_long_ones(
    storage: StorageContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = TermCounts(storage.connection)
    words = [f"w{often}" for often in (1, 10, 25, 40)]
    sql = "SELECT term, doc FROM keyword_counts WHERE col = 'terms' AND term IN ('w1', 'w10', 'w25', 'w40')"
    exact = dict(select(storage.connection, sql))
    assert counts.of([*words, "unknown"]) == exact | {"unknown": 0}
    assert counts.of(["management"], "words")["management"] > 0
    assert counts.beginning_with(["w4"])["w4"] >= exact["w40"]
    monkeypatch.setattr(keyword_store, "_SHORT", -1)
    estimated = counts.of(words)
    assert all(estimated[word] <= PASSAGES for word in words)


def test_long_lists_are_not_read() -> None:
    texts = [f"often{' often' * (number % 4)} word{number}" for number in range(20_000)]
    with StorageContext() as storage:
        nodes = [NodeRecord(1, 0, 1, "", text, text) for text in texts]
        storage.documents.replace_file(DocumentRecord("/one", 1, 1, b"", {}, (), nodes))
        counts = TermCounts(storage.connection)
        pages = counts._pages(["often", "word7"], "")
        assert pages["often"] > keyword_store._SHORT
        assert pages["word7"] == 0
        found = counts.of(["often", "word7"])
        assert 8_000 < found["often"] <= 20_000  # an estimate
        assert found["word7"] == 1


def test_the_rarest_terms_choose_and_words_go_with_their_terms() -> None:
    terms = KeywordTerms(("some", "compan", "rare", "often"), ("company",))
    plan = affordable(terms, {"some": 20, "compan": 50, "rare": 5, "often": 900}, 60)
    assert plan.first == KeywordTerms(("some", "rare"), ())
    assert plan.rest == KeywordTerms(("compan", "often"), ("company",))
    assert plan.rows == 25
    assert affordable(terms, {"some": 20, "compan": 50, "rare": 5, "often": 900}, 0).first.terms == ("rare",)


def test_what_is_found_has_its_whole_score(store: KeywordStore, monkeypatch: pytest.MonkeyPatch) -> None:
    question = "w2 w5 w12 w20 w28 management"
    exact = exhaustive(store, monkeypatch, question)
    monkeypatch.setattr(keyword_store, "_AFFORDED", 300)
    found = store.query(keyword_terms(question), 50)
    assert [score for _, score in found] == pytest.approx([exact[row] for row, _ in found])
    best = sorted(exact.values(), reverse=True)[:10]
    assert sum(exact[row] >= best[-1] for row, _ in found[:10]) >= 6  # words without any order


def test_rarer_terms_alone_leave_too_little_and_more_are_ranked(
    store: KeywordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword_store, "_AFFORDED", 100)
    monkeypatch.setattr(keyword_store, "_RANKED", 2000)
    assert len(store.query(keyword_terms("w1 w25"), 500)) == 500


def test_of_a_single_frequent_word_the_latest_passages_are_ranked(
    store: KeywordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword_store, "_AFFORDED", 100)
    monkeypatch.setattr(keyword_store, "_RANKED", 200)
    found = store.query(keyword_terms("w28"), 20)
    assert len(found) == 20
    assert min(row for row, _ in found) > PASSAGES / 2
    assert len(store.query(keyword_terms("w28"), 700)) == 700
    assert len(store.matching(TermQuery(("w27", "w28")), 20)) == 20
    monkeypatch.setattr(keyword_store, "_RANKED", 1)
    few = store.matching(TermQuery(("w1", "w2")), 20)  # the latest have too few
    both = set(exhaustive(store, monkeypatch, "w1")) & set(exhaustive(store, monkeypatch, "w2"))
    assert {row for row, _ in few} == both


def test_what_is_allowed_is_found_whatever_it_has(store: KeywordStore, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = [*range(120, 180), *range(2500, 2540)]
    question = "w2 w9 w20 w28"
    exact = exhaustive(store, monkeypatch, question, allowed)
    monkeypatch.setattr(keyword_store, "_AFFORDED", 60)
    monkeypatch.setattr(keyword_store, "_NEAR", 10)
    assert dict(store.query(keyword_terms(question), 100, only(store._db, allowed))) == pytest.approx(exact)
    assert store.query(keyword_terms(question), 100, NodeFilter(node_ids=[])) == []


def test_mean_length_is_that_of_the_index(storage: StorageContext) -> None:
    texts = [row[0] for row in select(storage.connection, "SELECT text FROM nodes")]
    found = [keyword_terms(text) for text in texts]
    expected = sum(len(one.terms) + len(one.words) for one in found) / len(found)
    assert totals(storage.connection)[1] == pytest.approx(expected)
