"""What the program keeps of a person's documents, only that person can read."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.results.files import FileQuery
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import command, environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there the rights of the profile hold")


def open_to_others(folder: Path) -> list[str]:
    """Return what other users may open of a folder and what is below it."""
    found = [folder, *folder.rglob("*")]
    return sorted(path.name for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077)


@pytest.fixture
def lenient() -> Iterator[None]:
    """The creation mask under which most people's programs run."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.slow
@pytest.mark.usefixtures("lenient")
def test_everything_below_the_data_folder_is_the_owners_alone(tmp_path: Path, folder: Path) -> None:
    (folder / "secret.txt").write_text("The word is swordfish.")
    (folder / "secret.txt").chmod(0o600)
    data = tmp_path / "data"
    worker = Worker(data)
    try:
        worker.libraries.create("lib").result(30)
        worker.files.add("lib", [folder]).result(120)
        conversation = worker.conversations.create("lib").result(30)
        worker.answers.ask("lib", "What is the word?", conversation_id=conversation).result(60)
        worker.config.update({"llm.model": "some"})
        with StorageContext(data / "libraries" / "lib.ragindex") as storage, storage.transaction():
            storage.connection.execute("DELETE FROM migrations WHERE name = '0004-counts-of-words'")
            names = {path.name for path in data.rglob("*")}
            assert {"lib.ragindex-wal", "lib.ragindex-shm", "scratch", "embeddings.sqlite-wal"} <= names
            assert open_to_others(data) == []
        worker.libraries.list_all().result(30)
        assert list(data.glob("libraries/*.before-*")), "a backup was made"
        export = tmp_path / "list.csv"
        worker.files.export_list("lib", FileQuery(), export).result(30)
        assert open_to_others(export) == []
    finally:
        worker.close()
    assert open_to_others(data) == []


@pytest.mark.slow
@pytest.mark.usefixtures("lenient")
def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "libraries").mkdir(parents=True)
    (data / "papers").mkdir()
    for name in ("conversations.sqlite", "embeddings.sqlite", "settings.json", "mine.txt"):
        (data / name).touch()
    (data / "settings.json").write_text("{}")
    subprocess.run(command("index", "list", data_dir=data), check=True, env=environment(), timeout=60)
    assert open_to_others(data) == ["data", "mine.txt", "papers"], "only what is ours"
    assert "logs" in {path.name for path in data.iterdir()}
