"""The queue of files to be read, and the mean length of a node where there is nothing to take it of."""

from collections.abc import Iterator

import pytest

from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.journal import Scanned
from desktop_rag.storage.sqlite.keywords.keyword_plan import best_first, mean_length
from desktop_rag.storage.storage_context import StorageContext


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


def noted(storage: StorageContext, *paths: str, priority: int = 0, size: int = 1) -> None:
    """Queue files as a look at the disk does."""
    with storage.transaction():
        storage.journal.begin()
        storage.journal.note(Scanned(path, size, 5, "", "") for path in paths)
        storage.journal.queue_changes(priority)


def waiting(storage: StorageContext, limit: int = 99, without: tuple[str, ...] = ()) -> list[str]:
    return [one.path for one in storage.journal.waiting(limit, without)]


def test_files_wait_in_their_order_those_of_the_highest_priority_first(storage: StorageContext) -> None:
    noted(storage, "/b", "/a")
    noted(storage, "/d", "/c", priority=2)
    noted(storage, "/e", priority=1)
    assert waiting(storage) == ["/c", "/d", "/e", "/a", "/b"]
    assert storage.journal.count() == 5


def test_what_is_noticed_again_keeps_the_higher_priority_and_its_place(storage: StorageContext) -> None:
    noted(storage, "/a", "/b", priority=1)
    noted(storage, "/b", "/c", size=9)
    assert waiting(storage) == ["/a", "/b", "/c"]
    assert [one.size for one in storage.journal.waiting(99)] == [1, 9, 9]


@pytest.mark.parametrize(
    ("limit", "without", "expected"),
    [
        (2, (), ["/a", "/b"]),
        (2, ("/a",), ["/b", "/c"]),
        (2, ("/a", "/c"), ["/b", "/d"]),
        (9, ("/b", "/x"), ["/a", "/c", "/d"]),
        (0, (), []),
        (2, ("/a", "/b", "/c", "/d"), []),
    ],
)
def test_the_next_files_are_those_that_are_not_being_read(
    storage: StorageContext, limit: int, without: tuple[str, ...], expected: list[str]
) -> None:
    noted(storage, "/a", "/b", "/c", "/d")
    assert waiting(storage, limit, without) == expected


def test_what_is_wanted_now_comes_before_all_that_waits(storage: StorageContext) -> None:
    noted(storage, "/x/a", "/x/b", "/xy", "/z", priority=3)
    storage.journal.prioritise("/z", "/")
    assert waiting(storage)[0] == "/z"
    storage.journal.prioritise("/x", "/")
    assert waiting(storage) == ["/x/a", "/x/b", "/z", "/xy"]


def test_a_file_that_changed_while_it_was_read_still_waits(storage: StorageContext) -> None:
    noted(storage, "/a", "/b")
    storage.journal.done("/a", 2, 5)
    storage.journal.done("/b", 1, 5)
    assert waiting(storage) == ["/a"]
    assert storage.journal.is_waiting("/a")
    assert not storage.journal.is_waiting("/b")


def test_a_folder_is_dropped_with_what_is_below_it_only(storage: StorageContext) -> None:
    noted(storage, "/x", "/x/a", "/x/b/c", "/xy", "/z")
    storage.journal.drop("/x", "/")
    assert waiting(storage) == ["/xy", "/z"]


def test_how_many_files_are_read_and_how_many_left_out(storage: StorageContext) -> None:
    storage.journal.begin()
    assert storage.journal.noted() == (0, 0)
    storage.journal.note([Scanned("/a", 1, 1, "", ""), Scanned("/b", 1, 1, "skipped", "too large")])
    storage.journal.note([Scanned("/c", 1, 1, "", "")])
    assert storage.journal.noted() == (2, 1)
    assert [one.path for one in storage.journal.left_out()] == ["/b"]
    storage.journal.withdraw("/a", "/")
    assert storage.journal.noted() == (1, 1)


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
    assert mean_length(storage.connection) == mean


def test_where_everything_was_deleted_there_is_no_length_to_divide_by(storage: StorageContext) -> None:
    nodes = [NodeRecord(1, 0, 5, "", "whale song", "whale song")]
    storage.documents.replace_file(DocumentRecord("/a", 1, 1, b"", {}, (), nodes))
    storage.documents.delete_files(["/a"])
    assert mean_length(storage.connection) == 1.0


def test_equal_scores_are_in_the_order_of_the_library() -> None:
    assert sorted([(9, 1.0), (2, 0.5), (3, 1.0), (1, 0.5)], key=best_first) == [(3, 1.0), (9, 1.0), (1, 0.5), (2, 0.5)]
