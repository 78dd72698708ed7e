"""Search by meaning through compact codes: the same results as comparing everything, whatever happens to the file."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.embeddings.multilingual_e5 import SPACE, MultilingualE5Embedding
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.vectors import vector_cache
from desktop_rag.storage.sqlite.vectors.codes import BLOCK, CodeBlocks, CodeBook, SignScanner, estimate
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from tests.helpers.narrowing import only

CODES_FROM = 600
SMALL = EmbeddingSpace("test", "random", 64, "")


def random_vectors(count: int, dimensions: int = 64, seed: int = 3) -> Matrix:
    """Unit vectors around a common direction, with some directions more spread than others, as embeddings are."""
    vectors = np.random.default_rng(seed).standard_normal((count, dimensions)).astype(np.float32)
    vectors *= 4 / np.sqrt(4 + np.arange(dimensions, dtype=np.float32))
    vectors[:, 0] += 15
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def store_of(
    storage: StorageContext, cache: VectorCache | None = None, space: EmbeddingSpace = SMALL
) -> SqliteVecVectorStore:
    return SqliteVecVectorStore(storage.connection, space, cache, CODES_FROM)


def put_file(storage: StorageContext, path: str, vectors: Matrix, space: EmbeddingSpace = SMALL) -> list[int]:
    """Store a file of one node for each vector, and the vectors, in one transaction."""
    nodes = [NodeRecord(1, place, place + 1, "", f"{path} {place}", "") for place in range(len(vectors))]
    with storage.transaction():
        rowids = storage.documents.replace_file(DocumentRecord(path, 1, 1, b"", {}, [("1", "")], nodes))
        store = store_of(storage, None, space)
        store.create()
        store.add(rowids, vectors)
    return rowids


def in_file(storage: StorageContext) -> dict[int, bytes]:
    """Every vector by row id; fails when the codes are not exactly those of the vectors."""
    ((space,),) = storage.connection.execute("SELECT id FROM embedding_spaces").fetchall()
    rows = storage.connection.execute(f"SELECT rowid, embedding FROM vectors_{space}").fetchall()
    blocks = CodeBlocks(storage.connection, space)
    if blocks.stamps() is not None:
        coded = [int(rowid) for block in blocks.block_stamps() for rowid in blocks.read(block).rowids]
        assert sorted(coded) == sorted(row[0] for row in rows)
    return dict(rows)


def nearest(storage: StorageContext, query: Matrix, count: int) -> list[int]:
    """What comparing with every vector finds."""
    vectors = in_file(storage)
    scores = {rowid: float(np.frombuffer(blob, np.float32) @ query) for rowid, blob in vectors.items()}
    return sorted(scores, key=lambda rowid: -scores[rowid])[:count]


def overlap(storage: StorageContext, query: Matrix, hits: list[tuple[int, float]]) -> int:
    """How many hits are among the nearest of the file as it is now; fails when a hit is gone or its score is wrong."""
    vectors = in_file(storage)
    for rowid, score in hits:
        assert score == pytest.approx(float(np.frombuffer(vectors[rowid], np.float32) @ query), abs=1e-5)
    return len({rowid for rowid, _ in hits} & set(nearest(storage, query, len(hits))))


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StorageContext]:
    with StorageContext(tmp_path / "test.ragindex") as storage:
        yield storage


def test_the_scan_computes_what_the_definition_says() -> None:
    vectors = random_vectors(500, 100)
    book = CodeBook.train(vectors)
    assert book.width == 128
    codes = book.encode(np.arange(500), vectors)
    query = book.encode_query(vectors[7])
    columns = np.ascontiguousarray(codes.signs.view(np.uint64).T)
    fast = SignScanner(query, 500).scan(columns, codes.factors[:, 0].copy(), codes.factors[:, 2].copy())
    signs = np.unpackbits(codes.signs, axis=1, bitorder="little").astype(np.float32) * 2 - 1
    bits = np.unpackbits(query.planes.view(np.uint8), axis=1, bitorder="little").astype(np.float32) * 2 - 1
    digits = (bits * (2.0 ** np.arange(len(bits)))[:, None]).sum(axis=0)
    slow = signs @ digits * query.step * codes.factors[:, 0] + codes.factors[:, 2]
    np.testing.assert_allclose(fast, slow, rtol=1e-3, atol=1e-4)
    assert np.abs(digits * query.step - query.rotated).mean() < 0.25 * np.abs(query.rotated).mean()


@pytest.mark.nightly(by_day="test_the_scan_computes_what_the_definition_says")
def test_estimates_are_close_and_unbiased() -> None:
    vectors = random_vectors(2000, 384)
    book = CodeBook.train(vectors)
    codes = book.encode(np.arange(2000), vectors)
    query = vectors[3]
    estimates = estimate(book.encode_query(query), codes.signs, codes.magnitudes, codes.factors)
    others = np.delete(estimates - (vectors - book.mean) @ query, 3)  # both lack the product of query and mean
    assert abs(float(others.mean())) < 0.002
    assert float(others.std()) < 0.02


@pytest.mark.parametrize("degenerate", ["equal", "zero"])
def test_vectors_without_differences_are_no_trouble(storage: StorageContext, degenerate: str) -> None:
    vectors = np.zeros((CODES_FROM, 64), np.float32)
    if degenerate == "equal":
        vectors[:, 5] = 1
    put_file(storage, "/a", vectors)
    query = random_vectors(1)[0]
    assert len(store_of(storage).nearest(query, 10)) == 10


@pytest.mark.slow
def test_real_embeddings_keep_their_nearest(storage: StorageContext, embed_model: MultilingualE5Embedding) -> None:
    subjects = "cats whales bees cities rivers engines tea music".split()
    facts = ["sleep a lot", "cost money", "are old", "grow fast", "are studied in Japan", "need care in winter"]
    texts = [f"{subject.capitalize()} {fact}." for subject in subjects for fact in facts]
    real = embed_model.get_text_embedding_batch(texts)
    generator = np.random.default_rng(1)
    pairs = generator.integers(0, len(real), (3000 - len(real), 2))
    share = generator.random((len(pairs), 1), dtype=np.float32)
    vectors = np.concatenate([real, real[pairs[:, 0]] * share + real[pairs[:, 1]] * (1 - share)])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    put_file(storage, "/a", vectors, SPACE)
    store = store_of(storage, VectorCache(), SPACE)
    found = 0
    questions = [f"what about {subject}?" for subject in subjects]
    for question in questions:
        query = embed_model.get_query_embedding(question)
        hits = store.nearest(query, 10)
        assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))
        exact = np.sort(vectors @ query)[::-1][:10]
        found += int(np.sum(np.array([score for _, score in hits]) >= exact[-1] - 1e-6))
        assert hits[0][1] == pytest.approx(float(exact[0]), abs=1e-5)
    assert found >= 0.98 * 10 * len(questions)


def test_codes_begin_when_a_space_is_large_and_take_everything_in(storage: StorageContext) -> None:
    vectors = random_vectors(CODES_FROM + 200)
    put_file(storage, "/a", vectors[: CODES_FROM - 1])
    assert CodeBlocks(storage.connection, 1).stamps() is None
    assert store_of(storage).nearest(vectors[0], 1)[0][0] == 1
    put_file(storage, "/b", vectors[CODES_FROM - 1 :])
    assert CodeBlocks(storage.connection, 1).stamps() is not None
    assert len(in_file(storage)) == len(vectors)
    assert store_of(storage).nearest(vectors[-1], 1)[0][0] == len(vectors)


def test_a_file_from_before_codes_gets_them_with_the_next_run(storage: StorageContext) -> None:
    put_file(storage, "/a", random_vectors(CODES_FROM + 50))
    with storage.transaction():
        for table in ("code_spaces", "code_books", "code_blocks"):
            storage.connection.execute(f"DELETE FROM {table}")
    with storage.transaction():
        store_of(storage).create()
    assert CodeBlocks(storage.connection, 1).stamps() is not None
    in_file(storage)


@pytest.mark.slow
def test_changes_of_another_connection_are_seen_at_once(storage: StorageContext) -> None:
    cache = VectorCache()
    generator = random.Random(5)
    vectors = random_vectors(12_000)
    used, found, wanted = 0, 0, 0
    files: list[str] = []
    with StorageContext(storage.path, read_only=True) as reader:
        for step in range(24):
            if step % 3 == 2:
                gone = files.pop(generator.randrange(len(files)))
                with storage.transaction():
                    storage.documents.delete_files([gone])
            else:
                path = files[0] if step % 5 == 4 else f"/{step}"  # sometimes a file in place of its older version
                size = generator.choice([8, 300, 900]) if step else 1
                put_file(storage, path, vectors[used : used + size])
                used += size
                files = list(dict.fromkeys([*files, path]))
            if step == 3:
                put_file(storage, "/large", vectors[used : used + 1500])
                used += 1500
            query = vectors[generator.randrange(used)]
            hits = store_of(reader, cache).nearest(query, min(10, len(in_file(storage))))
            same = overlap(storage, query, hits)
            assert same >= len(hits) - 2
            found, wanted = found + same, wanted + len(hits)
    assert found >= 0.98 * wanted


def test_only_changed_blocks_are_read_again(storage: StorageContext, monkeypatch: pytest.MonkeyPatch) -> None:
    put_file(storage, "/a", random_vectors(4 * BLOCK))
    cache = VectorCache()
    read: list[int] = []
    original = CodeBlocks.read

    def counting(self: CodeBlocks, block: int) -> object:
        read.append(block)
        return original(self, block)

    store_of(storage, cache).nearest(random_vectors(1)[0], 10)
    put_file(storage, "/b", random_vectors(8, seed=8))
    monkeypatch.setattr(CodeBlocks, "read", counting)
    for _ in range(3):
        store_of(storage, cache).nearest(random_vectors(1)[0], 10)
    assert len(read) == 1


def test_a_snapshot_is_searched_as_it_was(storage: StorageContext) -> None:
    vectors = random_vectors(CODES_FROM + 100)
    cache = VectorCache()
    put_file(storage, "/a", vectors[:CODES_FROM])
    with StorageContext(storage.path, read_only=True) as reader, reader.snapshot():
        before = store_of(reader, cache).nearest(vectors[-1], 10)
        put_file(storage, "/b", vectors[CODES_FROM:])
        assert store_of(storage, cache).nearest(vectors[-1], 1)[0][0] == CODES_FROM + 100
        assert store_of(reader, cache).nearest(vectors[-1], 10) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("coded", [True, False])
@pytest.mark.parametrize("count", [0, 1, 30, 700, 1900])
def test_filters_are_honoured_exactly(storage: StorageContext, coded: bool, count: int) -> None:
    vectors = random_vectors(2000)
    put_file(storage, "/a", vectors)
    if not coded:
        storage.connection.execute("DELETE FROM code_spaces")
    allowed = set(random.Random(2).sample(range(1, 2001), count))
    found = 0
    for query in vectors[:8]:
        hits = {rowid for rowid, _ in store_of(storage).nearest(query, 10, only(storage.connection, allowed))}
        expected = [rowid for rowid in (np.argsort(-(vectors @ query)) + 1).tolist() if rowid in allowed]
        assert hits <= allowed
        assert len(hits) == min(10, count)
        found += len(hits & set(expected[:10]))
    assert found >= 0.98 * 8 * min(10, count)


def test_a_new_file_under_an_old_name_is_not_mixed_up(tmp_path: Path) -> None:
    cache = VectorCache()
    path = tmp_path / "same.ragindex"
    for seed in (1, 2):
        vectors = random_vectors(CODES_FROM, seed=seed)
        with StorageContext(path) as storage:
            put_file(storage, "/a", vectors)
            hits = store_of(storage, cache).nearest(vectors[9], 10)
            assert overlap(storage, vectors[9], hits) >= 9
            assert hits[0][0] == 10
        for file in tmp_path.iterdir():
            file.unlink()


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    cache = VectorCache(maximum_bytes=1)
    vectors = random_vectors(CODES_FROM)
    for name in ("a", "b", "c"):
        with StorageContext(tmp_path / name) as storage:
            put_file(storage, "/a", vectors)
            assert store_of(storage, cache).nearest(vectors[0], 1)[0][0] == 1
    book = CodeBook.train(vectors)
    assert 0 < cache.size < 2 * vector_cache.SEGMENT * (2 * book.width // 8 + 20)


def test_all_but_the_last_results_are_found_when_many_are_asked_for(storage: StorageContext) -> None:
    vectors = random_vectors(3000)
    put_file(storage, "/a", vectors)
    for top_k in (400, 2500):
        hits = {rowid for rowid, _ in store_of(storage).nearest(vectors[0], top_k)}
        assert len(hits & set(nearest(storage, vectors[0], top_k))) >= 0.98 * top_k


_FILL = """
import sys, tests.storage.sqlite.vectors.test_vector_search as t
from pathlib import Path
from desktop_rag.storage.storage_context import StorageContext
with StorageContext(Path(sys.argv[1])) as storage:
    vectors = t.random_vectors(4000, seed=int(sys.argv[2]))
    for start in range(0, 4000, 40):
        t.put_file(storage, f"/{start % 1200}", vectors[start:start + 40])
        print(flush=True)
"""


@pytest.mark.slow
def test_killed_anywhere_codes_and_vectors_agree(tmp_path: Path) -> None:
    path = tmp_path / "killed.ragindex"
    generator = random.Random(4)
    root = Path(__file__).resolve().parents[2]
    sizes = set()
    for round_, files in enumerate((1, 7, 30, 16, 60)):  # that are written before it dies, at the least
        process = subprocess.Popen(
            [sys.executable, "-c", _FILL, str(path), str(round_)], stdout=subprocess.PIPE, cwd=root
        )
        with process:
            assert process.stdout is not None
            for _ in range(files):
                process.stdout.readline()
            time.sleep(generator.uniform(0, 0.03))
            process.kill()
        with StorageContext(path) as storage:
            store_of(storage)
            if storage.connection.execute("SELECT count(*) FROM embedding_spaces").fetchall() != [(1,)]:
                continue
            sizes.add(len(in_file(storage)))
            query = random_vectors(1, seed=9)[0]
            assert overlap(storage, query, store_of(storage).nearest(query, 10)) >= 9
    assert max(sizes) > CODES_FROM
