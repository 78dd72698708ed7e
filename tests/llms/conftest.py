"""A scripted server for every test of a provider."""

from collections.abc import Iterator

import pytest

from tests.helpers.scripted_server import ScriptedServer


@pytest.fixture(autouse=True, scope="session")
def _import_openai_once() -> None:
    import openai.resources.chat  # noqa: F401 - takes a second, which the timed tests must not pay for


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server
