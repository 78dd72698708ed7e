"""Kill -9 at many points of a library's life: afterwards it is what an undisturbed life would have made of it.

The life: a folder with texts, PDFs, an archive and a mail is added; files are edited, deleted, moved and renamed;
more come; the embedding model is changed. DESKTOP_RAG_TORTURE=full kills more often.
"""

import json
import os
import random
import shutil
import signal
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psutil
import pymupdf
import pytest

from tests.helpers.command_line import environment
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.filling_driver import LIBRARY
from tests.helpers.fingerprint import differences, index_fingerprint
from tests.helpers.lanes import rest_at_night
from tests.helpers.warm_programs import Program, start_program

LIVES = 10 if os.environ.get("DESKTOP_RAG_TORTURE") == "full" else 2
KILLS_IN_A_STEP = {0: 1}  # by life; 3 in those at night
TIME = 1_700_000_000
MODELS = {"add": "first", "change": "first", "grow": "first", "switch": "second"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="process groups and SIGKILL"),
    pytest.mark.timeout(600),
]


@dataclass
class Step:
    """One step of the undisturbed life: how long it took, and after how many seconds each event came."""

    seconds: float
    events: list[float] = field(default_factory=list)


@dataclass
class Place:
    """Where everything is: the files as each step finds them, the folder that is added, and the model's server."""

    versions: Path
    files: Path
    server: EmbeddingServer

    def prepare(self, data: Path, step: str) -> None:
        """Let the disk and the settings be as a step finds them."""
        put(self.versions / step, self.files)
        settings = {
            "embedding.provider": "openai",
            "embedding.base_url": self.server.address,
            "embedding.model": MODELS[step],
        }
        data.mkdir(exist_ok=True)
        (data / "settings.json").write_text(json.dumps(settings))

    def start(self, data: Path, step: str) -> Program:
        return start_program("tests.helpers.filling_driver", data, self.files, step, environment=environment())


def put(version: Path, files: Path) -> None:
    """Make ``files`` equal to ``version``, the times included."""
    for path in sorted(files.rglob("*"), reverse=True) if files.is_dir() else []:
        if not (version / path.relative_to(files)).exists():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in sorted(version.rglob("*")):
        target = files / path.relative_to(version)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif not target.exists() or target.stat().st_mtime_ns != path.stat().st_mtime_ns:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)


def text(name: str, verses: int = 3) -> str:
    parts = [f"{name} sang song {verse} in the deep sea. " * 12 for verse in range(verses)]
    return f"# {name}\n\n" + "\n\n".join(f"## Verse {verse}\n\n{part}" for verse, part in enumerate(parts))


def make_pdf(path: Path, name: str) -> None:
    with pymupdf.open() as document:
        for page in range(3):
            document.new_page().insert_textbox((50, 50, 500, 700), text(f"{name} page {page}", 2))
        document.save(path)


def make_zip(path: Path, *names: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(f"inside/{name}.md"), text(name))


def make_mail(path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Whales", "ahab@example.org", "starbuck@example.org"
    mail["Date"] = "Tue, 14 Nov 2023 22:13:20 +0000"
    mail.set_content(text("Ahab"))
    mail.add_attachment(text("Attachment").encode(), "text", "markdown", filename="log.md")
    mail.set_boundary("=boundary=")
    path.write_bytes(mail.as_bytes())


def make_versions(versions: Path) -> Path:
    """Write the files as they are in each step."""
    first = versions / "add"
    (first / "old").mkdir(parents=True)
    for number in range(9):
        (first / f"n{number:02}.md").write_text(text(f"Whale {number}"))
    for number in range(3):
        (first / "old" / f"o{number}.txt").write_text(text(f"Orca {number}"))
    make_pdf(first / "book.pdf", "Book")
    make_zip(first / "archive.zip", "Seal", "Walrus", "Otter")
    make_mail(first / "letter.eml")
    (first / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    set_times(first, TIME)
    change(first, versions / "change")
    grow(versions / "change", versions / "grow")
    shutil.copytree(versions / "grow", versions / "switch")
    return versions


def change(before: Path, after: Path) -> None:
    """Edit, delete, move and rename."""
    shutil.copytree(before, after)
    for name in ("n00.md", "n01.md", "old/o0.txt"):
        (after / name).write_text(text(f"Edited {name}"))
        os.utime(after / name, (TIME + 100, TIME + 100))
    (after / "n02.md").unlink()
    (after / "n03.md").rename(after / "renamed.md")
    (after / "n04.md").rename(after / "N04.md")
    (after / "old").rename(after / "older")
    make_zip(after / "archive.zip", "Seal", "Otter", "Dolphin")
    os.utime(after / "archive.zip", (TIME + 100, TIME + 100))


def grow(before: Path, after: Path) -> None:
    """Add a few files more, one of them large."""
    shutil.copytree(before, after)
    for number in range(3):
        (after / f"late{number}.md").write_text(text(f"Late {number}"))
        os.utime(after / f"late{number}.md", (TIME + 200, TIME + 200))
    (after / "large.md").write_text(text("Leviathan", 30))
    make_pdf(after / "second.pdf", "Second")
    for name in ("large.md", "second.pdf"):
        os.utime(after / name, (TIME + 200, TIME + 200))


def set_times(folder: Path, seconds: int) -> None:
    for path in folder.rglob("*"):
        os.utime(path, (seconds, seconds))


@dataclass(frozen=True)
class Undisturbed:
    """How a life goes when nothing is killed: each step, and what the library holds after it."""

    steps: dict[str, Step]
    libraries: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("lives")
    with EmbeddingServer() as server:
        server.seconds = 0.02
        yield Place(make_versions(folder / "versions"), folder / "files", server)


@pytest.fixture(scope="module")
def undisturbed(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """A life to compare with, lived once in each process of the tests."""
    data = tmp_path_factory.mktemp("undisturbed")
    steps, libraries = {}, {}
    for step in MODELS:
        place.prepare(data, step)
        steps[step] = finish(place, data, step)
        libraries[step] = index_fingerprint(library(data))
    check_expectations(libraries)
    return Undisturbed(steps, libraries)


def finish(place: Place, data: Path, step: str) -> Step:
    """Run a step to its end, undisturbed."""
    started = time.monotonic()
    process = place.start(data, step)
    events, lines = [], []
    for line in process.stdout:
        events.append(time.monotonic() - started)
        lines.append(line.strip())
    assert process.wait(20) == 0
    assert lines[-1] == "finished"
    process.stdout.close()
    return Step(time.monotonic() - started, events)


def kill_at(place: Place, data: Path, step: str, reached: Callable[[float, int], bool], *, group: bool) -> bool:
    """Kill a step when ``reached(seconds, events)``; False when it had ended before."""
    started = time.monotonic()
    process = place.start(data, step)
    os.set_blocking(process.stdout.fileno(), False)
    printed = b""
    while process.poll() is None and not reached(time.monotonic() - started, printed.count(b"\n")):
        printed += _read(process.stdout.fileno())
        time.sleep(0.002)
    ended = process.poll() is not None
    if not ended:
        _kill(process, group=group)
    process.stdout.close()
    return not ended


def _kill(process: Program, *, group: bool) -> None:
    """Kill a program, with its children or alone; nothing of it may be left."""
    try:
        children = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        children = []
    if group:
        with suppress(ProcessLookupError):  # it ended meanwhile
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait(10)
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive, "children outlive the program"


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return b""


def draw_point(generator: random.Random, usual: Step) -> Callable[[float, int], bool]:
    """Choose when to kill: after some time, or with some event."""
    part = generator.random()
    if generator.random() < 0.5:
        first = usual.events[0] * 0.7
        moment = first + part * (usual.seconds - first)
        return lambda seconds, _: seconds >= moment
    number = 1 + int(part * len(usual.events) * 0.8)
    return lambda _, events: events >= number


def library(data: Path) -> Path:
    return data / "libraries" / f"{LIBRARY}.ragindex"


@pytest.mark.parametrize("life", rest_at_night(range(LIVES), {"0"}))
def test_killed_anywhere_it_becomes_what_it_would_have_been(
    life: int, place: Place, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    generator, killed, data = random.Random(life), 0, tmp_path / "data"
    kills = KILLS_IN_A_STEP.get(life, 3)
    for step in MODELS:
        place.prepare(data, step)
        for _ in range(kills):
            point = draw_point(generator, undisturbed.steps[step])
            killed += kill_at(place, data, step, point, group=generator.random() < 0.7)
        finish(place, data, step)
        different = differences(undisturbed.libraries[step], index_fingerprint(library(data)))
        assert not different, f"{step}:\n{different}"
        scratch = data / "scratch"
        assert not scratch.exists() or not list(scratch.iterdir()), "scratch files left"
    assert killed * 2 >= kills * len(MODELS), "half of them were killed before they ended"


def check_expectations(expected: dict[str, dict[str, Any]]) -> None:
    """The undisturbed life is worth being compared with."""
    for step, found in expected.items():
        names = {Path(row[0]).name: row[1] for row in found["files"]}
        assert names["broken.pdf"] == "failed"
        assert names["Seal.md"] == names["log.md"] == names["book.pdf"] == "parsed", step
        assert found["waiting"] == []
        assert {row[10] for row in found["nodes"]} == {1}, "not embedded"
        assert list(found["vectors"]) == [MODELS[step]]
    assert len(expected["change"]["moved"]) >= 2
    assert "n02.md" not in {Path(row[0]).name for row in expected["change"]["files"]}
