"""Stages are told to the job they belong to, in any thread, and end however they end."""

import threading
from collections.abc import Iterator

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import (
    CBEvent,
    CBEventType,
    StageRecorder,
    current_token,
    event,
    inside,
    leaf_event,
    running,
)
from desktop_rag.core.parallel import run_in_background, run_parallel

WAIT = 10


def tree(handler: StageRecorder) -> list[tuple[str, int | None]]:
    return [(stage.event_type.value, stage.parent_id) for stage in handler.events]


def test_outside_of_a_job_stages_are_told_to_nobody_and_work_all_the_same() -> None:
    assert not current_token().cancelled
    assert current_token() is not current_token()
    with event(CBEventType.LLM, model="m") as stage:
        stage.payload["response"] = "r"
    assert (stage.id, stage.parent_id, stage.payload) == (0, None, {"model": "m", "response": "r"})


def test_a_job_inside_another_is_a_job_of_its_own() -> None:
    outer, inner = StageRecorder(), StageRecorder()
    with running(handlers=[outer]) as token, event(CBEventType.QUERY):
        with running(handlers=[inner]) as other:
            assert current_token() is other is not token
            with event(CBEventType.LLM):
                pass
        assert current_token() is token
        with event(CBEventType.RETRIEVE):
            pass
    assert tree(outer) == [("query", None), ("retrieve", 1)]
    assert tree(inner) == [("llm", None)]


def test_stages_of_a_leaf_stand_beside_it() -> None:
    handler = StageRecorder()
    with running(handlers=[handler]):
        with leaf_event(CBEventType.SYNTHESIZE), event(CBEventType.LLM):
            pass
        with event(CBEventType.SYNTHESIZE), event(CBEventType.LLM):
            pass
    assert tree(handler) == [("synthesize", None), ("llm", None), ("synthesize", None), ("llm", 3)]


def test_a_cancelled_job_begins_no_stage() -> None:
    handler, token = StageRecorder(), CancelToken()
    with running(token, [handler]):
        with event(CBEventType.QUERY):
            token.cancel()
        with pytest.raises(CancelledError), event(CBEventType.LLM):
            pytest.fail("it began")
    assert tree(handler) == [("query", None)]


@pytest.mark.parametrize(
    ("error", "told"),
    [(ValueError("broken"), "broken"), (ValueError(), "ValueError"), (KeyboardInterrupt(), "KeyboardInterrupt")],
    ids=["message", "no message", "no exception"],
)
def test_a_stage_that_fails_ends_with_its_reason(error: BaseException, told: str) -> None:
    handler = StageRecorder()
    with running(handlers=[handler]):
        with pytest.raises(type(error)), event(CBEventType.LLM):
            raise error
        with event(CBEventType.RETRIEVE):
            pass
    (failed,), (after,) = handler.get_events(CBEventType.LLM), handler.get_events(CBEventType.RETRIEVE)
    assert (failed.error, after.error, after.parent_id) == (told, "", None)
    assert failed.seconds is not None


def test_handlers_hear_the_texts_while_the_stage_runs_and_nobody_keeps_them() -> None:
    class Counting(StageRecorder):
        seen = 0

        def stage_ended(self, event: CBEvent) -> None:
            self.seen += len(event.texts)

    first, second = Counting(), Counting()
    with running(handlers=[first, second]), event(CBEventType.EMBEDDING) as stage:
        stage.texts = ["a", "b"]
    assert (first.seen, second.seen) == (2, 2)
    assert first.events[0].texts == ()


def test_stages_begin_one_after_the_other() -> None:
    handler = StageRecorder()
    with running(handlers=[handler]):
        for kind in (CBEventType.RETRIEVE, CBEventType.LLM):
            with event(kind):
                pass
    first, second = handler.events
    assert 0 <= first.started <= first.started + (first.seconds or 0) <= second.started + 1e-6
    assert handler.get_events(CBEventType.LLM) == [second]


def test_what_a_generator_begins_is_inside_its_stage_and_what_its_reader_begins_is_not() -> None:
    handler = StageRecorder()

    def pieces() -> Iterator[int]:
        for number in range(2):
            with event(CBEventType.LLM):
                pass
            yield number

    with running(handlers=[handler]):
        with event(CBEventType.SYNTHESIZE) as stage:
            written = inside(stage, pieces())
        for _ in written:
            with event(CBEventType.EMBEDDING):
                pass
    assert tree(handler) == [
        ("synthesize", None),
        ("llm", 1),
        ("embedding", None),
        ("llm", 1),
        ("embedding", None),
    ]


def test_a_generator_that_is_left_early_is_closed() -> None:
    closed: list[str] = []

    def pieces() -> Iterator[int]:
        try:
            yield 1
            yield 2
        finally:
            closed.append("closed")

    with running(), event(CBEventType.SYNTHESIZE) as stage:
        passed_on = inside(stage, pieces())
        assert next(passed_on) == 1
        passed_on.close()  # type: ignore[attr-defined]
    assert closed == ["closed"]


def test_an_error_of_a_generator_is_passed_on() -> None:
    def pieces() -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    with running(), event(CBEventType.SYNTHESIZE) as stage, pytest.raises(ValueError, match="broken"):
        list(inside(stage, pieces()))


@pytest.mark.parametrize("workers", [1, 3])
def test_calls_side_by_side_belong_to_the_job_and_come_back_in_order(workers: int) -> None:
    handler, progress = StageRecorder(), list[tuple[int, int]]()

    def call(number: int) -> tuple[int, bool]:
        with event(CBEventType.LLM, number=number):
            return number * 10, current_token() is token

    with running(handlers=[handler]) as token, event(CBEventType.QUERY):
        found = run_parallel(
            call, range(5), max_workers=workers, on_done=lambda done, all_: progress.append((done, all_))
        )
    assert found == [(number * 10, True) for number in range(5)]
    assert progress == [(done, 5) for done in range(1, 6)]
    assert sorted(stage.payload["number"] for stage in handler.get_events(CBEventType.LLM)) == list(range(5))
    assert {stage.parent_id for stage in handler.get_events(CBEventType.LLM)} == {1}
    assert len({stage.id for stage in handler.events}) == 6


def test_no_more_run_at_once_than_are_allowed() -> None:
    lock, both = threading.Lock(), threading.Barrier(2, timeout=WAIT)
    now, most = 0, 0

    def call(_: int) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        both.wait()
        with lock:
            now -= 1

    run_parallel(call, range(6), max_workers=2)
    assert most == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_failure_is_raised_and_what_did_not_begin_never_does(workers: int) -> None:
    begun: list[int] = []

    def call(number: int) -> int:
        begun.append(number)
        if number == 0:
            raise ValueError("first")
        threading.Event().wait(0.05)
        return number

    with pytest.raises(ValueError, match="first"):
        run_parallel(call, range(50), max_workers=workers)
    assert len(begun) < 10


def test_nothing_to_do_starts_no_thread() -> None:
    before = threading.active_count()
    assert run_parallel(lambda item: item, iter(())) == []
    assert run_parallel(lambda _: threading.current_thread(), ["one"]) == [threading.current_thread()]
    assert threading.active_count() == before


def test_a_cancelled_job_calls_nothing() -> None:
    token = CancelToken()
    token.cancel()
    with running(token), pytest.raises(CancelledError):
        run_parallel(lambda _: pytest.fail("it was called"), range(3), max_workers=1)


def test_what_runs_beside_it_all_has_its_name() -> None:
    names, ended = list[str](), threading.Event()

    def work() -> None:
        names.append(threading.current_thread().name)
        ended.set()

    run_in_background(work, "desktop-rag-beside")
    assert ended.wait(WAIT)
    assert names == ["desktop-rag-beside"]


def test_an_exception_is_told_once_where_it_was_raised() -> None:
    handler = StageRecorder()

    def fail() -> None:
        with event(CBEventType.QUERY), event(CBEventType.RETRIEVE):
            raise KeyError("shelf")

    with running(handlers=[handler]), pytest.raises(KeyError):
        fail()
    (told,) = handler.get_events(CBEventType.EXCEPTION)
    (stage,) = handler.get_events(CBEventType.RETRIEVE)
    assert told.parent_id == stage.id
    assert told.payload == {"exception": "KeyError", "message": "'shelf'"}


def test_cancelling_is_no_exception_to_tell() -> None:
    handler = StageRecorder()

    def stop() -> None:
        with running(handlers=[handler]) as token, event(CBEventType.QUERY):
            token.cancel()
            token.raise_if_cancelled()

    with pytest.raises(CancelledError):
        stop()
    assert [stage.event_type for stage in handler.events] == [CBEventType.QUERY]


def test_a_handler_forgets_earlier_jobs() -> None:
    handler = StageRecorder()
    with running(CancelToken(), [handler]), event(CBEventType.QUERY):
        pass
    assert len(handler.get_events(CBEventType.QUERY)) == 1
    handler.flush_event_logs()
    assert handler.get_events(CBEventType.QUERY) == handler.events == []
