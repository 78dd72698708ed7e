"""“Your files stay where they are and are never changed.”"""

import json
import os
import sys
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.files import FileQuery
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.llamaindex.readers import SimpleDirectoryReader
from desktop_rag.worker.worker import Worker
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.file_tree import snapshot
from tests.helpers.office import picture, word_with, words, workbook
from tests.helpers.pages import pdf_of
from tests.helpers.waiting import wait_until

WAIT = 120
Act = Callable[[Worker, Path, Path], object]


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A folder with a file of most kinds, some that cannot be read, and odd names."""
    papers = tmp_path / "papers"
    (papers / "old" / "deeper").mkdir(parents=True)
    (papers / "empty folder").mkdir()
    (papers / "whales.txt").write_text("Whales sing for hours.\r\nThey breathe air.\r\n")
    (papers / "old" / "東京 “notes”.md").write_text("# 東京\n\n首都は東京です。\n", encoding="utf-8")
    (papers / "old" / "deeper" / "shift.txt").write_bytes("東京都の人口です。".encode("shift_jis"))
    pdf_of(papers / "whale book.pdf", "Whales sing at night.", "Whales sleep standing up.")
    (papers / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    word_with(papers / "report.docx", words("Whales were counted."), picture("WHALES"))
    workbook(papers / "counts.xlsx")
    make_mail(papers / "letter.eml")
    with zipfile.ZipFile(papers / "box.zip", "w") as archive:
        archive.writestr("inside/log.txt", "Whales were seen from the box.")
    (papers / "nothing.txt").touch()
    (papers / "locked.txt").write_text("Whales behind a lock.")
    (papers / "locked.txt").chmod(0o444)
    if sys.platform != "win32":
        (papers / "shortcut.txt").symlink_to("whales.txt")
    for path in papers.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000), follow_symlinks=False)
    return papers


def make_mail(path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Whales", "ahab@example.org", "starbuck@example.org"
    mail.set_content("Whales ahead.")
    mail.add_attachment(b"Whales in the attachment.", "text", "plain", filename="log.txt")
    path.write_bytes(mail.as_bytes())


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Worker]:
    """A worker whose library "lib" has the folder; the embedding model is a double."""
    (tmp_path / "data").mkdir()
    with EmbeddingServer() as server:
        model = {"provider": "openai", "base_url": server.address, "model": "double"}
        settings = {f"embedding.{key}": value for key, value in model.items()}
        (tmp_path / "data" / "settings.json").write_text(json.dumps(settings))
        worker = Worker(tmp_path / "data")
        worker.libraries.create("lib").result(WAIT)
        yield worker
        worker.close()


def sources(worker: Worker) -> tuple[Source, ...]:
    found = worker.search.passages("lib", "whales", top_k=50).result(WAIT)
    assert len({source.file for source in found}) >= 5
    return found


def add(worker: Worker, papers: Path, _: Path) -> None:
    status = worker.files.add("lib", [papers]).result(WAIT)
    assert status.counts["failed"] >= 1
    assert status.counts["nodes_embedded"] == status.counts["nodes"] >= 8


def search(worker: Worker, papers: Path, _: Path) -> None:
    for mode in ("hybrid", "vector", "bm25"):
        assert worker.search.passages("lib", "whales", mode=mode).result(WAIT)
    assert worker.search.pages("lib", "whales folder:old type:pdf").result(WAIT) is not None
    assert worker.search.choices("lib").result(WAIT).roots == (str(papers),)


def ask(worker: Worker, _: Path, __: Path) -> None:
    assert worker.answers.ask("lib", "When do whales sing?").result(WAIT).citations


def draw(worker: Worker, _: Path, __: Path) -> None:
    for source in sources(worker):
        worker.pages.passage("lib", source).result(WAIT)
        if Path(source.file).suffix in {".pdf", ".docx"}:
            cited = (source.start, source.end)
            assert worker.pages.render("lib", source, page=source.page, zoom=0.5, cited=cited).result(WAIT).rgb


def open_them(worker: Worker, _: Path, __: Path) -> None:
    """What is inside another file is opened as a copy; editing that copy leaves the container alone."""
    inside = [source.file for source in sources(worker) if "//" in source.file]
    assert inside
    for file in inside:
        copy = worker.pages.export_member(file).result(WAIT)
        copy.chmod(0o644)
        copy.write_text("edited")


def change_rules(worker: Worker, papers: Path, _: Path) -> None:
    worker.files.set_folder_rules("lib", str(papers), FolderRules(ignore=("*.eml",), hidden=True)).result(WAIT)
    worker.files.exclude("lib", [str(papers / "counts.xlsx")]).result(WAIT)
    worker.files.retry("lib", [str(papers / "broken.pdf")]).result(WAIT)
    worker.files.prioritise("lib", [str(papers / "old")]).result(WAIT)
    worker.files.add("lib", ()).result(WAIT)


def list_them(worker: Worker, papers: Path, scratch: Path) -> None:
    worker.files.preview([papers]).result(WAIT)
    assert worker.files.export_list("lib", FileQuery(), scratch / "list.csv").result(WAIT)


def watch(worker: Worker, papers: Path, scratch: Path) -> None:
    """A second folder changes while both are watched; then the news has come."""
    (scratch / "more").mkdir()
    worker.files.add("lib", [scratch / "more"]).result(WAIT)
    worker.watch()
    (scratch / "more" / "new.txt").write_text("A walrus was seen.")
    wait_until(lambda: bool(worker.search.passages("lib", "walrus", mode="bm25").result(WAIT)), 30)


def rename(worker: Worker, _: Path, __: Path) -> None:
    worker.libraries.rename("lib", "other").result(WAIT)


def remove(worker: Worker, papers: Path, _: Path) -> None:
    worker.files.remove("other", str(papers)).result(WAIT)
    worker.libraries.delete("other").result(WAIT)


ACTS: tuple[Act, ...] = (add, search, ask, draw, open_them, list_them, watch, change_rules, rename, remove)


@pytest.mark.slow
def test_files_and_folders_are_the_same_after_everything_that_is_done_with_them(
    library: Worker, papers: Path, tmp_path: Path
) -> None:
    (tmp_path / "scratch").mkdir()
    before = snapshot(papers)
    assert len(before) >= 15
    for act in ACTS:
        act(library, papers, tmp_path / "scratch")
        assert snapshot(papers) == before, act.__name__


def test_reading_as_a_library_changes_nothing(papers: Path) -> None:
    before = snapshot(papers)
    assert SimpleDirectoryReader(papers, recursive=True, raise_on_error=False).load_data()
    assert snapshot(papers) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_text("Whales sing for hours!"),
        lambda path: path.write_text(path.read_text()),
        lambda path: os.utime(path, (1_600_000_000, 1_600_000_000)),
        lambda path: path.chmod(0o600),
        lambda path: path.rename(path.with_name("other.txt")),
        lambda path: (path.parent / "Thumbs.db").touch(),
    ],
    ids=["content", "same content", "times set back", "permissions", "name", "beside it"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no time of change")
def test_a_change_would_be_noticed(papers: Path, change: Callable[[Path], object]) -> None:
    before = snapshot(papers)
    change(papers / "whales.txt")
    assert snapshot(papers) != before
