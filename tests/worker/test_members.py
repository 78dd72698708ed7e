"""Files inside files through the whole program: read, found, shown, opened, and gone when they are gone."""

import mailbox
import os
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.worker.worker import Worker

NAME = "Mixed"


def pdf(path: Path, text: str) -> bytes:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "Nothing here.")
    document.new_page().insert_text((72, 72), text)
    document.save(path)
    document.close()
    data = path.read_bytes()
    path.unlink()
    return data


def letter(subject: str, body: str) -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = subject, "Ann <ann@example.org>", "Bo <bo@example.org>"
    made["Date"] = "Fri, 03 May 2024 14:07:00 +0200"
    made.set_content(body)
    return made


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    mail = letter("Travel costs", "See the attached table about reimbursement.")
    mail.add_attachment(
        pdf(tmp_path / "x.pdf", "Hotel bills are paid up to ninety euros."), "application", "pdf", filename="Hotels.pdf"
    )
    with zipfile.ZipFile(folder / "Archive.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sub/whales.pdf", pdf(tmp_path / "x.pdf", "Blue whales sing in the deep ocean."))
        archive.writestr("sub/travel.eml", mail.as_bytes())
        archive.writestr("broken.pdf", b"%PDF-1.7 rubbish")
    box = mailbox.mbox(folder / "inbox.mbox")
    for number in range(3):
        box.add(letter(f"Meeting {number}", f"We meet in room number {number} about the zeppelin."))
    box.close()
    return folder


def files(worker: Worker) -> dict[str, FileState]:
    page = worker.files.page(NAME, FileQuery()).result(30)
    return {file.path: file.state for file in page.rows}


def first(worker: Worker, query: str) -> Source:
    return worker.search.passages(NAME, query, mode="bm25").result(60)[0]


@pytest.mark.slow
def test_files_inside_files(worker: Worker, mixed: Path) -> None:
    worker.libraries.create(NAME).result(30)
    worker.files.add(NAME, [mixed], embed=False).result(120)
    archive = f"{mixed}/Archive.zip"
    states = files(worker)
    assert states[f"{archive}//sub/whales.pdf"] is FileState.KEYWORD
    assert states[f"{archive}//sub/travel.eml//Hotels.pdf"] is FileState.KEYWORD
    assert states[f"{archive}//broken.pdf"] is FileState.FAILED
    assert f"{mixed}/inbox.mbox//00002 Meeting 1.eml" in states

    whales = first(worker, "blue whales")
    assert (whales.file, whales.page) == (f"{archive}//sub/whales.pdf", 2)
    drawn = worker.pages.render(NAME, whales, page=2, zoom=1.0).result(60)
    assert (drawn.file, drawn.pages) == (whales.file, 2)
    assert len(drawn.boxes) == 1
    hotels = first(worker, "hotel bills")
    assert hotels.file == f"{archive}//sub/travel.eml//Hotels.pdf"
    assert worker.pages.render(NAME, hotels, page=2, zoom=1.0).result(60).boxes
    mail = first(worker, "reimbursement")
    assert mail.file == f"{archive}//sub/travel.eml"
    assert "From: Ann <ann@example.org>" in worker.pages.passage(NAME, mail).result(30).page_text
    assert first(worker, "zeppelin room filename:inbox").file.startswith(f"{mixed}/inbox.mbox//")

    opened = worker.pages.export_member(hotels.file).result(60)
    assert opened.name == "Hotels.pdf"
    assert opened.read_bytes().startswith(b"%PDF")
    assert worker.pages.export_member(f"{mixed}/inbox.mbox").result(60) == mixed / "inbox.mbox"


@pytest.mark.slow
def test_a_container_that_changes_or_goes(worker: Worker, mixed: Path) -> None:
    worker.libraries.create(NAME).result(30)
    worker.files.add(NAME, [mixed], embed=False).result(120)
    whales = first(worker, "blue whales")
    archive = mixed / "Archive.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("sub/other.txt", "Bears growl.")
    os.utime(archive, (1, 1))
    worker.files.add(NAME, [mixed], embed=False).result(120)
    assert {path for path in files(worker) if "Archive" in path and "//" in path} == {f"{archive}//sub/other.txt"}
    with pytest.raises(UserError, match="can't be found anymore"):
        worker.pages.render(NAME, whales, page=2, zoom=1.0).result(60)
    archive.unlink()
    worker.files.add(NAME, [mixed], embed=False).result(120)
    assert not [path for path in files(worker) if "Archive" in path]
    with pytest.raises(UserError, match="was moved or deleted"):
        worker.pages.export_member(whales.file).result(60)
