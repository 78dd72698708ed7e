"""``desktop-rag watch`` follows folders, and says once what a person has to decide or mend."""

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.command_line import command, environment, run
from tests.helpers.small_disk import small_disk

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one program alone"),
]
WAIT = 60
Lines = Callable[[str], str]


@contextmanager
def watching(data: Path) -> Iterator[Lines]:
    """Run the command; gives what waits for a line with some words in it, and fails on one that was said before."""
    process = subprocess.Popen(
        command("watch", data_dir=data), stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment()
    )
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    assert process.stdout is not None
    reader = threading.Thread(target=lambda lines: [said.put(line) for line in lines], args=(process.stdout,))
    reader.start()
    seen: list[str] = []

    def line(words: str) -> str:
        while True:
            now = said.get(timeout=WAIT)
            assert now not in seen, "said twice"
            seen.append(now)
            if words in now:
                return now

    try:
        yield line
    finally:
        process.send_signal(signal.SIGINT)
        code = process.wait(WAIT)
        reader.join(WAIT)
        process.stdout.close()
    assert code == 0
    assert said.empty(), said.get()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(10):
        (docs / f"note{number}.txt").write_text(f"Note {number} tells that the giraffe arrives on Monday morning.")
    return docs


def filled(data: Path, docs: Path) -> None:
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", docs, "--no-embed", data_dir=data)


def test_who_deletes_much_of_a_folder_is_asked_and_told_what_to_do(tmp_path: Path, docs: Path) -> None:
    data = tmp_path / "data"
    filled(data, docs)
    with watching(data) as line:
        line("Watching the folders of 1 library")
        for number in range(5):
            (docs / f"note{number}.txt").unlink()
        asked = line("are gone")
        assert asked == (
            f"“lib”: 5 of 10 files in {docs} are gone. They stay searchable. To remove them: "
            "desktop-rag add 'lib' --allow-mass-delete\n"
        )
        run("add", "lib", "--allow-mass-delete", "--no-embed", data_dir=data)
        line("the problem is solved")


def test_a_full_disk_is_told_of_once_and_reading_goes_on(tmp_path: Path, docs: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        data = disk.path / "data"
        filled(data, docs)
        disk.fill(left=5 << 20)
        with watching(data) as line:
            line("disk is nearly full")
            (docs / "note0.txt").write_text("Now it is told that the walrus arrives on Tuesday evening.")
            (docs / "note1.txt").write_text("Now it is told that the badger arrives on Tuesday evening.")
            disk.empty()
            line("the problem is solved")
            while "note0.txt" not in run("search", "lib", "walrus", "--mode", "bm25", data_dir=data):
                pass


def test_news_of_what_is_pinned_are_said_once(tmp_path: Path, docs: Path) -> None:
    data = tmp_path / "data"
    (docs / "lease.txt").write_text("The deposit is £1,900. The gate closes at 20:00.\n", encoding="utf-8")
    (tmp_path / "draft.md").write_text("The deposit is £1,900.\n", encoding="utf-8")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", docs, data_dir=data)
    run("pin", "add", "lib", "--text", tmp_path / "draft.md", data_dir=data)
    with watching(data) as line:
        line("Watching")
        (docs / "lease.txt").write_text("The deposit is £2,400. The gate closes at 20:00.\n", encoding="utf-8")
        assert line("desktop-rag pin check lib").startswith("“lib”: there is news of what you watch.")
    assert "+ “The deposit is £2,400" in run("pin", "check", "lib", data_dir=data)
