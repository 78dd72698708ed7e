"""A scripted server for every test of a provider."""

from collections.abc import Iterator

import pytest

from tests.helpers.scripted_server import ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server
