"""The files of a library as the person sees them: states, narrowing, sorting, pages."""

from collections import Counter
from collections.abc import Iterator

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FileQuery, FileState, FileStatus
from desktop_rag.core.schema import TextNode
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.file_list import every_file, files_after, list_files, total_files
from desktop_rag.storage.sqlite.folders import OFFLINE, set_aside
from desktop_rag.storage.sqlite.journal import UNREAD, ScannedFile
from desktop_rag.storage.storage_context import StorageContext
from tests.storage.conformance.conftest import embed_all, file, passage

READY, KEYWORD, WAITING = FileState.READY, FileState.KEYWORD, FileState.WAITING
FAILED, SKIPPED, OFF = FileState.FAILED, FileState.SKIPPED, FileState.OFFLINE


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


def put(storage: StorageContext, path: str, *, size: int = 1, pages: int = 1, mtime_ns: int = 1, **how: str) -> None:
    texts = [f"text {number} of {path}" for number in range(pages)]
    nodes = [passage(text, number) for number, text in enumerate(texts, 1)]
    listed = [(str(number), text) for number, text in enumerate(texts, 1)]
    record = DocumentRecord(path, size, mtime_ns, b"", {}, listed, nodes, **how)  # type: ignore[arg-type]
    storage.documents.replace_file(record)


def queue(storage: StorageContext, *paths: str) -> None:
    storage.journal.begin()
    storage.journal.note(ScannedFile(path, 99, 98) for path in paths)
    storage.journal.queue_changes(0)


@pytest.fixture
def library(storage: StorageContext) -> StorageContext:
    """A file of each kind."""
    put(storage, "/d/ready.txt", size=30, pages=3, mtime_ns=5_000_000_000)
    put(storage, "/d/Changed.txt", size=20)
    put(storage, "/d/away.txt", size=10)
    embed_all(storage)
    put(storage, "/d/sub/words.txt", size=40, pages=2)
    for name, state in (("broken", "failed"), ("again", "failed"), ("hidden", "skipped")):
        put(storage, f"/d/{name}.txt", pages=0, mtime_ns=UNREAD, state=state, reason=f"Größe of {name}.")
    set_aside(storage.connection, ["/d/away.txt"], OFFLINE)
    queue(storage, "/d/Changed.txt", "/d/again.txt", "/d2/new.txt")
    return storage


def paths(storage: StorageContext, query: FileQuery) -> list[str]:
    page = list_files(storage.connection, query, "/")
    assert [row.path for row in every_file(storage.connection, query, "/")][: len(page.rows)] == [
        row.path for row in page.rows
    ]
    return [row.path for row in page.rows]


def test_every_file_is_in_one_state(library: StorageContext) -> None:
    page = list_files(library.connection, FileQuery(), "/")
    assert {row.path.rpartition("/")[2]: row.state for row in page.rows} == {
        "ready.txt": READY,
        "Changed.txt": WAITING,
        "away.txt": OFF,
        "words.txt": KEYWORD,
        "broken.txt": FAILED,
        "again.txt": WAITING,
        "hidden.txt": SKIPPED,
        "new.txt": WAITING,
    }
    assert page.total == len(page.rows) == sum(page.counts.values()) == 8
    assert page.counts == {"ready": 1, "waiting": 3, "offline": 1, "keyword": 1, "failed": 1, "skipped": 1}


def test_what_is_told_of_a_file(library: StorageContext) -> None:
    rows = {row.path: row for row in list_files(library.connection, FileQuery(), "/").rows}
    ready, new = rows["/d/ready.txt"], rows["/d2/new.txt"]
    assert (ready.pages, ready.nodes, ready.size, ready.modified, ready.container) == (3, 3, 30, 5.0, "")
    assert (new.pages, new.nodes, new.size) == (0, 0, 99)
    assert rows["/d/broken.txt"].reason == "Größe of broken."
    assert rows["/d/broken.txt"].modified == 0.0, "never before 1970"


def test_a_page_counts_states_whatever_state_is_wanted(library: StorageContext) -> None:
    page = list_files(library.connection, FileQuery(states=(WAITING, READY), limit=2), "/")
    assert (len(page.rows), page.total, page.counts["failed"]) == (2, 4, 1)
    assert {row.state for row in page.rows} <= {WAITING, READY}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        (FileQuery(text="WORDS"), ["words"]),
        (FileQuery(text="GRÖSSE of h"), ["hidden"]),
        (FileQuery(text="größe OF H"), ["hidden"]),
        (FileQuery(text="%"), []),
        (FileQuery(text="_"), []),
        (FileQuery(folder="/d/sub"), ["words"]),
        (FileQuery(folder="/d/sub/"), ["words"]),
        (FileQuery(folder="/d2"), ["new"]),
        (FileQuery(folder="/d/ready.txt"), ["ready"]),
        (FileQuery(folder="/d/re"), []),
        (FileQuery(folder="/D"), []),
        (FileQuery(folder="/d", text="ed", states=(WAITING,)), ["Changed"]),
        (FileQuery(states=(OFF,)), ["away"]),
        (FileQuery(folder="/"), ["Changed", "again", "away", "broken", "hidden", "ready", "words", "new"]),
    ],
    ids=str,
)
def test_narrowing(library: StorageContext, query: FileQuery, names: list[str]) -> None:
    found = [path.rpartition("/")[2].removesuffix(".txt") for path in paths(library, query)]
    assert found == names


@pytest.mark.parametrize(
    ("order", "first", "last"),
    [
        ("path", "Changed", "new"),
        ("-path", "new", "Changed"),
        ("name", "again", "words"),
        ("-name", "words", "again"),
        ("pages", "again", "ready"),
        ("-pages", "ready", "new"),
        ("-nodes", "ready", "new"),
        ("-modified", "ready", "hidden"),
        ("state", "broken", "ready"),
        ("-state", "ready", "broken"),
        ("-reason", "away", "new"),
    ],
)
def test_sorting(library: StorageContext, order: str, first: str, last: str) -> None:
    found = [path.rpartition("/")[2].removesuffix(".txt") for path in paths(library, FileQuery(order=order))]
    assert (found[0], found[-1]) == (first, last)
    assert len(found) == 8


def test_equals_stand_in_the_order_of_their_paths(storage: StorageContext) -> None:
    for path in ("/c", "/a", "/B", "/b"):
        put(storage, path, size=7)
    for order in ("size", "-size", "pages", "-state", "modified"):
        assert paths(storage, FileQuery(order=order)) == ["/B", "/a", "/b", "/c"]
    assert paths(storage, FileQuery(order="name")) == ["/a", "/B", "/b", "/c"]


def test_an_unknown_column_is_told_of(storage: StorageContext) -> None:
    with pytest.raises(UserError, match="sorted by “colour”"):
        list_files(storage.connection, FileQuery(order="-colour"), "/")
    with pytest.raises(UserError, match="sorted by"):
        next(every_file(storage.connection, FileQuery(order="size; DROP TABLE documents"), "/"))


def test_pages_make_up_the_whole(storage: StorageContext) -> None:
    for number in range(23):
        put(storage, f"/f/{number:02}", size=number % 3)
    every = [row.path for row in every_file(storage.connection, FileQuery(order="-size", limit=1), "/")]
    queries = [FileQuery(order="-size", offset=offset, limit=5) for offset in range(0, 30, 5)]
    pages = [list_files(storage.connection, query, "/") for query in queries]
    assert [row.path for page in pages for row in page.rows] == every
    assert {page.total for page in pages} == {23}
    assert len(set(every)) == 23


def read_in_pieces(storage: StorageContext, query: FileQuery) -> Iterator[list[FileStatus]]:
    last = None
    while piece := files_after(storage.connection, query, last, "/"):
        last = piece[-1].path
        yield piece


@pytest.mark.parametrize("query", [FileQuery(), FileQuery(states=(WAITING, FAILED)), FileQuery("BROKEN")], ids=str)
def test_pieces_and_totals_are_those_of_the_list(library: StorageContext, query: FileQuery) -> None:
    listed = list(every_file(library.connection, query, "/"))
    assert [file for piece in read_in_pieces(library, query) for file in piece] == listed
    totals = total_files(library.connection, query, "/")
    assert {state: one.files for state, one in totals.items()} == Counter(file.state for file in listed)
    assert sum(one.pages for one in totals.values()) == sum(file.pages for file in listed)
    assert sum(one.nodes for one in totals.values()) == sum(file.nodes for file in listed)


def test_a_long_list_comes_in_short_pieces_and_in_order(storage: StorageContext) -> None:
    put(storage, "/f/01000 stored")
    queue(storage, *(f"/f/{number:05}" for number in range(1_700)))
    pieces = list(read_in_pieces(storage, FileQuery(order="-size", limit=3)))
    names = [file.path for piece in pieces for file in piece]
    assert names == sorted([f"/f/{number:05}" for number in range(1_700)] + ["/f/01000 stored"])
    assert max(map(len, pieces)) <= 500


def test_members_stand_with_their_container_and_nodes_without_a_source_nowhere(storage: StorageContext) -> None:
    storage.documents.replace_file(file("/a.zip//in/x.txt", "inside", container="/a.zip"))
    storage.nodes.add([TextNode(text="loose", id_="n")])
    (row,) = list_files(storage.connection, FileQuery(order="name"), "/").rows
    assert (row.path, row.container) == ("/a.zip//in/x.txt", "/a.zip")
    assert list_files(storage.connection, FileQuery(), "/").counts == {"keyword": 1}
