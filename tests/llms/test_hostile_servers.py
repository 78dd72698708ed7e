"""Whatever a server sends, a sentence or an answer comes of it, soon and with little memory."""

from collections.abc import Iterator

import pytest

from tests.helpers.hostile_replies import ACTIONS, PROVIDERS, REPLIES, SLOW, AskingProgram
from tests.helpers.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program() -> Iterator[AskingProgram]:
    with AskingProgram() as program:
        yield program


def test_there_are_enough() -> None:
    assert len(REPLIES) >= 55


@pytest.mark.parametrize("name", [name for name in REPLIES if name not in SLOW])
def test_what_a_hostile_server_sends_is_a_sentence(program: AskingProgram, server: ScriptedServer, name: str) -> None:
    server.everything = REPLIES[name]
    for action in ACTIONS:
        for provider in PROVIDERS:
            trial = program.ask(server, action, provider)
            assert trial.is_harmless, (name, action, provider, trial)
