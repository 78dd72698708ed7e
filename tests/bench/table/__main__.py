"""Fill the cells of review tables without a model, and count those that are right.

usage: python -m tests.bench.table [--halves seen held_out] [--missed]

48 everyday documents (leases, invoices, contracts in English, German, Japanese and Chinese) with the cells that the
tables of the program have for them (``resources/tables``): 160 cells in each half. They were written before there was
any rule, and nothing may be tuned on the half ``held_out``. A cell is right when its state is, and its value. Of those
that are not, ``wrong`` counts the ones that show another value; the others say that nothing is stated.
"""

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.results.review import Cell, CellState, ColumnType, ReviewColumn
from desktop_rag.services.review.columns import load_template
from desktop_rag.worker.worker import Worker

HERE = Path(__file__).parent
HALVES = ("seen", "held_out")
LANGUAGES = {"en": "en", "de": "de", "ja": "ja", "zh": "zh_CN"}
_ENGLISH_CHOICES = ("fixed term", "open-ended")  # as the documents' cells are written down


@dataclass(frozen=True, slots=True)
class FilledDocument:
    """A document with the cells expected of it, in the order of its table's columns."""

    language: str
    table: str
    title: str
    text: str
    cells: tuple[str, ...]


def documents(half: str) -> Iterator[FilledDocument]:
    """Yield the documents of a half."""
    for language in LANGUAGES:
        for part in re.split(r"(?m)^=== ", (HERE / half / f"{language}.txt").read_text(encoding="utf-8"))[1:]:
            head, _, rest = part.partition("\n")
            table, _, title = head.partition(": ")
            text, _, cells = rest.partition("\n---\n")
            yield FilledDocument(language, table, title, text, tuple(cells.strip().split("\n")))


def is_right(cell: Cell, expected: str, column: ReviewColumn) -> bool:
    """Return True if a cell is as expected: "-" for what is not stated, "a | b" for what disagrees."""
    if expected == "-":
        return cell.state is CellState.NOT_STATED
    if " | " in expected:
        return cell.state is CellState.DISAGREES and set(cell.value.split(" | ")) == set(expected.split(" | "))
    if column.choices:
        expected = column.choices[_ENGLISH_CHOICES.index(expected)]
    if cell.state is not CellState.FOUND:
        return False
    return expected in cell.value if column.type in (ColumnType.TEXT, ColumnType.PARTY) else cell.value == expected


def measure(half: str, *, missed: bool) -> None:
    """Print how many cells of a half are right, by type and by language."""
    right, every, wrong = Counter[str](), Counter[str](), 0
    with tempfile.TemporaryDirectory() as place:
        worker = Worker(Path(place) / "data")
        for number, one in enumerate(documents(half)):
            folder, library = Path(place) / f"{number}", f"{number}"
            folder.mkdir()
            (folder / f"{one.title}.txt").write_text(one.text, encoding="utf-8")
            worker.libraries.create(library).result()
            worker.files.add(library, [folder]).result()
            columns = load_template(one.table, LANGUAGES[one.language])
            (row,) = worker.tables.fill(library, columns).result().rows
            for column, cell, expected in zip(columns.columns, row.cells, one.cells, strict=True):
                is_one_right = is_right(cell, expected, column)
                for key in (column.type.value, one.language, "all"):
                    every[key] += 1
                    right[key] += is_one_right
                if not is_one_right:
                    wrong += cell.state in (CellState.FOUND, CellState.DISAGREES)
                    if missed:
                        said = f"{cell.state.value} {cell.value}".strip()
                        print(f"  {one.language} {one.title}, {column.name}: {expected} ← {said}")
        worker.close()
    print(f"{half:10} cells  right")
    for key in every:
        print(f"  {key:8} {every[key]:5} {right[key]:6}")
    print(f"  wrong values: {wrong}")


def main() -> None:
    """Measure the halves that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.table", description=__doc__)
    parser.add_argument("--halves", nargs="+", choices=HALVES, default=list(HALVES))
    parser.add_argument("--missed", action="store_true", help="print the cells that are not right")
    given = parser.parse_args()
    for half in given.halves:
        measure(half, missed=given.missed)


if __name__ == "__main__":
    main()
