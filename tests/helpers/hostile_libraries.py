"""Library files that somebody crafted: each is a change of a good one, or no library at all.

``python -m tests.helpers.hostile_libraries DATA NAME…`` lists, searches, asks and imports each of some libraries and
prints as JSON what was said, how long it took and how much memory the program had at most.
"""

import io
import json
import os
import struct
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import numpy as np
import sqlite_vec

from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.services.review.columns import load_template
from desktop_rag.services.review.quoted import VERSION
from desktop_rag.services.review.tables import question_key
from desktop_rag.storage.sqlite.review import ReviewCells
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

TABLE = "invoice"
Change = Callable[[apsw.Connection], None]
Craft = Callable[[Path, Path], None]
"""Makes a file at the first path, out of the good library at the second."""


def make_good(path: Path, folder: Path) -> None:
    """Make a library of three files with vectors of the built-in model's space."""
    folder.mkdir(exist_ok=True)
    with StorageContext(path) as storage, storage.transaction():
        for name in ("whales", "otters", "rivers"):
            file = folder / f"{name}.txt"
            file.write_text(f"The {name} sleep at night. Nobody counts the {name} twice.")
            storage.documents.replace_file(parse_file(ParseTask.of(file)))
        storage.folders.add(str(folder), is_folder=True)
        vectors = storage.vectors(SPACE)
        vectors.create()
        waiting = [row for row, *_ in storage.nodes.to_embed(100)]
        random = np.random.default_rng(7).standard_normal((len(waiting), SPACE.dimensions)).astype(np.float32)
        vectors.add(waiting, random / np.linalg.norm(random, axis=1, keepdims=True))


def crafted(change: Change | str) -> Craft:
    """Return what changes a copy of the good library: by SQL, or in Python."""

    def craft(path: Path, good: Path) -> None:
        path.write_bytes(good.read_bytes())
        with closing(apsw.Connection(str(path))) as connection:
            connection.enable_load_extension(True)
            connection.load_extension(sqlite_vec.loadable_path())
            connection.execute("PRAGMA journal_mode = DELETE").fetchall()
            if isinstance(change, str):
                connection.execute(change).fetchall()
            else:
                change(connection)

    return craft


def _schema(sql: str) -> Craft:
    """Return what runs SQL with the schema itself writable."""
    return crafted(f"PRAGMA writable_schema = ON; {sql}; PRAGMA writable_schema = OFF")


def _bytes(change: Callable[[bytearray], bytes]) -> Craft:
    """Return what changes the bytes of a file."""

    def craft(path: Path, good: Path) -> None:
        path.write_bytes(change(bytearray(good.read_bytes())))

    return craft


def _cut(share: float) -> Craft:
    return _bytes(lambda content: bytes(content[: int(len(content) * share)]))


def _noise(content: bytearray) -> bytes:
    """Return a file whose pages behind the schema are noise."""
    noise = np.random.default_rng(3).integers(0, 256, len(content) - 40_960, np.uint8).tobytes()
    return bytes(content[:40_960]) + noise


def _link(target: str) -> Craft:
    def craft(path: Path, _good: Path) -> None:
        path.symlink_to(target)

    return craft


def _pipe(path: Path, _good: Path) -> None:
    os.mkfifo(path)


def _pipe_as_log(path: Path, good: Path) -> None:
    path.write_bytes(good.read_bytes())
    os.mkfifo(f"{path}-wal")


def _many(sql: str, count: int) -> Change:
    """Return what runs a statement for many numbers, in one transaction."""

    def change(connection: apsw.Connection) -> None:
        with connection:
            connection.executemany(sql, ((number,) for number in range(count)))

    return change


def _many_tables(connection: apsw.Connection) -> None:
    with connection:
        for number in range(5_000):
            columns = ", ".join(f"a_long_name_of_a_column_{number}_{column}" for column in range(150))
            connection.execute(f"CREATE TABLE many_{number} ({columns})")


def _long_words(connection: apsw.Connection) -> None:
    with connection:
        for number in range(300):
            connection.execute(f"CREATE TABLE long_{number} (a /* {'x' * 900_000} */)")


def _bomb(connection: apsw.Connection) -> None:
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(600)) + packer.flush()
    connection.execute("UPDATE pages SET text = ?", (packed,))


def _bomb_of_words(connection: apsw.Connection) -> None:
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(600)) + packer.flush()
    connection.execute("UPDATE pages SET words = ?", (packed,))


def _nan(connection: apsw.Connection) -> None:
    blob = np.full(16 * SPACE.dimensions, np.nan, np.float32).tobytes()
    connection.execute("UPDATE vectors_1_vector_chunks00 SET vectors = ?", (blob,))


_ODD = "\x1b[2J\x1b]0;x\x07\u202e\r\n"  # what terminals obey, and what turns the direction of writing


def _with(sql: str, *values: str) -> Craft:
    """Return what changes a good library by SQL with values."""

    def change(connection: apsw.Connection) -> None:
        connection.execute(sql, values).fetchall()

    return crafted(change)


def _property(key: str, value: str | Callable[[], str]) -> Craft:
    """Return what sets a property; a long value is made when it is needed: it would count as the program's memory."""

    def change(connection: apsw.Connection) -> None:
        written = value if isinstance(value, str) else value()
        connection.execute("INSERT OR REPLACE INTO properties VALUES (?, ?)", (key, written)).fetchall()

    return crafted(change)


def _cells(cell: Callable[[], str]) -> Craft:
    """Return what fills the cells of a table that comes with the program, as they are kept where no model is asked."""

    def change(connection: apsw.Connection) -> None:
        cells, written = ReviewCells(connection), cell()
        reader = f"quoted/{VERSION}/{SPACE.provider}/{SPACE.model}/True"
        for (path,) in connection.execute("SELECT path FROM documents").fetchall():
            content = cells.contents(str(path))
            assert content is not None
            for column in load_template(TABLE, "en").columns:
                cells.put_cell(content, question_key(column), reader, written)

    return crafted(change)


def _cell(place: str, words: str = "sleep") -> str:
    """Return a cell with its sentence, as it is stored."""
    sentence = f'{{{place}, "page_label": "", "quote": "{words}", "value": "{words}"}}'
    return f'{{"state": "found", "value": "{words}", "places": [{sentence}]}}'


def _question(number: str, words: str) -> str:
    """Return a test question whose pages are a number that no page has, as it is stored."""
    place = f'{{"file": "/docs/whales.txt", "page": {number}, "text": "{words}"}}'
    expected = f'[["/docs/whales.txt", {number}]]'
    return (
        f'{{"id": "q", "text": "When do whales sleep?", "expected": {expected}, "chosen": [{place}], '
        f'"refused": [{place}]}}'
    )


def _questions(number: str, words: str = "sleep") -> str:
    run = f'{{"made": {number}, "figures": {{}}, "ranks": {{"q": {number}}}}}'
    return f'{{"questions": [{_question(number, words)}], "last": {run}, "baseline": {run}}}'


def _with_retriever(kind: str, sql: str) -> Craft:
    """Return what changes a good library, whose settings say that an index kind is searched."""
    settings = json.dumps({"retrieval.retriever": kind})
    return crafted(f"INSERT OR REPLACE INTO properties VALUES ('settings', '{settings}'); {sql}")


def _beside(end: str, content: bytes) -> Craft:
    """Return what puts a file beside a good library where SQLite keeps its own."""

    def craft(path: Path, good: Path) -> None:
        path.write_bytes(good.read_bytes())
        Path(f"{path}{end}").write_bytes(content)

    return craft


def journal_naming(victim: Path, pages: int) -> bytes:
    """Return the journal of a database of some pages that has SQLite delete another file, by its versions before 3.54.

    A transaction of several databases leaves such a name at its end: of the file that lists them, which goes last.
    """
    magic, name = bytes.fromhex("d9d505f920a163d7"), os.fsencode(victim)
    head = magic + struct.pack(">IIIII", 0, 0, pages, 512, 4096)
    total = sum(byte - 256 * (byte > 127) for byte in name) % 2**32
    return (
        head.ljust(512, b"\0")
        + struct.pack(">I", 2**30 // 4096 + 1)
        + name
        + struct.pack(">II", len(name), total)
        + magic
    )


def _deletes_another(path: Path, good: Path) -> None:
    content = good.read_bytes()
    path.write_bytes(content)
    Path(f"{path}-journal").write_bytes(journal_naming(good, len(content) // 4096))


def _log_with_a_trigger(path: Path, good: Path) -> None:
    """Make a file that is good by itself; its log is whole, and adds what SQLite would run."""
    made = path.with_name("made")
    made.write_bytes(good.read_bytes())
    with closing(apsw.Connection(str(made))) as connection:
        connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0").fetchall()
        connection.execute("CREATE TRIGGER evil AFTER INSERT ON documents BEGIN DELETE FROM nodes; END")
        path.write_bytes(made.read_bytes())
        Path(f"{path}-wal").write_bytes(Path(f"{made}-wal").read_bytes())
    made.unlink()


def _deep(levels: int) -> str:
    return "[" * levels + "]" * levels


def _page(number: int, change: Callable[[bytearray], None]) -> Craft:
    """Return what changes one page of a file, counted from 1."""

    def changed(content: bytearray) -> bytes:
        size = int.from_bytes(content[16:18], "big")
        size = 65_536 if size == 1 else size
        page = content[(number - 1) * size : number * size]
        change(page)
        content[(number - 1) * size : number * size] = page
        return bytes(content)

    return _bytes(changed)


def _refers_to_itself(page: bytearray) -> None:
    page[:] = (
        bytes([5, 0, 0, 0, 1, 0, 20, 0, 0, 0, 0, 3, 0, 20])
        + bytes(6)
        + (b"\0\0\0\x03\x05" * len(page))[: len(page) - 20]
    )


def _sparse(size: int) -> Craft:
    """Return what makes a good library as long as no disk is."""

    def craft(path: Path, good: Path) -> None:
        path.write_bytes(good.read_bytes())
        os.truncate(path, size)

    return craft


def _socket(path: Path, _good: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


def _folder_beside(end: str) -> Craft:
    def craft(path: Path, good: Path) -> None:
        path.write_bytes(good.read_bytes())
        Path(f"{path}{end}").mkdir()

    return craft


def _link_beside(end: str, target: str) -> Craft:
    def craft(path: Path, good: Path) -> None:
        path.write_bytes(good.read_bytes())
        Path(f"{path}{end}").symlink_to(target)

    return craft


_MOST = 2**63 - 1
RECURSION = "WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT"

HOSTILE: dict[str, Craft] = {
    # what SQLite would run
    "view": crafted("CREATE VIEW documents_too AS SELECT * FROM documents"),
    "view for properties": crafted(
        f"ALTER TABLE properties RENAME TO p; CREATE VIEW properties AS {RECURSION} n AS key, n AS value FROM endless"
    ),
    "view for the ledger": crafted(
        f"ALTER TABLE migrations RENAME TO m; CREATE VIEW migrations AS {RECURSION} n AS name, n AS applied_at "
        "FROM endless"
    ),
    "view for roots": crafted(
        "ALTER TABLE roots RENAME TO r; CREATE VIEW roots AS SELECT '/etc' AS path, 1 AS is_folder, 0 AS added_at, "
        "'{}' AS rules, 0 AS offline, 0 AS forgotten, 0 AS forgotten_at"
    ),
    "trigger": crafted(f"CREATE TRIGGER evil AFTER INSERT ON documents BEGIN {RECURSION} count(n) FROM endless; END"),
    "trigger on properties": crafted("CREATE TRIGGER evil AFTER UPDATE ON properties BEGIN DELETE FROM documents; END"),
    "trigger of ours, changed": _schema(
        "UPDATE sqlite_schema SET sql = 'CREATE TRIGGER tree_leaf_gone AFTER DELETE ON tree_leaves BEGIN "
        "DELETE FROM documents; END' WHERE name = 'tree_leaf_gone'"
    ),
    "virtual table": crafted("CREATE VIRTUAL TABLE evil USING fts5(x)"),
    "virtual table of vec0": crafted("CREATE VIRTUAL TABLE evil USING vec0(e float[8])"),
    "virtual table of an unknown module": _schema(
        "INSERT INTO sqlite_schema VALUES ('table', 'evil', 'evil', 0, 'CREATE VIRTUAL TABLE evil USING nothing(x)')"
    ),
    "virtual table for roots": crafted(
        "DROP TABLE roots; CREATE VIRTUAL TABLE roots USING fts5(path, is_folder, rules)"
    ),
    "keywords with another tokenizer": _schema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'ascii tokenchars', 'trigram tokenchars') WHERE name = 'keywords'"
    ),
    "generated column": crafted("ALTER TABLE documents ADD COLUMN g TEXT AS (hex(path))"),
    "index on an expression": crafted("CREATE INDEX evil ON documents (hex(path))"),
    "partial index": crafted("CREATE INDEX evil ON documents (path) WHERE length(hex(path)) > 3"),
    "check with a function": crafted(
        "DROP TABLE moved; CREATE TABLE moved (path TEXT CHECK (randomblob(900000000) <> 1), document INTEGER)"
    ),
    "default with a function": crafted(
        "DROP TABLE moved; CREATE TABLE moved (path TEXT DEFAULT (hex(zeroblob(9))), document INTEGER)"
    ),
    "table of its own": crafted("CREATE TABLE evil (x)"),
    "shadow table with a check": crafted(
        "CREATE TABLE vectors_9_rowids (rowid INTEGER CHECK (length(hex(rowid)) > 0))"
    ),
    "table that is missing": crafted("DROP TABLE nodes"),
    "columns that are missing": crafted("DROP TABLE roots; CREATE TABLE roots (path TEXT PRIMARY KEY) STRICT"),
    "tables without end": crafted(_many_tables),
    "schema of long words": crafted(_long_words),
    "schema that is no SQL": _schema("UPDATE sqlite_schema SET sql = 'CREATE nothing' WHERE name = 'documents'"),
    "schema that is no text": _schema("UPDATE sqlite_schema SET sql = x'ff00ff' WHERE name = 'roots'"),
    "schema that points elsewhere": _schema("UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'properties'"),
    "two tables of one page": _schema(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'nodes') "
        "WHERE name = 'documents'"
    ),
    # values
    "settings that are no JSON": crafted("INSERT OR REPLACE INTO properties VALUES ('settings', '{{{')"),
    "settings that are a list": crafted("INSERT OR REPLACE INTO properties VALUES ('settings', '[1, 2]')"),
    "settings without end": crafted(
        f"INSERT OR REPLACE INTO properties VALUES ('settings', '{{\"a\": {_deep(900)}}}')"
    ),
    "huge property": crafted("INSERT OR REPLACE INTO properties VALUES ('settings', hex(zeroblob(50000000)))"),
    "huge id": crafted("INSERT OR REPLACE INTO properties VALUES ('library_id', hex(zeroblob(5000000)))"),
    "splitting that is a number": crafted("INSERT OR REPLACE INTO properties VALUES ('splitting', '7')"),
    "rules that are no JSON": crafted("UPDATE roots SET rules = 'evil'"),
    "metadata that are a number": crafted("UPDATE documents SET metadata = '7'"),
    "metadata that are deep": crafted(f"UPDATE documents SET metadata = '{{\"a\": {_deep(990)}}}'"),
    "huge metadata": crafted("""UPDATE documents SET metadata = '{"a": "' || hex(zeroblob(20000000)) || '"}'"""),
    "metadata of a node": crafted("UPDATE nodes SET metadata = '[]', extra = 'null'"),
    "numbers that no date has": crafted("UPDATE documents SET mtime_ns = 9223372036854775807, indexed_at = 1e300"),
    "negative numbers": crafted("UPDATE documents SET size = -5, pages = -1, nodes = -7"),
    "pages beyond all pages": crafted("UPDATE nodes SET page = 9223372036854775807, start = -1, end = -99"),
    "huge text": crafted("UPDATE nodes SET text = hex(zeroblob(30000000))"),
    "text that is not UTF-8": crafted("UPDATE nodes SET text = CAST(x'ff80fe' AS TEXT), heading = CAST(x'ff' AS TEXT)"),
    "path that is not UTF-8": crafted("UPDATE roots SET path = CAST(x'2fff80' AS TEXT)"),
    "page that is a bomb": crafted(_bomb),
    "vectors that are no numbers": crafted(_nan),
    "vectors that are too short": crafted("UPDATE vectors_1_vector_chunks00 SET vectors = x'00'"),
    "vectors with wrong places": crafted("UPDATE vectors_1_rowids SET chunk_offset = 4000000000, chunk_id = 99"),
    "rows of no numbers": crafted("UPDATE vectors_1_chunks SET rowids = 'text', validity = 'text'"),
    "wrong dimensions": crafted("UPDATE embedding_spaces SET dimensions = 999999999"),
    "no dimensions": crafted("UPDATE embedding_spaces SET dimensions = -1"),
    "rules of a space": crafted("UPDATE embedding_spaces SET provider = 'openai', rules = 'none'"),
    "two active spaces": crafted("INSERT INTO embedding_spaces VALUES (9, 'openai', 'm', 8, '|', 1)"),
    "roots without end": crafted(
        _many("INSERT INTO roots (path, is_folder, added_at) VALUES ('/r' || ?1, 1, 0)", 200_000)
    ),
    "waiting files without end": crafted(
        _many("INSERT INTO pending VALUES ('/a/folder/of/files/' || ?1, 1, 1, 0, ?1)", 300_000)
    ),
    "unreadable files without end": crafted(
        _many(
            "INSERT INTO documents (doc_id, path, state, reason, size, mtime_ns, content_hash, indexed_at) "
            "VALUES ('d' || ?1, '/a/folder/of/files/' || ?1, 'failed', 'The file is damaged.', 1, 1, x'', 1)",
            200_000,
        )
    ),
    "indices without end": crafted(
        _many("INSERT INTO indices (index_id, kind, created, slot) VALUES ('i' || ?1, 'vector', 0, ?1)", 300_000)
    ),
    "parts without end": crafted(
        _many(
            "INSERT INTO nodes (node_id, document, position, page, start, end, heading, text, text_hash, type, parent, "
            "embedded) VALUES ('n' || ?1, 1, ?1, 1, 0, 5, '', 'whales sleep', x'', 'child', 1, 2)",
            400_000,
        )
    ),
    "reasons without end": crafted(
        _many(
            "INSERT INTO documents (doc_id, path, state, reason, size, mtime_ns, content_hash, indexed_at) "
            "VALUES ('d' || ?1, '/a/' || ?1, 'failed', hex(zeroblob(250000)), 1, 1, x'', 1)",
            400,
        )
    ),
    "ledger of nonsense": crafted("DELETE FROM migrations WHERE name LIKE '0003%'"),
    "ledger of the future": crafted("INSERT INTO migrations VALUES ('9999-of-the-future', 0)"),
    "ledger without end": crafted(_many("INSERT INTO migrations VALUES ('x' || ?1, 0)", 200_000)),
    "words without order": crafted("UPDATE keywords_data SET block = randomblob(300)"),
    "words of zeros": crafted("UPDATE keywords_data SET block = zeroblob(length(block))"),
    "settings of the words": crafted("INSERT OR REPLACE INTO keywords_config VALUES ('rank', 'evil(1)')"),
    "version of the words": crafted("UPDATE keywords_config SET v = 99 WHERE k = 'version'"),
    "structure of the words": crafted(
        "UPDATE keywords_data SET block = x'00000001ffffff7fffffff7fffffff7f' WHERE id = 10"
    ),
    "rules that try many ways": crafted(f"""UPDATE roots SET rules = '{{"ignore": ["{"*a" * 40}b"]}}'"""),
    "the last row that is allowed": crafted(
        f"PRAGMA foreign_keys = OFF; UPDATE nodes SET id = {10**15 - 10} + id; "
        f"UPDATE keywords_docsize SET id = {10**15 - 10} + id; "
        f"UPDATE vectors_1_rowids SET rowid = {10**15 - 10} + rowid"
    ),
    "codes in notices": _with("INSERT OR REPLACE INTO properties VALUES ('notice', ?1), ('no_room', ?1)", _ODD),
    "codes in metadata": _with(
        "UPDATE documents SET metadata = json_object('file_name', ?1, 'title', ?1, 'language', ?1), reason = ?1", _ODD
    ),
    "codes in paths": _with("UPDATE documents SET path = '/x/' || id || ?", _ODD),
    "codes in texts": _with("UPDATE nodes SET text = 'whales sleep ' || ?1, heading = ?1", _ODD),
    "paths of nothing": crafted(
        "UPDATE documents SET path = '' WHERE id = 1; UPDATE documents SET path = '//' WHERE id = 2"
    ),
    "containers in a circle": crafted("UPDATE documents SET container = path"),
    "nodes of no kind": crafted("UPDATE nodes SET type = 'odd'"),
    "parents in a circle": crafted(
        "UPDATE nodes SET parent = 3 - id WHERE id < 3; UPDATE nodes SET parent = id WHERE id = 3"
    ),
    "moved in a circle": crafted("INSERT INTO moved SELECT path, id FROM documents"),
    "nodes of no document": crafted("PRAGMA foreign_keys = OFF; UPDATE nodes SET document = 777"),
    "places of nodes": crafted("UPDATE nodes SET start = 900, end = 3, position = 0"),
    "splitting into nothing": crafted(
        """INSERT OR REPLACE INTO properties VALUES ('splitting', '{"name": "token", "size": 0, "overlap": 9}')"""
    ),
    "settings of wrong kinds": crafted(
        "INSERT OR REPLACE INTO properties VALUES "
        """('settings', '{"retrieval.similarity_top_k": [1], "retrieval.retriever": {"a": 1e999}}')"""
    ),
    "notes of a renaming": crafted("INSERT OR REPLACE INTO properties VALUES ('old_name', '../../mine')"),
    "a space elsewhere": crafted("UPDATE embedding_spaces SET provider = 'plugin', model = '../../../etc/passwd'"),
    "words without lengths": crafted(
        "UPDATE keyword_lengths SET lengths = x'ff'; UPDATE keywords_docsize SET sz = x'00'"
    ),
    "a journal of noise": _beside("-journal", bytes.fromhex("d9d505f920a163d7") + b"\xff" * 3_000),
    "a log with a trigger": _log_with_a_trigger,
    "a log of noise": _beside("-wal", bytes.fromhex("377f0682") + b"\x01" * 90_000),
    # what people and index kinds keep in it
    "test questions of wrong kinds": _property("golden_questions", '{"questions": 7, "last": [1], "baseline": "x"}'),
    "test questions with odd numbers": _property("golden_questions", _questions("1e999")),
    "test questions with long numbers": _property("golden_questions", lambda: _questions("9" * 4_000)),
    "test questions with long words": _property("golden_questions", lambda: _questions("1", "whales " * 300_000)),
    "test questions with codes": _property("golden_questions", _questions("1", json.dumps(_ODD)[1:-1])),
    "test questions without end": _property(
        "golden_questions", lambda: '{"questions": [' + ", ".join([_question("1", "sleep")] * 100_000) + "]}"
    ),
    "tables that are none": crafted("INSERT INTO review_tables VALUES ('a', '{{{', 1e308), ('', '7', -1e308)"),
    "tables inside each other": crafted(
        f'INSERT INTO review_tables VALUES (\'a\', \'{{"name": "a", "columns": {"[" * 100_000}\', 1)'
    ),
    "cells with odd numbers": _cells(lambda: _cell('"page": 1e999, "start": -9, "end": ' + "9" * 400)),
    "cells inside each other": _cells(lambda: '{"state": "by hand", "found": ' * 20_000),
    "cells of codes": _cells(lambda: _cell('"page": 1, "start": 0, "end": 3', json.dumps(_ODD)[1:-1])),
    "cells of many words": _cells(lambda: _cell('"page": 1, "start": 0, "end": 3', "whales " * 100_000)),
    "tables of runs without end": crafted(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
        "INSERT INTO review_runs SELECT 'Invoices', '', '/docs/' || i || '.txt', '{\"Total\": \"1\"}' FROM n"
    ),
    "cells set without end": crafted(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
        "INSERT INTO review_edits SELECT 'Invoices', '/docs/' || i || '.txt', 'Total', '{\"value\": \"7\"}', 1 FROM n"
    ),
    "earlier states at odd times": crafted(
        "INSERT OR REPLACE INTO properties VALUES ('earlier_since', '1e999'); "
        "INSERT INTO earlier_states SELECT NULL, path, -1e308, 1e308, -7, 9223372036854775807 FROM documents"
    ),
    "earlier states without end": crafted(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) INSERT INTO earlier_states "
        "SELECT NULL, (SELECT path FROM documents LIMIT 1), i, i, 1, 5 FROM n; "
        "INSERT OR REPLACE INTO properties VALUES ('earlier_since', '7')"
    ),
    "earlier texts that are none": crafted(
        "INSERT INTO earlier_states SELECT id, path, 5, 6, 9, 3 FROM documents; "
        "INSERT INTO earlier_pages SELECT id, 1, '1', x'ffff' FROM documents; "
        "INSERT INTO earlier_pages SELECT id, 2, '2', randomblob(900000) FROM documents"
    ),
    "events of nobody": crafted(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) "
        "INSERT INTO file_events SELECT NULL, '/docs/' || i, 'odd', '', 5 FROM n"
    ),
    "cells set by nobody": crafted(
        "INSERT INTO review_edits SELECT 'Invoices', path, 'Total', '{\"value\": 7, \"kept\": []}', 1 FROM documents"
    ),
    "decisions of no kind": crafted(
        "PRAGMA ignore_check_constraints = ON; "
        "INSERT INTO decided_sentences VALUES (x'00', 'odd', 'odd', hex(zeroblob(5000000)), 1e308)"
    ),
    "places that were never compared": _property(
        "not_compared", '{"/etc": 1, "": 2, "../..": {"a": []}, "\\u0000": 1}'
    ),
    "addresses of wrong kinds": _property("embedding_addresses", '{"openai/m/": {"a": 1}, "": 1e999}'),
    "descriptions of indices": crafted(
        "INSERT INTO properties VALUES ('index_struct/i1', '{{{'); "
        "INSERT INTO indices (index_id, kind, created, slot) VALUES ('i1', 'odd', -1e308, -7), ('', 'tree', 1e308, 1)"
    ),
    "words of pages that are noise": crafted("UPDATE pages SET words = randomblob(900), label = hex(randomblob(9000))"),
    "words of pages that are a bomb": crafted(_bomb_of_words),
    "a tree of summaries in a circle": _with_retriever(
        "tree",
        "INSERT INTO tree_summaries (id, level, parent, text) VALUES (1, 1, NULL, 'whales'), (2, 2, 1, 'sleep'); "
        "UPDATE tree_summaries SET parent = 2 WHERE id = 1; "
        "INSERT INTO tree_leaves (node, parent) SELECT id, 1 FROM nodes",
    ),
    "a tree of very many levels": _with_retriever(
        "tree",
        "INSERT INTO tree_summaries (id, level, text) VALUES (1, 9223372036854775807, 'whales'), (2, -5, 'sleep'); "
        "INSERT INTO tree_leaves (node, parent) SELECT id, 2 FROM nodes",
    ),
    "a table of keywords without end": _with_retriever(
        "keyword_table",
        "PRAGMA foreign_keys = OFF; "
        "WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 300000) "
        "INSERT INTO table_keywords SELECT 'keyword_table', 'whales', n FROM many; "
        "INSERT INTO built_nodes SELECT 'keyword_table', id FROM nodes",
    ),
    "facts of nobody": _with_retriever(
        "knowledge_graph",
        "PRAGMA foreign_keys = OFF; "
        "INSERT INTO triplets (id, subject, relation, object, subject_key, relation_key, object_key) VALUES "
        "(1, 'whales', 'are', 'whales', 'whales', 'are', 'whales'), (2, '', '', '', '', '', ''); "
        "INSERT INTO triplet_nodes VALUES (1, 777), (2, 1), (99, 1); "
        "INSERT INTO triplet_embeddings VALUES ('none', 1, x'ff')",
    ),
    "summaries of nobody": _with_retriever(
        "summary",
        "PRAGMA foreign_keys = OFF; INSERT INTO document_summaries (document, summary, space, embedding) "
        "VALUES (777, 'whales', 'none', x'ff'), (1, '', '', NULL)",
    ),
    # sums and next numbers beyond all numbers
    "the most nodes, pages and bytes": crafted(
        f"UPDATE documents SET nodes = {_MOST}, pages = {_MOST}, size = {_MOST}"
    ),
    "the last place of the queue": crafted(f"INSERT INTO pending VALUES ('/a/b', 1, 1, {_MOST}, {_MOST})"),
    "the last row of all": crafted(f"PRAGMA foreign_keys = OFF; UPDATE documents SET id = {_MOST} WHERE id = 3"),
    "rows below nothing": crafted("PRAGMA foreign_keys = OFF; UPDATE nodes SET id = -id, document = -document"),
    "positions beyond all": crafted(f"UPDATE nodes SET position = {_MOST}"),
    "times of roots": crafted(f"UPDATE roots SET added_at = 1e308, forgotten = {_MOST}, forgotten_at = -1e308"),
    # more values
    "metadata that are no JSON": crafted("UPDATE documents SET metadata = '{''a'': undefined'"),
    "metadata of wrong kinds": crafted(
        """UPDATE documents SET metadata = '{"language": {"a": 1}, "file_name": [1], "file_path": 5, "title": 1e999}'"""
    ),
    "reasons that are templates": _with(
        "UPDATE documents SET state = 'failed', reason = ?", "{0.__class__} {place!r:>99999999} {" + "{" * 9_999
    ),
    "a path of a megabyte": crafted("UPDATE documents SET path = '/' || hex(zeroblob(500000)) WHERE id = 2"),
    "a root of a megabyte": crafted("UPDATE roots SET path = '/' || hex(zeroblob(500000))"),
    "zero bytes in paths": crafted(
        "UPDATE documents SET path = '/a' || char(0) || id; UPDATE roots SET path = '/a' || char(0)"
    ),
    "everything as root": crafted("UPDATE roots SET path = '/'"),
    "no root": crafted("UPDATE roots SET path = ''"),
    "files within files within files": crafted(
        "UPDATE documents SET path = '/a.zip' || replace(hex(zeroblob(50000)), '0', '//b'), container = '/a.zip'"
        " WHERE id = 1"
    ),
    "parents without end": crafted(
        _many(
            "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash, type, "
            "parent, embedded) VALUES (100 + ?1, 'n' || ?1, 1, ?1, 1, 0, 5, '', 'whales sleep', x'', 'child', "
            "101 + ?1, 2)",
            200_000,
        )
    ),
    "spaces without end": crafted(
        _many("INSERT INTO embedding_spaces VALUES (10 + ?1, 'openai', 'm' || ?1, 8, '|', 1)", 100_000)
    ),
    "properties without end": crafted(_many("INSERT INTO properties VALUES ('x' || ?1, '{}')", 300_000)),
    "files that moved without end": crafted(_many("INSERT INTO moved VALUES ('/a/' || ?1, 1)", 300_000)),
    "missing files without end": crafted(
        _many(
            "INSERT INTO documents (doc_id, path, state, reason, size, mtime_ns, content_hash, indexed_at) "
            "VALUES ('d' || ?1, '/a/' || ?1 || '/b', 'offline', "
            "'The file is not where it was. It stays searchable until you decide.', 1, 1, x'', 1)",
            200_000,
        )
    ),
    "the same content without end": crafted(
        _many(
            "INSERT INTO documents (doc_id, path, state, size, mtime_ns, content_hash, indexed_at) VALUES "
            "('d' || ?1, '/a/' || ?1, iif(?1 % 2, 'parsed', 'skipped'), 1, 1, x'aa', 1)",
            100_000,
        )
    ),
    "hashes of megabytes": crafted(
        "UPDATE documents SET content_hash = zeroblob(30000000); UPDATE nodes SET text_hash = zeroblob(30000000)"
    ),
    "books of codes": crafted(
        "INSERT INTO code_books VALUES (1, x'00', zeroblob(90000000)); INSERT INTO code_spaces VALUES (1, x'ff', x'')"
    ),
    "blocks of codes": crafted(
        "INSERT INTO code_spaces VALUES (1, x'', x''); "
        "INSERT INTO code_blocks (space, stamp, low, high, rowids, signs, magnitudes, "
        f"factors) VALUES (1, x'', 0, {_MOST}, x'ff', x'00', x'', zeroblob(50000000))"
    ),
    "lengths of megabytes": crafted("UPDATE keyword_lengths SET lengths = zeroblob(200000000)"),
    "one word of many megabytes": crafted("UPDATE nodes SET text = replace(hex(zeroblob(9000000)), '0', 'ä')"),
    "words of the index in another size": crafted("UPDATE keywords_docsize SET sz = x'ffffffffffffffffff'"),
    "averages of the words": crafted("UPDATE keywords_data SET block = x'ffffffffffffffffff7f' WHERE id = 1"),
    "a tree of pages in a circle": _page(3, _refers_to_itself),
    "free pages in a circle": _bytes(
        lambda content: bytes(content[:32]) + b"\0\0\0\x05\xff\xff\xff\xff" + bytes(content[40:])
    ),
    "bytes kept free": _bytes(lambda content: bytes(content[:20]) + b"\xff" + bytes(content[21:])),
    "texts in UTF-16": _bytes(lambda content: bytes(content[:56]) + b"\0\0\0\x02" + bytes(content[60:])),
    "as long as no disk": _sparse(1 << 42),
    "ten gigabytes of nothing": _sparse(10 << 30),
    "socket": _socket,
    "a journal that names another file": _deletes_another,
    "a folder as its log": _folder_beside("-wal"),
    "a folder as its memory": _folder_beside("-shm"),
    "a device as its log": _link_beside("-wal", "/dev/zero"),
    "a file as its journal": _link_beside("-journal", "/etc/passwd"),
    # files that are none
    "nothing": _bytes(lambda _: b""),
    "noise": _bytes(lambda content: os.urandom(len(content))),
    "header and noise": _bytes(_noise),
    "half": _cut(0.5),
    "header alone": _bytes(lambda content: bytes(content[:100])),
    "page size of zero": _bytes(lambda content: bytes(content[:16]) + b"\0\0" + bytes(content[18:])),
    "format of the future": _bytes(lambda content: bytes(content[:44]) + b"\0\0\0\x09" + bytes(content[48:])),
    "another program's": _bytes(lambda content: bytes(content[:68]) + b"evil" + bytes(content[72:])),
    "named pipe": _pipe,
    "named pipe as its log": _pipe_as_log,
    "folder": lambda path, _good: path.mkdir(),
    "endless device": _link("/dev/zero"),
    "random device": _link("/dev/urandom"),
    "terminal": _link("/dev/tty"),
    "link to itself": lambda path, _good: path.symlink_to(path.name),
}


_TABLES = frozenset(name for name in HOSTILE if name.startswith(("tables", "cells")))  # which are filled, too


class _End(io.RawIOBase):
    """Keeps the end of what is written: a long list is not to count as memory of the program."""

    end = b""

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer") -> int:
        written = bytes(data)
        self.end = (self.end + written)[-50_000:]
        return len(written)


def main(data: Path, names: list[str]) -> None:
    """Do with each library what people do, and print what came of it."""
    from desktop_rag.cli.main import main as run

    def done(*arguments: str) -> tuple[int, str, float]:
        printed, err, began = _End(), io.StringIO(), time.monotonic()
        out = io.TextIOWrapper(io.BufferedWriter(printed), "utf-8")
        with redirect_stdout(out), redirect_stderr(err):
            code = run([*arguments, "--data-dir", str(data)])
        out.flush()
        return code, printed.end.decode(errors="ignore") + err.getvalue(), time.monotonic() - began

    report: dict[str, object] = {"list": done("index", "list")}
    folder = data / "libraries"
    for name in names:
        report[name] = {
            "search": done("search", name, "whales sleep", "--mode", "bm25"),
            "ask": done("ask", name, "When do whales sleep?"),
            "status": done("status", name, "--json"),
            "questions": done("question", "list", name),
            "table": done("table", name, "--template", TABLE, "--json" if name in _TABLES else "--estimate"),
            "add": done("add", name),
            "import": done("index", "import", str(folder / f"{name}.ragindex"), f"{name} again"),
            "delete": done("index", "delete", name),
        }
    report["list again"] = done("index", "list")
    status = Path("/proc/self/status").read_text()
    report["kilobytes"] = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
    print(json.dumps(report))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
