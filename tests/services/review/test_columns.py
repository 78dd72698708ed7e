"""The columns of review tables: what a file may say, what it says wrongly, and those that come with the program."""

import re
import tomllib
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.review import ColumnType, OnlyIf, ReviewColumn, TableDefinition
from desktop_rag.services.review.columns import definition_of, load_columns, load_template, save_columns, template_names
from desktop_rag.text.translations import LANGUAGES

EVERYTHING = TableDefinition(
    'Leases "2024"',
    (
        ReviewColumn("Pets", ColumnType.YES_NO, "Are pets allowed?", "Also\nsmall ones.", ("no: “no animals”",)),
        ReviewColumn("Term", ColumnType.CHOICE, choices=("fixed", "open-ended"), only_if=OnlyIf("Pets", "yes")),
        ReviewColumn("Notice", ColumnType.NUMBER, unit="months"),
    ),
)


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "leases.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_columns_that_were_saved_are_read_as_they_were(tmp_path: Path) -> None:
    assert load_columns(written(tmp_path, save_columns(EVERYTHING))) == EVERYTHING


def test_a_table_without_a_name_has_that_of_its_file(tmp_path: Path) -> None:
    table = load_columns(written(tmp_path, '[[columns]]\nname = "Rent"\n'))
    assert table == TableDefinition("leases", (ReviewColumn("Rent"),))
    assert table.columns[0].asked == "Rent"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "not valid TOML"),
        ('name = "x"', "no [[columns]]"),
        ('[[columns]]\ntype = "text"', "A column has no name"),
        ('[[columns]]\nname = "A"\n[[columns]]\nname = "a"', "the same name"),
        ('[[columns]]\nname = "A"\ntype = "colour"', "unknown type"),
        ('[[columns]]\nname = "A"\ncolour = "red"', "unknown key: colour"),
        ('[[columns]]\nname = "A"\ntype = "choice"', "two choices"),
        ('[[columns]]\nname = "A"\nchoices = ["x", "y"]', "two choices"),
        ('[[columns]]\nname = "A"\nonly_if = { column = "B", value = "yes" }', "no column before it"),
        ('[[columns]]\nname = "A"\nonly_if = "B"', "needs a column and a value"),
        (f'[[columns]]\nname = "A"\nquestion = "{"x" * 5_000}"', "too long"),
    ],
)
def test_a_file_that_makes_no_sense_says_why(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(UserError) as caught:
        load_columns(written(tmp_path, text))
    assert reason in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        load_columns(tmp_path / "none.toml")
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="UTF-8"):
        load_columns(tmp_path / "x.toml")


def test_six_tables_come_in_every_language_with_the_same_columns() -> None:
    assert template_names() == ["contract", "cv", "invoice", "lease", "paper", "report"]
    for name in template_names():
        tables = [load_template(name, language) for language in LANGUAGES]
        assert len({tuple(one.type for one in table.columns) for table in tables}) == 1
        assert len({table.name for table in tables}) == len(LANGUAGES)
        assert all(column.question for table in tables for column in table.columns)
    with pytest.raises(UserError, match="no table “recipe”"):
        load_template("recipe", "en")


def test_the_columns_of_the_readme_are_read() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    table = definition_of(tomllib.loads(text), "")
    assert [(one.name, one.type) for one in table.columns] == [
        ("Rent", ColumnType.MONEY), ("Pets", ColumnType.YES_NO), ("Which pets", ColumnType.TEXT),
    ]  # fmt: skip
    assert table.columns[2].only_if == OnlyIf("Pets", "yes")
    states = ("found", "not stated", "disagrees", "failed", "not asked")
    assert all(f"*{state}*" in readme for state in states)
    assert all(f"`{one.value}`" in readme or f"“{one.value}”" in readme for one in ColumnType)
