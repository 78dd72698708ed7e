"""Storages in memory and on disk: migration, persisting, killing, many threads."""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import numpy as np
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage import storage_context
from desktop_rag.storage.sqlite.connection import Connection, connect, select
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.keywords.keyword_store import register_analyzer
from desktop_rag.storage.sqlite.migrations import Schema, migrate
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore

SPACE = EmbeddingSpace("test", "t", 4, "")


def add(storage: StorageContext, doc_id: str, *texts: str) -> None:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)}
    nodes = [
        TextNode(text=text, id_=f"{doc_id}-{number}", relationships=dict(source)) for number, text in enumerate(texts)
    ]
    with storage.transaction():
        storage.docstore.add_documents(nodes)


def test_a_library_of_version_four_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.ragindex"
    connection = connect(path)
    register_analyzer(connection)
    migrate(connection, Schema(INDEX_SCHEMA.kind, INDEX_SCHEMA.application_id, INDEX_SCHEMA.migrations[:4]), path)
    connection.execute(
        "INSERT INTO documents (id, doc_id, path, state, size, mtime_ns, content_hash, pages, nodes, metadata, "
        "indexed_at) VALUES (1, 'd', '/a.txt', 'parsed', 1, 1, x'ab', 1, 2, '{\"file_name\": \"a.txt\"}', 0); "
        "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash, embedded) "
        "VALUES (7, 'n', 1, 0, 1, 0, 5, 'Tea', 'Green', x'00', 1), (8, 'm', 1, 1, 1, 6, 9, '', 'Red', x'01', 0); "
        "INSERT INTO keywords (rowid, terms, words) VALUES (7, 'tea green', ''), (8, 'red', ''); "
        "INSERT INTO embedding_spaces VALUES (1, 'test', 't', 4, '', 1); "
        "CREATE VIRTUAL TABLE vectors_1 USING vec0(embedding float[4] distance_metric=cosine, chunk_size=16); "
        "INSERT INTO vectors_1 (rowid, embedding) VALUES (7, '[1, 0, 0, 0]')"
    ).fetchall()
    connection.close()
    with StorageContext(path, read_only=True) as storage:
        nodes = storage.nodes.nodes_by_key([7, 8])
        assert (nodes[7].text, nodes[7].metadata["heading"], nodes[7].metadata["file_name"]) == (
            "Green",
            "Tea",
            "a.txt",
        )
        assert nodes[7].next_node == RelatedNodeInfo("m")
        assert storage.nodes.to_embed(5) == [(8, "", "Red")]
        totals = storage.documents.totals()
        assert (totals.files, totals.nodes, totals.nodes_embedded) == (1, 2, 1)
        assert storage.keywords.query(keyword_terms("red"), 5)[0][0] == 8
        assert list(SqliteVecVectorStore(storage.connection, SPACE).get([7, 8])) == [7]
        assert storage.docstore.get_document_hash("d") == "ab"
        assert storage.docstore.get_parents(["n"])["n"].text == "Green\n\nRed"
    assert path.with_name(f"{path.name}.before-0005-nodes-of-programs").exists()


@pytest.mark.parametrize("from_memory", [True, False])
def test_what_is_persisted_is_there_again(tmp_path: Path, from_memory: bool) -> None:
    with StorageContext(None if from_memory else tmp_path / "a.ragindex") as storage:
        add(storage, "d", "alpha", "beta")
        storage.persist(tmp_path / "kept")
        add(storage, "e", "gamma")
        with StorageContext.from_defaults(tmp_path / "kept") as kept:
            assert [node.text for node in kept.docstore.iter_nodes()] == ["alpha", "beta"]
        storage.persist(str(tmp_path / "kept"))
    with StorageContext.from_defaults(tmp_path / "kept") as kept:
        assert kept.nodes.node_count() == 3
        add(kept, "f", "delta")
        kept.persist(tmp_path / "kept")  # it is there already
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["library.ragindex"]
    with StorageContext(tmp_path / "kept" / "library.ragindex", read_only=True) as kept:
        assert kept.nodes.node_count() == 4
        assert kept.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_persisting_over_a_file_in_use_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "t.ragindex"
    with StorageContext(target) as user, StorageContext() as storage:
        add(user, "d", "mine")
        with pytest.raises(UserError, match="in use"):
            storage.persist(target)
        assert user.nodes.node_count() == 1
    with StorageContext(target) as user:
        assert user.nodes.node_count() == 1


def test_what_fails_while_persisting_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with StorageContext() as storage:
        add(storage, "d", "old")
        storage.persist(tmp_path)
        add(storage, "e", "new")

        def full(_: Connection, path: Path) -> None:
            path.write_bytes(b"half")
            raise apsw.FullError

        monkeypatch.setattr(storage_context, "copy_database", full)
        with pytest.raises(UserError, match="full"):
            storage.persist(tmp_path)
    with StorageContext.from_defaults(tmp_path) as kept:
        assert kept.nodes.node_count() == 1
    assert [file.name for file in tmp_path.iterdir()] == ["library.ragindex"]


def test_a_folder_without_a_library_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no library"):
        StorageContext.from_defaults(tmp_path)


def test_storages_in_memory_are_separate() -> None:
    with StorageContext() as one, StorageContext.from_defaults() as other:
        add(one, "d", "alpha")
        assert (one.nodes.node_count(), other.nodes.node_count()) == (1, 0)


_KILLED = """
import os, sys
from pathlib import Path
from desktop_rag.core.schema import TextNode
from desktop_rag.storage import storage_context
from desktop_rag.storage.sqlite.connection import Connection
from desktop_rag.storage.storage_context import StorageContext
storage = StorageContext(Path(sys.argv[1]))
with storage.transaction():
    storage.docstore.add_documents([TextNode(text="kept", id_="kept")])
with storage.transaction():
    storage.docstore.add_documents([TextNode(text="lost", id_="lost")])
    os._exit(9)
"""


def test_a_killed_program_leaves_what_was_finished(tmp_path: Path) -> None:
    path = tmp_path / "k.ragindex"
    done = subprocess.run([sys.executable, "-c", _KILLED, str(path)], check=False, timeout=60)
    assert done.returncode == 9
    with StorageContext(path) as storage:
        assert [node.id_ for node in storage.docstore.iter_nodes()] == ["kept"]


def hammer(*works: Callable[[], None]) -> None:
    """Run everything at once, over and over, and raise what any of it raises."""
    together = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        together.wait()
        for _ in range(60):
            work()

    with ThreadPoolExecutor(len(works)) as threads:
        for done in [threads.submit(run, work) for work in works]:
            done.result(60)


@pytest.mark.parametrize("in_memory", [True, False])
def test_threads_share_a_storage(tmp_path: Path, in_memory: bool) -> None:
    with StorageContext(None if in_memory else tmp_path / "t.ragindex") as storage:
        add(storage, "d", *(f"alpha{number}" for number in range(50)))
        store = SqliteVecVectorStore(storage.connection, SPACE)
        with storage.transaction():
            store.create()
            rowids = list(storage.nodes.keys_of([f"d-{number}" for number in range(50)]).values())
            storage.connection.execute("UPDATE nodes SET embedded = 0")
            store.add(rowids, np.random.default_rng(0).standard_normal((50, 4)).astype(np.float32))
        seen: list[int] = []

        def write() -> None:
            with storage.transaction():
                storage.docstore.add_documents([TextNode(text="one"), TextNode(text="two")])

        def read() -> None:
            seen.append(storage.nodes.node_count())
            assert len(list(storage.docstore.iter_nodes(["d"]))) == 50

        def search() -> None:
            with storage.snapshot():
                assert len(store.nearest(np.ones(4, np.float32), 5)) == 5
                assert storage.keywords.query(keyword_terms("alpha7"), 5)

        hammer(write, read, search, search)
        assert all(count % 2 == 0 for count in seen), "half a transaction was seen"
        assert storage.nodes.node_count() == 50 + 120


def test_a_snapshot_is_one_for_all_threads(tmp_path: Path) -> None:
    path = tmp_path / "s.ragindex"
    with StorageContext(path) as writer, StorageContext(path, read_only=True) as reader:
        add(writer, "d", "alpha")

        def search() -> int:
            with reader.snapshot():
                return reader.nodes.node_count()

        with reader.snapshot():
            assert search() == 1
            add(writer, "e", "beta")
            with ThreadPoolExecutor(4) as threads:
                assert {done.result() for done in [threads.submit(search) for _ in range(20)]} == {1}
        assert search() == 2


def test_opening_takes_no_longer_when_there_is_more(tmp_path: Path) -> None:
    path = tmp_path / "l.ragindex"
    with StorageContext(path) as storage, storage.transaction():
        storage.docstore.add_documents([TextNode(text=f"t{number}") for number in range(3000)])
    steps = []
    with StorageContext(path, read_only=True) as storage:
        storage.connection.set_profile(lambda sql, _: steps.append(sql))
        assert storage.documents.totals().nodes == 3000
    assert all("FROM nodes" not in sql or "embedded = 0" in sql for sql in steps)


def test_two_writers_take_turns_also_when_they_read_first(tmp_path: Path) -> None:
    with StorageContext(tmp_path / "a.ragindex") as one, StorageContext(tmp_path / "a.ragindex") as other:
        began, failures = threading.Event(), list[BaseException]()

        def write() -> None:
            try:
                began.wait()
                with other.transaction():
                    other.folders.add("/other", is_folder=True)
            except BaseException as error:  # noqa: BLE001 - told by the test
                failures.append(error)

        thread = threading.Thread(target=write)
        thread.start()
        with one.transaction():
            assert one.folders.all() == []
            began.set()
            thread.join(0.3)
            one.folders.add("/one", is_folder=True)
        thread.join()
        assert failures == []
        assert {root.path for root in one.folders.all()} == {"/one", "/other"}


def held(storage: StorageContext) -> set[str]:
    return {text for (text,) in select(storage.connection, "SELECT text FROM nodes")}


def texts(path: Path) -> set[str]:
    with StorageContext(path, read_only=True) as storage:
        return held(storage)


class TestLoadedFromWhatWasPersisted:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        with StorageContext() as storage:
            add(storage, "a", "Old.")
            storage.persist(tmp_path / "storage")
        return tmp_path / "storage"

    def test_a_change_is_on_disk_only_after_persist(self, folder: Path) -> None:
        with StorageContext.from_defaults(folder) as storage:
            add(storage, "b", "New.")
            storage.docstore.delete_document("a")
            assert held(storage) == {"New."}
            assert texts(folder / "library.ragindex") == {"Old."}, "others see what is on disk"
        assert texts(folder / "library.ragindex") == {"Old."}
        with StorageContext.from_defaults(folder) as storage:
            add(storage, "b", "New.")
            storage.persist(folder)
            add(storage, "c", "Later.")
        assert texts(folder / "library.ragindex") == {"Old.", "New."}

    def test_it_is_persisted_elsewhere_with_its_changes(self, folder: Path, tmp_path: Path) -> None:
        with StorageContext.from_defaults(folder) as storage:
            add(storage, "b", "New.")
            storage.persist(tmp_path / "other")
        assert texts(folder / "library.ragindex") == {"Old."}
        assert texts(tmp_path / "other" / "library.ragindex") == {"Old.", "New."}

    def test_a_change_that_fails_is_undone_alone(self, folder: Path) -> None:
        with StorageContext.from_defaults(folder) as storage:
            add(storage, "b", "New.")
            with contextlib.suppress(ZeroDivisionError), storage.transaction():
                storage.docstore.delete_document("b")
                raise ZeroDivisionError
            storage.persist(folder)
        assert texts(folder / "library.ragindex") == {"Old.", "New."}

    def test_reading_keeps_nobody_from_writing(self, folder: Path) -> None:
        with StorageContext.from_defaults(folder) as storage, StorageContext(folder / "library.ragindex") as other:
            with storage.snapshot():
                assert held(storage) == {"Old."}
            add(other, "b", "New.")
            assert held(storage) == {"Old.", "New."}

    def test_it_can_be_opened_for_reading_only(self, folder: Path) -> None:
        with StorageContext.from_defaults(folder, read_only=True) as storage:
            assert storage.connection.is_read_only
        with pytest.raises(ValueError, match="no library"):
            StorageContext.from_defaults(folder / "nowhere")
