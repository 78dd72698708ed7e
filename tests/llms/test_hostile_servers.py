"""Whatever a server sends, a sentence or an answer comes of it, soon and with little memory."""

import itertools
from collections.abc import Iterator

import pytest

from tests.helpers.hostile_replies import ACTIONS, AT_NIGHT, PROVIDERS, REPLIES, SLOW, AskingProgram
from tests.helpers.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program() -> Iterator[AskingProgram]:
    with AskingProgram() as program:
        yield program


def test_there_are_enough() -> None:
    assert len(REPLIES) >= 55


# each in one of the eight ways of asking, in turn; ``python -m tests.tools.misbehaviours --hostile`` tries all in each
WAYS = list(itertools.product(ACTIONS, PROVIDERS))
TRIALS = [
    pytest.param(name, *WAYS[number % len(WAYS)], marks=[pytest.mark.nightly] if name in AT_NIGHT else [])
    for number, name in enumerate(REPLIES)
    if name not in SLOW
]


@pytest.mark.parametrize(("name", "action", "provider"), TRIALS)
def test_what_a_hostile_server_sends_is_a_sentence(
    program: AskingProgram, server: ScriptedServer, name: str, action: str, provider: str
) -> None:
    server.everything = REPLIES[name]
    trial = program.ask(server, action, provider)
    assert trial.is_harmless, trial
