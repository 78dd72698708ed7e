"""How fast passages get their vectors, and how long stopping takes.

python -m tests.bench.embedding [--count 200]: makes passages of mixed lengths and languages, embeds them as it was
done before (batches of eight as they come) and with the queue, with the built-in model in its child process. Beside
them stands the rate of the bare graph: the same texts, already made tokens, in batches of as many tokens, with nothing
but ONNX Runtime as it is set by default, on all cores. Graph and queue take turns, as often as ``--rounds`` says.
"""

import argparse
import itertools
import json
import random
import statistics
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.onnx import load_runtime
from desktop_rag.core.paths import resource_path
from desktop_rag.embeddings.multilingual_e5 import MODEL, TEXT_PREFIX, load_tokenizer
from desktop_rag.embeddings.session_choice import PROCESSOR
from desktop_rag.ingestion.embedding_queue import EmbeddingQueue
from desktop_rag.ingestion.progress import Progress
from desktop_rag.services.embedding_child import ChildEmbedding
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext

WORDS = "the library keeps what every passage says about history weather trade music and the growth of towns".split()
CHARACTERS = "東京都の人口は約千四百万人です首都は東京春の雨が降る"
BATCH = 8


def passages(count: int) -> list[str]:
    """Return texts as files give them: mostly full passages, some short ends, some in Japanese."""
    chance = random.Random(3)
    texts: list[str] = []
    for number in range(count):
        share = chance.choice((1.0, 1.0, 1.0, 0.6, 0.3, 0.1))
        if number % 5 == 0:
            texts.append("".join(chance.choice(CHARACTERS) for _ in range(int(300 * share))))
        else:
            texts.append(" ".join(chance.choice(WORDS) for _ in range(int(220 * share))))
    return texts


def fill(folder: Path, texts: list[str]) -> StorageContext:
    """Return an index whose passages wait."""
    storage = StorageContext(folder / f"{time.monotonic_ns()}.ragindex")
    nodes = [NodeRecord(1, place, place + 1, "", text, "") for place, text in enumerate(texts)]
    with storage.transaction():
        storage.documents.replace_file(DocumentRecord("/a", 1, 1, b"", {}, [("1", "")], nodes))
    return storage


def bare_seconds(choice: Path, texts: list[str]) -> float:
    """Return how long the graph alone takes, the one that ``choice`` names."""
    graph = json.loads(choice.read_text(encoding="utf-8"))["graph"]
    session = load_runtime().InferenceSession(str(resource_path("models", MODEL, graph)), providers=[PROCESSOR])
    rows = sorted((one.ids for one in load_tokenizer().encode_batch([TEXT_PREFIX + text for text in texts])), key=len)
    batches = list[list[list[int]]]([[]])
    for row in rows:
        if batches[-1] and len(row) * (len(batches[-1]) + 1) > ChildEmbedding.batch_tokens:
            batches.append([])
        batches[-1].append(row)
    inputs = [_inputs(batch) for batch in batches]
    session.run(None, inputs[0])
    started = time.monotonic()
    for given in inputs:
        session.run(None, given)
    return time.monotonic() - started


def queue_seconds(folder: Path, model: ChildEmbedding, texts: list[str]) -> tuple[float, float]:
    """Return how long the queue takes, and its longest time between two reports."""
    times = [time.monotonic()]

    def told(_: Progress) -> None:
        times.append(time.monotonic())

    with fill(folder, texts) as storage:
        EmbeddingQueue(storage, model, told, CancelToken()).run()
    gaps = [after - before for before, after in itertools.pairwise(times)]
    return times[-1] - times[0], max(gaps)


def stop_seconds(folder: Path, model: ChildEmbedding, texts: list[str]) -> float:
    """Return how long stopping takes in the middle of a batch."""
    token, stopped = CancelToken(), list[float]()

    def stop() -> None:
        stopped.append(time.monotonic())
        token.cancel()

    timer = threading.Timer(1.1, stop)
    with fill(folder, texts) as storage:
        timer.start()
        try:
            EmbeddingQueue(storage, model, _ignore, token).run()
        except CancelledError:
            return time.monotonic() - stopped[0]
    timer.cancel()
    return 0.0


def _inputs(rows: list[list[int]]) -> dict[str, np.ndarray]:
    """Return token ids as the graph takes them, padded to the longest."""
    width = max(map(len, rows))
    ids, mask = np.ones((len(rows), width), np.int64), np.zeros((len(rows), width), np.int64)
    for place, row in enumerate(rows):
        ids[place, : len(row)], mask[place, : len(row)] = row, 1
    return {"input_ids": ids, "attention_mask": mask}


def _ignore(_: Progress) -> None:
    """Hear nothing."""


def main() -> None:
    """Print passages a second."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    count, rounds = options.count, options.rounds
    texts = passages(count)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = ChildEmbedding(folder / "embedder.json")
        try:
            model.get_text_embedding_batch(texts[:16])
            model.batch_tokens = 0
            started = time.monotonic()
            for start in range(0, count, BATCH):
                model.get_text_embedding_batch(texts[start : start + BATCH])
            plain = time.monotonic() - started
            model.batch_tokens = ChildEmbedding.batch_tokens
            bare, queued, gaps = list[float](), list[float](), list[float]()
            for _ in range(rounds):
                bare.append(bare_seconds(folder / "embedder.json", texts))
                seconds, gap = queue_seconds(folder, model, texts)
                queued.append(seconds)
                gaps.append(gap)
            seconds, alone = statistics.median(queued), statistics.median(bare)
            stopping = stop_seconds(folder, model, texts)
            print(f"eight at a time: {count / plain:.1f} passages/s")
            print(
                f"queue: {count / seconds:.1f} passages/s, longest batch {max(gaps):.2f} s, stopping {stopping:.2f} s"
            )
            print(f"the bare graph: {count / alone:.1f} passages/s; the queue has {alone / seconds:.2f} of that")
        finally:
            model.close()


if __name__ == "__main__":
    main()
