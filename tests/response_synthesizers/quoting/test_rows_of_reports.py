"""Rows of tables are quoted with their columns and period, wherever on the page these stand."""

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.retrievers.bm25 import BM25Retriever
from tests.helpers.filled import Filled
from tests.response_synthesizers.quoting.test_table_rows import Flat

AREAS = ("Americas", "Asia Pacific", "Europe, Middle East", "", "")
BELOW = ("", "", "& Africa", "Other Unallocated", "Worldwide")
SALES = {
    "2022": ("$ 18,400", "$ 9,901", "$ 5,928", "$ 12", "$ 34,241"),
    "2021": ("$ 18,097", "$ 10,600", "$ 6,660", "$ 14", "$ 35,371"),
}
CHANGES = ("Organic sales", "Divestitures", "Translation", "Acquisitions", "Price", "Volume", "Other components")


class Page:
    """Lines and rows drawn below each other, as reports have them: without any lines around cells."""

    def __init__(self, document: pymupdf.Document) -> None:
        self._page = document.new_page(width=700, height=842)
        self._top = 60

    def line(self, text: str, left: int = 50) -> None:
        self._page.insert_text((left, self._top), text, fontsize=9)
        self._top += 14

    def row(self, label: str, values: Sequence[str]) -> None:
        self._page.insert_text((50, self._top), label, fontsize=9)
        for place, value in enumerate(values):
            self._page.insert_text((230 + place * 95, self._top), value, fontsize=9)
        self._top += 14


def areas(page: Page, year: str, *, period: bool = True, names: bool = True) -> None:
    """Draw a table of sales by area under a heading of two lines; the year stands above it only."""
    if period:
        page.line(f"Year ended December 31, {year}")
    if names:
        page.row("", AREAS)
        page.row("", BELOW)
    page.row("Net sales (millions)", SALES[year])
    for place, change in enumerate(CHANGES):
        page.row(change, [f"{place}.{place + one}" for one in range(1, 6)])


def report(path: Path, *years: str, **options: bool) -> Path:
    with pymupdf.open() as document:
        page = Page(document)
        page.line("Overview of Harbour Tools")
        page.line("")
        for year in years:
            areas(page, year, **options)
            page.line("")
        document.save(path)
    return path


def ask(folder: Path, *questions: str) -> list[str]:
    """Return what is quoted for questions to a folder of files, searched by words."""
    filled = Filled(folder, folder.parent)
    with filled.storage as storage:
        filled.update()
        search, quoting = BM25Retriever(storage, 5), Extractive(Flat(), storage.docstore)
        return [str(quoting.synthesize(one, search.retrieve(one))) for one in questions]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    return tmp_path / "files"


@pytest.mark.parametrize(("asked", "other"), [("2022", "2021"), ("2021", "2022")])
def test_the_row_of_the_year_asked_for_comes_first_with_its_year_and_areas(
    folder: Path, asked: str, other: str
) -> None:
    report(folder / "overview.pdf", "2022", "2021")
    (text,) = ask(folder, f"What were the net sales in {asked}?")
    above = text[: text.index(SALES[asked][0])]
    assert f"Year ended December 31, {asked}" in above
    assert "|  | Americas | Asia Pacific | Europe, Middle East & Africa | Other Unallocated | Worldwide |" in above
    assert SALES[other][0] not in above


def test_a_row_of_another_year_never_stands_above_one_of_the_year_asked_for(folder: Path) -> None:
    for year in SALES:
        report(folder / f"sales {'first' if year == '2021' else 'second'}.pdf", year)
    (text,) = ask(folder, "What were the net sales in 2022?")
    assert SALES["2022"][0] in text.partition(SALES["2021"][0])[0]


def test_a_row_of_another_year_that_comes_nearest_says_its_year(folder: Path) -> None:
    report(folder / "overview.pdf", "2021")
    (text,) = ask(folder, "What were the net sales in 2022?")
    assert "Year ended December 31, 2021" in text[: text.index(SALES["2021"][0])]


def test_rows_of_one_name_say_in_which_group_they_are(folder: Path) -> None:
    with pymupdf.open() as document:
        page = Page(document)
        page.line("Consolidated results of Harbour Tools")
        page.row("(in millions)", ("2022", "2021"))
        for group, figures in (("Net sales", ("34,229", "35,355")), ("Employees", ("4,120", "4,310"))):
            page.row(group, ())
            page.row("Germany", figures)
            page.row("France", [f"{figure}.5" for figure in figures])
        document.save(folder / "results.pdf")
    (text,) = ask(folder, "How many employees are there in Germany?")
    caption, _, _ = text[: text.index("| Germany | 4,120 | 4,310 |")].rpartition("\n\n")
    assert caption.endswith("Consolidated results of Harbour Tools · Employees")


def test_a_row_without_a_label_goes_on_with_that_above(folder: Path) -> None:
    rows = ["| Part | Wood | Price |", "|---|---|---|", "| Shelf | oak | 84.00 |", "| | beech | 71.00 |"]
    (folder / "prices.md").write_text("\n".join([*rows, "| Sill | beech | 62.00 |"]))
    (text,) = ask(folder, "What does a beech shelf cost?")
    assert "beech | 71.00 |" in text
    above = text[: text.index("beech | 71.00 |")]
    assert "Shelf" in above.rpartition("84.00")[2]


def test_figures_under_no_names_are_shown_with_the_year_of_the_page(folder: Path) -> None:
    report(folder / "overview.pdf", "2022", names=False)
    (text,) = ask(folder, "What were the net sales in 2022?")
    assert "Year ended December 31, 2022" in text[: text.index(SALES["2022"][0])]


def test_figures_of_no_year_under_no_names_answer_no_question_of_a_year(folder: Path) -> None:
    report(folder / "overview.pdf", "2021", period=False, names=False)
    dated, undated = ask(folder, "What were the net sales in 2022?", "What were the net sales (millions)?")
    assert SALES["2021"][0] not in dated
    assert SALES["2021"][0] in undated
