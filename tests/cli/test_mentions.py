"""``desktop-rag mentions``, run as a person runs it."""

import json
from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine


@pytest.fixture
def filled(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    (folder / "old").mkdir(parents=True)
    (folder / "a.txt").write_text("The notice period is three months. Another Notice Period.", "utf-8")
    (folder / "old" / "b.md").write_text("# Notice\n\nNo notice-\nperiod is given here.\n", "utf-8")
    (folder / "c.txt").write_text("Nothing.", "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF")
    assert cli("index", "create", "Lib").code == 0
    assert cli("add", "Lib", folder, "--no-embed").code == 0
    return folder


@pytest.mark.slow
def test_every_mention_is_listed_by_file_with_what_was_not_read(cli: CommandLine, filled: Path, tmp_path: Path) -> None:
    done = cli("mentions", "Lib", "notice period")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].split() == ["2", str(filled / "a.txt")]
    assert "The notice period is three months." in lines[1]
    assert any("not readable" in line and "broken.pdf" in line for line in lines)
    assert lines[-2:] == ["3 mentions in 2 of 4 files. 1 could not be read.", "Words: complete."]

    assert "2 mentions" not in cli("mentions", "Lib", "notice period", "--exact", "--files").out
    inside = cli("mentions", "Lib", "notice period", "--in", "old", "--json").json
    assert (inside["count"], inside["counts"]["files"], len(inside["mentions"])) == (1, 1, 1)
    assert inside["mentions"][0]["text"] == "notice-\nperiod"
    assert cli("mentions", "Lib", "notice period", "--in", "type:txt", "--json").json["count"] == 2

    table, page, proof = tmp_path / "a.csv", tmp_path / "a.html", tmp_path / "proof.json"
    done = cli("mentions", "Lib", "walrus", "--csv", table, "--html", page, "--absence", proof)
    assert (done.code, table.exists(), page.exists()) == (0, True, True)
    cli("--language", "de", "mentions", "Lib", "walrus", "--html", page)
    assert "<th>Gesucht</th>" in page.read_text("utf-8")
    whole = json.loads(proof.read_text("utf-8"))
    assert (whole["count"], len(whole["without"]), len(whole["unreadable"])) == (0, 3, 1)


@pytest.mark.slow
def test_what_cannot_be_counted_is_said(cli: CommandLine, filled: Path, tmp_path: Path) -> None:
    assert cli("mentions", "Lib", "…").code == 1
    assert cli("mentions", "Nothing", "cats").code == 1
    done = cli("mentions", "Lib", "cats", "--absence", tmp_path / "proof.docx")
    assert (done.code, "names no format" in done.err) == (1, True)


@pytest.mark.slow
def test_by_meaning_the_cut_and_what_is_below_it_are_printed(cli: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "leases"
    folder.mkdir()
    (folder / "a.txt").write_text("The rent is £700.\n\nNo animals may be kept in the flat.\n", "utf-8")
    (folder / "b.txt").write_text("Stir the soup for an hour.\n", "utf-8")
    assert cli("index", "create", "Leases").code == 0
    assert cli("add", "Leases", folder).code == 0
    printed = cli("mentions", "Leases", "Are pets forbidden?", "--meaning").out
    above, below = printed.split("Cut here. Just below it:")
    assert "No animals may be kept in the flat." in above
    assert "Stir the soup for an hour." in below
    assert printed.splitlines()[-2:] == [
        "1 sentence in 1 of 2 files.",
        "Meaning: not complete. The 2 nearest of 2 passages were read.",
    ]
    found = cli("mentions", "Leases", "Are pets forbidden?", "--meaning", "--cut", "-50", "--json").json
    assert (found["method"], found["above"], len(found["hits"])) == ("meaning", 3, 3)
    assert cli("mentions", "Leases", "pets", "--cut", "1").code == 2
