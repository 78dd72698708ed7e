"""Whatever a server sends, a sentence or an answer comes of it, soon and with little memory."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.certificate import tls_of_server
from tests.helpers.hostile_replies import ACTIONS, AT_NIGHT, CUT, PROVIDERS, REPLIES, SLOW, AskingProgram
from tests.helpers.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program() -> Iterator[AskingProgram]:
    with AskingProgram() as program:
        yield program


def test_there_are_enough() -> None:
    assert len(REPLIES) >= 55


# each in one of the ways of asking, in turn; ``python -m tests.tools.misbehaviours --hostile`` tries all in each
WAYS = list(itertools.product(ACTIONS, PROVIDERS))
TRIALS = [
    pytest.param(name, *WAYS[number % len(WAYS)], marks=[pytest.mark.nightly] if name in AT_NIGHT else [])
    for number, name in enumerate(REPLIES)
    if name not in SLOW
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "action", "provider"), TRIALS)
def test_what_a_hostile_server_sends_is_a_sentence(
    program: AskingProgram, server: ScriptedServer, name: str, action: str, provider: str
) -> None:
    server.everything = REPLIES[name]
    trial = program.ask(server, action, provider)
    assert trial.is_harmless, trial


@pytest.mark.nightly(by_day="test_what_a_hostile_server_sends_is_a_sentence")
@pytest.mark.parametrize("speaks_tls", [False, True])
def test_a_connection_that_ends_at_any_stage_is_a_sentence(tmp_path: Path, speaks_tls: bool) -> None:
    with _asked_server(tmp_path, speaks_tls=speaks_tls) as (program, server):
        for name, (action, provider) in itertools.product(CUT, WAYS):
            server.everything = CUT[name]
            trial = program.ask(server, action, provider)
            assert trial.is_harmless, (name, action, provider, trial)


@contextmanager
def _asked_server(folder: Path, *, speaks_tls: bool) -> Iterator[tuple[AskingProgram, ScriptedServer]]:
    if speaks_tls:
        pytest.importorskip("cryptography")
    tls, trusted = tls_of_server(folder) if speaks_tls else (None, None)
    with ScriptedServer(tls=tls) as server, AskingProgram(trusted) as program:
        yield program, server
