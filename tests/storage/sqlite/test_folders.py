"""What was added, what is missing of it, and files that are known by another path now."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.results.libraries import MissingFiles
from desktop_rag.storage.records import DocumentRecord, doc_id_of
from desktop_rag.storage.sqlite import properties
from desktop_rag.storage.sqlite.folders import GONE, KEPT, LOST, OFFLINE, set_aside, set_aside_below, with_folders_above
from desktop_rag.storage.sqlite.stored_files import move_file, path_now
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.fingerprint import check_soundness
from tests.storage.conformance.conftest import SPACE, embed_all, file, texts_found


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


def states(storage: StorageContext) -> dict[str, tuple[str, str]]:
    rows = storage.connection.execute("SELECT path, state, reason FROM documents")
    return {path: (state, reason) for path, state, reason in rows}


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("/d/a.txt", "/d"),
        ("/d/deep/a.txt", "/d/deep"),
        ("/d/deep", "/d/deep"),
        ("/d/deeper/a.txt", "/d"),
        ("/d", "/d"),
        ("/d2/a.txt", None),
        ("/file.txt", "/file.txt"),
        ("/file.txt.zip", None),
        ("/d/a.zip//in.txt", "/d"),
        ("", None),
    ],
)
def test_a_path_belongs_to_the_innermost_root(storage: StorageContext, path: str, root: str | None) -> None:
    for added in ("/d", "/d/deep"):
        storage.folders.add(added, is_folder=True)
    storage.folders.add("/file.txt", is_folder=False)
    found = storage.folders.of(path, "/")
    assert (found.path if found else None) == root


@pytest.mark.parametrize(
    ("path", "separator", "above"),
    [
        ("/a/b", "/", ["/a/b", "/a/", "/a", "/", ""]),
        ("C:\\a\\b", "\\", ["C:\\a\\b", "C:\\a\\", "C:\\a", "C:\\", "C:"]),
        ("b", "/", ["b"]),
    ],
)
def test_the_folders_above_a_path(path: str, separator: str, above: list[str]) -> None:
    assert with_folders_above(path, separator) == above


def test_whole_drives_can_be_added(storage: StorageContext) -> None:
    storage.folders.add("/", is_folder=True)
    storage.folders.add("C:\\", is_folder=True)
    for path, separator, root in (("/x/y", "/", "/"), ("C:\\x\\y", "\\", "C:\\")):
        found = storage.folders.of(path, separator)
        assert found is not None
        assert found.path == root


def test_adding_again_keeps_what_is_known_and_takes_new_rules(storage: StorageContext) -> None:
    storage.folders.add("/d", is_folder=True, rules='{"hidden": true}')
    storage.folders.set_offline("/d", offline=True)
    storage.folders.add("/d", is_folder=True)
    (root,) = storage.folders.all()
    assert (root.rules, root.offline) == ('{"hidden": true}', True)
    storage.folders.add("/d", is_folder=True, rules="{}")
    assert storage.folders.all()[0].rules == "{}"
    storage.folders.remove("/d")
    storage.folders.remove("/d")
    assert storage.folders.all() == []


def test_what_goes_is_counted_together_for_half_a_minute_from_the_first(
    storage: StorageContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.folders.add("/d", is_folder=True)
    now = 1000.0
    monkeypatch.setattr(time, "time", lambda: now)
    for seconds, count, total in ((0, 2, 2), (15, 3, 5), (14, 1, 6), (2, 4, 4), (29, 1, 5), (31, 4, 4)):
        now += seconds
        storage.folders.note_gone("/d", count)
        assert storage.folders.gone_lately("/d") == total
    now += 31
    assert storage.folders.gone_lately("/d") == 0
    assert storage.folders.gone_lately("/nowhere") == 0
    now -= 3600  # somebody sets the clock back
    assert storage.folders.gone_lately("/d") == 0


def test_only_what_was_read_is_set_aside(storage: StorageContext) -> None:
    for path in ("/d/a", "/d/kept", "/d2/b", "/d"):
        storage.documents.replace_file(file(path, "text"))
    storage.documents.replace_file(file("/d/z.zip//in", "text", container="/d/z.zip"))
    for state in ("failed", "skipped"):
        storage.documents.replace_file(DocumentRecord(f"/d/{state}", 1, 1, b"", {}, state=state, reason="why"))
    set_aside(storage.connection, ["/d/kept"], KEPT)
    set_aside_below(storage.connection, "/d", "/", OFFLINE)
    away = ("offline", OFFLINE)
    assert states(storage) == {
        "/d": away,
        "/d/a": away,
        "/d/kept": ("offline", KEPT),
        "/d/z.zip//in": away,
        "/d2/b": ("parsed", ""),
        "/d/failed": ("failed", "why"),
        "/d/skipped": ("skipped", "why"),
    }
    set_aside_below(storage.connection, "/d", "/", LOST)
    assert states(storage)["/d/a"] == ("offline", LOST)
    assert storage.keywords.node_count() == 5, "all of them stay searchable"


def test_the_person_is_asked_for_each_root(storage: StorageContext) -> None:
    for root in ("/d", "/d/deep", "/e"):
        storage.folders.add(root, is_folder=True)
    paths = ["/d/1", "/d/2", "/d/sub/3", "/d/deep/4", "/e/5", "/unknown/6"]
    for path in paths:
        storage.documents.replace_file(file(path, "text"))
    storage.documents.replace_file(DocumentRecord("/d/failed", 1, 1, b"", {}, state="failed", reason="why"))
    assert storage.folders.missing("/") == ()
    set_aside(storage.connection, ["/d/1", "/d/sub/3", "/d/deep/4", "/unknown/6"], GONE)
    set_aside(storage.connection, ["/d/2"], KEPT)
    asked = sorted(storage.folders.missing("/"), key=lambda one: one.folder)
    assert asked == [MissingFiles("/d", 2, 5), MissingFiles("/d/deep", 1, 1)]
    assert sorted(storage.folders.gone_below("/d", "/")) == ["/d/1", "/d/deep/4", "/d/sub/3"]


# moving


def test_a_moved_file_keeps_its_vectors_and_is_found_under_its_new_name(storage: StorageContext) -> None:
    old, new = "/d/alt.txt", "/d/sub/新.txt"
    storage.documents.replace_file(file(old, "a whale", "the sea", metadata={"file_name": "alt.txt"}))
    embed_all(storage)
    before = [node.id_ for node in storage.nodes.iter_nodes()]
    move_file(storage.connection, old, new, 77)
    nodes = list(storage.nodes.iter_nodes())
    assert [(node.metadata["file_path"], node.metadata["file_name"]) for node in nodes] == [(new, "新.txt")] * 2
    assert storage.vectors(SPACE).count() == 2
    assert texts_found(storage, "whale") == ["a whale"]
    assert storage.documents.page_count(new) == 2
    assert not storage.documents.document_exists(doc_id_of(old))
    known = storage.files.known_file(new)
    assert known is not None
    assert (known.mtime_ns, known.content_hash) == (77, old.encode())
    check_soundness(storage.connection)
    storage.documents.replace_file(file(new, "a whale", "the sea"))
    assert [node.id_ for node in storage.nodes.iter_nodes()] == [node.id_ for node in nodes], "as if it were read there"
    assert set(before).isdisjoint(node.id_ for node in nodes)
    assert storage.nodes.to_embed(10) == []


def test_what_is_in_a_file_moves_along(storage: StorageContext) -> None:
    storage.documents.replace_file(file("/a.zip", "outside"))
    for inside in ("/a.zip//x.txt", "/a.zip//in/b.zip//y.txt"):
        storage.documents.replace_file(file(inside, f"text {inside}", container="/a.zip"))
    move_file(storage.connection, "/a.zip", "/b.zip", 5)
    assert sorted(states(storage)) == ["/b.zip", "/b.zip//in/b.zip//y.txt", "/b.zip//x.txt"]
    assert sorted(storage.files.members("/b.zip")) == ["/b.zip//in/b.zip//y.txt", "/b.zip//x.txt"]
    assert storage.files.members("/a.zip") == {}
    assert path_now(storage.connection, "/a.zip//x.txt") == "/b.zip//x.txt"


def test_where_a_file_is_after_many_moves(storage: StorageContext) -> None:
    storage.documents.replace_file(file("/1", "text"))
    for number in range(1, 4):
        move_file(storage.connection, f"/{number}", f"/{number + 1}", number)
    assert [path_now(storage.connection, f"/{number}") for number in range(1, 6)] == ["/4", "/4", "/4", "/4", "/5"]
    storage.documents.replace_file(file("/2", "another file"))
    assert path_now(storage.connection, "/2") == "/2", "what is there now comes first"
    move_file(storage.connection, "/4", "/1", 9)
    assert [path_now(storage.connection, path) for path in ("/1", "/3", "/4")] == ["/1", "/1", "/1"]
    storage.documents.delete_files(["/1"])
    assert path_now(storage.connection, "/3") == "/3"


def test_a_name_that_a_reader_chose_stays(storage: StorageContext) -> None:
    storage.documents.replace_file(file("/mail.eml", "text", metadata={"file_name": "Re: hello", "year": 1999}))
    move_file(storage.connection, "/mail.eml", "/other.eml", 1)
    (info,) = storage.documents.iter_documents()
    assert info.metadata == {"file_path": "/other.eml", "file_name": "Re: hello", "year": 1999}


# what a library notes about itself


def test_properties_are_as_they_were_set(tmp_path: Path) -> None:
    path = tmp_path / "p.ragindex"
    with StorageContext(path) as storage:
        db = storage.connection
        assert (properties.get_splitting(db), properties.is_paused(db), properties.get_notice(db)) == (None, False, "")
        assert (properties.get_test_questions(db), properties.get_settings(db)) == ({}, {})
        assert properties.get_library_id(db) == ""
        properties.set_splitting(db, '{"kind": "token"}')
        properties.set_paused(db, paused=True)
        properties.set_notice(db, "Der Server „x“ schläft.")
        properties.set_test_questions(db, {"questions": ["誰?"]})
        properties.set_library_id(db, "5a")
        properties.set_reader_version(db, "7")
    with StorageContext(path, read_only=True) as storage:
        db = storage.connection
        assert properties.get_splitting(db) == '{"kind": "token"}'
        assert properties.is_paused(db)
        assert properties.get_notice(db) == "Der Server „x“ schläft."
        assert properties.get_test_questions(db) == {"questions": ["誰?"]}
        assert properties.get_library_id(db) == "5a"
        assert properties.get_reader_version(db) == "7"
    with StorageContext(path) as storage:
        properties.set_notice(storage.connection, "")
        properties.set_paused(storage.connection, paused=False)
        left = {row[0] for row in storage.connection.execute("SELECT key FROM properties")}
        assert left == {"splitting", "golden_questions", "library_id", "readers"}


@pytest.mark.parametrize("stored", ["", "[]", "null", '"text"', json.dumps({"no_such_option": 1, "top_k": []})])
def test_settings_that_this_version_does_not_know_are_left_out(storage: StorageContext, stored: str) -> None:
    storage.connection.execute("INSERT INTO properties VALUES ('settings', ?)", (stored,))
    assert properties.get_settings(storage.connection) == {}
