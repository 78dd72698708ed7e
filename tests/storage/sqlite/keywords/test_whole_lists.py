"""Ranking by whole lists gives what FTS5 gives, whatever was added and deleted before."""

import logging
import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import numpy as np
import pytest

from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.sqlite.keywords import keyword_store, ranking
from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore
from desktop_rag.storage.sqlite.keywords.lengths import BLOCK, Lengths
from desktop_rag.storage.sqlite.keywords.list_pages import ListPages, numbers
from desktop_rag.storage.sqlite.keywords.ranking import PostingLists, Postings, WholeRanking, is_writing
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms, keyword_terms
from tests.helpers.narrowing import only

ALL = 10**6


def add(storage: StorageContext, name: str, texts: Sequence[str]) -> None:
    nodes = list[NodeRecord]()
    for page, text in enumerate(texts, 1):
        found = keyword_terms(text)
        nodes.append(NodeRecord(page, 0, len(text), "", text, " ".join(found.terms), " ".join(found.words)))
    storage.documents.replace_file(DocumentRecord(f"/{name}", 1, 1, b"", {}, (), nodes))


def passages(choose: random.Random, count: int) -> list[str]:
    """Texts in which "often" is common, "administration" (kept whole as well) too, and x7 rare."""
    texts = list[str]()
    for _ in range(count):
        words = ["often"] * choose.randrange(4) + ["administration"] * choose.randrange(3)
        words += [f"x{choose.randrange(300)}" for _ in range(choose.randrange(1, 40))]
        choose.shuffle(words)
        texts.append(" ".join(words))
    return texts


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of several segments, with deleted and replaced files, the last one too: its row ids come again."""
    choose = random.Random(5)
    path = tmp_path_factory.mktemp("lists") / "library.ragindex"
    with StorageContext(path) as storage:
        for number in range(12):
            add(storage, str(number), passages(choose, 400))
        add(storage, "long", [" ".join(["often x7"] * 1500), " ".join(["often"] * 3000 + ["x7"] * 40)])
        storage.documents.delete_files(["/3", "/7"])
        add(storage, "11", passages(choose, 350))
        storage.documents.delete_files(["/11"])
        add(storage, "13", passages(choose, 500))
    return path


@pytest.fixture
def store(library: Path) -> Iterator[KeywordStore]:
    with StorageContext(library, read_only=True) as storage:
        yield KeywordStore(storage.connection)


QUESTIONS = [
    "often",
    "administration",
    "x7",
    "often administration",
    "often x7 x8 x250",
    "unknown often",
    "x1 x2 x3 x4",
]


def by_fts5(store: KeywordStore, question: str, count: int, narrowing: NodeFilter | None = None) -> dict[int, float]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keyword_store, "_MANY_RANKED", ALL)
        return dict(store.query(keyword_terms(question), count, narrowing))


@pytest.mark.parametrize("few", [0, ALL], ids=["as they lie in the file", "read by FTS5"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_scores_are_those_of_fts5(
    store: KeywordStore, question: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "_FEW", few)
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    expected = by_fts5(store, question, ALL)
    found = store.query(keyword_terms(question), ALL)
    # words that older versions of a file had weigh a little in how much a word tells
    assert dict(found) == pytest.approx(expected, rel=0.02)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert [score for _, score in store.query(keyword_terms(question), 7)] == [score for _, score in found[:7]]


def test_what_is_deleted_is_passed_over_however_good_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    monkeypatch.setattr(ranking, "_FEW", 0)
    monkeypatch.setattr(ranking, "_SPARE", (2, 1))
    with StorageContext(tmp_path / "library.ragindex") as storage:
        add(storage, "kept", [f"often word{number} word{number + 1}" for number in range(30)])
        add(storage, "gone", ["often often often"] * 50)
        before = storage.keywords.query(keyword_terms("often"), 10)
        storage.documents.delete_files(["/gone"])
        after = storage.keywords.query(keyword_terms("often"), 10)
        kept = {row[0] for row in select(storage.connection, "SELECT id FROM nodes")}
    assert not {row for row, _ in before} & kept
    assert len(after) == 10
    assert {row for row, _ in after} <= kept


def test_of_a_word_in_all_passages_the_best_are_found_wherever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", 100)
    monkeypatch.setattr(keyword_store, "_RANKED", 100)
    texts = [f"the report of the year {number} and what stands in it" for number in range(500)]
    texts[3] = "the report of the report of the report"
    with StorageContext(tmp_path / "library.ragindex") as storage:
        add(storage, "one", texts)
        ((first, _), *_) = storage.keywords.query(keyword_terms("report"), 5)
        found = storage.nodes.nodes_by_key([first])[first].text
    assert found == texts[3]


def test_of_long_questions_the_words_that_tell_least_are_only_counted(
    store: KeywordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    monkeypatch.setattr(keyword_store, "_READ_AT_LEAST", 0)
    read = list[int]()
    best = WholeRanking.best

    def noting(
        self: WholeRanking, terms: KeywordTerms, counts: dict[str, int], top_k: int, allowed: None
    ) -> list[tuple[int, float]] | None:
        read.append(len(terms.terms))
        return best(self, terms, counts, top_k, allowed)

    monkeypatch.setattr(WholeRanking, "best", noting)
    for count in (10, 30, 60):
        question = " ".join(f"x{number}" for number in range(count))
        expected = by_fts5(store, question, 10)
        found = store.query(keyword_terms(question), 10)
        assert len(dict(found).keys() & expected.keys()) >= 9
    assert [read[0] / 10, read[1] / 30, read[2] / 60] == pytest.approx([1.0, 0.9, 0.8], abs=0.03)


def test_only_what_is_allowed_is_found(store: KeywordStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    allowed = [*range(10, 60), *range(4300, 4400), ALL]
    narrowing = only(store._db, allowed)
    expected = by_fts5(store, "often x7", ALL, narrowing)
    assert dict(store.query(keyword_terms("often x7"), ALL, narrowing)) == pytest.approx(expected, rel=0.02)
    assert store.query(keyword_terms("often x7"), 5, NodeFilter(node_ids=[])) == []


def test_frequent_words_are_counted_where_rarer_ones_are(store: KeywordStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    monkeypatch.setattr(keyword_store, "_READ_WHOLE", 500)
    expected = by_fts5(store, "often administration x7 x8", ALL)
    found = store.query(keyword_terms("often administration x7 x8"), 50)
    assert [score for _, score in found] == pytest.approx([expected[row] for row, _ in found], rel=0.02)


def test_what_a_transaction_just_wrote_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    with StorageContext(tmp_path / "library.ragindex") as storage, storage.transaction():
        add(storage, "one", ["first words", "second words"])
        assert len(storage.keywords.query(keyword_terms("words"), 5)) == 2


def test_every_term_is_found_and_none_that_is_nearly_one(store: KeywordStore) -> None:
    terms = {"often", "admini", "administration", *(f"x{number}" for number in range(300))}
    near = {near for term in terms for near in (term[:-1], f"{term}0", f"{term[:-1]}~", f"a{term}", f"é{term}")} - terms
    found = {one.term for one in ListPages(store._db).lists(sorted(terms | near))}
    assert found == terms


def test_lists_hold_every_place_of_a_word(store: KeywordStore) -> None:
    terms = ["often", "admini", "administration", "x7", "nowhere"]
    lists = PostingLists(store._db).read(terms, {})
    assert lists is not None
    assert lists["nowhere"] == []
    sql = "SELECT count(*) FROM keywords WHERE keywords MATCH ?"
    for column, term in (("terms", "often"), ("terms", "admini"), ("words", "administration"), ("terms", "x7")):
        ((count,),) = select(store._db, sql, (f'{column} : "{term}"',))
        listed = [one.in_terms if column == "terms" else one.in_words for one in lists[term]]
        assert sum(int(np.count_nonzero(one)) for one in listed) >= count > 0
    longest = max(int(one.in_terms.max()) for one in lists["often"])
    assert longest == 3000


def test_lengths_are_those_of_fts5(store: KeywordStore) -> None:
    lengths = Lengths(store._db).all()
    rows = select(store._db, "SELECT id, sz FROM keywords_docsize")
    assert rows
    assert all(lengths[rowid] == sum(numbers(sizes, 0)) for rowid, sizes in rows)


def test_a_library_of_before_gets_its_lengths(library: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.ragindex"
    old.write_bytes(library.read_bytes())
    with StorageContext(old) as storage:
        kept = Lengths(storage.connection).all()
        storage.connection.execute("DROP TABLE keyword_lengths; DELETE FROM migrations WHERE name = '0009-lengths'")
        storage.connection.execute("PRAGMA user_version = 8")
    with StorageContext(old) as storage:
        rows = select(storage.connection, "SELECT id FROM keywords_docsize")
        there = np.array([row[0] for row in rows])
        assert np.array_equal(Lengths(storage.connection).all()[there], kept[there])
        assert there.max() > BLOCK
    assert not list(tmp_path.glob("*.before-*")), "nothing that was there changes"


def test_words_are_looked_for_while_another_thread_reads() -> None:
    connection, stop = connect(None), threading.Event()
    long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000) SELECT max(i) FROM n"

    def read() -> None:
        while not stop.is_set():
            select(connection, long)

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)
        try:
            assert not any(is_writing(connection) for _ in range(300))
        finally:
            stop.set()
        reading.result(10)
    connection.close()


def test_a_transaction_that_writes_is_known() -> None:
    connection = connect(None)
    assert not is_writing(connection)
    with connection:
        connection.execute("CREATE TABLE t (x)")
        assert is_writing(connection)
    assert not is_writing(connection)
    connection.close()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library was compared with FTS5 before, and every list is read as it lies in the file."""
    monkeypatch.setattr(ranking, "_comparisons", ranking._Comparisons())
    monkeypatch.setattr(keyword_store, "_MANY_RANKED", -1)
    monkeypatch.setattr(keyword_store, "_MANY", 0)
    monkeypatch.setattr(ranking, "_FEW", 0)


def _misreading_lists(monkeypatch: pytest.MonkeyPatch, _library: Path) -> None:
    """Take the numbers for one byte longer where they have two."""
    hops = ranking._hops

    def wrong(data: ranking.Bytes) -> tuple[ranking.Bytes, np.ndarray]:
        widths, entries = hops(data)
        return widths + (widths == 2).astype(np.uint8), entries

    monkeypatch.setattr(ranking, "_hops", wrong)


def _another_structure(_monkeypatch: pytest.MonkeyPatch, library: Path) -> None:
    """Write the segments down as a later version of SQLite might."""
    with apsw.Connection(str(library)) as db:
        ((block,),) = db.execute("SELECT block FROM keywords_data WHERE id = 10").fetchall()
        assert block[4:8] == b"\xff\x00\x00\x01"
    read = ListPages.segments

    def segments(self: ListPages) -> list[object]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("desktop_rag.storage.sqlite.keywords.list_pages._STRUCTURE_V2", b"\xff\x00\x00\x02")
            return list(read(self))

    _monkeypatch.setattr(ListPages, "segments", segments)


def _short_pages(monkeypatch: pytest.MonkeyPatch, _library: Path) -> None:
    """Look for the lists behind the ends of their pages."""
    monkeypatch.setattr("desktop_rag.storage.sqlite.keywords.list_pages._size", len)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("change", [_misreading_lists, _another_structure, _short_pages], ids=lambda one: one.__name__)
def test_fts5_ranks_where_its_lists_are_written_otherwise(
    change: Callable[[pytest.MonkeyPatch, Path], None],
    library: Path,
    store: KeywordStore,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    expected = {question: by_fts5(store, question, 20) for question in QUESTIONS}
    change(monkeypatch, library)
    with caplog.at_level(logging.WARNING):
        for question in QUESTIONS:
            assert dict(store.query(keyword_terms(question), 20)) == expected[question]
    (said,) = [one.getMessage() for one in caplog.records]
    assert "not written as expected" in said


@pytest.mark.usefixtures("fresh")
def test_lists_are_compared_with_fts5_for_the_first_questions_only(
    store: KeywordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = list[int]()
    differing = WholeRanking._differing

    def noting(self: WholeRanking, terms: Sequence[str], lists: Mapping[str, Sequence[Postings]]) -> str | None:
        compared.append(len(terms))
        return differing(self, terms, lists)

    monkeypatch.setattr(WholeRanking, "_differing", noting)
    for _ in range(10):
        store.query(keyword_terms("often administration"), 5)
    assert len(compared) == ranking._COMPARED


WORDS = ["often", "administration", "administrations", "x", "x1", "x12", "x123", "zebra", "zebras", "äpfel", "東京都"]


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("seed", range(4))
def test_random_libraries_are_ranked_as_by_fts5(seed: int, tmp_path: Path) -> None:
    choose = random.Random(seed)
    there, is_as_added = set[str](), True
    with StorageContext(tmp_path / "library.ragindex") as storage:
        # small pages: lists go on from one to the next; segments are merged when the test says so
        for option, value in (("pgsz", choose.choice([32, 64, 500])), ("automerge", 0), ("crisismerge", 1000)):
            storage.connection.execute("INSERT INTO keywords (keywords, rank) VALUES (?, ?)", (option, value))
        store = KeywordStore(storage.connection)
        for _ in range(20):
            name = str(choose.randrange(6))
            match choose.choice(["add", "add", "delete", "merge"]):
                case "add":
                    is_as_added = is_as_added and name not in there
                    there.add(name)
                    words = [choose.choices(WORDS, k=choose.randrange(1, 60)) for _ in range(choose.randrange(1, 60))]
                    add(storage, name, list(map(" ".join, words)))
                case "delete":
                    is_as_added = is_as_added and name not in there
                    there.discard(name)
                    storage.documents.delete_files([f"/{name}"])
                case _:
                    storage.connection.execute("INSERT INTO keywords (keywords, rank) VALUES ('merge', 8)")
            question = " ".join(choose.sample(WORDS, choose.randrange(1, 6)))
            expected, found = by_fts5(store, question, ALL), dict(store.query(keyword_terms(question), ALL))
            assert found.keys() == expected.keys()
            # how much a word tells takes deleted passages into account: FTS5 counts all of them, we about the live ones
            if is_as_added:
                assert found == pytest.approx(expected, rel=1e-4)
        assert not ranking._comparisons.is_misread(storage.connection.filename)
