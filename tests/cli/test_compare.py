"""``desktop-rag compare``, run as a person runs it."""

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
