"""What other programs' vector stores take for the same vectors; runs where those programs are installed.

usage: PYTHON others.py STORE build|query VECTORS.npy QUESTIONS.npy FOLDER SECONDS

STORE is one of ``STORES``; nothing of desktop_rag is imported. One JSON object comes out: the seconds of building and
storing; or the milliseconds of each query, the row numbers found, and the megabytes that the open store takes.
Queries end after SECONDS, twenty at least.
"""

# ruff: noqa: ANN401 - of programs without types
# mypy: disable-error-code="import-not-found, import-untyped"

import gc
import importlib
import importlib.util
import json
import sys
import time
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

TOP = 10
LEAST_QUERIES = 20
_PART = 5000


def memory() -> float:
    """Return the megabytes of this process that are in memory (Linux)."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


class Asked(Protocol):
    """A store that is open."""

    def query(self, question: Any) -> list[int]: ...


class Store(Asked, Protocol):
    """What every store below offers: building stores the vectors, opening reads what was stored."""

    module: ClassVar[str]

    def __init__(self, folder: Path) -> None: ...
    def build(self, vectors: Any) -> None: ...
    def open(self) -> None: ...


class LlamaIndex:
    """SimpleVectorStore: lists of floats, stored as JSON."""

    module: ClassVar[str] = "llama_index.core"

    def __init__(self, folder: Path) -> None:
        from llama_index.core.vector_stores import SimpleVectorStore

        self._path = str(folder / "vectors.json")
        self._make = SimpleVectorStore
        self._store: Any = None

    def build(self, vectors: Any) -> None:
        from llama_index.core.schema import TextNode

        store = self._make()
        for start in range(0, len(vectors), _PART):
            part = enumerate(vectors[start : start + _PART], start)
            store.add([TextNode(text="x", id_=str(number), embedding=vector.tolist()) for number, vector in part])
        store.persist(self._path)

    def open(self) -> None:
        self._store = self._make.from_persist_path(self._path)

    def query(self, question: Any) -> list[int]:
        from llama_index.core.vector_stores.types import VectorStoreQuery

        found = self._store.query(VectorStoreQuery(query_embedding=question.tolist(), similarity_top_k=TOP))
        return [int(name) for name in found.ids]


class Chroma:
    """Chroma's persistent client: HNSW with its defaults, cosine."""

    module: ClassVar[str] = "chromadb"

    def __init__(self, folder: Path) -> None:
        import chromadb
        from chromadb.config import Settings

        client = chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))
        self._collection = client.get_or_create_collection("bench", configuration={"hnsw": {"space": "cosine"}})

    def build(self, vectors: Any) -> None:
        for start in range(0, len(vectors), _PART):
            part = vectors[start : start + _PART]
            self._collection.add(ids=[str(start + number) for number in range(len(part))], embeddings=part)

    def open(self) -> None:
        self._collection.count()

    def query(self, question: Any) -> list[int]:
        found = self._collection.query(query_embeddings=[question], n_results=TOP, include=["distances"])
        return [int(name) for name in found["ids"][0]]


class USearch:
    """USearch: HNSW with its defaults, cosine, half-precision floats."""

    module: ClassVar[str] = "usearch"

    def __init__(self, folder: Path) -> None:
        from usearch.index import Index

        self._path = str(folder / "usearch.index")
        self._index = Index(ndim=384, metric="cos", dtype="f16")

    def build(self, vectors: Any) -> None:
        for start in range(0, len(vectors), _PART):
            part = np.asarray(vectors[start : start + _PART])
            self._index.add(np.arange(start, start + len(part)), part)
        self._index.save(self._path)

    def open(self) -> None:
        self._index.load(self._path)

    def query(self, question: Any) -> list[int]:
        return [int(key) for key in self._index.search(question, TOP).keys]


class Faiss:
    """FAISS: every vector compared, floats in memory."""

    module: ClassVar[str] = "faiss"

    def __init__(self, folder: Path) -> None:
        import faiss

        self._faiss = faiss
        self._path = str(folder / "faiss.index")
        self._index = faiss.IndexFlatIP(384)

    def build(self, vectors: Any) -> None:
        for start in range(0, len(vectors), _PART):
            self._index.add(np.ascontiguousarray(vectors[start : start + _PART]))
        self._faiss.write_index(self._index, self._path)

    def open(self) -> None:
        self._index = self._faiss.read_index(self._path)

    def query(self, question: Any) -> list[int]:
        return [int(row) for row in self._index.search(question[None, :], TOP)[1][0]]


STORES: dict[str, type[Store]] = {"llama-index": LlamaIndex, "chroma": Chroma, "usearch": USearch, "faiss-flat": Faiss}


def installed() -> list[str]:
    """Return the stores that can run here."""
    return [name for name, store in STORES.items() if importlib.util.find_spec(store.module.split(".")[0])]


def measured_queries(store: Asked, questions: Any, seconds: float) -> dict[str, Any]:
    """Open the store and put questions to it."""
    store.query(questions[0])  # what it loads late, it loads now
    gc.collect()
    times: list[float] = []
    found: list[list[int]] = []
    for question in questions:
        started = time.perf_counter()
        found.append(store.query(question))
        times.append((time.perf_counter() - started) * 1000)
        if sum(times) > seconds * 1000 and len(times) >= LEAST_QUERIES:
            break
    return {"times": times, "found": found}


def main() -> None:
    """Do what the arguments say."""
    if len(sys.argv) == 1:
        print(json.dumps(installed()))
        return
    name, what, vectors, questions, folder, seconds = sys.argv[1:]
    importlib.import_module(STORES[name].module)
    before = memory()
    started = time.perf_counter()
    store = STORES[name](Path(folder))
    if what == "build":
        store.build(np.load(vectors, mmap_mode="r"))
        print(json.dumps({"seconds": time.perf_counter() - started}))
        return
    asked = np.load(questions)
    store.open()
    opening = time.perf_counter() - started
    print(json.dumps(measured_queries(store, asked, float(seconds)) | {"opening": opening, "MB": memory() - before}))


if __name__ == "__main__":
    main()
