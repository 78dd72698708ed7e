"""Documents through steps into a store, as a program does it; beside it, what the reference makes of the same."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.ingestion.transformations import IngestionCache
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.ingestion import DocstoreStrategy, IngestionPipeline
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from tests.helpers.hashed_embedding import HashedEmbedding

if TYPE_CHECKING:
    from desktop_rag.ingestion.transformations import Transformation

TEXTS = {"cats": "Cats sleep all day. Then they eat.", "tea": "Tea is brewed hot."}


def documents(**texts: str) -> list[Document]:
    return [Document(text=text, id_=name) for name, text in (TEXTS | texts).items()]


class Pipeline:
    """A pipeline over a storage in memory."""

    def __init__(self, model: HashedEmbedding | None = None, strategy: str = "upserts") -> None:
        self.model = model or HashedEmbedding()
        self.storage = StorageContext()
        self.steps: list[Transformation] = [SentenceSplitter(8, 0), self.model]
        self.pipeline = IngestionPipeline(
            self.steps,
            docstore=self.storage.docstore,
            vector_store=SqliteVecVectorStore(self.storage.connection, self.model.space),
            docstore_strategy=strategy,
        )

    def texts(self) -> list[str]:
        return [node.text for node in self.storage.docstore.iter_nodes()]

    def best(self, text: str) -> str:
        index = VectorStoreIndex(storage_context=self.storage, embed_model=self.model)
        return index.as_retriever(1).retrieve(text)[0].node.text


def test_without_a_store_it_only_makes_nodes() -> None:
    model = HashedEmbedding()
    nodes = IngestionPipeline(transformations=[SentenceSplitter(8, 0), model]).run(documents=documents())
    assert [node.text for node in nodes] == ["Cats sleep all day.", "Then they eat.", "Tea is brewed hot."]
    assert all(node.embedding is not None for node in nodes)
    assert IngestionPipeline([SentenceSplitter()], documents=documents()).run(show_progress=True)[1].ref_doc_id == "tea"


def test_without_a_store_repeated_ids_are_kept() -> None:
    twice = [Document("Cats sleep.", "same"), Document("Tea is hot.", "same")]
    assert [node.text for node in IngestionPipeline([SentenceSplitter()]).run(documents=twice)] == [
        "Cats sleep.",
        "Tea is hot.",
    ]


def test_only_what_is_new_or_changed_is_worked_on() -> None:
    made = Pipeline()
    assert len(made.pipeline.run(documents=documents())) == 3
    assert made.best("Then they eat.") == "Then they eat."
    calls = len(made.model.calls)
    assert made.pipeline.run(documents=documents()) == []
    assert len(made.model.calls) == calls
    assert [node.text for node in made.pipeline.run(documents=documents(tea="Tea is drunk cold."))] == [
        "Tea is drunk cold."
    ]
    assert sorted(made.texts()) == ["Cats sleep all day.", "Tea is drunk cold.", "Then they eat."]
    assert made.best("Tea is drunk cold.") == "Tea is drunk cold."
    assert made.storage.documents.totals().nodes_embedded == 3


def test_a_failed_run_is_made_up_for() -> None:
    """The reference notes the hashes first: after a failed embedding, the documents are never embedded."""
    made = Pipeline(HashedEmbedding(fails_at=1))
    with pytest.raises(RuntimeError, match="rate limit"):
        made.pipeline.run(documents=documents())
    assert made.texts() == []
    assert len(made.pipeline.run(documents=documents())) == 3
    assert made.best("Tea is brewed hot.") == "Tea is brewed hot."


def test_duplicates_and_deletions() -> None:
    made = Pipeline(strategy="duplicates_only")
    assert len(made.pipeline.run(documents=documents(again=TEXTS["tea"]))) == 3
    assert made.pipeline.run(documents=[Document(text=TEXTS["tea"], id_="other")]) == []
    made = Pipeline(strategy=DocstoreStrategy.UPSERTS_AND_DELETE)
    made.pipeline.run(documents=documents())
    assert made.pipeline.run(documents=documents()[1:]) == []
    assert made.texts() == ["Tea is brewed hot."]


def test_documents_that_nothing_cuts_are_their_own_nodes() -> None:
    docstore = SimpleDocumentStore()
    pipeline = IngestionPipeline(transformations=[], docstore=docstore, docstore_strategy="upserts_and_delete")
    both = [Document(text="the same", id_="a"), Document(text="the same", id_="b")]
    pipeline.run(documents=both)
    assert set(docstore.docs) == {"a", "b"}
    pipeline.run(documents=both[1:])
    assert set(docstore.docs) == {"b"}


def test_nodes_of_other_origin_are_stored_too() -> None:
    made = Pipeline()
    made.pipeline.run(nodes=[TextNode(text="Whales sing.", id_="w")], documents=documents())
    assert made.best("Whales sing.") == "Whales sing."
    words = IngestionPipeline([SentenceSplitter()], docstore=StorageContext().docstore)
    words.run(documents=documents())
    assert words.docstore is not None
    assert words.docstore.stores.documents.totals().nodes_embedded == words.docstore.stores.nodes.node_count() == 2, (
        "nothing waits for a vector"
    )
    with pytest.raises(ValueError, match="need its docstore"):
        IngestionPipeline([], vector_store=made.pipeline.vector_store)


def test_what_was_made_once_is_remembered() -> None:
    calls: list[int] = []

    def shout(nodes: Sequence[TextNode]) -> list[TextNode]:
        calls.append(len(nodes))
        return [TextNode(text=node.text.upper()) for node in nodes]

    cache = IngestionCache()
    pipeline = IngestionPipeline([shout], cache=cache)
    first = pipeline.run(documents=documents())
    first[0].metadata["changed"] = True
    again = pipeline.run(documents=documents())
    assert [node.text for node in again] == [node.text for node in first]
    assert again[0].metadata == {}
    assert calls == [2]
    cache.clear()
    pipeline.run(documents=documents())
    assert calls == [2, 2]


def test_what_was_worked_on_is_known_to_another_pipeline(tmp_path: Path) -> None:
    first = IngestionPipeline([SentenceSplitter(8, 0)], docstore=SimpleDocumentStore())
    assert len(first.run(documents=documents())) == 3
    first.persist(tmp_path / "kept")
    second = IngestionPipeline([SentenceSplitter(8, 0)])
    second.load(tmp_path / "kept")
    assert [node.text for node in second.run(documents=documents(tea="Tea is cold."))] == ["Tea is cold."]
    with pytest.raises(ValueError, match="no library"):
        second.load(tmp_path / "nothing")
    with pytest.raises(ValueError, match="make a pipeline with both"):
        Pipeline().pipeline.load(tmp_path / "kept")


def test_caches_may_be_kept_apart_or_unused() -> None:
    cache = IngestionCache()
    pipeline = IngestionPipeline([SentenceSplitter()], documents=documents(), cache=cache, name="tea", project_name="p")
    assert (pipeline.name, pipeline.project_name) == ("tea", "p")
    first = [node.id_ for node in pipeline.run(cache_collection="apart", in_place=False)]
    assert [node.id_ for node in pipeline.run(cache_collection="apart")] == first
    assert [node.id_ for node in pipeline.run()] != first
    assert len(cache.cache.get_all("apart")) == len(cache.cache.get_all("llama_cache")) == 1
    pipeline.disable_cache = True
    assert [node.id_ for node in pipeline.run(cache_collection="apart")] != first


def test_a_pipeline_that_keeps_nothing_can_be_loaded(tmp_path: Path) -> None:
    IngestionPipeline([SentenceSplitter()], documents=documents()).persist(tmp_path)
    other = IngestionPipeline([SentenceSplitter()], documents=documents())
    other.load(tmp_path)
    assert len(other.run()) == 2
    assert other.docstore is None


def test_the_docstore_of_a_pipeline_tells_documents(tmp_path: Path) -> None:
    pipeline = IngestionPipeline([SentenceSplitter(8, 0)], docstore=SimpleDocumentStore())
    given = [Document(TEXTS["cats"], "cats", metadata={"kind": "animal"})]
    pipeline.run(documents=given, nodes=[TextNode("Whales sing.", id_="w")])
    assert pipeline.docstore is not None
    assert [(one.text, one.metadata) for one in pipeline.docstore.docs.values()] == [
        (TEXTS["cats"], {"kind": "animal"}),
        ("Whales sing.", {}),
    ]
    assert next(iter(pipeline.docstore.docs)) == "cats"
    assert len(list(pipeline.docstore.iter_nodes())) == 4
    pipeline.persist(tmp_path)
    pipeline.load(tmp_path)
    assert [one.text for one in pipeline.docstore.docs.values()] == [TEXTS["cats"], "Whales sing."]


CACHED = """
import sys
from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.ingestion import IngestionCache, IngestionPipeline
from desktop_rag.llamaindex.node_parser import SentenceSplitter
pipeline = IngestionPipeline([SentenceSplitter(8, 0), lambda nodes: nodes], cache=IngestionCache())
if sys.argv[2:]:
    pipeline.load(sys.argv[1])
print(*[node.id_ for node in pipeline.run(documents=[Document("Tea is warm. " * 9, id_="1")])])
pipeline.persist(sys.argv[1])
print(len(pipeline.cache.cache.get_all("llama_cache")))
"""


def test_what_was_made_is_known_to_the_next_run_of_a_program(tmp_path: Path) -> None:
    def run(*arguments: str) -> list[str]:
        called = [sys.executable, "-c", CACHED, str(tmp_path), *arguments]
        env = os.environ | {"PYTHONHASHSEED": "random"}  # as people's programs run
        said = subprocess.run(called, check=True, capture_output=True, text=True, timeout=60, env=env).stdout
        return said.split("\n")

    first, steps, _ = run()
    again, more, _ = run("load")
    assert (first, steps) == (again, "2")
    assert more == "3", "a function is known as long as the program runs"
