"""Readers see one state, and never wait for a writer to come to an end."""

import threading
from concurrent.futures import ThreadPoolExecutor

from desktop_rag.storage.ports import Stores
from desktop_rag.storage.records import doc_id_of
from desktop_rag.text.analyzer import keyword_terms
from tests.storage.conformance.conftest import SPACE, Engine, embed_all, file, random_vectors

VERSIONS = 15
READERS = 3
PATH = "/a.txt"


def seen(stores: Stores) -> tuple[int, set[str]]:
    """Return how many nodes a search finds, and of which versions they are."""
    with stores.snapshot():
        hits = stores.keywords.query(keyword_terms("whale"), 100)
        nodes = stores.nodes.nodes_by_key([key for key, _ in hits])
        assert len(nodes) == len(hits)
        near = stores.vectors(SPACE).nearest(random_vectors(1)[0], 100)
        assert {key for key, _ in near} <= nodes.keys()
        pages = [text for _, text in stores.documents.labelled_pages(PATH)]
        assert sorted(pages) == sorted(node.text for node in nodes.values())
    return len(hits), {node.text.split()[-1] for node in nodes.values()}


def test_readers_during_writes(engine: Engine) -> None:
    texts = [[f"whale {n} of v{version}" for n in range(version % 4 + 2)] for version in range(VERSIONS)]
    engine.stores.documents.replace_file(file(PATH, *texts[0]))
    embed_all(engine.stores)
    done = threading.Event()

    def read() -> int:
        looks = 0
        with engine.reader() as stores:
            while not done.is_set() or not looks:
                count, versions = seen(stores)
                (version,) = versions
                assert count == len(texts[int(version[1:])])
                looks += 1
        return looks

    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read) for _ in range(READERS)]
        try:
            for version in texts[1:]:
                engine.stores.documents.replace_file(file(PATH, *version))
                embed_all(engine.stores)
        finally:
            done.set()
        assert all(reader.result(60) for reader in readers)
    assert seen(engine.stores) == (len(texts[-1]), {f"v{VERSIONS - 1}"})


def test_several_writers_take_turns(engine: Engine) -> None:
    def write(writer: int) -> None:
        for number in range(10):
            engine.stores.documents.replace_file(file(f"/{writer}/{number}", f"whale {writer} {number}"))

    with ThreadPoolExecutor(READERS) as pool:
        for written in [pool.submit(write, writer) for writer in range(READERS)]:
            written.result(60)
    assert engine.stores.nodes.node_count() == 10 * READERS
    assert engine.stores.documents.document_exists(doc_id_of("/2/9"))


def test_nothing_is_seen_before_the_end(engine: Engine) -> None:
    engine.stores.documents.replace_file(file(PATH, "old whale"))
    with engine.reader() as other:
        if other is engine.stores:
            return
        with engine.stores.transaction():
            engine.stores.documents.replace_file(file(PATH, "new whale"))
            assert [node.text for node in other.nodes.iter_nodes()] == ["old whale"]
        assert [node.text for node in other.nodes.iter_nodes()] == ["new whale"]
