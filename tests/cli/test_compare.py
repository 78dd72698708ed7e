"""``desktop-rag compare``, run as a person runs it."""

import os
from pathlib import Path

import pytest

from tests.bench.compare.pairs import LEASE, changed, without
from tests.helpers.command_line import CommandLine
from tests.helpers.pairs import write_text, write_word


@pytest.mark.slow
def test_two_files_are_compared(cli: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    write_word(folder / "old.docx", LEASE)
    write_text(folder / "new.txt", without(changed(LEASE, "clean and aired", "clean and heated"), "Pets"), 60)
    assert cli("index", "create", "Lib").code == 0
    assert cli("add", "Lib", folder, "--no-embed").code == 0

    done = cli("compare", "Lib", "old.docx", "new.txt")
    lines = [line.strip() for line in done.out.splitlines()]
    assert done.code == 0
    assert any("[-aired-]" in line for line in lines)
    assert any("{+heated+}" in line for line in lines)
    assert lines[-2].startswith("2 differences. ")
    assert lines[-1] == "Changed: 1 · Gone: 1"

    whole = cli("compare", "Lib", "old.docx", "new.txt", "--kind", "gone", "--json").json
    assert whole["counts"]["changed"] == 1
    (one,) = whole["differences"]
    assert one["after"] is None
    assert one["before"]["text"].startswith("Pets other than")

    table, page = tmp_path / "a.csv", tmp_path / "a"
    done = cli("compare", "Lib", "old.docx", "new.txt", "--csv", table, "--html", page)
    assert (done.code, table.exists(), page.with_suffix(".html").exists()) == (0, True, True)
    cli("--language", "de", "compare", "Lib", "old.docx", "new.txt", "--html", page)
    assert "<th>Vorher</th>" in page.with_suffix(".html").read_text("utf-8")

    assert "no file" in cli("compare", "Lib", "old.docx", "other.txt").err


@pytest.mark.slow
def test_a_file_is_compared_with_its_earlier_state(cli: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    file = write_text(folder / "lease.txt", LEASE, 60)
    assert cli("index", "create", "Lib").code == 0
    assert cli("add", "Lib", folder, "--no-embed").code == 0
    assert "index earlier 'Lib' --keep" in cli("compare", "Lib", "lease.txt", "--earlier").err
    assert "keeps earlier states" in cli("index", "earlier", "Lib", "--keep").out

    for number, word in enumerate(("heated", "cleaned"), 1):
        write_text(file, changed(LEASE, "clean and aired", f"clean and {word}"), 60)
        os.utime(file, (number, number))
        assert cli("add", "Lib", "--no-embed").code == 0
    listed = cli("compare", "Lib", "lease.txt", "--json").json
    assert [one["pages"] for one in listed["states"]] == [1, 1]
    assert len(cli("compare", "Lib", "lease.txt").out.splitlines()) == 2
    last = cli("compare", "Lib", "lease.txt", "--earlier")
    assert "[-heated-]" in last.out
    assert "{+cleaned+}" in last.out
    page = tmp_path / "page.html"
    assert cli("compare", "Lib", "lease.txt", "--earlier", "2", "--html", page).code == 0
    assert "<del>aired</del>" in page.read_text("utf-8")
    assert "only 2 earlier states" in cli("compare", "Lib", "lease.txt", "--earlier", "3").err

    assert "2 earlier states of files" in cli("index", "list").out
    assert cli("index", "earlier", "Lib", "--discard", "--yes").code == 0
    assert cli("index", "earlier", "Lib", "--json").json == {"keeps": False, "states": 0, "bytes": 0}


@pytest.mark.slow
def test_two_folders_are_compared_and_one_with_what_it_was(cli: CommandLine, tmp_path: Path) -> None:
    for year, word in (("2023", "aired"), ("2024", "heated")):
        folder = tmp_path / "files" / year
        folder.mkdir(parents=True)
        write_text(folder / "lease.txt", changed(LEASE, "clean and aired", f"clean and {word}"), 60)
        write_text(folder / f"only {year}.txt", [f"Nothing but {word} rooms here."], 60)
    assert cli("index", "create", "Lib").code == 0
    assert cli("index", "earlier", "Lib", "--keep").code == 0
    assert cli("add", "Lib", tmp_path / "files", "--no-embed").code == 0
    done = cli("compare", "Lib", "2023", "2024", "--folders", "--details")
    assert done.code == 0
    assert "(1 difference)" in done.out
    assert "[-aired-]" in done.out
    assert "only 2024.txt" in done.out
    found = cli("compare", "Lib", "2023", "2024", "--folders", "--json").json
    assert found["files"][0]["kind"] == "changed"
    table = tmp_path / "files.csv"
    assert cli("compare", "Lib", "2023", "2024", "--folders", "--csv", table).code == 0
    assert table.read_text("utf-8-sig").startswith("Kind,Before,After,Differences,Reason")

    (tmp_path / "files" / "2024" / "new.txt").write_text("It came later.")
    write_text(tmp_path / "files" / "2024" / "lease.txt", LEASE, 60)
    assert cli("add", "Lib", "--no-embed").code == 0
    lines = cli("compare", "Lib", "2024", "--since", "2020-01-01").out
    assert "is not known" in lines
    assert "no files in a folder" in cli("compare", "Lib", "2022", "--since", "2020-01-01").err
