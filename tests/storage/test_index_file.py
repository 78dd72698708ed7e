"""Index files: transactions, migrations, damage, names."""

import contextlib
import errno
import pkgutil
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, AnswerState, Source, TraceEvent
from desktop_rag.llamaindex.storage.document_summaries import DocumentSummaryStore
from desktop_rag.storage.exchange import export_index, import_index
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.chat.chat_file import CHAT_SCHEMA
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.sqlite.files.relocation import close_database
from desktop_rag.storage.sqlite.index_kinds.graph import GraphStore
from desktop_rag.storage.sqlite.index_kinds.tree import TreeStore
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.inspection import inspect_library
from desktop_rag.storage.sqlite.keywords.keyword_store import register_analyzer
from desktop_rag.storage.sqlite.migrations import Migration, Schema, migrate
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms, keyword_terms
from tests.helpers.hostile_libraries import journal_naming

INSPECTION = "desktop_rag.storage.sqlite.inspection"
PASSAGE = Source(1, 0.5, "/docs/a.txt", 1, "1", 0, 5, "Hello", "n")
SILENT_MODEL = (TraceEvent(1, None, "llm", 0.0, 1.0, {"response": ""}),)


def record(path: str, *texts: str) -> DocumentRecord:
    nodes = [NodeRecord(1, i * 10, i * 10 + len(text), "", text, text.lower()) for i, text in enumerate(texts)]
    return DocumentRecord(path, 1, 2, b"hash", {"file_name": path}, [("1", "\n".join(texts))], nodes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.ragindex"


def test_a_document_comes_back_as_it_was_stored(path: Path) -> None:
    with StorageContext(path) as storage:
        with storage.transaction():
            (first, second) = storage.documents.replace_file(record("/a.txt", "Hello there", "General text"))
        nodes = storage.nodes.nodes_by_key([first, second, 99])
        assert [nodes[rowid].text for rowid in (first, second)] == ["Hello there", "General text"]
        assert nodes[second].start_char_idx == 10
        assert nodes[first].metadata["page_number"] == 1
        assert storage.documents.page_text("/a.txt", 1) == "Hello there\nGeneral text"
        assert storage.docstore.nodes_around(nodes[first].node_id, 1, 1) == ([], [nodes[second]])


def test_storing_a_file_again_replaces_it_everywhere(path: Path) -> None:
    with StorageContext(path) as storage:
        for text in ("alpha", "beta"):
            with storage.transaction():
                storage.documents.replace_file(record("/a.txt", text))
        assert storage.keywords.query(keyword_terms("alpha"), 5) == []
        assert len(storage.keywords.query(keyword_terms("beta"), 5)) == 1
        assert storage.documents.totals().nodes == 1


def test_a_failed_transaction_leaves_nothing_behind(path: Path) -> None:
    with StorageContext(path) as storage:
        broken = record("/a.txt", "alpha", "alpha")
        twice = DocumentRecord("/a.txt", 1, 2, b"", {}, [("1", "x")], [broken.nodes[0]] * 2, state="nonsense")
        with pytest.raises(apsw.ConstraintError), storage.transaction():  # noqa: PT012 - the first put must be undone
            storage.documents.replace_file(record("/b.txt", "alpha"))
            storage.documents.replace_file(twice)
        assert storage.documents.totals().files == 0
        assert storage.keywords.query(keyword_terms("alpha"), 5) == []


def test_a_reader_sees_one_state_while_a_writer_writes(path: Path) -> None:
    with StorageContext(path) as writer:
        with writer.transaction():
            writer.documents.replace_file(record("/a.txt", "alpha"))
        with StorageContext(path, read_only=True) as reader, reader.snapshot():
            assert reader.documents.totals().files == 1
            with writer.transaction():
                writer.documents.replace_file(record("/b.txt", "beta"))
            assert reader.documents.totals().files == 1
        with StorageContext(path, read_only=True) as reader:
            assert reader.documents.totals().files == 2


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    StorageContext(path).close()
    connection = connect(path)
    connection.execute("INSERT INTO migrations VALUES ('9999-from-the-future', 0)")
    connection.close()
    with pytest.raises(UserError, match="newer version"):
        StorageContext(path)


def test_a_foreign_or_damaged_file_is_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.ragindex"
    connection = apsw.Connection(str(foreign))
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(UserError, match="not a library"):
        StorageContext(foreign)
    garbage = tmp_path / "garbage.ragindex"
    garbage.write_bytes(b"this is not a database" * 100)
    with pytest.raises(UserError, match="damaged or not a library"):
        StorageContext(garbage)


def test_migrations_are_applied_once_with_a_backup_before(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    first = Migration("0001-a", "CREATE TABLE a (x INTEGER) STRICT")
    second = Migration("0002-b", "CREATE TABLE b (x INTEGER) STRICT")
    connection = connect(path)
    assert migrate(connection, Schema("test", 7, [first]), path) == ["0001-a"]
    connection.execute("INSERT INTO a VALUES (42)")
    assert migrate(connection, Schema("test", 7, [first, second]), path) == ["0002-b"]
    assert migrate(connection, Schema("test", 7, [first, second]), path) == []
    connection.close()
    backup = connect(tmp_path / "m.db.before-0002-b", read_only=True)
    assert backup.execute("SELECT x FROM a").fetchall() == [(42,)]
    assert not backup.table_exists("main", "b")
    backup.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    connection = connect(path)
    good = Migration("0001-a", "CREATE TABLE a (x INTEGER) STRICT")
    bad = Migration("0002-b", "CREATE TABLE b (x INTEGER) STRICT; CREATE TABLE a (x INTEGER) STRICT")
    with pytest.raises(apsw.SQLError, match="table a already exists"):
        migrate(connection, Schema("test", 7, [good, bad]), path)
    assert connection.table_exists("main", "a")
    assert not connection.table_exists("main", "b")
    assert connection.execute("SELECT name FROM migrations").fetchall() == [("0001-a",)]
    connection.close()


def test_a_file_of_another_kind_is_not_migrated(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    step = Migration("0001-a", "CREATE TABLE a (x INTEGER) STRICT")
    connection = connect(path)
    migrate(connection, Schema("other", 8, [step]), path)
    with pytest.raises(UserError):
        migrate(connection, Schema("test", 7, [step, Migration("0002-b", "DROP TABLE a")]), path)
    assert connection.table_exists("main", "a")
    connection.close()


def test_a_library_of_the_first_version_is_found_by_its_words_after_an_update(path: Path) -> None:
    first = Schema(INDEX_SCHEMA.kind, INDEX_SCHEMA.application_id, INDEX_SCHEMA.migrations[:1])
    connection = connect(path)
    migrate(connection, first, path)
    connection.execute(
        "INSERT INTO documents (id, doc_id, path, state, size, mtime_ns, content_hash, indexed_at) "
        "VALUES (1, 'd', '/a.txt', 'parsed', 1, 1, x'00', 0); "
        "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash) "
        "VALUES (7, 'n', 1, 0, 1, 0, 5, 'Nachrichten', 'Versicherungen', x'00'); "
        "INSERT INTO keywords (rowid, terms) VALUES (7, 'nachrichten versicherungen')"
    ).fetchall()
    connection.close()
    with StorageContext(path, read_only=True) as storage:
        for query in ("Versicherung", "Nachricht"):
            assert [rowid for rowid, _ in storage.keywords.query(keyword_terms(query), 5)] == [7]
    assert path.with_name(f"{path.name}.before-0002-beginnings-of-words").exists()


def test_thai_words_of_an_older_library_are_found_after_an_update(path: Path) -> None:
    before = Schema(INDEX_SCHEMA.kind, INDEX_SCHEMA.application_id, INDEX_SCHEMA.migrations[:6])
    connection = connect(path)
    register_analyzer(connection)
    migrate(connection, before, path)
    connection.execute(
        "INSERT INTO documents (id, doc_id, path, state, size, mtime_ns, content_hash, indexed_at) "
        "VALUES (1, 'd', '/a.txt', 'parsed', 1, 1, x'00', 0); "
        "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash) VALUES "
        "(7, 'n', 1, 0, 1, 0, 5, '', 'ยาสามัญ', x'00'), (8, 'o', 1, 1, 1, 0, 5, '', 'plain', x'00'); "
        "INSERT INTO keywords (rowid, terms) VALUES (7, 'ยา าส สา าม มั ัญ'), (8, 'as it was')"
    ).fetchall()
    connection.close()
    with StorageContext(path, read_only=True) as storage:
        for query, row in (("ยาสามัญ", 7), ("ยา", 7), ("was", 8)):
            assert [rowid for rowid, _ in storage.keywords.query(keyword_terms(query), 5)] == [row]
        assert storage.keywords.query(keyword_terms("มั"), 5) != []
        assert storage.keywords.query(KeywordTerms(("ัญ",)), 5) == []


def test_programs_that_update_a_file_at_once_do_it_once(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    steps = [Migration(f"000{number}", f"CREATE TABLE t{number} (x INTEGER) STRICT") for number in (1, 2, 3)]
    connection = connect(path)
    migrate(connection, Schema("test", 7, steps[:1]), path)
    connection.close()
    together = threading.Barrier(4)

    def update(_: int) -> list[str]:
        connection = connect(path)
        together.wait()
        done = migrate(connection, Schema("test", 7, steps), path)
        connection.close()
        return done

    with ThreadPoolExecutor(4) as threads:
        done = [name for names in threads.map(update, range(4)) for name in names]
    assert sorted(done) == ["0002", "0003"]
    assert sorted(file.name for file in tmp_path.glob("m.db.before-*")) == ["m.db.before-0002"]


@pytest.mark.parametrize("schema", [INDEX_SCHEMA, CHAT_SCHEMA])
def test_migration_names_are_unique_and_in_order(schema: Schema) -> None:
    names = [migration.name for migration in schema.migrations]
    assert names == sorted(set(names))


@pytest.mark.parametrize(
    "name",
    ["Reports", "研究ノート", "a/b\\c:d*?", "..", ".hidden", "100 % sure", "CON", "é" * 60, "研究/100 % ノート" * 4],
)
def test_any_name_can_be_created_listed_and_deleted(tmp_path: Path, name: str) -> None:
    files = IndexFiles(tmp_path / "libraries")
    created = files.create(name)
    assert created.parent == files.folder
    assert files.names() == [name]
    files.rename(name, "other")
    assert files.names() == ["other"]
    files.delete("other")
    assert list(files.folder.iterdir()) == []


def test_a_file_that_the_system_keeps_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = IndexFiles(tmp_path)
    files.create("one")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "The process cannot access the file")

    monkeypatch.setattr(Path, "unlink", refuse)
    monkeypatch.setattr("desktop_rag.storage.sqlite.files.database_files.rename_exclusively", refuse)
    with pytest.raises(UserError, match="cannot be changed: The process cannot access the file"):
        files.delete("one")
    with pytest.raises(UserError, match="cannot be changed"):
        files.rename("one", "two")


@pytest.mark.parametrize("content", [(), ("kept.txt",)], ids=["empty", "with a file"])
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_a_folder_in_the_place_of_a_log_keeps_no_library_from_being_deleted(
    tmp_path: Path, end: str, content: tuple[str, ...]
) -> None:
    files = IndexFiles(tmp_path)
    path = files.create("one")
    for side in tmp_path.glob("*.ragindex-*"):
        side.unlink()
    folder = path.with_name(path.name + end)
    folder.mkdir()
    for name in content:
        (folder / name).write_text("what somebody keeps here")
    files.delete("one")
    assert list(tmp_path.iterdir()) == ([folder] if content else [])
    assert sorted(file.name for file in tmp_path.glob("*/*")) == [*content]


ACTS: dict[str, Callable[[IndexFiles, Path], object]] = {
    "opened": lambda _, path: StorageContext(path),
    "looked at": lambda files, _: files.info("one"),
    "connected": lambda _, path: connect(path),
    "used as a cache": lambda _, path: SqliteEmbeddingCache(path).close(),
    "renamed": lambda files, _: files.rename("one", "two"),
    "imported": lambda files, path: import_index(files, path, "two"),
    "replaced": lambda files, path: export_index(files, "mine", path, replace=True),
    "moved with its folder": lambda _, path: close_database(path),
    "deleted": lambda files, _: files.delete("one"),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_journal_beside_a_library_deletes_no_other_file(tmp_path: Path, act: str) -> None:
    """Whatever version of SQLite is there: before 3.54 it believed any name in a journal."""
    files, victim = IndexFiles(tmp_path / "libraries"), tmp_path / "letter.txt"
    files.create("mine")
    path = files.create("one")
    victim.write_text("what a person wrote")
    files.path("one").with_name("one.ragindex-wal").unlink(missing_ok=True)
    content = journal_naming(victim, path.stat().st_size // 4096)
    journal = path.with_name(f"{path.name}-journal")
    journal.write_bytes(content)
    with contextlib.suppress(UserError):
        ACTS[act](files, path)
    assert victim.exists()
    assert not journal.exists() or journal.read_bytes() == content
    assert journal.exists() or act in ("used as a cache", "replaced", "deleted"), "SQLite played it back"
    if act == "looked at":
        assert "would delete another file" in files.info("one").error


def test_statistics_without_end_are_not_read_whenever_a_library_is_opened(tmp_path: Path) -> None:
    """SQLite reads all that it finds of them at the first statement, and this program makes none."""
    path = IndexFiles(tmp_path).create("one")
    numbers = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000)"
    with contextlib.closing(apsw.Connection(str(path))) as db:
        db.execute(f"ANALYZE; INSERT INTO sqlite_stat1 {numbers} SELECT 'nodes', NULL, '9 9 9' FROM n").fetchall()

    def work(connect_it: Callable[[], apsw.Connection]) -> float:
        began = time.thread_time()
        with contextlib.closing(connect_it()) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        return time.thread_time() - began

    usual = min(work(lambda: apsw.Connection(str(path))) for _ in range(3))
    assert min(work(lambda: connect(path, INDEX_SCHEMA, read_only=True)) for _ in range(3)) < usual / 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell how long another thread has worked")
@pytest.mark.parametrize("place", ["desktop_rag.storage.index_files._info", f"{INSPECTION}.is_complete"])
def test_a_library_is_not_refused_because_other_programs_take_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """As if the thread waited for the processor while it looks at the library."""
    monkeypatch.setattr("desktop_rag.storage.index_files.LOOK_SECONDS", 0.2)
    monkeypatch.setattr(f"{INSPECTION}._SECONDS", 0.2)
    files, look = IndexFiles(tmp_path), pkgutil.resolve_name(place)
    path = files.create("one")

    def slowly(*arguments: StorageContext | apsw.Connection) -> object:
        for one in arguments:
            connection = one.connection if isinstance(one, StorageContext) else one
            if isinstance(connection, apsw.Connection):
                connection.create_scalar_function("nap", lambda *_: time.sleep(0.1), 1)
                naps = "WITH RECURSIVE naps(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM naps WHERE n < 6)"
                connection.execute(f"{naps} SELECT nap(n) FROM naps").fetchall()
        return look(*arguments)

    monkeypatch.setattr(place, slowly)
    if place.startswith(INSPECTION):
        with StorageContext(path) as storage:
            inspect_library(storage.connection, path)
    else:
        assert not files.info("one").error


def test_damage_that_only_shows_in_reading_is_told_of(path: Path) -> None:
    with StorageContext(path) as storage:
        storage.documents.replace_file(record("/a.txt", *(f"alpha {number} " * 50 for number in range(300))))
    with path.open("r+b") as file:
        for place in range(20 * 4096, path.stat().st_size, 4096):
            file.seek(place)
            file.write(b"\xa5" * 4096)
    with pytest.raises(UserError, match="damaged"), StorageContext(path) as storage:
        storage.connection.execute("SELECT count(text), count(terms) FROM nodes, keywords('alpha')").fetchall()


def test_bad_names_are_explained(tmp_path: Path) -> None:
    files = IndexFiles(tmp_path)
    files.create("one")
    with pytest.raises(UserError, match="already"):
        files.create("one")
    with pytest.raises(UserError, match="needs a name"):
        files.create("  ")
    with pytest.raises(UserError, match=r"no library called “two”\. Libraries: one"):
        files.existing("two")


def test_conversations_keep_questions_whose_answer_never_came(tmp_path: Path) -> None:
    chats = ChatStore(tmp_path / "chats.sqlite")
    conversation = chats.create("lib")
    chats.ask(conversation, "What  is\nthis?")
    (info,) = chats.conversations()
    assert info.title == "What is this?"
    (turn,) = chats.turns(conversation)
    assert (turn.question, turn.answer) == ("What  is\nthis?", None)
    chats.delete(conversation)
    assert chats.conversations() == ()


@pytest.mark.parametrize(
    ("answer", "is_passage_list"),
    [
        (Answer("q", "", (), (PASSAGE,), "", extractive=True), True),
        (Answer("q", "", (), (PASSAGE,), "small", extractive=False), True),
        (Answer("q", "Yes [1].", (), (PASSAGE,), "small", extractive=False), False),
        (Answer("q", "", (), (PASSAGE,), "small", extractive=False, state=AnswerState.FAILED), False),
        (Answer("q", "", (), (PASSAGE,), "small", extractive=False, trace=SILENT_MODEL), False),
    ],
    ids=["searched", "searched beside a model", "answered", "failed", "silent"],
)
def test_answers_of_earlier_versions_are_shown_as_they_were(
    tmp_path: Path, answer: Answer, is_passage_list: bool
) -> None:
    """They do not say in which mode they were asked for."""
    chats = ChatStore(tmp_path / "chats.sqlite")
    conversation = chats.create("lib")
    chats.answer(chats.ask(conversation, "q"), answer)
    connection = connect(tmp_path / "chats.sqlite")
    connection.execute("UPDATE turns SET answer = json_remove(answer, '$.mode')")
    connection.close()
    (turn,) = chats.turns(conversation)
    assert turn.answer is not None
    assert replace(turn.answer, mode=answer.mode) == answer
    assert turn.answer.is_passage_list is is_passage_list


def test_conversations_of_earlier_versions_are_about_all_files(tmp_path: Path) -> None:
    path = tmp_path / "chats.sqlite"
    connection = connect(path)
    earlier = Schema(CHAT_SCHEMA.kind, CHAT_SCHEMA.application_id, CHAT_SCHEMA.migrations[:2])
    migrate(connection, earlier, path)
    connection.execute(
        "INSERT INTO conversations (id, title, index_name, created, updated) VALUES ('c', 't', 'l', 1, 1)"
    )
    connection.close()
    chats = ChatStore(path)
    assert chats.scope("c") == ()
    chats.set_scope("c", ("/docs/契約.pdf", '/docs/a "b".txt'))
    assert chats.scope("c") == ("/docs/契約.pdf", '/docs/a "b".txt')
    assert chats.scope("gone") == ()


@pytest.mark.parametrize("name", ["研究", "100% sure", "50%", "%41", "a?b", " two ", ".hidden", "x" * 150, "Größe (1)"])
def test_a_file_that_was_named_in_a_file_manager_opens_under_that_name(tmp_path: Path, name: str) -> None:
    files = IndexFiles(tmp_path)
    made = files.create("lib")
    try:
        made.rename(tmp_path / f"{name}.ragindex")
    except OSError:
        pytest.skip("this system has no such names")
    (listed,) = files.names()
    assert files.info(listed).error == ""
    assert files.info(listed).path == str(tmp_path / f"{name}.ragindex")
    with pytest.raises(UserError, match="already"):
        files.create(listed)
    files.rename(listed, "new")
    assert files.names() == ["new"]
    files.delete("new")
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_any_name_does_not_hide_the_others(tmp_path: Path) -> None:
    files = IndexFiles(tmp_path)
    files.create("lib").rename(tmp_path / ".ragindex")
    files.create("other")
    assert files.names() == ["other"]


def test_what_indices_made_in_an_older_library_is_theirs_after_an_update(path: Path) -> None:
    before = Schema(INDEX_SCHEMA.kind, INDEX_SCHEMA.application_id, INDEX_SCHEMA.migrations[:9])
    connection = connect(path)
    register_analyzer(connection)
    migrate(connection, before, path)
    connection.execute(
        "INSERT INTO documents (id, doc_id, path, state, size, mtime_ns, content_hash, indexed_at, nodes) "
        "VALUES (1, 'd', '/a.txt', 'parsed', 1, 1, x'00', 0, 2); "
        "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash) VALUES "
        "(7, 'n', 1, 0, 1, 0, 5, '', 'Cats', x'00'), (8, 'o', 1, 1, 1, 0, 5, '', 'Tea', x'00'); "
        "INSERT INTO indices (index_id, kind, created) VALUES ('i', 'tree', 0), ('j', 'summary', 1); "
        "INSERT INTO tree_summaries (id, level, text) VALUES (3, 1, 'Cats and tea'); "
        "INSERT INTO tree_leaves VALUES (7, 3), (8, 3); "
        "INSERT INTO document_summaries (document, summary) VALUES (1, 'About cats'); "
        "INSERT INTO triplets (id, subject, relation, object, subject_key, relation_key, object_key) "
        "VALUES (5, 'Cats', 'like', 'tea', 'cats', 'like', 'tea'); INSERT INTO triplet_nodes VALUES (5, 7)"
    ).fetchall()
    connection.close()
    with StorageContext(path) as storage:
        assert [(entry.index_id, entry.slot) for entry in storage.index_store.entries()] == [("i", 0), ("j", 0)]
        tree, graph = TreeStore(storage.connection), GraphStore(storage.connection)
        assert [item.text for item in tree.roots()] == ["Cats and tea"]
        assert [item.id for item in tree.children(3)] == [7, 8]
        assert [one.summary for one in DocumentSummaryStore(storage.connection).summaries()] == ["About cats"]
        assert graph.triplets() == [("Cats", "like", "tea")]
        with storage.transaction():
            storage.nodes.delete(["n"])
        assert (tree.count_stale(), graph.triplets()) == (1, [])
        assert DocumentSummaryStore(storage.connection).summaries() == []
