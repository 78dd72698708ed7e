"""What is understood first, and how long the rest is said to take."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.schema import Matrix
from desktop_rag.ingestion.embedding_queue import EmbeddingQueue
from desktop_rag.ingestion.progress import Progress, RateMeter
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.mock_embedding import MockEmbedding


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StorageContext]:
    with StorageContext(tmp_path / "library.ragindex") as storage:
        yield storage


def put(storage: StorageContext, path: str, passages: int, changed: int = 1, container: str = "") -> None:
    texts = [f"{path} {number}" for number in range(passages)]
    nodes = [NodeRecord(1, 0, 1, "", text, text) for text in texts]
    record = DocumentRecord(path, 1, changed, path.encode(), {}, [("1", "")], nodes, container=container)
    storage.documents.replace_file(record)


def order(storage: StorageContext, count: int = 10_000) -> list[str]:
    """Return the files in the order in which they are understood."""
    return list(dict.fromkeys(text.rsplit(" ", 1)[0] for _, _, text in storage.nodes.to_embed(count)))


def test_small_files_come_before_a_huge_one_that_was_read_earlier(storage: StorageContext) -> None:
    put(storage, "/huge.txt", 300)
    for number in range(60):
        put(storage, f"/letter{number}.txt", 2)
    assert order(storage)[-1] == "/huge.txt"
    assert len(order(storage, 120)) == 60


def test_an_archive_counts_as_one_file_however_small_those_in_it_are(storage: StorageContext) -> None:
    put(storage, "/a.zip//one.txt", 1, container="/a.zip")
    for number in range(100):
        put(storage, f"/a.zip//b.zip//{number}.txt", 1, container="/a.zip//b.zip")
    put(storage, "/report.pdf", 20)
    assert order(storage)[0] == "/report.pdf"


def test_of_files_about_as_large_the_latest_comes_first(storage: StorageContext) -> None:
    put(storage, "/old.txt", 4, changed=1)
    put(storage, "/new.txt", 5, changed=3)
    put(storage, "/middle.txt", 6, changed=2)
    assert order(storage) == ["/new.txt", "/middle.txt", "/old.txt"]


def test_the_passages_of_a_file_keep_their_order(storage: StorageContext) -> None:
    put(storage, "/one.txt", 9)
    assert [text for _, _, text in storage.nodes.to_embed(5)] == [f"/one.txt {number}" for number in range(5)]


class Clockwork(MockEmbedding):
    """A model that takes a second for ten thousand characters."""

    now = 0.0

    def vector_of(self, text: str) -> Matrix:
        self.now += len(text) / 10_000
        return super().vector_of(text)


def test_the_time_left_is_that_of_the_characters_left(storage: StorageContext, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Clockwork()
    monkeypatch.setattr(time, "monotonic", lambda: model.now)
    for name, count, length in (("short", 300, 100), ("long", 900, 2000)):
        texts = [f"{number} ".ljust(length, "x") for number in range(count)]
        nodes = [NodeRecord(1, 0, 1, "", text, text) for text in texts]
        storage.documents.replace_file(DocumentRecord(f"/{name}", 1, 1, name.encode(), {}, [("1", "")], nodes))
    told = list[tuple[float, Progress]]()
    EmbeddingQueue(storage, model, lambda progress: told.append((model.now, progress)), CancelToken()).run()
    said = [(model.now - now, progress.seconds_left) for now, progress in told if progress.seconds_left is not None]
    assert len(said) > 10
    assert all(abs(left - real) <= 0.1 * real + 5 for real, left in said)
    assert all(progress.seconds_left is None for now, progress in told if now < 10), "nothing before it is warm"


def test_nothing_is_said_of_the_time_left_before_the_rate_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    meter = RateMeter(warm_up=10)
    now = 9.0
    meter.update(90)
    assert (meter.per_second, meter.seconds_left(100)) == (10.0, None)
    now = 10.0
    meter.update(100)
    assert meter.seconds_left(100) == 10.0
