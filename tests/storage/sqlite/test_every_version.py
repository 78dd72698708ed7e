"""Files of every earlier version open with all that is in them, also when bringing them up to date was interrupted."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.storage.records import doc_id_of, text_hash
from desktop_rag.storage.sqlite.chat.chat_file import CHAT_SCHEMA
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import Connection, connect
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.keywords.keyword_store import register_analyzer
from desktop_rag.storage.sqlite.migrations import Schema, is_current, migrate
from desktop_rag.storage.sqlite.pages import put_pages
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from tests.helpers.fingerprint import check_soundness

TEXTS = ("Versicherungen of whales", "ยาสามัญประจำบ้าน", "鯨は海に住む")
STEPS = len(INDEX_SCHEMA.migrations)


@contextmanager
def opened(path: Path) -> Iterator[Connection]:
    connection = connect(path)
    register_analyzer(connection)
    try:
        yield connection
    finally:
        connection.close()


def until(schema: Schema, steps: int) -> Schema:
    """Return the schema as the version with so many steps knew it."""
    return Schema(schema.kind, schema.application_id, schema.migrations[:steps])


def tables(connection: apsw.Connection) -> list[tuple[Any, ...]]:
    return connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()


def after(instructions: int) -> Callable[[], bool]:
    """Return what stops SQLite after so many instructions."""
    left = iter(range(instructions))
    return lambda: next(left, None) is None


def fill(connection: apsw.Connection) -> None:
    """Put into a library of any version a file with a page and passages, a failed file, and an added folder."""
    insert = (
        "INSERT INTO documents (id, doc_id, path, state, reason, size, mtime_ns, content_hash, pages, nodes, metadata, "
        "indexed_at) VALUES (?, ?, ?, ?, ?, 5, 6, x'07', ?, ?, ?, 0)"
    )
    about = json.dumps({"year": 2024})
    connection.execute(insert, (1, doc_id_of("/d/a.txt"), "/d/a.txt", "parsed", "", 1, len(TEXTS), about))
    connection.execute(insert, (2, doc_id_of("/d/b.txt"), "/d/b.txt", "failed", "Damaged.", 0, 0, "{}"))
    put = "INSERT INTO pages (document, page, label, text) VALUES (1, 1, 'i', ?)"
    with StorageContext() as other:
        other.connection.execute("PRAGMA foreign_keys = OFF")
        put_pages(other.connection, 1, [("i", "\n".join(TEXTS))])
        ((packed,),) = other.connection.execute("SELECT text FROM pages")
    connection.execute(put, (packed,))
    for number, text in enumerate(TEXTS):
        connection.execute(
            "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash) "
            "VALUES (?, ?, 1, ?, 1, 0, ?, 'Heading', ?, ?)",
            (number + 1, f"n{number}", number, len(text), text, text_hash("Heading", text)),
        )
        terms = " ".join(keyword_terms(f"Heading\n{text}").terms)
        connection.execute("INSERT INTO keywords (rowid, terms) VALUES (?, ?)", (number + 1, terms))
    connection.execute("INSERT INTO roots (path, is_folder, added_at) VALUES ('/d', 1, 12.5)")
    connection.execute("INSERT INTO properties VALUES ('paused', '1')")


def assert_all_there(path: Path) -> None:
    with StorageContext(path) as storage:
        check_soundness(storage.connection)
        assert storage.documents.totals().by_state == {"parsed": 1, "failed": 1}
        assert list(storage.documents.labelled_pages("/d/a.txt")) == [("i", "\n".join(TEXTS))]
        nodes = list(storage.nodes.iter_nodes())
        assert [(node.id_, node.text, node.metadata["year"]) for node in nodes] == [
            (f"n{number}", text, 2024) for number, text in enumerate(TEXTS)
        ]
        for number, question in enumerate(["Versicherung", "ยาสามัญ", "鯨"], 1):
            assert [key for key, _ in storage.keywords.query(keyword_terms(question), 1)] == [number]
        (root,) = storage.folders.all()
        assert (root.path, root.is_folder, root.rules, root.offline) == ("/d", True, "{}", False)
        assert storage.folders.gone_lately("/d") == storage.journal.count() == 0
        assert len(storage.nodes.to_embed(10)) == len(TEXTS)


def old_library(path: Path, steps: int) -> Path:
    with opened(path) as connection:
        migrate(connection, until(INDEX_SCHEMA, steps), path)
        fill(connection)
    return path


@pytest.mark.parametrize("steps", range(1, STEPS + 1))
def test_a_library_of_any_version_opens_with_all_that_is_in_it(tmp_path: Path, steps: int) -> None:
    path = old_library(tmp_path / "old.ragindex", steps)
    assert_all_there(path)
    backups = [file.name for file in tmp_path.glob("*.before-*")]
    following = INDEX_SCHEMA.migrations[steps:]
    changed = [step for step in following if not step.only_adds]
    wanted = [f"old.ragindex.before-{following[0].name}"] if changed else []
    assert backups == wanted, "one backup, of the file as it was; none where only something is added"


@pytest.mark.parametrize(("schema", "name"), [(INDEX_SCHEMA, "x.ragindex"), (CHAT_SCHEMA, "c.db")], ids=["lib", "chat"])
def test_one_version_after_the_other_makes_the_same_tables_as_all_at_once(
    tmp_path: Path, schema: Schema, name: str
) -> None:
    slow, fast = tmp_path / f"slow-{name}", tmp_path / f"fast-{name}"
    for steps in range(1, len(schema.migrations) + 1):
        with opened(slow) as connection:
            assert not is_current(connection, until(schema, steps))
            done = migrate(connection, until(schema, steps), slow)
            assert done == [schema.migrations[steps - 1].name]
            assert is_current(connection, until(schema, steps))
            assert connection.pragma("user_version") == steps
    with opened(fast) as connection, opened(slow) as other:
        migrate(connection, schema, fast)
        assert tables(connection) == tables(other)
        assert connection.pragma("application_id") == other.pragma("application_id") == schema.application_id


def test_each_update_leaves_a_backup_that_its_version_opens(tmp_path: Path) -> None:
    path = old_library(tmp_path / "x.ragindex", 3)
    with StorageContext(path) as storage:
        storage.documents.delete_files(["/d/a.txt"])
    backup = tmp_path / f"x.ragindex.before-{INDEX_SCHEMA.migrations[3].name}"
    with opened(backup) as connection:
        assert migrate(connection, until(INDEX_SCHEMA, 3), backup) == []
    assert_all_there(backup)


@pytest.mark.parametrize("steps", [1, 4, 6])
def test_an_update_that_is_interrupted_anywhere_goes_on_the_next_time(tmp_path: Path, steps: int) -> None:
    path = old_library(tmp_path / "old.ragindex", steps)
    interrupted, least = 0, 300
    while True:
        with opened(path) as connection:
            connection.set_progress_handler(after(least), 1)
            try:
                migrate(connection, INDEX_SCHEMA, path)
            except (apsw.InterruptError, apsw.SQLError):
                interrupted += 1
            else:
                break
            connection.set_progress_handler(None)
            done = {str(row[0]) for row in connection.execute("SELECT name FROM migrations")}
            names = [migration.name for migration in INDEX_SCHEMA.migrations]
            assert sorted(done) == names[: len(done)], "steps are done in order, each whole"
            assert connection.pragma("user_version") == len(done)
        least = least * 3 // 2
    assert interrupted > 5
    assert_all_there(path)
    assert min(file.name for file in tmp_path.glob("*.before-*")).endswith(INDEX_SCHEMA.migrations[steps].name)


def test_a_reader_brings_an_old_file_up_to_date_and_still_cannot_write(tmp_path: Path) -> None:
    path = old_library(tmp_path / "x.ragindex", 2)
    with StorageContext(path, read_only=True) as storage:
        assert storage.connection.is_read_only
        assert storage.keywords.node_count() == len(TEXTS)
        with pytest.raises(UserError, match="cannot be opened for writing"), storage.transaction():
            storage.connection.execute("DELETE FROM documents")


@pytest.mark.parametrize("steps", range(1, len(CHAT_SCHEMA.migrations) + 1))
def test_conversations_of_any_version_go_on(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "chat.db"
    with opened(path) as connection:
        migrate(connection, until(CHAT_SCHEMA, steps), path)
        connection.execute(
            "INSERT INTO conversations (id, title, index_name, created, updated) VALUES ('c', 'Titel', 'lib', 1, 2)"
        )
        connection.execute("INSERT INTO turns (conversation, question, asked_at) VALUES ('c', 'Warum?', 1)")
    store = ChatStore(path)
    assert [(one.id, one.title, one.updated) for one in store.conversations()] == [("c", "Titel", 2.0)]
    assert [turn.question for turn in store.turns("c")] == ["Warum?"]
    assert (store.settings("c"), store.scope("c"), store.get_messages("c")) == ({}, (), [])
    store.ask("c", "Und dann?")
    store.set_scope("c", ["/東京.txt"])
    assert [turn.question for turn in ChatStore(path).turns("c")] == ["Warum?", "Und dann?"]
    assert ChatStore(path).scope("c") == ("/東京.txt",)


@pytest.mark.parametrize("schema", [INDEX_SCHEMA, CHAT_SCHEMA], ids=["lib", "chat"])
def test_a_file_of_the_other_kind_is_left_alone(tmp_path: Path, schema: Schema) -> None:
    path = tmp_path / "file"
    other = CHAT_SCHEMA if schema is INDEX_SCHEMA else INDEX_SCHEMA
    with opened(path) as connection:
        migrate(connection, other, path)
        before = tables(connection)
        with pytest.raises(UserError, match=f"is not a {schema.kind}"):
            migrate(connection, schema, path)
        assert tables(connection) == before
    assert list(tmp_path.glob("*.before-*")) == []
