"""Another embedding model takes over: bit by bit, and all or nothing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import IngestProgress
from desktop_rag.core.jobs import Job, Lane
from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.services.calls import OtherJobs, calling
from desktop_rag.services.libraries.search_models import EmbedderInfo, SearchModels
from desktop_rag.storage.sqlite.vectors.spaces import active_space, begun_space, is_change_unfinished
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.services.conftest import Services


class Newer(HashedEmbedding):
    """Another model, which can be stopped while it works."""

    def __init__(self, token: CancelToken | None = None) -> None:
        super().__init__(dimensions=8)
        self.token = token

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("test", "newer", 8, "")

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        if self.token is not None:
            self.token.cancel()
            self.token.raise_if_cancelled()
        return super().get_text_embedding_batch(texts)


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    """A library that was filled with one model while the settings name another by now."""
    services.fill("lib", notes)
    choose(services, Newer())
    return services


def choose(services: Services, model: HashedEmbedding) -> None:
    services.models.known = [services.models.known[0], model]
    services.models.choice = model


def spaces(services: Services) -> tuple[str, str, bool]:
    """Return which model serves, which is about to, and whether that is to be finished or tidied up."""
    with StorageContext(services.index_files.path("lib"), read_only=True) as storage:
        active, begun = active_space(storage.connection), begun_space(storage.connection)
        return active.model if active else "", begun.model if begun else "", is_change_unfinished(storage.connection)


def stop_in_the_middle(services: Services, *, interrupted: bool) -> None:
    token = CancelToken()
    choose(services, Newer(token))
    with calling(services.call(token, interrupted=interrupted)), pytest.raises(CancelledError):
        services.search_models.change("lib")


def test_before_anything_was_embedded_every_model_is_the_same(services: Services) -> None:
    services.libraries.create("lib")
    assert services.search_models.info("lib") == EmbedderInfo("", "built-in", same=True)


def test_the_same_model_is_not_changed_for_itself(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    assert services.search_models.info("lib") == EmbedderInfo("hashed", "built-in", same=True)
    with pytest.raises(UserError, match="already uses the search model “hashed”"):
        services.search_models.change("lib")
    assert spaces(services) == ("hashed", "", False)


def test_a_change_moves_every_passage_and_takes_the_old_vectors_away(lib: Services) -> None:
    assert not lib.search_models.info("lib").same
    lib.search_models.change("lib")
    assert spaces(lib) == ("newer", "", False)
    info = lib.search_models.info("lib")
    assert (info.model, info.same, info.next, info.notice) == ("newer", True, "", "")
    assert lib.libraries.list_all()[0].nodes_embedded == 3
    found = lib.search.passages("lib", "Dogs bark at the moon.", top_k=3, mode="vector")
    assert len(found) == 3
    assert not lib.libraries.is_change_unfinished("lib")


def test_searches_may_end_before_their_vectors_go(lib: Services) -> None:
    left: set[tuple[str, str, bool]] = set()

    class Searches(OtherJobs):
        def in_lane(self, lane: Lane) -> Sequence[Job[Any]]:
            left.add(spaces(lib))
            return ()

    models = SearchModels(lib.index_files, lib.models, lib.libraries, Searches())
    models.change("lib")
    assert left == {("newer", "", True)}
    assert spaces(lib) == ("newer", "", False)


def test_a_person_who_stops_a_change_keeps_the_old_model(lib: Services) -> None:
    stop_in_the_middle(lib, interrupted=False)
    assert spaces(lib) == ("hashed", "", False)
    assert not lib.libraries.is_change_unfinished("lib")
    assert lib.libraries.list_all()[0].nodes_embedded == 3


def test_a_change_that_the_program_interrupted_goes_on(lib: Services) -> None:
    stop_in_the_middle(lib, interrupted=True)
    assert spaces(lib)[:2] == ("hashed", "newer")
    info = lib.search_models.info("lib")
    assert (info.model, info.next, info.done, info.total) == ("hashed", "newer", 0, 3)
    assert lib.libraries.is_change_unfinished("lib")
    choose(lib, Newer())
    lib.search_models.resume("lib")
    assert spaces(lib) == ("newer", "", False)


def test_a_change_that_was_interrupted_can_be_given_up(lib: Services) -> None:
    stop_in_the_middle(lib, interrupted=True)
    lib.search_models.cancel("lib")
    assert spaces(lib) == ("hashed", "", False)
    lib.search_models.cancel("lib")
    assert spaces(lib) == ("hashed", "", False)


def test_choosing_the_old_model_again_gives_up_what_was_begun(lib: Services) -> None:
    stop_in_the_middle(lib, interrupted=True)
    lib.models.choice = lib.models.known[0]
    with pytest.raises(UserError, match="already"):
        lib.search_models.change("lib")
    assert spaces(lib) == ("hashed", "", False)


def test_resuming_where_nothing_was_begun_changes_nothing(lib: Services) -> None:
    lib.search_models.resume("lib")
    assert spaces(lib) == ("hashed", "", False)
    assert not lib.libraries.is_change_unfinished("lib")


def test_a_change_tells_how_far_it_is(lib: Services) -> None:
    lib.events.clear()
    lib.search_models.change("lib")
    told = [event for event in lib.events if isinstance(event, IngestProgress)]
    assert "switching" in {event.stage for event in told}
    assert [(one.nodes_embedded, one.nodes) for one in told][-1] == (3, 3)
