"""What a person sets in a table: values beside those found, locks, and how often both agree."""

from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ColumnType,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.services.review.agreement import agreements, to_check, wilson
from tests.services.conftest import Services

RENT = ReviewColumn("Rent", ColumnType.MONEY, "How much is the rent?")
TABLE = TableDefinition("Leases", (RENT,))


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(6):
        text = f"Lease {number}\n\nThe rent is £{500 + number} a month.\n"
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def library(services: Services, papers: Path) -> str:
    services.fill("Papers", papers)
    services.tables.fill("Papers", TABLE)
    return "Papers"


def cells(services: Services, library: str) -> list[Cell]:
    return [row.cells[0] for row in services.tables.read(library, TABLE).rows]


def test_a_value_set_by_hand_stands_beside_what_was_found(services: Services, library: str, papers: Path) -> None:
    file = str(papers / "0.txt")
    services.tables.edit(library, "Leases", file, "Rent", "£490")
    first = cells(services, library)[0]
    assert (first.state, first.value) == (CellState.BY_HAND, "£490")
    assert first.found is not None
    assert first.found.value == "500 GBP"
    assert services.tables.fill(library, TABLE).rows[0].cells[0] == first
    services.tables.edit(library, "Leases", file, "Rent")
    assert cells(services, library)[0].value == "500 GBP"


def test_a_locked_cell_stays_when_its_file_changes(services: Services, library: str, papers: Path) -> None:
    services.tables.edit(library, "Leases", str(papers / "0.txt"), "Rent", locked=True)
    for number in (0, 1):
        (papers / f"{number}.txt").write_text(f"The rent is £{998 + number} a month.\n", encoding="utf-8")
    services.ingestion.add(library, [papers], services.call())
    table = services.tables.fill(library, TABLE)
    assert (table.made, table.kept) == (1, 4)
    locked, other = (row.cells[0] for row in table.rows[:2])
    assert (locked.value, locked.locked, locked.places[0].quote) == ("500 GBP", True, "The rent is £500 a month.")
    assert (other.value, other.locked) == ("999 GBP", False)
    services.tables.edit(library, "Leases", str(papers / "0.txt"), "Rent")
    assert services.tables.fill(library, TABLE).rows[0].cells[0].value == "998 GBP"


def test_only_cells_that_are_there_are_set(services: Services, library: str, papers: Path) -> None:
    for table, file, column in (("x", "0.txt", "Rent"), ("Leases", "0.txt", "x"), ("Leases", "9.txt", "Rent")):
        with pytest.raises(UserError):
            services.tables.edit(library, table, str(papers / file), column, "1")


def test_a_column_tells_how_often_it_agrees_with_a_person(services: Services, library: str, papers: Path) -> None:
    for number, value in enumerate(("£500", "501 GBP", "£502.00", "£999")):
        services.tables.edit(library, "Leases", str(papers / f"{number}.txt"), "Rent", value)
    (few,) = agreements(services.tables.read(library, TABLE))
    assert (few.filled, few.agreed, few.low, few.high) == (4, 3, 0.0, 1.0)
    services.tables.edit(library, "Leases", str(papers / "4.txt"), "Rent", "")
    (five,) = agreements(services.tables.read(library, TABLE))
    assert (five.column, five.filled, five.agreed) == ("Rent", 5, 3), "nothing stated is wrong where something is found"
    assert 0.2 < five.low < 0.6 < five.high < 0.9


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"), [(5, 5, 0.566, 1.0), (0, 5, 0.0, 0.434), (8, 10, 0.490, 0.943)]
)
def test_the_interval_is_wilsons(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=0.001)


def test_cells_to_check_are_drawn_in_proportion_from_the_column_that_is_known_least() -> None:
    found = Cell(CellState.FOUND, "1", verdict=Verdict.SUPPORTED)
    absent, by_hand = Cell(CellState.NOT_STATED), Cell(CellState.BY_HAND, "1", found=found)
    rows = [TableRow(f"{n}.txt", (by_hand if n < 6 else found, absent if n % 4 == 0 else found)) for n in range(40)]
    table = ReviewTable("x", TableDefinition("t", (RENT, ReviewColumn("Deposit"))), tuple(rows), 40, 40)
    chosen = to_check(table, 8)
    assert {column for _, column in chosen} == {"Deposit"}
    kinds = [int(file.removesuffix(".txt")) % 4 == 0 for file, _ in chosen]
    assert len(set(chosen)) == 8
    assert kinds.count(True) == 2  # a quarter, as among all
    assert to_check(table, 8) == chosen
    nothing_open = ReviewTable("x", TABLE, (TableRow("a.txt", (by_hand,)),), 1, 1)
    assert to_check(nothing_open) == []
