"""Data folders with nothing, one file and ten thousand files, as a person would have them."""

import os
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.services.review.columns import load_template
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.worker.worker import Worker
from tests.bench.contradictions.cases import half_of, write_files
from tests.helpers.office import picture, workbook
from tests.helpers.pages import pdf_of, scan_of
from tests.tools.screens.agreements import AMENDED, records, write_agreements

EMPTY, ONE, MANY, SHAPES, READING, REVIEWED = "empty", "one", "many", "shapes", "reading", "reviewed"
PAPERS, INCOMING, AGREEMENTS = "Papers", "Incoming", "Agreements"  # folders of files beside the data folders
FILES = 10_000
ROWS = 1_000  # of the table of the large library that is asked
LIBRARY = "Contracts"
OTHERS = ("Letters", "Minutes")
LARGE = "Archive 1998 to 2026"
QUESTION = "How long is the notice period of the lease?"
_SUBJECTS = ("lease", "invoice", "minutes", "offer", "report", "契約書", "Kündigungsbestätigung", "合同")
_TITLES = (
    "How long is the notice period of the lease?",
    "Which invoices are overdue?",
    "家賃はいつまでに払いますか",
    "Was steht zur Betriebskostenabrechnung im Mietvertrag, und wann ist sie fällig?",
    "租约的通知期是多长?",
    "Summary of the minutes of March",
)
_LEASE = (
    "Lease agreement\n\nThis agreement is made between Anna Weber (landlord) and Jonas Keller (tenant).",
    """Term and notice\n\nThe lease begins on 1 April 2024. The notice period is three months to the end of a month.
Notice is given in writing. The deposit of 2,400 euros is paid back within six weeks.""",
    "Rent\n\nThe monthly rent is 1,150 euros and is due on the third working day of each month.",
)
_SCANNED = (
    ("Inventory of the kitchen", "The oven was cleaned in March.", "The copper kettle belongs to Anna Weber."),
    ("Keys", "Four keys were handed over."),
)


def make_worlds(folder: Path, wanted: Collection[str], files: int = FILES) -> None:
    """Make the wanted data folders that are not there yet, and the files that they index or are to read."""
    papers, shapes = folder / PAPERS, folder / "Shapes"
    if not papers.exists():
        papers.mkdir(parents=True)
        _write_papers(papers)
    lease = [papers / "lease.pdf"]
    worlds = {EMPTY: [], ONE: lease, MANY: [papers], SHAPES: [shapes], READING: lease, REVIEWED: []}
    for world, chosen in worlds.items():
        if world not in wanted or (folder / world).exists():
            continue
        (folder / world).mkdir()
        if world == SHAPES:
            _write_shapes(shapes)
        if world == READING:
            _write_incoming(folder / INCOMING)
        if chosen:
            _read(folder / world, {LIBRARY: chosen} | ({name: [] for name in OTHERS} if world == READING else {}))
        if world == REVIEWED:
            _review(folder / world, folder)
        if world == MANY:
            _fill(folder / world, _records(files))
            chats = ChatStore(folder / world / "conversations.sqlite")
            for number in range(60):
                chats.create(LIBRARY, _TITLES[number % len(_TITLES)])


def _read(data: Path, libraries: Mapping[str, Sequence[Path]]) -> None:
    """Make libraries of files."""
    with closing(Worker(data)) as worker:
        for name, files in libraries.items():
            worker.libraries.create(name).result(60)
            if files:
                worker.files.add(name, files).result(180)


def _review(data: Path, folder: Path) -> None:
    """Make a library of leases, one of letters that contradict each other, and a large one; fill tables of leases."""
    write_agreements(folder / AGREEMENTS)
    write_files(half_of("seen", ("en", "de", "ja")), folder / "Correspondence")
    _read(data, {LIBRARY: [folder / AGREEMENTS], OTHERS[0]: [folder / "Correspondence"]})
    _fill(data, records(ROWS))
    table = load_template("lease", "en")
    with closing(Worker(data)) as worker:
        for name in (LIBRARY, LARGE):
            worker.tables.fill(name, table).result(600)
        amended = str(folder / AGREEMENTS / "2024" / AMENDED)
        worker.tables.edit(LIBRARY, table.name, amended, "Deposit", "2535 EUR", locked=True).result(60)


def _write_papers(folder: Path) -> None:
    """Write files that are read, one that cannot be, and one that is skipped."""
    document = pymupdf.open()
    for text in _LEASE:
        document.new_page().insert_textbox(pymupdf.Rect(72, 72, 520, 700), text, fontsize=13)
    document.save(folder / "lease.pdf")
    document.close()
    (folder / "rent.md").write_text("# Rent\n\nThe monthly rent is 1,150 euros. The notice period is in the lease.\n")
    (folder / "家賃.txt").write_text("家賃は毎月25日までに払います。解約の予告期間は三か月です。")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    (folder / "holiday.mp4").write_bytes(b"\0\0\0 ftypisom" + b"\0" * 2000)


def _write_shapes(folder: Path) -> None:
    """Write a scan, a picture and a workbook."""
    folder.mkdir(exist_ok=True)
    pdf_of(folder / "typed.pdf", *("<br><br>".join(page) for page in _SCANNED), size=15)
    scan_of(folder / "kitchen.pdf", folder / "typed.pdf")
    (folder / "typed.pdf").unlink()
    (folder / "receipt.png").write_bytes(picture("Hotel Kyoto, 12 May 2025", "Two nights: 412 euros", "Paid by card"))
    rows = [("Item", "Supplier", "Price", "Stock"), *((f"item {n}", f"Firm {n % 7}", n * 3, n) for n in range(40))]
    rows[21] = ("paper lantern", "Sato and Sons", 48, 12)
    lines = ("".join(f'<c t="inlineStr"><is><t>{value}</t></is></c>' for value in row) for row in rows)
    workbook(folder / "stock.xlsx", rows="".join(f"<row>{line}</row>" for line in lines))


def _write_incoming(folder: Path) -> None:
    """Write scans of many pages, each of which takes long to read, letters, and what cannot be read."""
    (folder / "letters").mkdir(parents=True)
    for number in range(40):
        (folder / "letters" / f"letter {number:02}.txt").write_text(f"Letter {number}: the rent of May was paid late.")
    _write_papers(folder)
    typed = pdf_of(folder / "typed.pdf", *("<br><br>".join(_SCANNED[number % 2]) for number in range(24)), size=15)
    scan = scan_of(folder / "Inventory of the kitchen 2001.pdf", typed).read_bytes()
    typed.unlink()
    for year in range(2002, 2009):  # with other bytes behind its end each is another file
        (folder / f"Inventory of the kitchen {year}.pdf").write_bytes(scan + b"%%%d" % year)


def _fill(data: Path, files: Iterable[DocumentRecord]) -> None:
    """Store a library of files without reading any; its vectors are drawn at random."""
    space, generator = MultilingualE5Embedding().space, np.random.default_rng(7)
    with StorageContext(IndexFiles(data / "libraries").create(LARGE)) as storage, storage.transaction():
        vectors = SqliteVecVectorStore(storage.connection, space)
        vectors.create()
        rows = [row for record in files for row in storage.documents.replace_file(record)]
        drawn = generator.standard_normal((len(rows), space.dimensions)).astype(np.float32)
        vectors.add(rows, drawn / np.linalg.norm(drawn, axis=1, keepdims=True))


def _records(files: int) -> Iterator[DocumentRecord]:
    now = time.time_ns()
    for number in range(files):
        subject = _SUBJECTS[number % len(_SUBJECTS)]
        path = f"/home/anna/Documents/{1998 + number % 29}/{subject} {number:05}.pdf"
        text = f"Passage of {subject} {number}: the sum is {number * 7 % 997} euros."
        state, reason = "parsed", ""
        if number % 97 == 0:
            state, reason = "failed", "The file is damaged."
        node = NodeRecord(1, 0, len(text), "", text, text.lower())
        stored = (node,) if state == "parsed" else ()
        pages = [("1", text)] if stored else []
        yield DocumentRecord(path, 1000 + number, now - number * 10**12, b"", {}, pages, stored, state, reason)
