"""Files that nobody should have: damaged, endless, growing, exploding. Each ends as a record with a plain reason.

``DESKTOP_RAG_TORTURE=full`` runs them at full size (minutes, and gigabytes of disk).
"""

import os
import random
import threading
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import resource_path
from desktop_rag.ingestion import parse
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.parser_pool import ParserPool
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.ingestion.spool import SpoolWriter, discard_spool, read_spool
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.format import MAXIMUM_BYTES
from desktop_rag.storage.records import DocumentRecord, PageRow, Piece

FULL = os.environ.get("DESKTOP_RAG_TORTURE") == "full"
MB = 1024 * 1024
TEXT_MB = 1024 if FULL else 3
PAGES = 20_000 if FULL else 600
DAMAGED = 40 if FULL else 4
STATES = {"parsed", "failed", "skipped"}


@pytest.fixture
def pooled(tmp_path: Path) -> Iterator[tuple[Scratch, ParserPool]]:
    scratch = Scratch(tmp_path / "data")
    children = ChildProcesses(1, scratch=scratch)
    yield scratch, ParserPool(children)
    children.close()
    scratch.close()


def found(path: Path) -> FoundFile:
    status = path.stat()
    return FoundFile(str(path), status.st_size, status.st_mtime_ns)


def in_child(pool: ParserPool, files: list[FoundFile], options: ReadOptions | None = None) -> list[DocumentRecord]:
    records = []
    given = options or ReadOptions(ocr=False)
    for batch in pool.parse_files(iter(files), CancelToken(), lambda _: given, splitting=Splitting()):
        records += batch
    assert len(records) == len(files)
    return records


def is_told(record: DocumentRecord) -> bool:
    """Whether a record is one a person can make sense of."""
    if record.state == "parsed":
        return True
    return record.state in STATES and len(record.reason) > 10 and "Error" not in record.reason


def damaged(data: bytes, cut: float, flips: list[tuple[float, int]]) -> bytes:
    """Return data that ends early, with some bits turned over."""
    result = bytearray(data[: int(len(data) * cut)])
    for place, bit in flips:
        if result:
            result[int(place * (len(result) - 1))] ^= 1 << bit
    return bytes(result)


DAMAGE = st.tuples(
    st.one_of(st.just(1.0), st.floats(0, 1)),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 7)), max_size=30),
)
PURE = {
    ".txt": "Whales sing – 東京 über alles.\n\nAnd again.\n".encode() * 20,
    ".md": b"# Tea\n\n## Green\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n```\n" * 5,
    ".csv": b'name,price\n"tea, green",3\n\'x\',"4\n5"\n' * 20,
    ".json": b'{"a": [1, {"b": "c\\u00e9\\ud83d"}], "d": null}' * 3,
    ".xml": b"<?xml version='1.0' encoding='utf-8'?><a b='c'><d>whale &amp; song</d></a>",
    ".py": b"class A:\n    def f(self):\n        return '\xc3\xa9'\n" * 10,
    ".html": b"<html><body><h1>T</h1><p>whale<table><tr><td>1</table></body></html>" * 3,
    ".rtf": rb"{\rtf1\ansi\deff0 {\b Whales} sing \u8211? in the sea.\par}",
    ".eml": b"From: a@b.c\nSubject: =?utf-8?q?Tea?=\nContent-Type: text/plain\n\nGreen tea.\n",
    ".srt": b"1\n00:00:01,000 --> 00:00:02,000\nWhales sing.\n\n" * 5,
}


@pytest.mark.slow
@pytest.mark.parametrize("ending", sorted(PURE))
@given(damage=DAMAGE)
@settings(max_examples=DAMAGED * 5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_damaged_files_of_formats_read_here(
    tmp_path: Path, ending: str, damage: tuple[float, list[tuple[float, int]]]
) -> None:
    path = tmp_path / f"file{ending}"
    path.write_bytes(damaged(PURE[ending], *damage))
    record = parse_file(ParseTask.of(path))
    assert is_told(record), record.reason
    for _, text, *_ in record.pages:
        text.encode()


def native_samples() -> dict[str, bytes]:
    """One small document for each format that native code reads."""
    word = Path(__file__).parent.parent / "readers" / "office" / "guide.docx"
    samples = {"guide.pdf": resource_path("guide", "guide.en.pdf").read_bytes(), "guide.docx": word.read_bytes()}
    book = pymupdf.open()
    for number in range(3):
        book.new_page().insert_text((72, 72), f"Page {number}: whales sing.")
    samples["plain.pdf"] = book.tobytes()
    pixmap = book[0].get_pixmap(dpi=40)
    samples["page.png"] = pixmap.tobytes("png")
    samples["page.jpg"] = pixmap.tobytes("jpg")
    samples["drawing.svg"] = book[0].get_svg_image().encode()
    book.close()
    return samples


@pytest.mark.slow
def test_damaged_files_of_formats_read_by_native_code(pooled: tuple[Scratch, ParserPool], tmp_path: Path) -> None:
    rng = random.Random(7)
    folder = tmp_path / "damaged"
    folder.mkdir()
    for name, data in native_samples().items():
        for number in range(DAMAGED):
            cut = rng.choice([1.0, 1.0, rng.random()])
            flips = [(rng.random(), rng.randrange(8)) for _ in range(rng.randrange(1, 60))]
            (folder / f"{number}-{name}").write_bytes(damaged(data, cut, flips))
    records = in_child(pooled[1], [found(path) for path in sorted(folder.iterdir())])
    assert [record.reason for record in records if not is_told(record)] == []
    assert any(record.state == "parsed" for record in records)


def test_a_huge_text_file_is_left_out_unless_that_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "sparse.txt"
    with path.open("wb") as file:
        file.truncate(1024 * MB)
    record = parse_file(ParseTask.of(path))
    assert record.state == "skipped"
    assert str(MAXIMUM_BYTES // MB) in record.reason


@pytest.mark.slow
def test_a_large_text_file_that_is_allowed_takes_little_memory(
    pooled: tuple[Scratch, ParserPool], tmp_path: Path
) -> None:
    path = tmp_path / "large.txt"
    with path.open("w") as file:
        for number in range(TEXT_MB):
            file.write((f"Whale {number} sings about the sea. " * 8 + "\n") * (MB // 250))
    us = psutil.Process()
    before, peak, child_peak = us.memory_info().rss, 0, 0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak, child_peak
        while not done.wait(0.1):
            peak = max(peak, us.memory_info().rss)
            for child in us.children():
                try:
                    child_peak = max(child_peak, child.memory_info().rss)
                except psutil.Error:
                    continue

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        (record,) = in_child(pooled[1], [found(path)], ReadOptions(maximum_bytes=2048 * MB))
        assert record.state == "parsed", record.reason
        passages = sum(len(nodes) for _, nodes in read_spool(record.spool))
    finally:
        done.set()
        watching.join()
    assert passages > TEXT_MB * 500
    assert peak - before < 100 * MB
    assert child_peak < 900 * MB


@pytest.mark.slow
def test_a_bomb_in_an_archive_is_defused(pooled: tuple[Scratch, ParserPool], tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            with archive.open(f"{number}.txt", "w", force_zip64=True) as member:
                for _ in range(4096 if FULL else 100):
                    member.write(bytes(MB))
        archive.writestr("note.txt", "Whales sing.")
    (record,) = in_child(pooled[1], [found(bomb)], ReadOptions(scratch=pooled[0].folder / "bomb", ocr=False))
    assert is_told(record)
    unpacked = sum(path.stat().st_size for path in pooled[0].folder.rglob("*") if path.is_file())
    assert unpacked < 1024 * MB
    assert all(member.size <= MAXIMUM_BYTES for member in record.members)


@pytest.mark.slow
def test_a_document_of_very_many_pages(pooled: tuple[Scratch, ParserPool], tmp_path: Path) -> None:
    book = pymupdf.open()
    for number in range(PAGES):
        book.new_page(width=200, height=100).insert_text((10, 50), f"Page {number} of the endless book.")
    book.save(tmp_path / "endless.pdf")
    book.close()
    (record,) = in_child(pooled[1], [found(tmp_path / "endless.pdf")])
    assert record.state == "parsed"
    assert len(record.nodes) <= 401
    more = list(read_spool(record.spool))
    assert len(record.pages) + sum(len(pages) for pages, _ in more) == PAGES
    last = more[-1][1][-1]
    assert (last.page, last.text) == (PAGES, f"Page {PAGES - 1} of the endless book.")


@pytest.mark.slow
def test_a_file_that_grows_while_it_is_read_is_left_for_later(tmp_path: Path) -> None:
    path = tmp_path / "growing.txt"
    path.write_text("Whales sing.\n")
    done = threading.Event()

    def grow() -> None:
        while not done.is_set():
            with path.open("a") as file:
                file.write("More.\n")
            time.sleep(0.0005)

    writing = threading.Thread(target=grow)
    writing.start()
    try:
        record = parse_file(ParseTask.of(path), lambda: time.sleep(0.05))
    finally:
        done.set()
        writing.join()
    assert record.state == "failed"
    assert "keeps changing" in record.reason
    assert parse_file(ParseTask.of(path)).state == "parsed"


def test_a_file_that_changed_once_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    path.write_text("Whales sing.")
    edits = iter(["Whales dance in the sea."])

    def edit() -> None:
        for text in edits:
            path.write_text(text)

    task = ParseTask.of(path)
    record = parse_file(task, edit)
    assert record.nodes[0].text == "Whales dance in the sea."
    assert (record.size, record.mtime_ns) == (path.stat().st_size, path.stat().st_mtime_ns)


def test_a_file_that_is_gone_fails(tmp_path: Path) -> None:
    record = parse_file(ParseTask(FoundFile(str(tmp_path / "gone.txt"), 5, 5)))
    assert record.state == "failed"
    assert is_told(record)


@pytest.mark.slow
def test_text_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "_ALWAYS_TEXT", 1000)
    monkeypatch.setattr(parse, "_TEXT_PER_BYTE", 0)
    path = tmp_path / "long.txt"
    path.write_text("Whales sing. " * 100)
    spool = tmp_path / "1.spool"
    record = parse_file(replace(ParseTask.of(path), spool=spool))
    assert record.state == "failed"
    assert not spool.exists()


def test_a_damaged_spool_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.spool"
    pieces = [Piece([PageRow("1", "text")], []), Piece([PageRow("2", "more")], [])]
    with SpoolWriter(path) as spool:
        for piece in pieces:
            spool.write(piece)
    data = path.read_bytes()
    assert list(read_spool(str(path))) == pieces
    assert not path.exists(), "it is removed when it was read"
    for length in (0, 5, len(data) // 2, len(data) - 1, data.index(b"more")):
        path.write_bytes(data[:length])
        with pytest.raises(UserError, match="was lost"):
            list(read_spool(str(path)))
    discard_spool(str(path))
    with pytest.raises(UserError, match="was lost"):
        list(read_spool(str(path)))
    assert list(read_spool("")) == []
