"""``desktop-rag contradictions``: what disagrees, with both sentences; dismissing; exports."""

import csv
import io
from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine


@pytest.fixture
def papers(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text(
        "Lease LS-4410\n\nTenant: Ngozi Okonjo\n\nThe monthly rent is £950.\n\nThe gate closes at 20:00.\n",
        encoding="utf-8",
    )
    (folder / "letter.txt").write_text("Lease LS-4410\n\nThe monthly rent is £980.\n", encoding="utf-8")
    (folder / "notice.txt").write_text("Lease LS-4410\n\nThe gate now closes at 21:00.\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    cli("index", "create", "papers")
    cli("add", "papers", folder)
    return folder


@pytest.mark.usefixtures("papers")
def test_what_disagrees_is_listed_with_both_sentences_and_what_is_newer_apart(cli: CommandLine) -> None:
    done = cli("contradictions", "papers")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].endswith("  figure: monthly rent")
    assert [line.strip().partition(" – ")[0] for line in lines[1:5]] == [
        "£950", "The monthly rent is £950.", "£980", "The monthly rent is £980.",
    ]  # fmt: skip
    assert lines[5] == "Newer, as a document says:"
    assert lines[-1].endswith("notice.txt: The gate now closes at 21:00.")
    assert "1 contradictions; 1 newer, 0 dismissed." in done.err
    assert "3 of 4 documents compared." in done.err
    assert "broken.pdf: " in done.err


@pytest.mark.usefixtures("papers")
def test_one_is_dismissed_by_its_key_and_shown_again(cli: CommandLine) -> None:
    key = cli("contradictions", "papers").out.split()[0]
    assert "Dismissed: monthly rent" in cli("contradictions", "papers", "--dismiss", key).out
    assert key not in cli("contradictions", "papers").out
    assert key in cli("contradictions", "papers", "--all").out
    assert cli("contradictions", "papers", "--restore", key).code == 0
    assert key in cli("contradictions", "papers").out
    assert cli("contradictions", "papers", "--dismiss", "zz").code == 1


@pytest.mark.usefixtures("papers")
def test_programs_and_spreadsheets_get_all_of_it(cli: CommandLine, tmp_path: Path) -> None:
    found = cli("contradictions", "papers", "--json").json
    assert (found["compared"], found["files"], len(found["unread"])) == (3, 4, 1)
    assert [(one["kind"], one["one"]["value"], bool(one["newer"])) for one in found["contradictions"]] == [
        ("figure", "£950", False), ("figure", "20:00", True),
    ]  # fmt: skip
    assert cli("contradictions", "papers", "--csv", tmp_path / "found").code == 0
    rows = csv.reader(io.StringIO((tmp_path / "found.csv").read_text(encoding="utf-8-sig")))
    assert len(list(rows)) == 3
    assert cli("contradictions", "papers", "--csv", tmp_path / "x.csv", "--json").code == 2
