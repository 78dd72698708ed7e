"""Reads files for ``tests.bench.reading_rate`` with the code that ``PYTHONPATH`` leads to; prints what it took as JSON.

    python -P tests/bench/reading_side.py TIMES FILE …

Nothing of this checkout is imported, and only what earlier versions have is called.
"""

import gc
import hashlib
import json
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.spool import read_spool
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import read_file
from desktop_rag.storage.records import DocumentRecord

OPTIONS = ReadOptions(ocr=False)
COLLECT_AFTER = 50_000, 20, 100  # as in the children that read


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of the processor that some work takes, those of the kernel and of children too."""
    gc.collect()
    began = _clock()
    work()
    return _clock() - began


def _clock() -> float:
    us, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return us.ru_utime + us.ru_stime + children.ru_utime + children.ru_stime


def pages_of(path: Path) -> None:
    try:
        for _ in read_file(path, OPTIONS).pages:
            pass
    except UserError:  # not every file of a folder can be read; that takes its time too
        pass


def record_of(path: Path, spool: Path) -> DocumentRecord:
    return parse_file(ParseTask(ParseTask.of(path).file, Splitting(), OPTIONS, spool))


def kept(record: DocumentRecord) -> tuple[int, str]:
    """Return how many pages a file has, and what stands for all that is kept of it."""
    pieces = [(record.pages, record.nodes), *((piece.pages, piece.nodes) for piece in read_spool(record.spool))]
    pages = [tuple(page) for some, _ in pieces for page in some]
    nodes = [(one.page, one.start, one.end, one.heading, one.terms, one.words) for _, some in pieces for one in some]
    whole = repr((record.state, record.reason, pages, nodes))
    return len(pages), hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


def main() -> None:
    times, *names = sys.argv[1:]
    paths = list(map(Path, names))
    gc.set_threshold(*COLLECT_AFTER)
    with tempfile.TemporaryDirectory() as folder:
        spool = Path(folder) / "spool"
        files = {}
        memory = 0
        for path in paths:
            record = record_of(path, spool)
            memory = max(memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)  # without looking at it
            files[str(path)] = kept(record)
        read = [min(spent(lambda path=path: pages_of(path)) for _ in range(int(times))) for path in paths]
        whole = [min(spent(lambda path=path: record_of(path, spool)) for _ in range(int(times))) for path in paths]
    print(json.dumps({"read": read, "whole": whole, "memory": memory, "kept": files}))


if __name__ == "__main__":
    main()
