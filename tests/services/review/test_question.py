"""A question to a review table: SQL over its rows, and which cells had nothing to count."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ColumnType,
    LackingCells,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.services.review.question import answer
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

LEASES = TableDefinition(
    "Leases",
    (
        ReviewColumn("Monthly rent", ColumnType.MONEY),
        ReviewColumn("Order", ColumnType.DATE),
        ReviewColumn("家賃", ColumnType.YES_NO),
    ),
)


def table(*rents: Cell) -> ReviewTable:
    other = Cell(CellState.FOUND, "2024-03-01"), Cell(CellState.NOT_STATED)
    rows = tuple(TableRow(f"/docs/{place}.txt", (rent, *other)) for place, rent in enumerate(rents))
    return ReviewTable("A", LEASES, rows, len(rows), len(rows))


FOUND = table(
    Cell(CellState.FOUND, "950 GBP"),
    Cell(CellState.BY_HAND, "£1,400", found=Cell(CellState.NOT_STATED)),
    Cell(CellState.DISAGREES, "85 GBP | 90 GBP"),
    Cell(CellState.FAILED),
)


def test_only_values_that_are_sure_are_added_and_the_others_are_told() -> None:
    found = answer(FOUND, "SELECT monthly_rent_currency, sum(monthly_rent) FROM documents WHERE monthly_rent > 1", None)
    assert found.columns == ("monthly_rent_currency", "sum(monthly_rent)")
    assert found.rows == (("GBP", 2350.0),)
    assert found.lacking == (
        LackingCells("Monthly rent", CellState.DISAGREES, 1),
        LackingCells("Monthly rent", CellState.FAILED, 1),
    )
    assert (found.documents, found.is_cut) == (4, False)


def test_columns_have_names_that_sql_takes() -> None:
    found = answer(FOUND, 'select column_2_order, "家賃", 家賃_state from documents limit 1', None)
    assert found.rows == (("2024-03-01", None, "not stated"),)


@pytest.mark.parametrize(
    "sql", ["select x from documents", "with a as (select 1) delete from documents", "select 1; drop table documents"]
)
def test_what_cannot_be_run_names_the_columns(sql: str) -> None:
    with pytest.raises(UserError) as raised:
        answer(FOUND, sql, None)
    assert "monthly_rent" in str(raised.value.next_step)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def test_a_question_in_words_is_written_as_sql_by_the_model(
    services: Services, server: ScriptedServer, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "flat.txt").write_text("The rent is £950 a month.\n", encoding="utf-8")
    services.fill("Papers", folder)
    definition = TableDefinition("x", (ReviewColumn("Rent", ColumnType.MONEY, "How much is the rent?"),))
    services.tables.fill("Papers", definition)
    with pytest.raises(UserError, match="asked in SQL"):
        services.tables.answer("Papers", definition, "What is the rent?")
    services.tables.edit("Papers", "x", str(folder / "flat.txt"), "Rent", "£1,400")
    services.config.update({
        "llm.provider": "openai", "llm.base_url": server.base_url, "llm.max_retries": 0, "llm.model": "scripted-model",
    })  # fmt: skip
    server.script(
        Reply(tokens=["SELECT nothing FROM documents"]),
        Reply(tokens=["```sql\nSELECT file, rent FROM documents;\n```"]),
    )
    found = services.tables.answer("Papers", definition, "What is the rent?")
    assert (found.sql, found.rows) == ("SELECT file, rent FROM documents", (("flat.txt", 1400.0),))
    assert "How much is the rent?" in str(server.requests[-2])
