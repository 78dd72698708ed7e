"""Searching by words and meaning in large libraries: how long it takes, and whether what is found is right.

Passages are made of halves of real ones, so words are as frequent as they are; vectors are grown as in
``vector_search.py``. A question is a line of a passage; "frequent words" are the twelve most frequent terms there are.
The time is that of everything from the question's text to the ten best nodes, the built-in model included; what the
processor was busy with it tells more on a computer that does other things as well. By words alone, what is found is
compared with what ranking every passage finds.
"""

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import numpy as np

from desktop_rag.core.schema import Matrix, Metadata, NodeWithScore
from desktop_rag.embeddings.multilingual_e5 import SPACE, MultilingualE5Embedding
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.vector import VectorIndexRetriever
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.sqlite.keywords import keyword_store
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.vector_stores.filters import parse_filters
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.types import MetadataFilters
from tests.bench.vector_search import grow

_PER_FILE = 100
_TOP = 10
_DEPTH = 50
_QUESTIONS = 60
_FREQUENT = 12
_LINE = 70  # characters
_EVERYTHING = 10**12
_EQUAL = 0.001
_RARE = "zyzzogeton"


@dataclass(frozen=True, slots=True)
class _Half:
    """Half of a real passage, and what the keyword index keeps of it."""

    text: str
    terms: str
    words: str


def hybrid_rows(texts: Sequence[Path], vectors: Path, sizes: Sequence[int], work: Path) -> Iterator[dict[str, str]]:
    """Measure each size; the two halves of a passage come from the same of the libraries ``texts``."""
    halves = [_halves(library) for library in texts]
    with np.load(vectors) as saved:
        base = saved["passages"]
    model = MultilingualE5Embedding(work / "graph.json")
    for size in sizes:
        path = work / f"hybrid-{size}.ragindex"
        started = time.perf_counter()
        _build(path, halves, grow(base, size))
        building = time.perf_counter() - started
        rows = itertools.chain(_timed(path, halves, model), _checked(path, halves, model))
        for row in rows:
            yield {"nodes": f"{size:,}", **row}
        note = f"built in {building:.0f} s ({size / building:,.0f}/s), {path.stat().st_size:,} bytes"
        yield {"nodes": f"{size:,}", "note": note}
        path.unlink()


def library_rows(texts: Sequence[Path], libraries: Sequence[Path], work: Path) -> Iterator[dict[str, str]]:
    """Measure libraries that were made before, of the passages of ``texts``."""
    halves = [_halves(library) for library in texts]
    model = MultilingualE5Embedding(work / "graph.json")
    for path in libraries:
        started = time.perf_counter()
        with StorageContext(path, read_only=True) as storage:
            nodes = storage.nodes.node_count()
            opening = time.perf_counter() - started
        size = path.stat().st_size
        note = f"opens in {opening * 1000:.0f} ms, {size:,} bytes, {size / max(1, nodes):,.0f} a passage"
        yield {"nodes": f"{nodes:,}", "note": note}
        yield from ({"nodes": f"{nodes:,}", **row} for row in _timed(path, halves, model))


def _halves(texts: Path) -> list[_Half]:
    """Return the halves of the passages of a library."""
    connection = connect(texts, read_only=True)
    halves = list[_Half]()
    for (text,) in select(connection, "SELECT text FROM nodes WHERE embedded = 1 ORDER BY id"):
        for part in (text[: len(text) // 2], text[len(text) // 2 :]):
            found = keyword_terms(part)
            halves.append(_Half(part, " ".join(found.terms), " ".join(found.words)))
    connection.close()
    return halves


def _build(path: Path, halves: Sequence[Sequence[_Half]], vectors: Matrix) -> None:
    """Make a library."""
    choose = random.Random(3)
    with StorageContext(path) as storage:
        for start in range(0, len(vectors), _PER_FILE):
            part = vectors[start : start + _PER_FILE]
            chosen = [choose.choice(halves) for _ in part]
            _add(storage, start // _PER_FILE, [(choose.choice(one), choose.choice(one)) for one in chosen], part)


def _add(storage: StorageContext, number: int, passages: Sequence[tuple[_Half, _Half]], vectors: Matrix) -> None:
    """Add a file."""
    nodes = [
        NodeRecord(
            page,
            0,
            len(one.text) + len(other.text),
            "",
            one.text + other.text,
            f"{one.terms} {other.terms}",
            f"{one.words} {other.words}",
        )
        for page, (one, other) in enumerate(passages, 1)
    ]
    pages = [(str(node.page), node.text) for node in nodes]
    name = f"file{number:06}.txt"
    metadata: Metadata = {"file_name": name, "file_path": f"/bench/{name}"}
    storage.documents.replace_file(DocumentRecord(f"/bench/{name}", 1, 1, name.encode(), metadata, pages, nodes))
    with storage.transaction():
        store = SqliteVecVectorStore(storage.connection, SPACE)
        store.create()
        waiting = select(storage.connection, "SELECT id FROM nodes WHERE embedded = 0 ORDER BY id")
        store.add([row[0] for row in waiting], vectors[: len(waiting)])  # equal texts share a vector already


def _retriever(
    storage: StorageContext, model: MultilingualE5Embedding, cache: VectorCache, filters: MetadataFilters | None = None
) -> HybridRetriever:
    """Return the product's search."""
    meaning = VectorIndexRetriever(storage, model, _DEPTH, cache, filters=filters)
    words = BM25Retriever(storage, _DEPTH, filters=filters)
    return HybridRetriever([meaning, words], similarity_top_k=_TOP, stores=storage)


def _timed(path: Path, halves: Sequence[Sequence[_Half]], model: MultilingualE5Embedding) -> Iterator[dict[str, str]]:
    """Ask questions, of frequent words too, and with filters."""
    choose = random.Random(4)
    lines = [choose.choice(choose.choice(halves)).text for _ in range(_QUESTIONS)]
    questions = [line[: line.find(" ", _LINE) if " " in line[_LINE:] else _LINE] for line in lines if len(line) > 3]
    counts = Counter(term for one in halves for half in one for term in half.terms.split())
    common = [term for term, _ in counts.most_common(_FREQUENT) if term.isalpha()]
    frequent = [" ".join(choose.sample(common, min(8, len(common)))) for _ in range(20)]
    filters = parse_filters("file_name~file0000")
    model.warm_up()
    with StorageContext(path, read_only=True) as storage:
        cache = VectorCache()
        plain, filtered = _retriever(storage, model, cache), _retriever(storage, model, cache, filters)
        words = BM25Retriever(storage, _DEPTH)
        plain.retrieve(questions[0])
        yield {"question": "its embedding alone"} | _times(model.get_query_embedding, questions)
        yield {"question": "lines of passages"} | _times(plain.retrieve, questions)
        yield {"question": "frequent words"} | _times(plain.retrieve, frequent)
        for name, asked in (("lines", questions), ("frequent words", frequent), ("one frequent word", common)):
            yield {"question": f"{name}, by words alone", "note": _kept(words, asked)} | _times(words.retrieve, asked)
        right = all("file0000" in str(one.node.metadata["file_name"]) for one in filtered.retrieve(questions[0]))
        note = "only what is allowed" if right else "WRONG: found what is not allowed"
        yield {"question": "with a filter", "note": note} | _times(filtered.retrieve, questions)


def _kept(words: BM25Retriever, questions: Sequence[str]) -> str:
    """Tell how good the best by words are beside those of a search that ranks every passage."""
    shares = list[float]()
    for question in questions:
        with mock.patch.multiple(keyword_store, _AFFORDED=_EVERYTHING, _RANKED=_EVERYTHING, _MANY_RANKED=_EVERYTHING):
            exact = {one.node.node_id: one.get_score() for one in words.retrieve(question)}
        if len(exact) < _TOP:
            continue
        least = sorted(exact.values(), reverse=True)[_TOP - 1] * (1 - _EQUAL)
        found = words.retrieve(question)[:_TOP]
        shares.append(sum(exact.get(one.node.node_id, one.get_score()) >= least for one in found) / _TOP)
    return f"recall@{_TOP} {np.mean(shares):.3f}" if shares else ""


def _times(ask: Callable[[str], object], questions: Sequence[str]) -> dict[str, str]:
    """Return how long questions take."""
    times = list[float]()
    busy = list[float]()
    for question in questions:
        started, worked = time.perf_counter(), time.process_time()
        ask(question)
        times.append((time.perf_counter() - started) * 1000)
        busy.append((time.process_time() - worked) * 1000)
    p50, p95 = np.percentile(times, [50, 95])
    return {"p50 ms": f"{p50:.0f}", "p95 ms": f"{p95:.0f}", "processor ms": f"{np.median(busy):.0f}"}


def _checked(path: Path, halves: Sequence[Sequence[_Half]], model: MultilingualE5Embedding) -> Iterator[dict[str, str]]:
    """Add a file and delete some while a reader has the library open; it must see both at once, everywhere."""
    cache = VectorCache()
    question = f"what is {_RARE}"
    with StorageContext(path) as writing, StorageContext(path, read_only=True) as storage:
        search = _retriever(storage, model, cache)
        before = _names(search.retrieve(question))
        half = _Half(f"{_RARE} ", *map(" ".join, (keyword_terms(_RARE).terms, keyword_terms(_RARE).words)))
        started = time.perf_counter()
        _add(writing, 999_999, [(half, halves[0][0])], model.get_query_embedding(question)[None, :])
        found = search.retrieve(question)
        seconds = time.perf_counter() - started
        right = found[0].node.text.startswith(_RARE) and set(found[0].found_by) == {"words", "meaning"}
        yield {"question": "after an insert", "note": f"{_said(right=right)}, {seconds * 1000:.0f} ms with the insert"}
        gone = [found[0].node.ref_doc_id or "", found[1].node.ref_doc_id or ""]
        started = time.perf_counter()
        for doc_id in gone:
            writing.docstore.delete_document(doc_id)
        after = search.retrieve(question)
        seconds = time.perf_counter() - started
        fresh = _retriever(storage, model, VectorCache()).retrieve(question)
        right = _names(after) == _names(fresh) and not {one.node.ref_doc_id for one in after} & set(gone)
        right = right and len(after) == len(before)
        yield {"question": "after deletes", "note": f"{_said(right=right)}, {seconds * 1000:.0f} ms with two deletes"}


def _names(found: Sequence[NodeWithScore]) -> list[str]:
    """Return which nodes were found."""
    return [one.node.node_id for one in found]


def _said(*, right: bool) -> str:
    """Return the note of a check."""
    return "right" if right else "WRONG"
