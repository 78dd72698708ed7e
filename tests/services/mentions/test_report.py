"""Mentions for other people: tables without formulas, JSON and web pages, and what proves that there are none."""

import csv
import json
from pathlib import Path

import pytest

from desktop_rag import __version__
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.mentions import MentionQuery
from desktop_rag.core.user_text import UserText
from desktop_rag.text.translations import sentences
from tests.services.conftest import Services


@pytest.fixture
def library(services: Services, notes: Path) -> Path:
    (notes / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF")
    (notes / "=sum.txt").write_text("=cats()+1 is what <b>cats</b> do.\n\n@cats, -cats", "utf-8")
    services.fill("Lib", notes)
    return notes


def exported(services: Services, target: Path, words: str = "cats", **more: object) -> str:
    services.mentions.export("Lib", MentionQuery(words), target, **more)  # type: ignore[arg-type]
    return target.read_text("utf-8-sig")


def test_a_table_has_a_row_for_each_mention_and_no_formulas(services: Services, library: Path, tmp_path: Path) -> None:
    rows = list(csv.DictReader(exported(services, tmp_path / "a.csv").splitlines()))
    assert [row["File"] for row in rows].count("'=sum.txt") == 4
    assert all(row["Mention"].casefold() == "cats" for row in rows)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    (cats,) = (row for row in rows if row["File"] == "cats.txt")
    assert cats["Context"] == "Cats sleep sixteen hours a day."
    text = (library / "cats.txt").read_text("utf-8")
    assert text[int(cats["Start"]) : int(cats["End"])] == "Cats"


def test_json_has_everything_for_programs(services: Services, library: Path, tmp_path: Path) -> None:
    told = json.loads(exported(services, tmp_path / "a.json"))
    assert told["counts"] == {"files": 5, "read": 4, "with": 2, "without": 2, "unreadable": 1, "waiting": 0}
    assert (told["count"], len(told["mentions"]), told["complete"]) == (5, 5, False)
    assert told["unreadable"][0]["reason"]
    assert (told["version"], told["library"], told["method"]) == (__version__, "Lib", "words")
    assert {one["text"].casefold() for one in told["mentions"]} == {"cats"}


def test_a_page_marks_the_mentions_and_runs_nothing_of_the_files(
    services: Services, library: Path, tmp_path: Path
) -> None:
    page = exported(services, tmp_path / "a.html")
    assert page.count("<mark>") == 5
    assert "&lt;b&gt;<mark>cats</mark>&lt;/b&gt;" in page
    assert "5 mentions in 2 of 5 files. 1 could not be read." in page
    assert "broken.pdf" in page


@pytest.mark.parametrize("suffix", ["html", "json", "csv"])
def test_what_is_nowhere_is_proved_by_all_that_was_read(
    services: Services, library: Path, tmp_path: Path, suffix: str
) -> None:
    told = exported(services, tmp_path / f"a.{suffix}", "walruss", statement=True)
    assert all(name in told for name in ("cats.txt", "tea.md", "dogs.txt", "broken.pdf"))
    if suffix != "csv":
        assert __version__ in told
        assert "walruss" in told
    if suffix == "json":
        whole = json.loads(told)
        assert (whole["count"], len(whole["without"]), whole["exact"]) == (0, 4, False)


def test_a_statement_names_what_is_spelt_alike(services: Services, library: Path, tmp_path: Path) -> None:
    assert "eighty (1)" in exported(services, tmp_path / "a.html", "eigthy", statement=True)


def test_a_page_is_in_the_language_of_the_person(services: Services, library: Path, tmp_path: Path) -> None:
    def say(text: str) -> str:
        return f"«{text.template}»" if isinstance(text, UserText) else text

    assert "«Files that could not be read»" in exported(services, tmp_path / "a.html", say=say)
    german = exported(services, tmp_path / "b.html", say=sentences("de").translated)
    assert "5 Erwähnungen in 2 von 5 Dateien." in german


def test_other_endings_are_refused_and_nothing_is_lost(services: Services, library: Path, tmp_path: Path) -> None:
    target = tmp_path / "a.docx"
    target.write_text("mine")
    with pytest.raises(UserError, match="names no format"):
        exported(services, target)
    assert target.read_text() == "mine"
