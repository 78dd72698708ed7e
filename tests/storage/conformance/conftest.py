"""The engines that are to conform, and what the tests put into them.

A new engine is one more function in ``ENGINES``.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.schema import EmbeddingSpace, Metadata
from desktop_rag.core.similarity import SimilarityMode, similarity_rule
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms

DIMENSIONS = 8
SPACE = EmbeddingSpace("test", "conformance", DIMENSIONS, "")


@dataclass(frozen=True)
class Engine:
    """An open store, and how another program opens the same."""

    stores: Stores
    reader: Callable[[], AbstractContextManager[Stores]]


@contextmanager
def sqlite_on_disk(folder: Path) -> Iterator[Engine]:
    path = folder / "library.ragindex"
    with StorageContext(path) as storage:
        yield Engine(storage, lambda: StorageContext(path, read_only=True))


@contextmanager
def sqlite_in_memory(_: Path) -> Iterator[Engine]:
    with StorageContext() as storage:
        yield Engine(storage, lambda: nullcontext(storage))


ENGINES = {"sqlite on disk": sqlite_on_disk, "sqlite in memory": sqlite_in_memory}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    with ExitStack() as stack:
        yield stack.enter_context(ENGINES[request.param](tmp_path))


@pytest.fixture
def stores(engine: Engine) -> Stores:
    return engine.stores


def passage(text: str, page: int = 1, metadata: Metadata | None = None) -> NodeRecord:
    """Return a passage as the parser hands it over."""
    found = keyword_terms(text)
    return NodeRecord(page, 0, len(text), "", text, " ".join(found.terms), " ".join(found.words), metadata or {})


def file(path: str, *texts: str, metadata: Metadata | None = None, container: str = "") -> DocumentRecord:
    """Return a parsed file with a page and a passage for each text."""
    pages = [(str(number), text) for number, text in enumerate(texts, 1)]
    nodes = [passage(text, number) for number, text in enumerate(texts, 1)]
    about = {"file_path": path} | (metadata or {})
    return DocumentRecord(path, len(texts), 1, path.encode(), about, pages, nodes, container=container)


def space_of(mode: SimilarityMode) -> EmbeddingSpace:
    """Return a space whose vectors are compared so."""
    return EmbeddingSpace("test", mode.value, DIMENSIONS, similarity_rule(mode))


def random_vectors(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)


def embed_all(stores: Stores, space: EmbeddingSpace = SPACE) -> dict[int, np.ndarray]:
    """Give everything that waits a vector of its own; return those by key."""
    waiting = [key for key, _, _ in stores.nodes.to_embed(10_000)]
    vectors = random_vectors(len(waiting), len(waiting))
    with stores.transaction():
        store = stores.vectors(space)
        store.create()
        store.add(waiting, vectors)
    return dict(zip(waiting, vectors, strict=True))


def texts_found(stores: Stores, question: str) -> list[str]:
    """Return the texts that a search by words finds, the best first."""
    hits = stores.keywords.query(keyword_terms(question), 100)
    nodes = stores.nodes.nodes_by_key([key for key, _ in hits])
    return [nodes[key].text for key, _ in hits]
