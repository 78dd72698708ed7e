"""How fast files are read, and how much memory that takes.

    python -m tests.bench.ingestion parse [PATH]      reading and cutting only, in children
    python -m tests.bench.ingestion add [PATH]        until they are found by their words
    python -m tests.bench.ingestion first-hit [PATH]  how long until the first file is found
    python -m tests.bench.ingestion many [COUNT]      the parent's memory at very many tiny files (default 100,000)

Without PATH a folder of 1,000 mixed files is made (text, Markdown, code, tables, web pages, PDF). With ``--no-ocr``
no text of pictures is recognised.

Children import the main module, this one: what only the parent needs is imported where it is used.
"""

import argparse
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.paths import resource_path
from desktop_rag.ingestion.parser_pool import ParserPool
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import FoundFile, scan
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.readers.base import ReadOptions

if TYPE_CHECKING:
    from desktop_rag.worker.worker import Worker

MIXED = 1000
MANY = 100_000
_HOURS = 3 * 3600.0
_NEEDLE = "quokka"
_SEARCH_SECONDS = 1.0


class Memory:
    """The most memory that this process and its largest child had."""

    def __init__(self) -> None:
        self._us = psutil.Process()
        self.start = self._us.memory_info().rss
        self._began = time.process_time()
        self.parent = self.child = 0
        self._children: list[psutil.Process] = []
        self._searched = 0.0
        self._spent: dict[int, float] = {}

    def look(self) -> None:
        self.parent = max(self.parent, self._us.memory_info().rss)
        # to find them takes a look at every process there is, more than all the rest of the looking
        if time.monotonic() - self._searched > _SEARCH_SECONDS:
            self._children, self._searched = self._us.children(), time.monotonic()
        for child in self._children:
            try:
                self.child = max(self.child, child.memory_info().rss)
                times = child.cpu_times()
                self._spent[child.pid] = times.user + times.system
            except psutil.Error:
                continue

    def __str__(self) -> str:
        grown = (self.parent - self.start) >> 20
        here, there = time.process_time() - self._began, sum(self._spent.values())
        spent = f"processor time: {here:.1f} s here, {there:.1f} s in children"
        return f"{spent}; memory: parent {self.parent >> 20} MB (grew by {grown}), largest child {self.child >> 20} MB"


@contextmanager
def measured_memory() -> Iterator[Memory]:
    """Look at the memory ten times a second."""
    memory, done = Memory(), threading.Event()

    def watch() -> None:
        while not done.wait(0.1):
            memory.look()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield memory
    finally:
        done.set()
        thread.join()


def make_mixed(folder: Path, count: int = MIXED) -> Path:
    """Make files of the kinds people have, with real words in them."""
    rng = random.Random(1)
    words = resource_path("guide", "guide.en.md").read_text(encoding="utf-8").split()
    folder.mkdir(parents=True, exist_ok=True)

    def prose(sentences: int) -> str:
        return "\n\n".join(" ".join(rng.choices(words, k=40)) + f" {_NEEDLE}." for _ in range(sentences))

    def page_of_pdf(path: Path) -> None:
        import pymupdf

        with pymupdf.open() as book:
            for _ in range(3):
                book.new_page().insert_textbox((50, 50, 550, 800), prose(5))
            book.save(path)

    def text(render: Callable[[], str]) -> Callable[[Path], object]:
        return lambda path: path.write_text(render(), encoding="utf-8")

    kinds: list[tuple[str, Callable[[Path], object]]] = [
        (".txt", text(lambda: prose(12))),
        (".md", text(lambda: f"# Notes\n\n{prose(6)}\n\n## More\n\n{prose(6)}")),
        (".py", text(lambda: "\n".join(f"def {rng.choice('abc')}{i}(x):\n    return x + {i}" for i in range(40)))),
        (".csv", text(lambda: "\n".join(f"{i},{rng.choice(words)},{rng.random()}" for i in range(60)))),
        (".html", text(lambda: f"<html><body><h1>Page</h1><p>{prose(8)}</p></body></html>")),
        (".pdf", page_of_pdf),
    ]
    for number in range(count):
        ending, make = kinds[number % len(kinds)]
        make(folder / f"file{number:05}{ending}")
    return folder


def make_tiny(folder: Path, count: int) -> Path:
    """Make very many files of one sentence, a thousand in a folder."""
    for number in range(count):
        path = folder / f"{number // 1000:03}" / f"{number % 1000:03}.txt"
        if not number % 1000:
            path.parent.mkdir(parents=True)
        path.write_text(f"Note {number}: whales sing in sea {number % 97}.", encoding="utf-8")
    return folder


def worker_on(data: Path) -> "Worker":
    from desktop_rag.worker.worker import Worker

    return Worker(data)


def report(what: str, files: int, size: int, seconds: float, memory: Memory) -> None:
    print(f"{what}: {files:,} files, {size / 1e6:.1f} MB in {seconds:.1f} s")
    print(f"  {files / seconds * 60:,.0f} files a minute, {size / seconds / 1e6:.2f} MB/s\n  {memory}")


def files_of(folder: Path) -> list[FoundFile]:
    return [file for file in scan(folder, FolderRules()) if not file.reason]


def parse(folder: Path, data: Path, *, ocr: bool) -> None:
    files = files_of(folder)
    scratch = Scratch(data)
    children = ChildProcesses(psutil.cpu_count() or 1, niceness=10, scratch=scratch)
    try:
        with measured_memory() as memory:
            started = time.perf_counter()
            first = 0.0
            options = ReadOptions(ocr=ocr)
            parser = ParserPool(children)
            for _ in parser.parse_files(iter(files), CancelToken(), lambda _: options, splitting=Splitting()):
                first = first or time.perf_counter() - started
            seconds = time.perf_counter() - started
    finally:
        children.close()
        scratch.close()
    report("read and cut", len(files), sum(file.size for file in files), seconds, memory)
    print(f"  the first after {first:.2f} s")


def add(folder: Path, data: Path, *, ocr: bool) -> None:
    files = files_of(folder)
    worker = worker_on(data)
    try:
        worker.libraries.create("bench").result(60)
        with measured_memory() as memory:
            started = time.perf_counter()
            rules = FolderRules(ocr=ocr)
            status = worker.files.add("bench", [folder], embed=False, rules=rules).result(_HOURS)
            seconds = time.perf_counter() - started
    finally:
        worker.close()
    report("found by words", len(files), sum(file.size for file in files), seconds, memory)
    print(f"  {status.info.nodes:,} passages; files: {status.counts}")


def first_hit(folder: Path, data: Path, *, ocr: bool) -> None:
    worker = worker_on(data)
    try:
        worker.libraries.create("bench").result(60)
        started = time.perf_counter()
        job = worker.files.add("bench", [folder], embed=False, rules=FolderRules(ocr=ocr))
        while not worker.search.passages("bench", _NEEDLE, mode="bm25").result(60) and not job.done:
            time.sleep(0.05)
        print(f"first hit after {time.perf_counter() - started:.2f} s")
        job.cancel()
    finally:
        worker.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["parse", "add", "first-hit", "many"])
    parser.add_argument("path", nargs="?", default="", help="a folder of files; for `many`, how many")
    parser.add_argument("--no-ocr", action="store_true", help="leave the text of pictures out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        if options.what == "many":
            add(make_tiny(root / "files", int(options.path or MANY)), root / "data", ocr=not options.no_ocr)
            return
        folder = Path(options.path) if options.path else make_mixed(root / "files")
        {"parse": parse, "add": add, "first-hit": first_hit}[options.what](
            folder, root / "data", ocr=not options.no_ocr
        )


if __name__ == "__main__":
    main()
