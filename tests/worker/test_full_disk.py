"""A full disk is no fault of any file: what is there stays, what is new waits, and goes on once there is room."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from desktop_rag.core.errors import NoSpaceError
from desktop_rag.core.events import Event, JobFailed, StoreChanged
from desktop_rag.core.results.files import FileState
from desktop_rag.storage.index_files import DISK_FULL
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import run
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.small_disk import SmallDisk, small_disk
from tests.helpers.waiting import wait_until

pytestmark = pytest.mark.slow
LIBRARY = "lib"
WAIT = 120
_MB = 1 << 20


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk") as disk:
        yield disk


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@pytest.fixture
def data(disk: SmallDisk, server: EmbeddingServer) -> Path:
    """A data folder on the small disk whose search model is a double."""
    data = disk.path / "data"
    data.mkdir()
    settings = {"embedding.provider": "openai", "embedding.base_url": server.address, "embedding.model": "double"}
    (data / "settings.json").write_text(json.dumps(settings))
    return data


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(6):
        (docs / f"note{number}.txt").write_text(f"Note {number} tells that the giraffe arrives on Monday morning.")
    return docs


@pytest.fixture
def filled(data: Path, docs: Path) -> Iterator[Worker]:
    """A worker with a library on the small disk."""
    worker = Worker(data)
    worker.libraries.create(LIBRARY).result(WAIT)
    worker.files.add(LIBRARY, [docs]).result(WAIT)
    yield worker
    worker.close()


def found(worker: Worker, word: str, mode: str = "bm25") -> list[str]:
    """Return the names of the files with a word."""
    return sorted({Path(one.file).name for one in worker.search.passages(LIBRARY, word, mode=mode).result(WAIT)})


def notice(worker: Worker) -> str:
    return worker.libraries.list_all().result(WAIT)[0].notice


def states(worker: Worker) -> dict[str, FileState]:
    return {Path(file.path).name: file.state for file in worker.libraries.status(LIBRARY).result(WAIT).files}


def words(count: int) -> str:
    return " ".join(f"word{number}" for number in range(count))


def test_fifty_megabytes_are_room_enough_for_an_edited_file(filled: Worker, disk: SmallDisk, docs: Path) -> None:
    disk.fill(left=50 * _MB)
    (docs / "note0.txt").write_text("Now it is told that the walrus arrives on Tuesday evening.")
    filled.files.add(LIBRARY, []).result(WAIT)
    assert found(filled, "walrus") == ["note0.txt"]
    assert states(filled)["note0.txt"] is FileState.READY


def test_what_changes_on_a_full_disk_waits_and_goes_on_by_itself(filled: Worker, disk: SmallDisk, docs: Path) -> None:
    failed: list[Event] = []
    filled.subscribe(lambda event: failed.append(event) if isinstance(event, JobFailed) else None)
    filled.watch()
    disk.fill(left=5 * _MB)
    (docs / "note0.txt").write_text("Now it is told that the walrus arrives on Tuesday evening.")
    (docs / "new.txt").write_text("A new note tells of the walrus and of nothing else.")
    wait_until(lambda: states(filled).get("new.txt") is FileState.WAITING, WAIT)
    assert notice(filled) == DISK_FULL
    assert "note0.txt" in found(filled, "giraffe")
    assert FileState.FAILED not in states(filled).values()
    disk.empty()
    wait_until(lambda: found(filled, "walrus") == ["new.txt", "note0.txt"], WAIT)
    wait_until(lambda: set(states(filled).values()) == {FileState.READY}, WAIT)
    assert notice(filled) == ""
    assert failed == []


def test_changes_that_could_not_even_be_noted_are_found_once_there_is_room(
    filled: Worker, disk: SmallDisk, docs: Path
) -> None:
    heard: list[Event] = []
    filled.subscribe(lambda event: heard.append(event) if isinstance(event, StoreChanged) else None)
    filled.watch()
    wait_until(lambda: bool(heard), WAIT)
    disk.fill()
    heard.clear()
    (docs / "note1.txt").write_text("Now it is told that the walrus arrives on Tuesday evening.")
    (docs / "note2.txt").unlink()
    wait_until(lambda: bool(heard), WAIT)
    disk.empty()
    wait_until(lambda: found(filled, "walrus") == ["note1.txt"], WAIT)
    wait_until(lambda: "note2.txt" not in found(filled, "giraffe"), WAIT)


@pytest.mark.nightly(by_day="test_what_changes_on_a_full_disk_waits_and_goes_on_by_itself")
def test_a_disk_that_fills_up_while_a_file_is_stored(filled: Worker, disk: SmallDisk, docs: Path) -> None:
    (docs / "huge.txt").write_text(words(600_000))
    disk.fill(left=21 * _MB)
    (docs / "note0.txt").write_text("Now it is told that the walrus arrives on Tuesday evening.")
    with suppress(NoSpaceError):  # where nothing else has room either; else that file alone waits
        filled.files.add(LIBRARY, [], embed=False).result(WAIT)
    assert notice(filled) != ""
    assert states(filled)["huge.txt"] is FileState.WAITING
    assert "note3.txt" in found(filled, "giraffe")
    disk.empty()
    (docs / "huge.txt").unlink()
    filled.files.add(LIBRARY, [], embed=False).result(WAIT)
    assert found(filled, "walrus") == ["note0.txt"]
    assert notice(filled) == ""


def test_one_archive_without_room_does_not_hold_up_the_others(filled: Worker, disk: SmallDisk, docs: Path) -> None:
    with zipfile.ZipFile(docs / "archive.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("small.txt", "The badger lives in an archive, under the roots of an old tree.")
        archive.writestr("large.bin", bytes(57 * _MB))
    (docs / "z.txt").write_text("The walrus comes last in the alphabet, and is read all the same.")
    result = filled.files.add(LIBRARY, []).result(WAIT)
    assert "archive.zip" in result.info.notice
    assert result.info.waiting == 1
    assert found(filled, "walrus") == ["z.txt"]
    assert states(filled)["archive.zip"] is FileState.WAITING
    disk.grow(400)
    filled.watch()
    wait_until(lambda: found(filled, "badger") == ["small.txt"], WAIT)
    wait_until(lambda: notice(filled) == "", WAIT)


def test_vectors_wait_for_room(filled: Worker, disk: SmallDisk, docs: Path, server: EmbeddingServer) -> None:
    (docs / "new.txt").write_text("A new note tells of the walrus and of nothing else.")
    filled.files.add(LIBRARY, [], embed=False).result(WAIT)
    disk.fill(left=_MB)
    with pytest.raises(NoSpaceError):
        filled.files.add(LIBRARY, []).result(WAIT)
    assert states(filled)["new.txt"] is FileState.KEYWORD
    disk.empty()
    filled.files.add(LIBRARY, []).result(WAIT)
    assert states(filled)["new.txt"] is FileState.READY
    assert notice(filled) == ""


def test_conversations_and_settings_stay_whole(filled: Worker, disk: SmallDisk, data: Path) -> None:
    conversation = filled.conversations.create(LIBRARY).result(WAIT)
    filled.answers.ask(LIBRARY, "Where is the giraffe?", conversation_id=conversation).result(WAIT)
    before = (data / "settings.json").read_bytes()
    disk.fill()
    with pytest.raises(NoSpaceError, match="full"):
        filled.answers.ask(LIBRARY, words(20_000), conversation_id=conversation).result(WAIT)
    with pytest.raises(NoSpaceError, match="full"):
        filled.config.update({"prompts.context_prompt": "{context_str}" + "x" * 100_000})
    assert (data / "settings.json").read_bytes() == before
    assert not (data / "settings.tmp").exists()
    disk.empty()
    assert len(filled.conversations.turns(conversation).result(WAIT)) == 1
    filled.answers.ask(LIBRARY, "And the walrus?", conversation_id=conversation).result(WAIT)
    assert len(filled.conversations.turns(conversation).result(WAIT)) == 2


def test_the_command_line_says_so_once_and_goes_on_with_the_next_add(data: Path, docs: Path, disk: SmallDisk) -> None:
    run("index", "create", LIBRARY, data_dir=data)
    disk.fill(left=5 * _MB)
    said = run("add", LIBRARY, docs, data_dir=data, code=1)
    assert said.count("full") == 1
    assert said.startswith("Error: The disk that holds")
    disk.empty()
    assert "6 files (6 ready)" in run("add", LIBRARY, docs, data_dir=data)
