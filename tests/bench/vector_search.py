"""Measure search by meaning: ``python tests/bench/vector_search.py DATA_FOLDER --embeddings CACHE.npz``.

The base are the vectors of the real passages of the libraries in DATA_FOLDER; the queries are real sentences taken
from those passages, embedded as questions (kept in the file given by ``--embeddings``). Larger sets are grown from
the base: each new vector lies at a random point between a passage and one of its ten nearest, plus half of a random
difference with the same covariance (hence the same spectrum) as the differences between nearest passages.

Sizes below ``CODES_FROM`` are served by sqlite-vec alone.
"""

import argparse
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.embeddings.multilingual_e5 import SPACE, MultilingualE5Embedding
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore

TOP = 10
DEEP = 50
_PART = 20_000
_NEAR = 10
_NOISE = 0.5
_EQUAL = 1e-6


def real_embeddings(data: Path, cache: Path, count: int) -> tuple[Matrix, Matrix]:
    """Return the vectors of real passages and of ``count`` real questions."""
    if cache.exists():
        with np.load(cache) as saved:
            return saved["passages"], saved["questions"]
    passages: list[Matrix] = []
    texts: list[str] = []
    for path in sorted((data / "libraries").glob("*.ragindex")):
        connection = connect(path, read_only=True)
        rows = connection.execute("SELECT id, text FROM nodes WHERE embedded = 1 ORDER BY id").fetchall()
        found = SqliteVecVectorStore(connection, SPACE).get(row[0] for row in rows)
        connection.close()
        passages.extend(found.values())
        texts.extend(row[1] for row in rows)
    chosen = np.random.default_rng(5).permutation(len(texts))[:count]
    model = MultilingualE5Embedding()
    questions = [model.get_query_embedding(first_sentence(texts[place])) for place in chosen]
    np.savez(cache, passages=np.stack(passages), questions=np.stack(questions))
    return np.stack(passages), np.stack(questions)


def first_sentence(text: str) -> str:
    """Return a sentence from the middle of a passage."""
    spans = list(sentence_spans(text, 0, len(text)))
    start, end = spans[len(spans) // 2]
    return text[start:end]


def grow(base: Matrix, size: int) -> Matrix:
    """Return ``size`` vectors: the base itself first, then what grew from it (see the module)."""
    generator = np.random.default_rng(11)
    if size <= len(base):
        return base[generator.permutation(len(base))[:size]]
    similar = base @ base.T
    np.fill_diagonal(similar, -1)
    near = np.argpartition(-similar, _NEAR, axis=1)[:, :_NEAR]
    variances, directions = np.linalg.eigh(np.cov((base - base[similar.argmax(axis=1)]).T))
    spread = (directions * np.sqrt(np.maximum(variances, 0))).T.astype(np.float32)
    grown = np.empty((size, base.shape[1]), np.float32)
    grown[: len(base)] = base
    for start in range(len(base), size, _PART):
        count = min(_PART, size - start)
        one = generator.integers(0, len(base), count)
        other = near[one, generator.integers(0, _NEAR, count)]
        share = generator.random((count, 1), dtype=np.float32)
        noise = generator.standard_normal(grown[:count].shape, dtype=np.float32) @ spread
        vectors = base[one] * (1 - share) + base[other] * share + np.float32(_NOISE) * noise
        grown[start : start + count] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return grown


def build(path: Path, vectors: Matrix) -> float:
    """Make an index file of ``vectors`` and return the seconds it took."""
    started = time.perf_counter()
    with StorageContext(path) as storage:
        with storage.transaction():
            make_nodes(storage, len(vectors))
            SqliteVecVectorStore(storage.connection, SPACE).create()
        store = SqliteVecVectorStore(storage.connection, SPACE)
        for start in range(0, len(vectors), _PART):
            part = vectors[start : start + _PART]
            with storage.transaction():
                store.add(range(start + 1, start + 1 + len(part)), part)
    return time.perf_counter() - started


def make_nodes(storage: StorageContext, count: int) -> None:
    """Give the file ``count`` nodes without text, with row ids from 1."""
    storage.connection.execute(
        "INSERT INTO documents (doc_id, path, state, size, mtime_ns, content_hash, indexed_at) "
        "VALUES ('d', '/d', 'parsed', 1, 1, x'00', 0)"
    )
    document = storage.connection.last_insert_rowid()
    storage.connection.executemany(
        "INSERT INTO nodes (id, node_id, document, position, page, start, end, heading, text, text_hash) "
        "VALUES (?, ?, ?, ?, 1, 0, 0, '', '', x'00')",
        ((number, str(number), document, number) for number in range(1, count + 1)),
    )


def exact(vectors: Matrix, questions: Matrix) -> tuple[Matrix, list[float]]:
    """Return each question's largest similarities, best first, and the milliseconds of each search in NumPy."""
    found, times = [], []
    for question in questions:
        started = time.perf_counter()
        scores = vectors @ question
        best = np.sort(np.partition(scores, len(scores) - DEEP)[-DEEP:])[::-1]
        times.append((time.perf_counter() - started) * 1000)
        found.append(best)
    return np.stack(found), times


def recall(scores: Matrix, truth: Matrix) -> float:
    """Return the share of hits that belong to the nearest; of equally near ones any will do."""
    return float(np.mean(scores >= truth[:, scores.shape[1] - 1 : scores.shape[1]] - _EQUAL))


def measure(path: Path, questions: Matrix, truth: Matrix) -> dict[str, float]:
    """Return the figures of one index file."""
    cache = VectorCache()
    times: list[float] = []
    found: dict[int, list[list[float]]] = {TOP: [], DEEP: []}
    with StorageContext(path, read_only=True) as storage:
        store = SqliteVecVectorStore(storage.connection, SPACE, cache)
        started = time.perf_counter()
        store.nearest(questions[0], TOP)
        loading = time.perf_counter() - started
        for question in questions:
            started = time.perf_counter()
            hits = store.nearest(question, TOP)
            times.append((time.perf_counter() - started) * 1000)
            found[TOP].append([score for _, score in hits])
            found[DEEP].append([score for _, score in store.nearest(question, DEEP)])
        started = time.perf_counter()
        for question in questions[:3]:
            store._scan(question, TOP, None)
        scan = (time.perf_counter() - started) * 1000 / 3
        memory = extra_memory(storage, questions[0])
    return {
        "recall@10": recall(np.array(found[TOP]), truth),
        "recall@50": recall(np.array(found[DEEP]), truth),
        "p50 ms": float(np.median(times)),
        "p95 ms": float(np.percentile(times, 95)),
        "first query s": loading,
        "codes MB": cache.size / 1e6,
        "peak MB": memory,
        "sqlite-vec ms": scan,
    }


def extra_memory(storage: StorageContext, question: Vector) -> float:
    """Return the megabytes that loading the codes and a query take at their highest point."""
    tracemalloc.start()
    SqliteVecVectorStore(storage.connection, SPACE, VectorCache()).nearest(question, TOP)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def rows(arguments: argparse.Namespace) -> Iterator[dict[str, float]]:
    """Measure every size."""
    base, questions = real_embeddings(arguments.data_folder, arguments.embeddings, arguments.queries)
    for size in arguments.sizes:
        with tempfile.TemporaryDirectory(dir=arguments.scratch) as folder:
            path = Path(folder) / "bench.ragindex"
            vectors = grow(base, size)
            building = build(path, vectors)
            truth, floats = exact(vectors, questions)
            del vectors
            figures = measure(path, questions, truth)
            size_mb = path.stat().st_size / 1e6
        yield {"size": size, **figures, "NumPy ms": float(np.median(floats)), "build s": building, "file MB": size_mb}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data_folder", type=Path)
    parser.add_argument("--embeddings", type=Path, required=True, help="where the real embeddings are kept")
    parser.add_argument("--sizes", type=int, nargs="+", default=[5_000, 20_000, 100_000, 1_000_000])
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--scratch", type=Path, help="folder for the index files (1.8 GB for a million)")
    for number, row in enumerate(rows(parser.parse_args())):
        if not number:
            print("  ".join(f"{name:>13}" for name in row))
        print("  ".join(f"{value:>13.3f}" if isinstance(value, float) else f"{value:>13}" for value in row.values()))


if __name__ == "__main__":
    main()
