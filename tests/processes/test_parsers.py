"""Reading many files in children: of what goes wrong only the guilty file is lost.

Where only their work matters the children start warm; a warm one begins with more memory than a limit may allow.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.ingestion import parser_pool as parsers
from desktop_rag.ingestion.parser_pool import ParserPool
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.ingestion.spool import read_spool
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.processes.child import Child
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.readers.base import ReadOptions
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers import naughty
from tests.helpers.warm_children import start_warm

Pooled = tuple[ChildProcesses, ParserPool]


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    start_warm(monkeypatch)


@pytest.fixture
def pooled(tmp_path: Path) -> Iterator[Pooled]:
    scratch = Scratch(tmp_path / "data")
    children = ChildProcesses(2, tasks_per_child=40, scratch=scratch)
    yield children, ParserPool(children)
    children.close()
    scratch.close()


def found(path: Path) -> FoundFile:
    status = path.stat()
    return FoundFile(str(path), status.st_size, status.st_mtime_ns)


def write(folder: Path, count: int, text: str = "Whales sing. ") -> list[FoundFile]:
    folder.mkdir(exist_ok=True)
    for number in range(count):
        (folder / f"n{number:03}.txt").write_text(f"Note {number}. {text}")
    return [found(path) for path in sorted(folder.iterdir())]


def parse(
    pool: ParserPool,
    files: list[FoundFile],
    options_of: Callable[[FoundFile], ReadOptions] = lambda _: ReadOptions(),
    token: CancelToken | None = None,
) -> dict[str, DocumentRecord]:
    batches = list(pool.parse_files(iter(files), token or CancelToken(), options_of, splitting=Splitting()))
    records = [record for batch in batches for record in batch]
    assert sorted(record.path for record in records) == sorted(file.path for file in files), "each file once"
    return {Path(record.path).name: record for record in records}


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (naughty.abort, "crashed the reader"),
        (naughty.crash, "crashed the reader"),
        (naughty.leave, "crashed the reader"),
        (naughty.bug, "crashed the reader"),
        (naughty.connect, "must not do this"),
        (naughty.run_out_of_memory, "too much memory"),
        (naughty.hang, "took too long"),
        (naughty.eat, "too much memory"),
    ],
)
def test_only_the_guilty_file_is_lost(
    pooled: Pooled,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    action: Callable[[], object],
    sentence: str,
) -> None:
    original = Limits.of_file
    seconds = 1.0 if action is naughty.hang else 60.0
    monkeypatch.setattr(Limits, "of_file", lambda size: replace(original(size), seconds=seconds, memory=700 << 20))
    files = write(tmp_path / "files", 12)
    guilty = {"n007.txt"}

    def options_of(file: FoundFile) -> ReadOptions:
        return naughty.Trap(action=action) if Path(file.path).name in guilty else ReadOptions()

    token = CancelToken()
    records = parse(pooled[1], files, options_of, token)
    assert {name for name, record in records.items() if record.state != "parsed"} == guilty
    for name in guilty:
        assert records[name].state == "failed"
        assert sentence in records[name].reason
    assert pooled[1].running(token) == ()


@pytest.mark.slow
def test_children_that_cannot_even_start_end_the_run(pooled: Pooled, tmp_path: Path) -> None:
    def dies_when_unpacked(_: FoundFile) -> ReadOptions:
        return ReadOptions(ocr_languages=naughty.Bomb())

    with pytest.raises(UserError, match="cannot run"):
        parse(pooled[1], write(tmp_path / "files", 3), dies_when_unpacked)


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_of_the_last_large_files_the_longest_is_read_first(tmp_path: Path) -> None:
    files = []
    for name, size in (
        ("small.txt", 300_000),
        ("large.txt", 900_000),
        ("packed.docx", 290_000),
        ("middle.txt", 400_000),
    ):
        (tmp_path / name).write_bytes(b"Whales. ".ljust(size // 100) * 100)
        files.append(found(tmp_path / name))
    children = ChildProcesses(1)
    try:
        batches = list(ParserPool(children).parse_files(iter(files), CancelToken(), splitting=Splitting()))
    finally:
        children.close()
    order = [Path(record.path).name for batch in batches for record in batch]
    assert order == ["packed.docx", "large.txt", "middle.txt", "small.txt"]


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_a_large_file_does_not_hold_up_the_small_ones(pooled: Pooled, tmp_path: Path) -> None:
    files = write(tmp_path / "files", 60)
    (tmp_path / "large.txt").write_text("Whales sing in the deep sea. " * 60_000)
    order: list[str] = []
    token = CancelToken()
    for batch in pooled[1].parse_files(iter([found(tmp_path / "large.txt"), *files]), token, splitting=Splitting()):
        order += [Path(record.path).name for record in batch]
        assert len(batch) <= 70
        if "large.txt" not in order:
            assert len(pooled[1].running(token)) <= 2
    assert order.index("large.txt") > 5


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_a_job_hears_of_its_own_files_only(tmp_path: Path) -> None:
    children = ChildProcesses(2)
    pool, tokens = ParserPool(children), (CancelToken(), CancelToken())
    names = [tmp_path / f"{name}.txt" for name in ("one", "two")]
    heard: list[set[str]] = [set(), set()]
    try:
        runs = []
        for file, token in zip(names, tokens, strict=True):
            file.write_text("Whales sing in the deep sea. " * 200_000)
            runs.append(pool.parse_files(iter([found(file)]), token, splitting=Splitting()))
        for _ in range(30):
            for place, (run, token) in enumerate(zip(runs, tokens, strict=True)):
                next(run, None)
                heard[place] |= {Path(file.path).stem for file in pool.running(token)}
            if all(heard):
                break
        for run in runs:
            run.close()
    finally:
        children.close()
    assert heard == [{"one"}, {"two"}]


@pytest.mark.usefixtures("warm")
def test_files_found_inside_files_come_from_the_same_sequence(pooled: Pooled, tmp_path: Path) -> None:
    files = write(tmp_path / "files", 4)

    class Growing(Iterator[FoundFile]):
        waiting: list[FoundFile]

        def __next__(self) -> FoundFile:
            if not self.waiting:
                raise StopIteration
            return self.waiting.pop()

    growing = Growing()
    growing.waiting = files[:1]
    read = 0
    for batch in pooled[1].parse_files(growing, CancelToken(), splitting=Splitting()):
        read += len(batch)
        growing.waiting = files[read : read + 1] if batch else []  # none: what is being read is news too
    assert read == 4


def test_files_that_are_not_read_are_passed_on(pooled: Pooled, tmp_path: Path) -> None:
    files = [FoundFile(f"/x/{number}.mp3", 1, 1, "Music.") for number in range(200)]
    records = parse(pooled[1], files)
    assert all((record.state, record.reason) == ("skipped", "Music.") for record in records.values())
    assert not pooled[0]._idle, "no child was started for that"


class _Leased(ChildProcesses):
    """Children that are remembered, however short they live."""

    def __init__(self, scratch: Scratch) -> None:
        super().__init__(2, tasks_per_child=40, scratch=scratch)
        self.leased: set[Child] = set()

    def lease(self) -> Child:
        child = super().lease()
        self.leased.add(child)
        return child


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_children_are_replaced_after_so_many_files(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "data")
    children = _Leased(scratch)
    parse(ParserPool(children), write(tmp_path / "files", 240))
    assert len(children.leased) >= 4, "none reads more than 64: the 40, and what it was given ahead"
    children.close()
    scratch.close()


@pytest.mark.usefixtures("warm")
def test_stopping_kills_what_runs_and_removes_what_it_wrote(pooled: Pooled, tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_text("Whales sing in the deep sea. " * 400_000)
    token = CancelToken()
    reading = pooled[1].parse_files(
        iter([*write(tmp_path / "files", 2), found(tmp_path / "large.txt")]), token, splitting=Splitting()
    )
    next(reading)
    token.cancel()
    with pytest.raises(CancelledError):
        list(reading)
    assert pooled[0].scratch is not None
    assert not list(pooled[0].scratch.folder.rglob("*.spool"))


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_a_large_text_comes_in_pieces_and_is_stored_whole(pooled: Pooled, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    lines = [f"Whale number {number} sings in the deep blue sea." for number in range(30_000)]
    path.write_text("\n".join(lines))
    record = parse(pooled[1], [found(path)])["large.txt"]
    assert record.spool
    assert sum(len(node.text) for node in record.nodes) < 4_000_000
    with StorageContext() as storage:
        with storage.transaction():
            rowids = storage.documents.replace_file(record, read_spool(record.spool))
        assert not Path(record.spool).exists()
        (info,) = storage.docstore.documents()
        assert (info.pages, info.nodes) == (storage.documents.page_count(str(path)), len(rowids))
        texts = [storage.documents.page_text(str(path), page) or "" for page in range(1, info.pages + 1)]
        assert "\n".join(text.strip("\n") for text in texts) == "\n".join(lines)
        for node in storage.nodes.nodes_by_key(rowids[:: len(rowids) // 50]).values():
            page = int(str(node.metadata["page_number"]))
            assert texts[page - 1][node.start_char_idx : node.end_char_idx] == node.text
        assert [node.id_ for node in storage.docstore.iter_nodes()] == list(
            dict.fromkeys(node.id_ for node in storage.docstore.iter_nodes())
        )


@pytest.mark.usefixtures("warm")
def test_bugs_are_logged_with_their_trace(pooled: Pooled, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, parsers.__name__):
        parse(pooled[1], write(tmp_path / "files", 1), lambda _: naughty.Trap(action=naughty.bug))
    assert "surprise" in caplog.text


def test_a_warm_pool_reads_at_once(pooled: Pooled, tmp_path: Path) -> None:
    pooled[1].warm_up()
    warm = {child._process.pid for child in pooled[0]._idle}
    assert len(parse(pooled[1], write(tmp_path / "files", 2))) == 2
    assert {child._process.pid for child in pooled[0]._idle} <= warm


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("children", [1, 2])
def test_small_files_are_handed_over_many_at_a_time(tmp_path: Path, children: int) -> None:
    files = write(tmp_path / "notes", 200)
    scratch = Scratch(tmp_path / "data")
    processes = ChildProcesses(children, scratch=scratch)
    try:
        pool = ParserPool(processes)
        batches = list(pool.parse_files(iter(files), CancelToken(), splitting=Splitting()))
    finally:
        processes.close()
        scratch.close()
    assert sum(map(len, batches)) == len(files)
    assert len(batches) < len(files) / 2
