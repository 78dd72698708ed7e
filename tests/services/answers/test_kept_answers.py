"""An answer that was read is kept, whatever happens after its last word."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.events import AnswerDelta, AnswerReady, Event, StoreChanged
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Verdict
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.services.calls import calling
from desktop_rag.services.conversations.conversations import kept_in_conversation
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.asked import Question, answer_to
from tests.helpers.faulty_disk import FAULTS, FaultyDisk, faulty_disk
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.panic import panic
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed?"
SAID = "Green tea is brewed at eighty degrees. It should never boil at all, for it becomes bitter."
FULL = next(fault for fault in FAULTS if fault.name == "full")


class Faulty(HashedEmbedding):
    """A search model like the built-in one, whose meanings are compared; it fails once ``fault`` is set."""

    space = SPACE
    fault: Callable[[], object] | None = None

    def __init__(self) -> None:
        super().__init__(dimensions=SPACE.dimensions)

    def get_query_embedding(self, query: str) -> Vector:
        return self.get_text_embedding_batch([query])[0]

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        if self.fault is not None:
            self.fault()
        return super().get_text_embedding_batch(texts)


def raising(error: BaseException) -> Callable[[], object]:
    def fail() -> None:
        raise error

    return fail


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = Reply(tokens=[SAID[:30], SAID[30:]])
        yield server


@pytest.fixture
def model() -> Faulty:
    return Faulty()


@pytest.fixture
def lib(services: Services, notes: Path, model: Faulty) -> Services:
    services.models.known, services.models.choice = [model], model
    services.fill("lib", notes)
    services.events.clear()
    return services


def served(server: ScriptedServer, **values: OptionValue) -> dict[str, OptionValue]:
    own = {key.replace("__", "."): value for key, value in values.items()}
    return {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0], **own}


def ask(lib: Services, asked: Question, at_last_word: Callable[[], object] = lambda: None) -> Answer:
    """Ask, and let something happen once the last word of the answer has come."""
    said = ""

    def emit(event: Event) -> None:
        nonlocal said
        lib.events.append(event)
        if isinstance(event, AnswerDelta):
            said += event.text
            if said == SAID:
                at_last_word()

    return answer_to(lib.answers, asked, replace(lib.call(), emit=emit))


FATAL = (raising(ValueError("no number")), raising(SystemExit(1)), panic)


@pytest.mark.parametrize("fault", FATAL, ids=["error", "exit", "panic"])
def test_a_fault_in_checking_costs_the_verdicts_alone(
    lib: Services, server: ScriptedServer, model: Faulty, fault: Callable[[], object], faults: list[logging.LogRecord]
) -> None:
    conversation = lib.chats.create("lib")

    def begin_to_fail() -> None:
        model.fault = fault

    answer = ask(lib, Question("lib", QUESTION, conversation, served(server)), begin_to_fail)
    assert (answer.text, answer.state) == (SAID, AnswerState.DONE)
    assert answer.citations == ()
    (sentence,) = answer.sentences
    assert (sentence.verdict, SAID[sentence.start : sentence.end]) == (Verdict.UNCHECKED, SAID)
    assert "kept this answer from being checked" in sentence.reasons[0]
    assert answer.notice == sentence.reasons[0]
    (turn,) = lib.chats.turns(conversation)
    assert turn.answer == answer
    assert lib.heard(AnswerReady) == [AnswerReady(7, answer)]
    assert "an answer could not be checked" in [fault.getMessage() for fault in faults]


def test_documents_only_shows_nothing_that_was_not_checked(
    lib: Services, server: ScriptedServer, model: Faulty, faults: list[logging.LogRecord]
) -> None:
    def begin_to_fail() -> None:
        model.fault = raising(ValueError("no number"))

    values = served(server, answer__documents_only=True)
    answer = ask(lib, Question("lib", QUESTION, "", values), begin_to_fail)
    assert (answer.text, answer.left_out, answer.answered) == ("", (SAID,), False)
    assert "“Documents only” shows none of it" in answer.notice
    assert faults


def test_what_hears_of_an_answer_cannot_cost_it(
    lib: Services, server: ScriptedServer, faults: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither tracing, nor counting, nor noting it for the next question."""
    monkeypatch.setattr("desktop_rag.services.answers.tracing.Tracer.usage", raising(OverflowError("too large")))
    monkeypatch.setattr("desktop_rag.services.answers.tracing.Tracer.trace", raising(RecursionError("too deep")))
    monkeypatch.setattr("desktop_rag.services.answers.tracing.Tracer._tell_step", raising(KeyError("step")))
    conversation = lib.chats.create("lib")
    answer = ask(lib, Question("lib", QUESTION, conversation, served(server)))
    assert answer.text.startswith("Green tea is brewed at eighty degrees")
    assert answer.citations
    assert lib.chats.turns(conversation)[0].answer == answer
    assert len(faults) == 2


def test_numbers_that_cannot_be_stored_do_not_cost_the_answer(
    lib: Services, server: ScriptedServer, faults: list[logging.LogRecord]
) -> None:
    conversation = lib.chats.create("lib")
    number = "9" * 5000  # more digits than Python turns into text
    end = f'{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":{number}}}}}'
    said = f'{{"choices":[{{"index":0,"delta":{{"content":"{SAID}"}}}}]}}'
    stream = [f"data: {part}\n\n".encode() for part in (said, end, "[DONE]")]
    server.script(Reply(raw=stream, content_type="text/event-stream"))
    answer = ask(lib, Question("lib", QUESTION, conversation, served(server)))
    assert answer.text.startswith("Green tea is brewed at eighty degrees")
    stored = lib.chats.turns(conversation)[0].answer
    assert stored is not None
    assert (stored.text, stored.citations) == (answer.text, answer.citations)


def test_an_answer_with_a_number_that_json_has_not_is_stored_without_it(
    services: Services, faults: list[logging.LogRecord]
) -> None:
    conversation = services.chats.create("lib")
    given = Answer("Why?", "Because.", (), (), "m", extractive=False, timings={"total": float("inf")})
    kept = kept_in_conversation(services.chats, conversation, "Why?", AnswerMode.ANSWER, lambda: given, services.call())
    assert kept == given
    assert services.chats.turns(conversation)[0].answer == replace(given, timings={})
    assert [fault.getMessage() for fault in faults] == ["an answer cannot be stored as it is"]


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    with faulty_disk() as disk:
        yield disk


def test_on_a_disk_that_is_full_after_the_last_word_the_answer_says_so(
    disk: FaultyDisk, lib: Services, server: ScriptedServer
) -> None:
    conversation = lib.chats.create("lib")
    asked = Question("lib", QUESTION, conversation, served(server))
    answer = ask(lib, asked, lambda: disk.arm(FULL, lasting=True))
    assert (answer.state, bool(answer.citations)) == (AnswerState.DONE, True)
    assert "The answer could not be saved." in answer.notice
    assert "full" in answer.notice
    disk.arm(None)
    assert lib.chats.turns(conversation)[0].answer is None
    assert isinstance(lib.events[-1], StoreChanged)


def test_what_came_before_a_fault_in_the_middle_is_kept(
    lib: Services, server: ScriptedServer, faults: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "desktop_rag.services.answers.streamed_checks.StreamedChecks.hear",
        lambda _self, text, _sources: text == SAID and raising(ZeroDivisionError())(),
    )
    answer = ask(lib, Question("lib", QUESTION, "", served(server)))
    assert answer.state is AnswerState.FAILED
    assert answer.text.startswith("Green tea is brewed at eighty degrees")
    assert answer.notice == "A fault in the program interrupted this answer. The part received so far was kept."
    assert len(faults) == 1


def test_a_fault_before_the_first_word_is_no_answer(lib: Services, server: ScriptedServer, model: Faulty) -> None:
    model.fault = raising(SystemExit(1))
    with pytest.raises(BugError, match="SystemExit"):
        ask(lib, Question("lib", QUESTION, "", served(server)))


class TestContinuing:
    @pytest.fixture
    def conversation(self, lib: Services, server: ScriptedServer) -> str:
        """A conversation whose answer was interrupted."""
        conversation = lib.chats.create("lib")
        server.script(Reply(tokens=["Green tea is brewed at eighty degrees. ", "It ", "never"], cut_after=2))
        values = served(server, answer__mode="chat", llm__max_retries=0)
        answer = ask(lib, Question("lib", QUESTION, conversation, values))
        assert answer.can_continue
        return conversation

    def resume(
        self,
        lib: Services,
        server: ScriptedServer,
        conversation: str,
        meanwhile: Callable[[], object],
        place: int | None = None,
    ) -> Answer:
        done: list[object] = []

        def emit(event: Event) -> None:
            if isinstance(event, AnswerDelta) and not done:
                done.append(meanwhile())

        server.script(Reply(tokens=["It is drunk from small cups."]))
        call = replace(lib.call(), emit=emit)
        with calling(call):
            return lib.answers.resume("lib", conversation, overrides=served(server, answer__mode="chat"), place=place)

    def test_a_question_asked_meanwhile_keeps_its_answer(
        self, lib: Services, server: ScriptedServer, conversation: str, tmp_path: Path
    ) -> None:
        other = ChatStore(tmp_path / "data" / "conversations.sqlite")  # of another program
        second = Answer("And coffee?", "Coffee is brewed hotter.", (), (), "m", extractive=False)

        def ask_something_else() -> None:
            turn = other.ask(conversation, second.question)
            other.add_message(conversation, ChatMessage(MessageRole.USER, second.question))
            other.add_message(conversation, ChatMessage(MessageRole.ASSISTANT, second.text))
            other.answer(turn, second)

        answer = self.resume(lib, server, conversation, ask_something_else, None)
        assert "small cups" in answer.text
        assert [turn.answer for turn in lib.chats.turns(conversation)] == [answer, second]
        said = [message.content for message in lib.chats.get_messages(conversation)]
        assert said == [QUESTION, answer.text, second.question, second.text]

    def test_the_answer_that_was_seen_goes_on_and_not_a_later_one(
        self, lib: Services, server: ScriptedServer, conversation: str
    ) -> None:
        second = Answer("And coffee?", "Coffee is", (), (), "m", extractive=False, state=AnswerState.STOPPED)
        lib.chats.answer(lib.chats.ask(conversation, second.question), second)
        answer = self.resume(lib, server, conversation, lambda: None, 0)
        assert "small cups" in answer.text
        assert [turn.answer for turn in lib.chats.turns(conversation)] == [answer, second]

    def test_it_stays_where_the_disk_is_full(self, lib: Services, server: ScriptedServer, conversation: str) -> None:
        before = lib.chats.turns(conversation)
        with faulty_disk() as disk:
            answer = self.resume(lib, server, conversation, lambda: disk.arm(FULL, lasting=True), None)
            assert "small cups" in answer.text
            assert "The answer could not be saved." in answer.notice
            disk.arm(None)
            assert lib.chats.turns(conversation) == before

    def test_nothing_is_written_into_a_conversation_that_was_deleted(
        self, lib: Services, server: ScriptedServer, conversation: str
    ) -> None:
        def delete() -> None:
            lib.chats.delete(conversation)
            lib.chats.forget_deleted()

        answer = self.resume(lib, server, conversation, delete, None)
        assert "This conversation was deleted." in answer.notice
        assert lib.chats.turns(conversation) == ()
        with pytest.raises(UserError, match="deleted"):
            lib.chats.replace_answer(1, answer)
