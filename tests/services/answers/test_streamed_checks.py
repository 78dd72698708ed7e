"""Verdicts come while the answer is being written, and the answer never waits for them."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import AnswerChecked, AnswerDelta, AnswerReady, Event
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.answers import Answer, AnswerState, Source, Verdict
from desktop_rag.core.schema import Matrix
from desktop_rag.services.answers.streamed_checks import StreamedChecks
from desktop_rag.services.calls import ServiceCall
from tests.helpers.asked import Question, answer_to
from tests.helpers.mock_embedding import MockEmbedding
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

WAIT = 10
CATS = "Cats sleep sixteen hours a day. They purr when they are content."
SOURCES = (Source(1, 1.0, "/cats.txt", 1, "1", 0, len(CATS), CATS, "cats"),)
PIECES = ["Cats sleep ", "sixteen hours a day. ", "They purr when they ", "are content.\n\n", "The moon is ", "cheese."]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


class Listener:
    """Hears events and waits for them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._came = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._came:
            self.events.append(event)
            self._came.notify_all()

    @property
    def checked(self) -> list[AnswerChecked]:
        return [event for event in self.events if isinstance(event, AnswerChecked)]

    def wait_for(self, sentences: int, verdict: Verdict | None = None) -> None:
        """Wait until so many sentences were judged, with some verdict."""

        def are_judged() -> bool:
            judged = [one.sentences for one in self.checked if len(one.sentences) >= sentences]
            return any(verdict in {None, *(sentence.verdict for sentence in one)} for one in judged)

        with self._came:
            assert self._came.wait_for(are_judged, WAIT)


class WaitingEmbedding(MockEmbedding):
    """Embeds nothing until it may, or the job is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.may = threading.Event()
        self.begun = threading.Event()

    def _embed(self, texts: Sequence[str]) -> Matrix:
        self.begun.set()
        while not self.may.wait(0.01):
            current_token().raise_if_cancelled()
        return super()._embed(texts)


def ask(services: Services, server: ScriptedServer, call: ServiceCall) -> Answer:
    values = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    return answer_to(services.answers, Question("lib", "How long do cats sleep?", "", values), call)


def test_each_sentence_is_judged_as_soon_as_it_is_whole() -> None:
    listener = Listener()
    call = ServiceCall(7, CancelToken(), listener)
    said = ""
    with StreamedChecks(call, MockEmbedding()) as checks:
        for piece, sentences in zip(PIECES, [0, 0, 1, 1, 2, 2], strict=True):
            said += piece
            checks.hear(said, SOURCES)
            listener.wait_for(sentences) if sentences else None
    assert [len(one.sentences) for one in listener.checked] == [1, 2]
    first, second = listener.checked
    assert (first.job_id, said[: first.received]) == (7, "Cats sleep sixteen hours a day. ")
    assert first.text == "Cats sleep sixteen hours a day [1]. "
    assert first.citations == second.citations[:1]
    assert second.text.startswith(first.text)
    whole = checks.aligned(said, SOURCES, is_complete=True)
    assert whole.text.startswith(second.text)
    assert [one.verdict for one in whole.sentences] == [Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.NOT_SAID]


def test_other_passages_are_asked_again() -> None:
    listener = Listener()
    said = "Cats sleep sixteen hours a day. They purr when they are content. And so"
    other = Source(2, 1.0, "/b.txt", 1, "1", 0, 35, "Dogs bark at the moon all the night.", "dogs")
    with StreamedChecks(ServiceCall(7, CancelToken(), listener), MockEmbedding()) as checks:
        checks.hear(said, (other,))
        listener.wait_for(2, Verdict.NOT_SAID)
        checks.hear(f"{said} on", SOURCES)
        listener.wait_for(2, Verdict.SUPPORTED)
    verdicts = [{sentence.verdict for sentence in one.sentences} for one in listener.checked]
    assert verdicts == [{Verdict.NOT_SAID}, {Verdict.SUPPORTED}]


def test_a_slow_comparison_of_meanings_delays_no_piece_of_the_answer() -> None:
    embed_model = WaitingEmbedding()
    listener = Listener()
    said = "猫は一日に十六時間眠ります [1]。次の文は"
    with StreamedChecks(ServiceCall(7, CancelToken(), listener), embed_model) as checks:
        for end in range(1, len(said)):
            checks.hear(said[:end], SOURCES)
        assert embed_model.begun.wait(WAIT)
        for _ in range(1000):
            checks.hear(said, SOURCES)
        assert listener.checked == []
        embed_model.may.set()
        listener.wait_for(1)


def test_nothing_is_told_after_the_answer_and_what_was_told_agrees_with_it(
    services: Services, notes: Path, server: ScriptedServer
) -> None:
    services.fill("lib", notes)
    listener = Listener()
    server.default = Reply(tokens=PIECES, delay=0.02)
    answer = ask(services, server, ServiceCall(7, CancelToken(), listener))
    assert isinstance(listener.events[-1], AnswerReady)
    streamed = "".join(event.text for event in listener.events if isinstance(event, AnswerDelta))
    assert listener.checked
    for one in listener.checked:
        assert answer.text.startswith(one.text.rstrip())
        assert answer.sentences[: len(one.sentences)] == one.sentences
        assert one.received <= len(streamed)
    assert [one.received for one in listener.checked] == sorted({one.received for one in listener.checked})


def test_stopping_ends_the_checks_too_and_the_last_fragment_is_not_cited(
    services: Services, notes: Path, server: ScriptedServer
) -> None:
    services.fill("lib", notes)
    token, listener = CancelToken(), Listener()

    def hear(event: Event) -> None:
        listener(event)
        if isinstance(event, AnswerDelta) and event.text.startswith("Cats sleep sixteen hours a"):
            token.cancel()

    server.default = Reply(
        tokens=["Green tea is brewed at eighty degrees. ", "Cats sleep sixteen hours a"], silent_after=2
    )
    answer = ask(services, server, ServiceCall(7, token, hear))
    assert answer.state is AnswerState.STOPPED
    assert answer.text.endswith("Cats sleep sixteen hours a")
    assert [one.verdict for one in answer.sentences] == [Verdict.SUPPORTED, Verdict.UNCHECKED]
    assert len(answer.citations) == 1
    assert isinstance(listener.events[-1], AnswerReady)


def test_an_answer_that_is_json_is_not_checked(services: Services, notes: Path, server: ScriptedServer) -> None:
    services.fill("lib", notes)
    listener = Listener()
    server.default = Reply(tokens=['{"tea": "Green tea is brewed', ' at eighty degrees. It is hot. And so on."}'])
    values = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    question = Question("lib", "tea", "", values, {"type": "object"})
    answer_to(services.answers, question, ServiceCall(7, CancelToken(), listener))
    assert listener.checked == []
