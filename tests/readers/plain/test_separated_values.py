"""Separated values are read as the table that they are."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.readers.file import load_file
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.separated_values import table_pages


def _text(path: Path, content: str, encoding: str = "utf-8") -> str:
    path.write_bytes(content.encode(encoding))
    return "\n\n".join(page.text for page in load_file(path))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "Name,Phone\nOdo,555\n"),
        ("a.csv", "Name;Phone\r\nOdo;555\r\n"),
        ("a.tsv", "Name\tPhone\nOdo\t555"),
        ("a.csv", "sep=;\nName;Phone\nOdo;555\n"),
        ("a.csv", '"sep=|"\nName|Phone\nOdo|555\n'),
        ("a.csv", '"Name","Phone"\n"Odo","555"\n\n'),
    ],
)
def test_whatever_separates_them(tmp_path: Path, name: str, content: str) -> None:
    assert _text(tmp_path / name, content) == "| Name | Phone |\n| --- | --- |\n| Odo | 555 |"


@pytest.mark.parametrize("sign", ["^", "~", "¦", "|", ";", ",", "\t"])
def test_unusual_signs_between_values(tmp_path: Path, sign: str) -> None:
    rows = [("Plats", "Namn", "Avgift"), ("1", "Alma Ek", "980 kr"), ("2", "Gunnel Hägg", "1250 kr")]
    text = _text(tmp_path / "a.csv", "".join(f"{sign.join(row)}\n" for row in rows))
    assert text.splitlines()[2:] == ["| 1 | Alma Ek | 980 kr |", "| 2 | Gunnel Hägg | 1250 kr |"]


@pytest.mark.parametrize("lines", [2, 3, 4])
@pytest.mark.parametrize("sign", [",", ";"])
def test_values_of_several_lines(tmp_path: Path, lines: int, sign: str) -> None:
    note = "\n".join(f"line {number}" for number in range(lines))
    rows = "".join(f'"Kerr, Cora"{sign}S{number}{sign}"{note}"\n' for number in range(30))
    text = _text(tmp_path / "a.csv", f"Member{sign}Berth{sign}Remark\n{rows}")
    assert text.splitlines()[2:4] == [f"| Kerr, Cora | S{n} | {' '.join(note.split())} |" for n in (0, 1)]
    assert len(text.splitlines()) == 32


def test_a_quotation_mark_that_never_ends_does_not_hide_the_rows(tmp_path: Path) -> None:
    prose = 'He said, "go\n' + "and nobody went, it seems, for days\n" * 3 + "It rained.\nThe end came late.\n" * 3
    assert _text(tmp_path / "a.csv", prose).strip() == prose.strip()


def test_values_keep_their_letters_and_their_place(tmp_path: Path) -> None:
    text = _text(tmp_path / "a.csv", 'Code,Note,Price\n00412,"two\nlines, with a ""quote""",\n7,a|b,1.50\n')
    assert text.splitlines()[2:] == ['| 00412 | two lines, with a "quote" |  |', "| 7 | a\\|b | 1.50 |"]


def test_short_rows_are_filled_and_long_ones_kept(tmp_path: Path) -> None:
    text = _text(tmp_path / "a.csv", "a,b,c\n1,2\n1,2,3\n1,2,3,4\n1,2,3\n5,6,7\n")
    assert text.splitlines()[2:5] == ["| 1 | 2 |  |", "| 1 | 2 | 3 |", "| 1 | 2 | 3 | 4 |"]


def test_each_page_of_a_long_table_begins_with_the_names_of_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Name,Phone\n" + "".join(f"person {number},{number}\n" for number in range(80_000)))
    pages = load_file(path)
    assert len(pages) > 1
    assert all(page.text.startswith("| Name | Phone |\n| --- | --- |\n| person ") for page in pages)
    assert sum(page.text.count("person") for page in pages) == 80_000


def test_lines_that_are_no_rows_stay_a_text(tmp_path: Path) -> None:
    prose = "We met at noon.\nIt rained, as it does\nBring rope, tar, and oil.\nNobody came.\n"
    assert _text(tmp_path / "a.csv", prose).strip() == prose.strip()


def test_a_value_longer_than_the_library_takes_is_read(tmp_path: Path) -> None:
    assert "x" * 200_000 in _text(tmp_path / "a.csv", f"a,b\n1,{'x' * 200_000}\n2,3\n")


_VALUES = some.one_of(
    some.sampled_from(["", " ", "Odo", "5", "a  b", " a", "a ", "a|b", "a\\n b", "a\u00a0b", "| |"]), some.text()
)


@given(some.lists(some.lists(_VALUES, max_size=4), max_size=6))
def test_rows_are_written_cell_by_cell_or_at_once(rows: list[list[str]]) -> None:
    first = [["Name", "Amount", "Day"]] * 40  # so many tell what the names of the columns are
    (text,) = table_pages([*first, *rows])
    cells = [[markdown_text.cell(value) for value in row] for row in rows]
    lines = [f"| {' | '.join([*row, *[''] * (3 - len(row))])} |" for row in cells if any(row)]
    assert text.split("\n")[41:] == lines
