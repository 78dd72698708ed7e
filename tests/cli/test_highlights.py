"""``--highlight``: what an answer cites, and what is mentioned, in copies of PDFs; the originals stay."""

from pathlib import Path

import pymupdf
import pytest

from tests.helpers.command_line import CommandLine
from tests.helpers.pages import pdf_of

QUOTE = "The notice period is thirty days."


@pytest.fixture
def folder(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "leases"
    (folder / "old").mkdir(parents=True)
    pdf_of(folder / "lease.pdf", "A lease of a flat.", f"{QUOTE} A second notice period is meant for cellars.")
    pdf_of(folder / "old" / "lease.pdf", "The notice period was a week.")
    (folder / "notes.txt").write_text("The notice period is a riddle.", encoding="utf-8")
    assert cli("index", "create", "Leases").code == 0
    assert cli("add", "Leases", folder, "--no-embed").code == 0
    return folder


def highlights(path: Path) -> list[tuple[int, str]]:
    with pymupdf.open(path) as document:
        return [(number, one.info["content"]) for number, page in enumerate(document, 1) for one in page.annots()]


def test_mentions_are_highlighted_in_one_copy_or_in_a_folder_of_them(
    cli: CommandLine, folder: Path, tmp_path: Path
) -> None:
    before = (folder / "lease.pdf").read_bytes()
    done = cli("mentions", "Leases", "notice period", "--highlight", tmp_path / "copy.pdf")
    assert (done.code, done.out) == (0, "")
    assert "There are others: lease.pdf. Give a folder" in done.err
    assert highlights(tmp_path / "copy.pdf") == [(2, "notice period"), (2, "notice period")]
    assert cli("mentions", "Leases", "notice period", "--highlight", tmp_path / "all").code == 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["lease (2).pdf", "lease.pdf"]
    assert cli("mentions", "Leases", "notice period", "--highlight", tmp_path / "copy.pdf").code == 1
    assert cli("mentions", "Leases", "notice period", "--highlight", tmp_path / "copy.pdf", "--force").code == 0
    refused = cli("mentions", "Leases", "cellars", "--highlight", folder / "lease.pdf", "--force")
    assert (refused.code, "which is never changed" in refused.err) == (1, True)
    assert cli("mentions", "Leases", "riddle", "--highlight", tmp_path / "none.pdf").code == 1
    assert (folder / "lease.pdf").read_bytes() == before


def test_the_cited_sentence_of_an_answer_is_highlighted(cli: CommandLine, folder: Path, tmp_path: Path) -> None:
    question = "How many days is the notice period of a flat?"
    done = cli("ask", "Leases", question, "--highlight", tmp_path / "copy.pdf")
    assert done.code == 0
    assert f"Wrote {tmp_path / 'copy.pdf'}." in done.err
    assert (2, question) in highlights(tmp_path / "copy.pdf")
