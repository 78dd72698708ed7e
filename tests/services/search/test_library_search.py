"""Searching without answering: by words alone where meaning cannot be had, and never after it was cancelled."""

from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import SearchNotice
from desktop_rag.core.results.search import MEANING, WORDS
from desktop_rag.core.schema import Vector
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.services.calls import calling
from desktop_rag.services.search.library_search import LibrarySearch
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.services.conftest import KnownModels, Services


class Silent(HashedEmbedding):
    """The model that made the vectors, whose server does not answer any more."""

    def get_query_embedding(self, query: str) -> Vector:
        raise UserError("The server does not answer.", "Start it.")


class NotReady(KnownModels):
    """Models that cannot be loaded."""

    def ready_for(self, path: Path, query: str) -> BaseEmbedding:
        raise UserError("The model cannot be had.", "Choose another.")


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    return services


def silent(services: Services) -> None:
    services.models.known = [Silent()]
    services.events.clear()


def without_model(services: Services) -> LibrarySearch:
    return LibrarySearch(services.index_files, NotReady(HashedEmbedding()), VectorCache())


def test_passages_are_ranked_from_one(lib: Services) -> None:
    sources = lib.search.passages("lib", "cats dogs", top_k=10, mode="bm25")
    assert [source.rank for source in sources] == [1, 2]
    assert all(source.found_by == ("words",) for source in sources)
    assert len(lib.search.passages("lib", "cats dogs", top_k=1, mode="bm25")) == 1


def test_a_search_goes_on_by_words_and_says_so_once(lib: Services) -> None:
    silent(lib)
    sources = lib.search.passages("lib", "purr", top_k=5, mode="hybrid")
    assert [Path(source.file).name for source in sources] == ["cats.txt"]
    assert lib.events == [SearchNotice(7, "Searched by words only: The server does not answer.")]


def test_a_search_by_meaning_alone_fails_where_there_is_none(lib: Services) -> None:
    silent(lib)
    with pytest.raises(UserError, match="does not answer"):
        lib.search.passages("lib", "purr", top_k=5, mode="vector")
    assert lib.events == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("mode", ["hybrid", "vector", "bm25"])
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("sleep filename:cats", {"cats.txt"}),
        ('"sixteen hours"', {"cats.txt"}),
        ('"hours sixteen"', set()),
        ("sleep type:code", set()),
        ("filename:tea", {"tea.md"}),
        ("sleep -purr -filename:tea -moon", set()),
    ],
)
def test_conditions_hold_in_every_mode(lib: Services, mode: str, query: str, names: set[str]) -> None:
    found = lib.search.passages("lib", query, top_k=10, mode=mode)
    assert {Path(source.file).name for source in found} == names


def test_half_characters_of_a_query_do_no_harm(lib: Services) -> None:
    assert lib.search.passages("lib", "purr \ud83d", top_k=5, mode="bm25")


def test_pages_by_words_need_no_model(lib: Services) -> None:
    results = without_model(lib).pages("lib", "purr")
    assert ([Path(hits.file).name for hits in results.files], results.notice) == (["cats.txt"], "")


def test_pages_go_on_by_words_and_say_why(lib: Services) -> None:
    results = without_model(lib).pages("lib", "purr", mode=MEANING)
    assert [Path(hits.file).name for hits in results.files] == ["cats.txt"]
    assert results.notice == "The model cannot be had. Choose another."


@pytest.mark.parametrize("mode", [WORDS, MEANING])
def test_a_cancelled_search_gives_nothing(lib: Services, mode: str) -> None:
    token = CancelToken()
    token.cancel()
    with calling(lib.call(token)), pytest.raises(CancelledError):
        lib.search.pages("lib", "purr", mode=mode)
    assert lib.search.pages("lib", "purr", mode=mode).files


@pytest.mark.parametrize("search", ["passages", "pages", "choices"])
def test_a_library_that_is_not_there_is_named(lib: Services, search: str) -> None:
    searches = {
        "passages": lambda: lib.search.passages("no", "purr", top_k=5, mode="bm25"),
        "pages": lambda: lib.search.pages("no", "purr"),
        "choices": lambda: lib.search.choices("no"),
    }
    with pytest.raises(UserError, match="no library called “no”"):
        searches[search]()
