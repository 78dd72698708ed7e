"""A question to a review table: SQL over its rows, written by a person or by the model, whose rows are the answer.

A cell that disagrees with itself, failed or waits has no value, so nothing is added up from it; the answer says how
many such cells the columns that it is made of have.
"""

import re
from collections import Counter
from collections.abc import Sequence

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.review import Cell as ReviewCell
from desktop_rag.core.results.review import (
    CellState,
    ColumnType,
    LackingCells,
    ReviewColumn,
    ReviewTable,
    TableAnswer,
)
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.default_prompts import SQL_RETRY_PROMPT, TEXT_TO_SQL_PROMPT
from desktop_rag.query_engine.sql import parse_sql
from desktop_rag.services.review.asked import canonical
from desktop_rag.services.review.export import STATES
from desktop_rag.storage.sqlite.tables import (
    Cell,
    SQLError,
    SQLResult,
    TableContent,
    TableDatabase,
    create_statement,
    is_keyword,
)

_TABLE, _FILE = "documents", "file"
_STATEMENT = re.compile(r"\s*(?:select|with)\s", re.IGNORECASE)
_NOT_A_NAME = re.compile(r"\W+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_VALUED = frozenset({CellState.FOUND, CellState.BY_HAND})
_SAMPLES = 3


def answer(table: ReviewTable, question: str, llm: LLM | None) -> TableAnswer:
    """Return the rows that answer a question to a table.

    Raises:
        UserError: it is in words and no model is connected, or no statement that answers it could be run.

    """
    columns = _columns(table.definition.columns)
    content = TableContent(_TABLE, [(name, kind) for name, kind, _, _ in columns], _rows(table))
    database, names = TableDatabase([content]), ", ".join(name for name, *_ in columns)
    try:
        schema = create_statement(_TABLE, [(name, kind, said) for name, kind, said, _ in columns])
        if _STATEMENT.match(question):
            sql, result = question.strip(), _run(database, question, names)
        elif llm is None:
            raise UserError(
                "Without a language model a table is asked in SQL.",
                UserText("Connect a model, or write SELECT … FROM documents. Its columns: {names}", names=names),
            )
        else:
            sample = "\n".join(" | ".join(map(str, row)) for row in content.rows[:_SAMPLES])
            sql, result = _written(database, f"{schema}\n{sample}", names, question, llm)
    finally:
        database.close()
    used = {place for name, _, _, place in columns if place >= 0 and re.search(rf"\b{name}\b", sql, re.IGNORECASE)}
    return TableAnswer(
        question, sql, result.columns, tuple(result.rows), result.truncated, len(table.rows), _lacking(table, used)
    )


def _columns(asked: Sequence[ReviewColumn]) -> list[tuple[str, str, str, int]]:
    """Return the columns of the SQL table: name, type, what a model reads about it, and the place of the cell (-1)."""
    found, taken = [(_FILE, "TEXT", "name of the document", -1)], {_FILE}
    for place, column in enumerate(asked):
        name = _NOT_A_NAME.sub("_", column.name.casefold()).strip("_") or f"column_{place + 1}"
        if name in taken or name[0].isdigit() or is_keyword(name):
            name = f"column_{place + 1}_{name}"
        taken.add(name)
        said = " ".join(column.asked.replace('"', "'").replace("*/", "").split())
        is_number = column.type in (ColumnType.MONEY, ColumnType.NUMBER)
        kind = "REAL" if is_number else "TEXT"
        hint = {ColumnType.DATE: " (YYYY-MM-DD)", ColumnType.YES_NO: " (yes or no)"}.get(column.type, "")
        found.append((name, kind, f"{said}{hint}", place))
        if is_number:
            what = "currency" if column.type is ColumnType.MONEY else "unit"
            found.append((f"{name}_{what}", "TEXT", f"{what} of {name}", place))
        found.append((f"{name}_state", "TEXT", "found, by hand, not stated, disagrees, failed, unreadable", place))
    return found


def _rows(table: ReviewTable) -> list[list[Cell]]:
    """Return the rows of the SQL table."""
    rows: list[list[Cell]] = []
    for row in table.rows:
        values: list[Cell] = [shown_name(row.file)]
        for column, cell in zip(table.definition.columns, row.cells, strict=True):
            said = cell.value if cell.state in _VALUED and cell.value else None
            if said and cell.state is CellState.BY_HAND:  # “£1,400” is 1400 GBP
                said = next(iter(canonical(said, column)), said)
            if column.type in (ColumnType.MONEY, ColumnType.NUMBER):
                number = _NUMBER.match(said or "")
                unit = (said or "")[number.end() :].strip() if number else ""
                values += [float(number.group()) if number else None, unit or None]
            else:
                values.append(said)
            values.append(cell.state.value)
        rows.append(values)
    return rows


def _written(database: TableDatabase, schema: str, names: str, question: str, llm: LLM) -> tuple[str, SQLResult]:
    """Let the model write the statement, once more where it cannot be run."""
    sql = parse_sql(llm.predict(TEXT_TO_SQL_PROMPT, schema=schema, query_str=question))
    try:
        return sql, database.run(sql or ";")
    except SQLError as error:
        reply = llm.predict(
            SQL_RETRY_PROMPT, schema=schema, query_str=question, sql_query=sql or "(none)", error=str(error)
        )
    again = parse_sql(reply)
    return again, _run(database, again or ";", names)


def _run(database: TableDatabase, sql: str, names: str) -> SQLResult:
    try:
        return database.run(sql)
    except SQLError as error:
        raise UserError(
            UserText("The table could not answer this: {reason}", reason=str(error)),
            UserText("The columns of documents: {names}", names=names),
        ) from error


def _lacking(table: ReviewTable, places: set[int]) -> tuple[LackingCells, ...]:
    """Return how many cells of some columns have no value, by state."""
    found: list[LackingCells] = []
    for place in sorted(places):
        states = Counter(row.cells[place].state for row in table.rows if not _has_value(row.cells[place]))
        found += [
            LackingCells(table.definition.columns[place].name, state, states[state])
            for state in STATES
            if states[state]
        ]
    return tuple(found)


def _has_value(cell: ReviewCell) -> bool:
    return cell.state in _VALUED and bool(cell.value)
