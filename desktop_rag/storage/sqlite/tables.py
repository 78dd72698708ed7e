"""A database in memory whose tables can be read and nothing else, and queries that return the rows of their result."""

import itertools
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import apsw

from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import current_token

Cell = str | int | float | None
MAX_RESULT_ROWS = 200
TIME_LIMIT = 5.0
MAX_VALUE_BYTES = 1_000_000
_STEPS = 20_000
_ALLOWED = frozenset({apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_FUNCTION, apsw.SQLITE_RECURSIVE})
_FORBIDDEN_FUNCTIONS = frozenset(
    ["load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "randomblob", "zeroblob"]
)
_TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|[()]|\S", re.DOTALL)
_CLAUSES = frozenset(["SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"])
_COMBINED = frozenset(["UNION", "INTERSECT", "EXCEPT", "WITH", "VALUES"])
_AGGREGATE = re.compile(r"\b(?:count|sum|avg|min|max|total|group_concat|string_agg)\s*\(", re.IGNORECASE)
_JOINED = re.compile(
    r"(?:^|\bjoin\b|,)\s*[\"`\[]?(?P<table>\w+)[\"`\]]?(?:\s+(?:as\s+)?[\"`\[]?(?!(?:on|join|left|right|full|inner|outer|"
    r"cross|natural|using)\b)(?P<alias>\w+))?",
    re.IGNORECASE,
)
_DISTINCT = re.compile(r"^\s*(?:distinct|all)\b", re.IGNORECASE)


class SQLError(ValueError):
    """A query cannot be run; ``str()`` says why, for the model."""


@dataclass(frozen=True, slots=True)
class SQLResult:
    """What a query gave; ``truncated`` when there was more."""

    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class TableContent:
    """A table to be asked. Names must be SQL's without quotes; columns are (name, type)."""

    name: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[Sequence[Cell]]


class TableDatabase:
    """Holds tables; queries may only read them, take a limited time and give a limited number of rows.

    The rowid of a table counts its rows from 1.
    """

    def __init__(self, tables: Sequence[TableContent]) -> None:
        self._db = apsw.Connection(":memory:")
        with self._db:
            for table in tables:
                self._fill(table)
        self._db.set_authorizer(_authorize)
        self._db.limit(apsw.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)

    def close(self) -> None:
        """Close the database in memory."""
        self._db.close()

    def run(self, sql: str, max_rows: int = MAX_RESULT_ROWS) -> SQLResult:
        """Return the rows of a query, at most ``max_rows``.

        Raises:
            SQLError: it is wrong, does more than read, or takes too long.
            CancelledError: the job was told to stop.

        """
        token = current_token()
        deadline = time.monotonic() + TIME_LIMIT
        self._db.set_progress_handler(lambda: token.cancelled or time.monotonic() > deadline, _STEPS)
        cursor = self._db.cursor()
        cursor.exec_trace = _one_statement()
        try:
            return _first_rows(cursor, sql, max_rows)
        except apsw.InterruptError as error:
            if token.cancelled:
                raise CancelledError from error
            raise SQLError("The query takes too long.") from error
        except apsw.AuthError as error:
            raise SQLError("Only SELECT is allowed.") from error
        except apsw.ExecTraceAbort as error:
            raise SQLError("Only one SELECT statement is allowed.") from error
        except (apsw.Error, ValueError, OverflowError) as error:
            raise SQLError(str(error)) from error
        finally:
            cursor.close(force=True)
            self._db.set_progress_handler(None)

    def _fill(self, table: TableContent) -> None:
        columns = ", ".join(f'"{name}" {kind}' for name, kind in table.columns)
        marks = ", ".join("?" for _ in table.columns)
        self._db.execute(f'CREATE TABLE "{table.name}" ({columns})')  # names are cleaned
        self._db.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', table.rows)


def create_statement(name: str, columns: Sequence[tuple[str, str, str]]) -> str:
    """Return the statement that makes a table, for a model; columns are (name, type, comment)."""
    listed = (f"{column} {kind}" + (f' /* "{comment}" */' if comment else "") for column, kind, comment in columns)
    return f"CREATE TABLE {name} ({', '.join(listed)});"


def is_keyword(name: str) -> bool:
    """Return True if a name is a word of SQL, which would need quotes."""
    return name.upper() in apsw.keywords


def _first_rows(cursor: apsw.Cursor, sql: str, most: int) -> SQLResult:
    """Run a query and return up to ``most`` rows."""
    rows: list[tuple[Cell, ...]] = []
    columns: tuple[str, ...] = ()
    for row in cursor.execute(sql):
        columns = columns or tuple(name for name, *_ in cursor.get_description())
        rows.append(tuple(_shown(value) for value in row))
        if len(rows) > most:
            break
    return SQLResult(columns, rows[:most], len(rows) > most)


def _one_statement() -> Callable[..., bool]:
    """Return a function that lets one statement through."""
    numbers = itertools.count()

    def may_run(*_: object) -> bool:
        return next(numbers) == 0

    return may_run


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    """Allow reading only."""
    if action not in _ALLOWED:
        return apsw.SQLITE_DENY
    if action == apsw.SQLITE_FUNCTION and (second or "").lower() in _FORBIDDEN_FUNCTIONS:
        return apsw.SQLITE_DENY
    if action == apsw.SQLITE_READ and (first or "").lower().startswith(("sqlite_", "pragma_")):
        return apsw.SQLITE_DENY
    return apsw.SQLITE_OK


def _shown(value: object) -> Cell:
    """Return a value without bytes."""
    return value if isinstance(value, str | int | float) or value is None else str(value)


def rowid_query(sql: str, known: Collection[str]) -> tuple[str, list[str]]:
    """Return the query for row numbers, with the table of each of its first columns; none when it is too complicated.

    ``known`` are the tables whose rows are wanted, in lower case. Of groups the query is for each of their rows.
    """
    clauses = _clauses(sql)
    joined = _joined(clauses.get("FROM", ""), known)
    if not joined:
        return "", []
    return _row_query(clauses, [alias for _, alias in joined]), [name for name, _ in joined]


def _row_query(clauses: Mapping[str, str], aliases: Sequence[str]) -> str:
    """Return the query for the numbers of the rows, which come first; of groups it is for each of their rows."""
    numbers = ", ".join(f'"{alias}".rowid' for alias in aliases)
    wanted = _DISTINCT.sub("", clauses["SELECT"])
    if "GROUP" in clauses or _AGGREGATE.search(wanted):
        rest = "".join(f" {name} {clauses[name]}" for name in ("FROM", "WHERE") if name in clauses)
        return f"SELECT {numbers}{rest}"  # run by the reading connection
    rest = "".join(f" {name} {text}" for name, text in clauses.items() if name != "SELECT")
    return f"SELECT {numbers}, {wanted}{rest}"


def _clauses(sql: str) -> dict[str, str]:
    """Cut a single SELECT into its clauses; empty for anything else."""
    cuts: list[tuple[str, int, int]] = []
    text = _TOKEN.sub(_without_comment, sql).strip().rstrip(";")
    for token in _outside_brackets(text):
        word = token.group().upper()
        if word in _COMBINED:
            return {}
        if word in _CLAUSES:
            cuts.append((word, token.start(), token.end()))
    names = [name for name, *_ in cuts]
    if names[:2] != ["SELECT", "FROM"] or len(set(names)) != len(names):
        return {}
    ends = [start for _, start, _ in cuts[1:]] + [len(text)]
    return {name: text[end:stop].strip() for (name, _, end), stop in zip(cuts, ends, strict=True)}


def _without_comment(token: re.Match[str]) -> str:
    """Return a token, a space for a comment: clauses are put together on one line."""
    return " " if token.group().startswith(("--", "/*")) else token.group()


def _outside_brackets(sql: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a query that stand in no brackets."""
    depth = 0
    for token in _TOKEN.finditer(sql):
        depth += (token.group() == "(") - (token.group() == ")")
        if not depth:
            yield token


def _joined(tables: str, known: Collection[str]) -> list[tuple[str, str]]:
    """Return the known tables of a FROM clause with the names they go by; none when one of them is a query."""
    if re.search(r"(?:^|\bjoin\b|,)\s*\(", tables, re.IGNORECASE):
        return []
    names = ((match["table"].lower(), match["alias"]) for match in _JOINED.finditer(tables))
    return [(name, alias or name) for name, alias in names if name in known]
