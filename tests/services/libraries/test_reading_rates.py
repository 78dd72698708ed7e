"""How long reading will take is told from what it took here before, and from nothing else."""

from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import preview
from desktop_rag.services.libraries.reading_rates import RATES_FILE, ReadingRates
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.worker.worker import Worker


def record(path: str, size: int = 1000, container: str = "") -> DocumentRecord:
    return DocumentRecord(path, size, 0, b"", {}, container=container)


@pytest.fixture
def rates() -> ReadingRates:
    """Ten text files of 1 kB were read in a second each."""
    rates = ReadingRates()
    for number in range(10):
        rates.took([record(f"/docs/{number}.txt")], 1.0)
    return rates


@pytest.mark.parametrize(
    ("amounts", "seconds"),
    [
        ({"text": (10, 10_000)}, 10.0),
        ({"text": (100, 100_000)}, 100.0),
        ({"text": (10, 40_000)}, 20.0),  # larger files: between what number and size tell
        ({"text": (10, 10_000), "pdf": (1, 1000)}, 11.0),  # one among eleven is estimated like the others
        ({"text": (10, 10_000), "pdf": (2, 1000)}, None),
        ({"text": (10, 10_000), "pdf": (1, 900_000)}, None),  # few files, but most of the bytes
        ({"pdf": (1, 1000)}, None),
        ({"text": (10, 1_000_000)}, None),  # a hundred times as large as any file that was read
        ({"text": (10, 100)}, None),
        ({}, None),
    ],
)
def test_what_is_told(rates: ReadingRates, amounts: dict[str, tuple[int, int]], seconds: float | None) -> None:
    assert rates.seconds_for(amounts) == (None if seconds is None else pytest.approx(seconds))


def test_nothing_is_told_from_one_or_two_files() -> None:
    rates = ReadingRates()
    rates.took([record("/docs/1.txt"), record("/docs/2.txt")], 9.0)
    assert rates.seconds_for({"text": (10, 10_000)}) is None


def test_what_is_in_an_archive_is_time_of_the_archive() -> None:
    rates = ReadingRates()
    for number in range(3):
        archive = f"/docs/{number}.zip"
        rates.took([record(archive)], 1.0)
        rates.took([record(f"{archive}//a.txt", 1, archive), record(f"{archive}//b.txt", 1, archive)], 3.0)
    assert rates.seconds_for({"archive": (3, 3000)}) == pytest.approx(12.0)
    assert rates.seconds_for({"text": (1, 1)}) is None


def test_old_runs_count_less_and_less() -> None:
    rates = ReadingRates()
    for _ in range(4):
        rates.took([record(f"/docs/{number}.txt") for number in range(1000)], 1000.0)
    for _ in range(20):
        rates.took([record(f"/docs/{number}.txt") for number in range(10_000)], 1000.0)
    told = rates.seconds_for({"text": (1000, 1_000_000)})
    assert told is not None
    assert told < 150


def test_it_is_known_after_a_restart(rates: ReadingRates, tmp_path: Path) -> None:
    kept = ReadingRates(tmp_path / RATES_FILE)
    for number in range(10):
        kept.took([record(f"/docs/{number}.txt")], 1.0)
    kept.save()
    amounts = {"text": (7, 7000)}
    assert ReadingRates(tmp_path / RATES_FILE).seconds_for(amounts) == rates.seconds_for(amounts)


def test_what_two_programs_measured_is_kept(rates: ReadingRates, tmp_path: Path) -> None:
    first, second = ReadingRates(tmp_path / RATES_FILE), ReadingRates(tmp_path / RATES_FILE)
    for number in range(5):
        first.took([record(f"/docs/{number}.txt")], 1.0)
        second.took([record(f"/docs/{number}.pdf")], 2.0)
    for _ in range(2):  # what was saved once does not count again
        first.save()
        second.save()
    known = ReadingRates(tmp_path / RATES_FILE)
    assert known.seconds_for({"text": (7, 7000)}) == pytest.approx(7.0)
    assert known.seconds_for({"pdf": (7, 7000)}) == pytest.approx(14.0)
    assert first.seconds_for({"pdf": (7, 7000)}) == pytest.approx(14.0)


@pytest.mark.parametrize("content", [b"", b"{", b'{"text": 3}', b"\xff\xfe"])
def test_a_damaged_file_tells_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / RATES_FILE).write_bytes(content)
    assert ReadingRates(tmp_path / RATES_FILE).seconds_for({"text": (7, 7000)}) is None


def test_a_preview_asks_for_what_would_be_read(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text("word " * 10)
    (tmp_path / "letter.md").write_text("# Dear")
    (tmp_path / "film.mp4").write_bytes(b"\0" * 5000)
    asked: list[object] = []
    found = preview([tmp_path], FolderRules(), CancelToken(), lambda kinds: (asked.append(dict(kinds)), 42.0)[1])
    assert asked == [{"text": (4, 156)}]
    assert found.seconds == 42.0


@pytest.mark.slow
def test_reading_a_folder_tells_how_long_the_next_one_takes(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        for number in range(40):
            words = " ".join(f"{folder.name}{number}x{place}" for place in range(2000))
            (folder / f"{number}.txt").write_text(words, encoding="utf-8")
    worker = Worker(tmp_path / "data")
    try:
        assert worker.files.preview([second]).result(60).seconds is None
        worker.libraries.create("lib").result(60)
        worker.files.add("lib", [first], embed=False).result(120)
        seconds = worker.files.preview([second]).result(60).seconds
        assert seconds is not None
        assert 0.05 < seconds < 120
    finally:
        worker.close()
    again = Worker(tmp_path / "data")
    try:
        assert again.files.preview([second]).result(60).seconds == pytest.approx(seconds, rel=0.01)
    finally:
        again.close()
