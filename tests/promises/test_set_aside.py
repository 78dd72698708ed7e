"""“Sets unreadable files aside, says why and what you can do, and continues with the others.”"""

import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.worker.worker import Worker
from tests.helpers.office import package, word_with, words
from tests.helpers.pages import pdf_of

WAIT = 120


def broken_pdf(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7 broken")


def locked_pdf(path: Path) -> None:
    with pymupdf.open() as document:
        document.new_page().insert_text((50, 50), "Secret whales.")
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")


def half_pdf(path: Path) -> None:
    pdf_of(path, "Whales sing at night.")
    path.write_bytes(path.read_bytes()[:200])


def word_without_text(path: Path) -> None:
    package(path, {"[Content_Types].xml": "<Types/>", "word/nothing.xml": "<a/>"})


def half_word(path: Path) -> None:
    word_with(path, words("Whales."))
    path.write_bytes(path.read_bytes()[:300])


def damaged_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("whales.txt", "Whales sing. " * 500)
    content = bytearray(path.read_bytes())
    content[45:60] = b"\xff" * 15
    path.write_bytes(content)


def old_word(path: Path) -> None:
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)


UNREADABLE: dict[str, Callable[[Path], None]] = {
    "broken.pdf": broken_pdf,
    "locked.pdf": locked_pdf,
    "half.pdf": half_pdf,
    "empty.docx": word_without_text,
    "half.docx": half_word,
    "damaged.zip": damaged_zip,
    "old.doc": old_word,
}
DOES = ("Open ", "Save ", "Download ", "Unpack ", "Check ", "Split ", "Run ", "Make ")


def add(worker: Worker, folder: Path) -> dict[str, FileStatus]:
    worker.libraries.create("lib").result(WAIT)
    status = worker.files.add("lib", [folder], embed=False).result(WAIT)
    return {Path(file.path).name: file for file in status.files}


@pytest.mark.slow
def test_every_unreadable_file_has_a_reason_and_a_next_step_and_the_others_are_read(
    worker: Worker, folder: Path
) -> None:
    for name, make in UNREADABLE.items():
        make(folder / name)
    files = add(worker, folder)
    for name in UNREADABLE:
        reason = files[name].reason
        assert files[name].state is FileState.FAILED, name
        sentences = [part for part in reason.removesuffix(".").split(". ") if part]
        assert len(sentences) >= 2, f"{name}: {reason}"
        assert any(sentence.startswith(DOES) for sentence in sentences[1:]), f"{name}: {reason}"
        assert reason.endswith("."), f"{name}: {reason}"
        assert not {"Error", "Exception", "Traceback", str(folder)} & set(reason.replace(":", " ").split()), reason
    assert "password" in files["locked.pdf"].reason
    for name in ("cats.txt", "tea.md", "東京.txt"):
        assert files[name].state is FileState.KEYWORD
    (found,) = worker.search.passages("lib", "sixteen hours", mode="bm25").result(WAIT)
    assert Path(found.file).name == "cats.txt"


@pytest.mark.slow
def test_a_file_that_was_repaired_is_read_with_the_next_run(worker: Worker, folder: Path) -> None:
    broken_pdf(folder / "report.pdf")
    assert add(worker, folder)["report.pdf"].state is FileState.FAILED
    pdf_of(folder / "report.pdf", "Whales sing at night.")
    status = worker.files.add("lib", (), embed=False).result(WAIT)
    assert status.counts["failed"] == 0
    assert worker.search.passages("lib", "whales", mode="bm25").result(WAIT)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_says_so(worker: Worker, folder: Path) -> None:
    (folder / "cats.txt").chmod(0)
    assert "permission" in add(worker, folder)["cats.txt"].reason


@pytest.mark.slow
def test_a_library_of_unreadable_files_alone_says_so_when_it_is_asked(worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    broken_pdf(tmp_path / "bad" / "broken.pdf")
    assert add(worker, tmp_path / "bad")["broken.pdf"].state is FileState.FAILED
    answer = worker.answers.ask("lib", "What do whales do?").result(WAIT)
    assert not answer.citations
    assert answer.notice or answer.text
