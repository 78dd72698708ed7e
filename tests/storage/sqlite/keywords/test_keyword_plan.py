"""The mean length of a node where there is nothing to take it of, and the order of equal scores."""

from collections.abc import Iterator
from contextlib import closing

import apsw
import pytest

from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.keywords.keyword_plan import best_first, entries_that_tell, totals
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


@pytest.mark.parametrize(
    ("texts", "mean"),
    [
        ((), 1.0),
        (("", ""), 1.0),
        (("whale",), 1.0),
        (("whale song deep",), 3.0),
        (("whale song", "whale song deep blue"), 3.0),
    ],
    ids=["nothing", "no words", "one word", "one node", "several"],
)
def test_a_node_has_one_term_at_least_on_average(storage: StorageContext, texts: tuple[str, ...], mean: float) -> None:
    nodes = [NodeRecord(1, 0, len(text), "", text, text) for text in texts]
    if nodes:
        storage.documents.replace_file(DocumentRecord("/a", 1, 1, b"", {}, (), nodes))
    assert totals(storage.connection)[1] == mean


@pytest.mark.parametrize("nodes", [1, 127, 128, 129, 16_383, 16_384, 2_097_152])
def test_the_totals_of_fts5_are_read_however_many_bytes_they_take(nodes: int) -> None:
    with closing(apsw.Connection(":memory:")) as connection:
        connection.execute("CREATE TABLE keywords_data(id INTEGER PRIMARY KEY, block BLOB)")
        block = b"".join(map(varint, (nodes, 3 * nodes, nodes)))
        connection.execute("INSERT INTO keywords_data VALUES (1, ?)", (block,))
        assert totals(connection)[1] == 4.0


@pytest.mark.parametrize(
    ("counts", "share", "entries"),
    [
        ({"rare": 10, "usual": 2000}, 0.5, 10),
        ({"rare": 10, "usual": 2000}, 0.95, 2010),
        ({"usual": 4000, "also": 4000}, 0.95, 8000),
        ({"unknown": 0, "usual": 2000}, 0.95, 2000),
        ({"unknown": 0}, 0.95, 0),
    ],
    ids=["the rarest tell enough", "nearly all is wanted", "all tell as much", "an unknown one", "nothing known"],
)
def test_lists_are_read_until_they_tell_enough(counts: dict[str, int], share: float, entries: int) -> None:
    assert entries_that_tell(KeywordTerms(tuple(counts), ()), counts, 10_000, share) == entries


def varint(number: int) -> bytes:
    """Return a number as SQLite stores it: seven bits to a byte, the eighth says that more follow."""
    places = range((max(number.bit_length(), 1) - 1) // 7, -1, -1)
    return bytes(number >> 7 * place & 0x7F | (0x80 if place else 0) for place in places)


def test_where_everything_was_deleted_there_is_no_length_to_divide_by(storage: StorageContext) -> None:
    nodes = [NodeRecord(1, 0, 5, "", "whale song", "whale song")]
    storage.documents.replace_file(DocumentRecord("/a", 1, 1, b"", {}, (), nodes))
    storage.documents.delete_files(["/a"])
    assert totals(storage.connection)[1] == 1.0


def test_equal_scores_are_in_the_order_of_the_library() -> None:
    assert sorted([(9, 1.0), (2, 0.5), (3, 1.0), (1, 0.5)], key=best_first) == [(3, 1.0), (9, 1.0), (1, 0.5), (2, 0.5)]
