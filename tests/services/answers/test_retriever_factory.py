"""What searches, by the settings: how many, how deep, narrowed down to what."""

from collections.abc import Iterator

import pytest

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llms.base import LLM
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.services.answers.retriever_factory import RetrieverFactory, SearchResources
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


def made(count: int) -> StorageContext:
    """Return a library of so many passages about whales, each with a number."""
    storage = StorageContext()
    documents = [
        Document(f"Whale {number} sings.", id_=f"d{number}", metadata={"number": number, "file_path": f"/n{number}"})
        for number in range(count)
    ]
    VectorStoreIndex.from_documents(documents, storage_context=storage, embed_model=HashedEmbedding())
    return storage


@pytest.fixture(scope="module")
def small() -> Iterator[StorageContext]:
    with made(120) as storage:
        yield storage


@pytest.fixture(scope="module")
def large() -> Iterator[StorageContext]:
    with made(121) as storage:
        yield storage


def factory(storage: StorageContext, llm: LLM | None = None, **values: OptionValue) -> RetrieverFactory:
    config = Config().overridden({key.replace("__", "."): value for key, value in values.items()})
    return RetrieverFactory(SearchResources(storage, HashedEmbedding(), llm, config, None, lambda *_: None))


def numbers(retriever: BaseRetriever, query: str = "Whale 7 sings.") -> list[int]:
    return [int(str(found.node.metadata["number"])) for found in retriever.retrieve(query)]


@pytest.mark.parametrize("kind", ["hybrid", "vector", "bm25"])
@pytest.mark.parametrize("wanted", [1, 3, 20])
def test_four_times_as_many_are_looked_at_as_are_wanted(small: StorageContext, kind: str, wanted: int) -> None:
    made_for = factory(small, retrieval__retriever=kind, retrieval__similarity_top_k=wanted)
    found = numbers(made_for.retriever())
    assert len(found) == len(set(found)) == 4 * wanted
    assert kind == "vector" or 7 in found[:4]
    assert made_for.passage_count() == wanted


def test_a_small_library_is_summarised_whole_and_a_large_one_by_its_best_passages(
    small: StorageContext, large: StorageContext
) -> None:
    assert sorted(numbers(factory(small, answer__mode="summarise").retriever())) == list(range(120))
    best = numbers(factory(large, answer__mode="summarise").retriever())
    assert len(best) == len(set(best)) == 50
    assert 7 in best[:4]
    assert factory(small, answer__mode="summarise").passage_count() == 120


def test_a_library_that_is_narrowed_down_is_not_summarised_whole(small: StorageContext) -> None:
    some = factory(small, answer__mode="summarise", retrieval__filters="number<10")
    assert sorted(numbers(some.retriever())) == list(range(10))


@pytest.mark.parametrize("kind", ["hybrid", "vector", "bm25", "auto_merging"])
def test_conditions_hold_for_every_way_of_searching(small: StorageContext, kind: str) -> None:
    found = numbers(factory(small, retrieval__retriever=kind, retrieval__filters="number>=100\nnumber<103").retriever())
    assert set(found) == {100, 101, 102}


@pytest.mark.parametrize(
    ("own", "further", "found"),
    [
        ("", "", None),
        ("", "number=5", {5}),
        ("number<10", "", set(range(10))),
        ("number<10", "number>=8", {8, 9}),
        ("number<10", "number>=50", set()),
        ("  \n", "number=5", {5}),
    ],
)
def test_an_agent_narrows_down_what_the_settings_leave(
    small: StorageContext, own: str, further: str, found: set[int] | None
) -> None:
    search = factory(small, retrieval__filters=own, retrieval__similarity_top_k=12).filtered(further)
    got = numbers(search)
    assert len(got) == 12 if found is None else set(got) == found


def test_a_condition_that_cannot_be_read_is_refused(small: StorageContext) -> None:
    with pytest.raises(UserError):
        factory(small).filtered("number about five")


def test_a_missing_index_is_built_before_it_is_searched_and_once() -> None:
    told: list[tuple[str, int, int]] = []
    config = Config().overridden({"retrieval.retriever": "keyword_table"})
    with made(5) as storage:
        for _ in range(2):
            resources = SearchResources(
                storage, HashedEmbedding(), None, config, None, lambda *built: told.append(built)
            )
            assert 3 in numbers(RetrieverFactory(resources).retriever(), "sings whale 3")
    assert told[-1] == ("keyword_table", 5, 5)
    assert told.count(told[-1]) == 1


@pytest.mark.parametrize("kind", ["query_fusion", "router", "tree", "knowledge_graph"])
def test_what_needs_a_model_cannot_be_had_without(small: StorageContext, kind: str) -> None:
    with pytest.raises(UserError, match="needs a language model"):
        factory(small, retrieval__retriever=kind).retriever()


def test_several_wordings_are_searched_for_and_the_best_of_all_kept(small: StorageContext) -> None:
    llm = ScriptedLLM(["Whale 11 sings.\nWhale 12 sings."])
    search = factory(
        small, llm, retrieval__retriever="query_fusion", retrieval__num_queries=3, retrieval__similarity_top_k=5
    )
    found = numbers(search.retriever())
    assert len(found) == 20
    assert {7, 11, 12} <= set(found)
    assert len(llm.calls) == 1
