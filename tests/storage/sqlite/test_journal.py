"""What waits to be read: the disk compared with what is stored, and the order of the queue."""

from collections.abc import Iterator, Sequence

import pytest

from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.folders import GONE, KEPT, LOST, OFFLINE, set_aside
from desktop_rag.storage.sqlite.journal import UNREAD, ScannedFile, WaitingFile
from desktop_rag.storage.storage_context import StorageContext
from tests.storage.conformance.conftest import file

SIZE, TIME = 1, 1  # of every file that ``file`` makes of one text


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


def store(storage: StorageContext, *paths: str) -> None:
    for path in paths:
        storage.documents.replace_file(file(path, f"text of {path}"))


def compare(
    storage: StorageContext, found: Sequence[ScannedFile], start: str = "/docs", priority: int = 0
) -> list[str]:
    """Note what is on disk, queue the changes and return what vanished."""
    storage.journal.begin()
    storage.journal.note(found)
    storage.journal.find_vanished([start], "/")
    vanished = sorted(path for piece in storage.journal.vanished() for _, path, _ in piece)
    storage.journal.queue_changes(priority)
    return vanished


def there(*paths: str) -> list[ScannedFile]:
    """Return files on disk as ``store`` stored them."""
    return [ScannedFile(path, SIZE, TIME) for path in paths]


def noted(storage: StorageContext, *paths: str, priority: int = 0, size: int = 1) -> None:
    """Queue files as a look at the disk does."""
    with storage.transaction():
        storage.journal.begin()
        storage.journal.note(ScannedFile(path, size, 5, "", "") for path in paths)
        storage.journal.queue_changes(priority)


def waiting(storage: StorageContext, limit: int = 99, without: tuple[str, ...] = ()) -> list[str]:
    return [one.path for one in storage.journal.waiting(limit, without)]


@pytest.mark.parametrize(
    ("found", "queued"),
    [
        (ScannedFile("/docs/a", SIZE, TIME), []),
        (ScannedFile("/docs/a", SIZE + 1, TIME), ["/docs/a"]),
        (ScannedFile("/docs/a", SIZE, TIME + 1), ["/docs/a"]),
        (ScannedFile("/docs/a", SIZE, TIME - 1), ["/docs/a"]),
        (ScannedFile("/docs/b", SIZE, TIME), ["/docs/b"]),
        (ScannedFile("/docs/b", 0, 0), ["/docs/b"]),
        (ScannedFile("/docs/b", SIZE, TIME, "skipped", "It is hidden."), []),
        (ScannedFile("/docs/a", SIZE + 1, TIME, "failed", "No."), []),
    ],
    ids=["same", "grown", "newer", "older", "new", "new and empty", "left out", "cannot be opened"],
)
def test_only_what_is_new_or_changed_waits(storage: StorageContext, found: ScannedFile, queued: list[str]) -> None:
    store(storage, "/docs/a")
    compare(storage, [found])
    assert waiting(storage) == queued
    assert storage.journal.count() == len(queued)


def test_a_file_that_is_left_out_now_waits_no_longer(storage: StorageContext) -> None:
    compare(storage, there("/docs/a", "/docs/b"))
    compare(storage, [*there("/docs/a"), ScannedFile("/docs/b", SIZE, TIME, "skipped", "Your rules leave it out.")])
    assert waiting(storage) == ["/docs/a"]
    assert storage.journal.noted() == (1, 1)
    (left_out,) = storage.journal.left_out()
    assert (left_out.path, left_out.reason) == ("/docs/b", "Your rules leave it out.")


def test_what_is_left_out_is_told_until_it_is_stored_so(storage: StorageContext) -> None:
    found = ScannedFile("/docs/a", SIZE, TIME, "skipped", "It is hidden.")
    compare(storage, [found])
    assert list(storage.journal.left_out()) == [found]
    for reason, told in (("It is hidden.", []), ("Another reason.", [found])):
        storage.documents.replace_file(DocumentRecord("/docs/a", 1, UNREAD, b"", {}, state="skipped", reason=reason))
        assert list(storage.journal.left_out()) == told


def test_a_comparison_knows_nothing_of_the_one_before(storage: StorageContext) -> None:
    store(storage, "/docs/a", "/docs/b")
    assert compare(storage, there("/docs/a")) == ["/docs/b"]
    assert compare(storage, there("/docs/b")) == ["/docs/a"]
    assert storage.journal.noted() == (1, 0)


def test_only_what_is_looked_at_can_vanish(storage: StorageContext) -> None:
    store(storage, "/docs", "/docs/a", "/docs/deep/b", "/docs2/c", "/docs.txt", "/other/d")
    assert compare(storage, [], "/docs") == ["/docs", "/docs/a", "/docs/deep/b"]
    assert compare(storage, [], "/docs/deep") == ["/docs/deep/b"]
    assert compare(storage, [], "/nowhere") == []


@pytest.mark.parametrize(
    ("reason", "told"),
    [(OFFLINE, True), (GONE, False), (KEPT, False), (LOST, False)],
    ids=["offline", "asked about", "kept", "lost"],
)
def test_what_the_person_decides_on_does_not_vanish(storage: StorageContext, reason: str, *, told: bool) -> None:
    store(storage, "/docs/a")
    set_aside(storage.connection, ["/docs/a"], reason)
    assert bool(compare(storage, [])) is told


def test_members_do_not_vanish_without_their_container(storage: StorageContext) -> None:
    store(storage, "/docs/a.zip")
    storage.documents.replace_file(file("/docs/a.zip//in.txt", "inside", container="/docs/a.zip"))
    assert compare(storage, there("/docs/a.zip")) == []
    assert compare(storage, []) == ["/docs/a.zip"]


def test_what_a_stopped_run_left_of_a_container_vanishes_by_its_name(storage: StorageContext) -> None:
    storage.documents.replace_file(file("/docs/a.zip//in.txt", "inside", container="/docs/a.zip"))
    assert compare(storage, there("/docs/a.zip")) == []
    assert compare(storage, []) == ["/docs/a.zip"]
    storage.connection.execute("UPDATE documents SET content_hash = X'AA'")
    assert storage.journal.vanished_with(b"\xaa") is None, "it was never read as a whole"


def test_what_waits_and_is_gone_waits_no_longer(storage: StorageContext) -> None:
    compare(storage, there("/docs/a", "/docs/b", "/docs2/c"))
    compare(storage, there("/docs/b"))
    assert waiting(storage) == ["/docs/b", "/docs2/c"]


def test_what_may_have_moved(storage: StorageContext) -> None:
    store(storage, "/docs/old", "/docs/unread")
    storage.connection.execute("UPDATE documents SET state = 'failed' WHERE path = '/docs/unread'")
    found = [*there("/docs/new"), ScannedFile("/docs/large", SIZE + 1, TIME), *there("/docs/two")]
    found.append(ScannedFile("/docs/hidden", SIZE, TIME, "skipped", "It is hidden."))
    assert compare(storage, found) == ["/docs/old", "/docs/unread"]
    assert list(storage.journal.maybe_moved()) == ["/docs/new", "/docs/two"]
    row = storage.journal.vanished_with(b"/docs/old")
    assert row is not None
    storage.journal.note_move(row, "/docs/new", 7)
    assert list(storage.journal.moves()) == [(row, "/docs/old", "/docs/new", 7)]
    assert storage.journal.vanished_with(b"/docs/old") is None, "it is only in one place"


def test_what_is_back_as_it_was_is_not_read_again(storage: StorageContext) -> None:
    store(storage, "/docs/same", "/docs/changed", "/docs/a.zip")
    storage.documents.replace_file(file("/docs/a.zip//in.txt", "inside", container="/docs/a.zip"))
    set_aside(storage.connection, ["/docs/same", "/docs/changed", "/docs/a.zip"], OFFLINE)
    compare(storage, [*there("/docs/same", "/docs/a.zip"), ScannedFile("/docs/changed", SIZE, TIME + 1)])
    assert waiting(storage) == ["/docs/changed"]
    states = dict(storage.connection.execute("SELECT path, state FROM documents"))
    back = ["/docs/a.zip", "/docs/a.zip//in.txt", "/docs/same"]
    assert states == dict.fromkeys(back, "parsed") | {"/docs/changed": "offline"}


def test_the_most_urgent_comes_first_then_what_came_first(storage: StorageContext) -> None:
    compare(storage, there("/docs/b", "/docs/a"))
    compare(storage, there("/other/z", "/other/y"), "/other", priority=2)
    assert waiting(storage) == ["/other/y", "/other/z", "/docs/a", "/docs/b"]
    assert [one.path for one in storage.journal.waiting(2, without=["/other/y", "/nowhere"])] == [
        "/other/z",
        "/docs/a",
    ]
    storage.journal.prioritise("/docs/b", "/")
    storage.journal.prioritise("/nowhere", "/")
    assert waiting(storage)[0] == "/docs/b"
    storage.journal.prioritise("/docs", "/")
    assert waiting(storage) == ["/docs/a", "/docs/b", "/other/y", "/other/z"]


def test_finding_a_file_again_never_makes_it_less_urgent(storage: StorageContext) -> None:
    compare(storage, there("/docs/a", "/docs/b"))
    storage.journal.prioritise("/docs/b", "/")
    compare(storage, [*there("/docs/a"), ScannedFile("/docs/b", 7, 8)])
    assert storage.journal.waiting(1) == [WaitingFile("/docs/b", 7, 8)]


def test_what_changed_while_it_was_read_is_read_again(storage: StorageContext) -> None:
    compare(storage, there("/docs/a"))
    compare(storage, [ScannedFile("/docs/a", SIZE, TIME + 1)])
    storage.journal.done("/docs/a", SIZE, TIME)
    assert storage.journal.is_waiting("/docs/a")
    storage.journal.done("/docs/a", SIZE, TIME + 1)
    assert not storage.journal.is_waiting("/docs/a")


def test_a_folder_is_dropped_with_what_is_in_it_and_nothing_else(storage: StorageContext) -> None:
    compare(storage, there("/docs/a", "/docs/deep/b", "/docs2/c", "/docs.txt"))
    storage.journal.drop("/docs", "/")
    assert waiting(storage) == ["/docs.txt", "/docs2/c"]
    storage.journal.drop("/docs.txt", "/")
    assert waiting(storage) == ["/docs2/c"]


def test_what_was_taken_out_meanwhile_is_withdrawn(storage: StorageContext) -> None:
    storage.journal.begin()
    storage.journal.note(there("/docs/a", "/docs2/b"))
    storage.journal.withdraw("/docs", "/")
    storage.journal.queue_changes(0)
    assert waiting(storage) == ["/docs2/b"]


def test_only_files_on_disk_are_queued_by_name(storage: StorageContext) -> None:
    store(storage, "/docs/a", "/docs/b")
    storage.documents.replace_file(file("/docs/a.zip//in.txt", "inside", container="/docs/a.zip"))
    storage.documents.replace_file(DocumentRecord("/docs/rule", 1, UNREAD, b"", {}, state="skipped", reason="x"))
    storage.documents.replace_file(DocumentRecord("/docs/twin", 1, TIME, b"", {}, state="skipped", reason="x"))
    storage.journal.queue(["/docs/b", "/docs/a.zip//in.txt", "/docs/rule", "/docs/twin", "/docs/a", "/nowhere"])
    assert waiting(storage) == ["/docs/b", "/docs/twin", "/docs/a"]
    storage.journal.queue(["/docs/a"], priority=1)
    assert waiting(storage) == ["/docs/a", "/docs/b", "/docs/twin"]


def test_looking_again_takes_every_file_for_changed(storage: StorageContext) -> None:
    store(storage, "/docs/a", "/docs/b")
    storage.journal.look_again()
    assert compare(storage, there("/docs/a", "/docs/b")) == []
    assert waiting(storage) == ["/docs/a", "/docs/b"]
    assert storage.files.same_content(b"/docs/a", "/docs/other") == "", "no content is known any more"


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
    storage.journal.note([ScannedFile("/a", 1, 1, "", ""), ScannedFile("/b", 1, 1, "skipped", "too large")])
    storage.journal.note([ScannedFile("/c", 1, 1, "", "")])
    assert storage.journal.noted() == (2, 1)
    assert [one.path for one in storage.journal.left_out()] == ["/b"]
    storage.journal.withdraw("/a", "/")
    assert storage.journal.noted() == (1, 1)
