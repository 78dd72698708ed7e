"""What is saved, renamed or deleted in a folder can be found, or not any more, seconds later."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.storage.sqlite.vectors.spaces import abandon_begun, begin_space
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.watching import watcher as watching
from desktop_rag.worker.worker import Worker
from tests.helpers.embedding_server import EmbeddingServer

pytestmark = pytest.mark.slow
SECONDS = 5.0
LIBRARY = "lib"


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder whose model is a double."""
    data = tmp_path / "data"
    data.mkdir()
    with EmbeddingServer() as server:
        settings = {
            "embedding.provider": "openai",
            "embedding.base_url": server.address,
            "embedding.model": "double",
        }
        (data / "settings.json").write_text(json.dumps(settings))
        yield data


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    (docs / "plans").mkdir(parents=True)
    for number in range(12):
        (docs / f"filler{number}.txt").write_text(f"Nothing of interest, number {number}.")
    (docs / "letter.txt").write_text("The giraffe arrives on Monday.")
    (docs / "plans" / "garden.txt").write_text("Plant the magnolia near the pond.")
    return docs


@pytest.fixture
def following(data: Path, docs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """A worker that follows a folder of a library."""
    monkeypatch.setattr(watching, "CHECK_SECONDS", 0.5)
    worker = Worker(data)
    worker.libraries.create(LIBRARY).result()
    worker.files.add(LIBRARY, [docs]).result()
    worker.watch()
    yield worker
    worker.close()


def found(worker: Worker, word: str) -> list[str]:
    """Return the names of the files with a word."""
    return sorted({Path(source.file).name for source in worker.search.passages(LIBRARY, word, mode="bm25").result()})


def soon(worker: Worker, word: str, *names: str, seconds: float = SECONDS) -> float:
    """Wait until exactly these files have a word; return how long it took."""
    started = time.monotonic()
    while (now := found(worker, word)) != sorted(names):
        assert time.monotonic() - started < seconds, f"{word}: found in {now}, not in {names}"
        time.sleep(0.05)
    return time.monotonic() - started


def test_saving_creating_deleting(following: Worker, docs: Path) -> None:
    (docs / "letter.txt").write_text("The elephant arrives on Tuesday.")
    soon(following, "elephant", "letter.txt")
    assert found(following, "giraffe") == []
    (docs / "new").mkdir()
    (docs / "new" / "note.md").write_text("A walrus was seen.")
    soon(following, "walrus", "note.md")
    (docs / "letter.txt").unlink()
    soon(following, "elephant")


def test_an_atomic_save(following: Worker, docs: Path) -> None:
    (docs / ".letter.txt.swp").write_text("The hippo arrives on Friday.")
    (docs / ".letter.txt.swp").replace(docs / "letter.txt")
    soon(following, "hippo", "letter.txt")
    (docs / "letter.txt").unlink()
    (docs / "letter.txt").write_text("The badger arrives on Friday.")
    soon(following, "badger", "letter.txt")
    assert found(following, "hippo") == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["post.txt", "Letter.txt", "LETTER.TXT"])
def test_renaming_a_file(following: Worker, docs: Path, name: str) -> None:
    (docs / "letter.txt").rename(docs / name)
    soon(following, "giraffe", name)


def test_renaming_and_deleting_a_folder(following: Worker, docs: Path) -> None:
    (docs / "plans").rename(docs / "archive")
    soon(following, "magnolia", "garden.txt")
    eventually(lambda: paths_of(following, "magnolia") == [str(docs / "archive" / "garden.txt")])
    (docs / "archive" / "garden.txt").write_text("Plant the tulip near the pond.")
    soon(following, "tulip", "garden.txt")
    shutil.rmtree(docs / "archive")
    soon(following, "tulip")


def test_moving_out_and_in(following: Worker, docs: Path, tmp_path: Path) -> None:
    (docs / "plans").rename(tmp_path / "elsewhere")
    soon(following, "magnolia")
    (tmp_path / "elsewhere").rename(docs / "plans")
    soon(following, "magnolia", "garden.txt")


def test_a_file_that_is_written_slowly(following: Worker, docs: Path) -> None:
    with (docs / "slow.txt").open("w") as file:
        for part in range(8):
            file.write(f"Part {part}. ")
            file.flush()
            time.sleep(0.1)
        file.write("The last word is xylophone.")
    soon(following, "xylophone", "slow.txt")


def test_what_changed_while_the_program_was_closed(following: Worker, data: Path, docs: Path) -> None:
    following.close()
    (docs / "letter.txt").write_text("The elephant arrives on Tuesday.")
    (docs / "added.txt").write_text("A walrus was seen.")
    (docs / "plans" / "garden.txt").unlink()
    again = Worker(data)
    try:
        again.watch()
        soon(again, "elephant", "letter.txt", seconds=3 * SECONDS)  # children start as well
        soon(again, "walrus", "added.txt")
        soon(again, "magnolia")
    finally:
        again.close()


def test_a_folder_that_goes_away_stays_searchable(following: Worker, docs: Path, tmp_path: Path) -> None:
    docs.rename(tmp_path / "unplugged")
    eventually(lambda: following.libraries.list_all().result()[0].offline == (str(docs),), 20)
    assert found(following, "giraffe") == ["letter.txt"]
    (tmp_path / "unplugged" / "letter.txt").write_text("The elephant arrives on Tuesday.")
    (tmp_path / "unplugged").rename(docs)
    eventually(lambda: following.libraries.list_all().result()[0].offline == (), 20)
    soon(following, "elephant", "letter.txt")


def test_a_library_that_gets_a_folder_while_it_is_followed(following: Worker, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "one.txt").write_text("Here is a platypus.")
    following.files.add(LIBRARY, [tmp_path / "more"]).result()
    (tmp_path / "more" / "two.txt").write_text("Here is an armadillo.")
    soon(following, "armadillo", "two.txt")


def test_what_changes_while_a_library_is_paused(following: Worker, docs: Path) -> None:
    following.files.pause(LIBRARY).result()
    (docs / "letter.txt").write_text("The elephant arrives on Tuesday.")
    following.files.resume(LIBRARY).result()
    soon(following, "elephant", "letter.txt")


def test_a_change_does_not_wait_for_a_long_run(following: Worker, docs: Path, tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for number in range(1500):
        (many / f"{number}.txt").write_text(f"One of very many files, number {number}.")
    job = following.files.add(LIBRARY, [many])
    eventually(lambda: len(found(following, "very many")) > 3)
    (docs / "letter.txt").write_text("The elephant arrives on Tuesday.")
    soon(following, "elephant", "letter.txt")
    assert not job.done
    job.cancel()


def test_what_a_killed_change_of_the_model_left_is_taken_away(following: Worker, data: Path) -> None:
    path = data / "libraries" / f"{LIBRARY}.ragindex"
    with StorageContext(path) as storage:
        with storage.transaction():
            begin_space(storage.connection, EmbeddingSpace("openai", "old", 8, "|"))
            abandon_begun(storage.connection)
        following.continue_change(LIBRARY)  # None when what follows the folders was quicker
        models = "SELECT model FROM embedding_spaces"
        eventually(lambda: storage.connection.execute(models).fetchall() == [("double",)])
    assert following.continue_change(LIBRARY) is None


def paths_of(worker: Worker, word: str) -> list[str]:
    return sorted({source.file for source in worker.search.passages(LIBRARY, word, mode="bm25").result()})


def eventually(condition: Callable[[], bool], seconds: float = SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
