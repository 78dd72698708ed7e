"""SQL that a model or a person wrote: it can read the tables and nothing else."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import running
from desktop_rag.storage.sqlite.tables import (
    SQLError,
    SQLResult,
    TableContent,
    TableDatabase,
    create_statement,
    is_keyword,
    rowid_query,
)

CITIES = TableContent(
    "cities",
    [("name", "TEXT"), ("country", "TEXT"), ("people", "INTEGER")],
    [["Kyōto", "jp", 1_460_000], ["Lyon", "fr", 520_000], ["Tokyo", "jp", 13_960_000], ["Nowhere", None, None]],
)
COUNTRIES = TableContent("countries", [("code", "TEXT"), ("land", "TEXT")], [["fr", "France"], ["jp", "日本"]])
KNOWN = {"cities", "countries"}
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture
def tables() -> Iterator[TableDatabase]:
    opened = TableDatabase([CITIES, COUNTRIES])
    yield opened
    opened.close()


def test_a_query_gives_its_columns_and_rows(tables: TableDatabase) -> None:
    found = tables.run("SELECT name, people AS 人口 FROM cities WHERE country = 'jp' ORDER BY people")
    assert found == SQLResult(("name", "人口"), [("Kyōto", 1_460_000), ("Tokyo", 13_960_000)])
    assert tables.run("SELECT rowid FROM cities").rows == [(1,), (2,), (3,), (4,)]
    assert tables.run("SELECT people FROM cities WHERE name = 'Nowhere'").rows == [(None,)]


@pytest.mark.parametrize(("most", "rows", "truncated"), [(4, 4, False), (3, 3, True), (5, 4, False), (1, 1, True)])
def test_rows_are_limited_and_that_is_told(tables: TableDatabase, most: int, rows: int, *, truncated: bool) -> None:
    found = tables.run("SELECT * FROM cities", most)
    assert (len(found.rows), found.truncated) == (rows, truncated)


def test_bytes_are_shown_as_text(tables: TableDatabase) -> None:
    assert tables.run("SELECT x'6162', 1.5").rows == [("b'ab'", 1.5)]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM cities",
        "INSERT INTO cities VALUES ('x', 'y', 1)",
        "UPDATE cities SET people = 0",
        "DROP TABLE cities",
        "CREATE TABLE t (x)",
        "CREATE TEMP TABLE t (x)",
        "ALTER TABLE cities RENAME TO t",
        "ATTACH DATABASE '{file}' AS other",
        "VACUUM INTO '{file}'",
        "PRAGMA user_version = 7",
        "PRAGMA table_info(cities)",
        "SELECT * FROM pragma_table_info('cities')",
        "SELECT sql FROM sqlite_master",
        "SELECT sql FROM SQLITE_SCHEMA",
        "SELECT load_extension('{file}')",
        "SELECT LOAD_EXTENSION('{file}')",
        "SELECT randomblob(100000000)",
        "SELECT length(zeroblob(100000000))",
        "BEGIN",
        "WITH gone AS (SELECT 1) DELETE FROM cities",
        "SELECT 1; DROP TABLE cities",
        "SELECT 1; SELECT 2",
        "",
        "SELEKT 1",
        "SELECT nothing FROM cities",
        "SELECT * FROM nowhere",
        "SELECT 1 WHERE name = ?",
        "SELECT group_concat(printf('%.*c', 900000, 'x')) FROM cities",
    ],
)
def test_nothing_but_reading_is_allowed(tables: TableDatabase, tmp_path: Path, sql: str) -> None:
    before = tables.run("SELECT * FROM cities")
    target = tmp_path / "made"
    if sql:
        with pytest.raises(SQLError):
            tables.run(sql.replace("{file}", str(target)))
    else:
        assert tables.run(sql) == SQLResult((), [])
    assert tables.run("SELECT * FROM cities") == before
    assert not target.exists()


def test_the_reason_is_told_in_plain_words(tables: TableDatabase) -> None:
    with pytest.raises(SQLError, match="Only SELECT is allowed"):
        tables.run("DROP TABLE cities")
    with pytest.raises(SQLError, match="Only one SELECT"):
        tables.run("SELECT 1; SELECT 2")
    with pytest.raises(SQLError, match="no such column: colour"):
        tables.run("SELECT colour FROM cities")


def test_a_query_that_never_ends_is_ended(tables: TableDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_rag.storage.sqlite.tables.TIME_LIMIT", 0.05)
    began = time.monotonic()
    with pytest.raises(SQLError, match="takes too long"):
        tables.run(ENDLESS)
    assert time.monotonic() - began < 3
    assert tables.run("SELECT 1").rows == [(1,)], "the next one has its own time"


def test_a_query_is_ended_with_its_job(tables: TableDatabase) -> None:
    token = CancelToken()
    token.cancel()
    with running(token), pytest.raises(CancelledError):
        tables.run(ENDLESS)
    assert tables.run("SELECT 1").rows == [(1,)]


def test_what_a_model_is_told_of_a_table() -> None:
    columns = [("name", "TEXT", ""), ("people", "INTEGER", "in 2020")]
    assert create_statement("cities", columns) == 'CREATE TABLE cities (name TEXT, people INTEGER /* "in 2020" */);'
    assert is_keyword("Order")
    assert not is_keyword("orders")


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT name FROM cities WHERE people > 1000000", [[1], [3]]),
        ("select name from cities order by people desc limit 1;", [[3]]),
        ("SELECT DISTINCT country FROM cities", [[1], [2], [3], [4]]),
        ("SELECT count(*) FROM cities WHERE country = 'jp'", [[1], [3]]),
        ("SELECT country, SUM(people) FROM cities GROUP BY country HAVING sum(people) > 600000", [[1], [2], [3], [4]]),
        ("SELECT c.name FROM cities c WHERE c.country = 'fr'", [[2]]),
        ("SELECT c.name FROM cities AS c WHERE c.name = 'it''s FROM (here)' OR c.country = 'fr'", [[2]]),
        ("SELECT name FROM cities JOIN countries ON code = country", [[1, 2], [2, 1], [3, 2]]),
        ("SELECT name, land FROM cities a, countries b WHERE b.code = a.country AND a.people < 600000", [[2, 1]]),
        ('SELECT name FROM "cities" WHERE (SELECT count(*) FROM countries) = 2 AND people > 9000000', [[3]]),
        ("SELECT name FROM /* all */ cities -- , countries", [[1], [2], [3], [4]]),
        ("SELECT name /* FROM nowhere */ FROM cities -- WHERE 0\n WHERE people < 600000", [[2]]),
    ],
)
def test_the_rows_behind_a_result(tables: TableDatabase, sql: str, rows: list[list[int]]) -> None:
    query, names = rowid_query(sql, KNOWN)
    found = tables.run(query).rows
    assert sorted([list(row[: len(names)]) for row in found], key=repr) == rows
    assert set(names) <= KNOWN


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1",
        "SELECT name FROM cities UNION SELECT land FROM countries",
        "WITH jp AS (SELECT * FROM cities) SELECT name FROM jp",
        "SELECT name FROM (SELECT * FROM cities)",
        "SELECT name FROM cities JOIN (SELECT * FROM countries) ON 1",
        "SELECT name FROM elsewhere",
        "DELETE FROM cities",
        "VALUES (1)",
        "",
    ],
)
def test_a_query_that_is_too_complicated_has_none(sql: str) -> None:
    assert rowid_query(sql, KNOWN) == ("", [])
