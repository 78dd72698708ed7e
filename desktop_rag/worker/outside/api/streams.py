"""Answers while they are written: only what was checked and stays as it is is sent, for nobody can take words back."""

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from desktop_rag.core.events import AnswerChecked, AnswerStage, Event
from desktop_rag.core.results.outside import Reply
from desktop_rag.worker.outside.calls import Call, Calls

_SILENCE_SECONDS = 10.0  # clients and proxies give up on a connection that says nothing
_SHARED_SECONDS = 1.0  # between two looks whether the library is still shared
_Told: TypeAlias = "AnswerStage | AnswerChecked | None"


@dataclass(frozen=True, slots=True)
class Stage:
    """What an answer waits for: ``core.events.AnswerStage``; "" for a sign of life."""

    stage: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """The next words of an answer."""

    text: str


StreamPart: TypeAlias = Stage | Piece | Reply
"""A part of the stream of an answer; the last one is its reply."""


class StableText:
    """The beginning of an answer that stays: up to the first sentence that no passage supports."""

    def __init__(self) -> None:
        self.sent = ""

    def more(self, checked: AnswerChecked) -> str:
        """Return what can be sent now."""
        doubted = [one.start for one in checked.sentences if one.verdict.is_refused]
        return self._next(checked.text[: min(doubted, default=len(checked.text))].rstrip())

    def rest(self, text: str) -> str:
        """Return what is missing of the whole answer; all of it, set apart, where another one was begun."""
        more = self._next(text)
        if more or text == self.sent:
            return more
        return f"\n\n---\n\n{text}" if text else ""

    def _next(self, text: str) -> str:
        if not text.startswith(self.sent):
            return ""
        more, self.sent = text[len(self.sent) :], text
        return more


class AnswerStreams:
    """Hears what happens to answers, for those who stream them."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = threading.RLock()  # a job may run before its number is known here
        self._tellers: dict[int, Callable[[Event], None]] = {}

    def hear(self, event: Event) -> None:
        """Pass on an event of an answer that is streamed; on the thread of its job."""
        if isinstance(event, AnswerStage | AnswerChecked):
            with self._lock:
                tell = self._tellers.get(event.job_id)
            if tell is not None:
                tell(event)

    async def parts(self, begin: Callable[[], Call]) -> AsyncGenerator[StreamPart]:
        """Yield the parts of an answer as they come; the call is stopped when nobody takes them.

        Raises:
            CallFailedError: there is no answer.

        """
        with self._told(begin) as (call, told):
            text, looked_at = StableText(), time.monotonic()
            while not call.job.done:
                try:
                    event = await asyncio.wait_for(told.get(), _SILENCE_SECONDS)
                except TimeoutError:
                    yield Stage()
                    continue
                if time.monotonic() - looked_at > _SHARED_SECONDS:
                    await self._calls.check_shared(call)
                    looked_at = time.monotonic()
                if isinstance(event, AnswerStage):
                    yield Stage(event.stage, event.detail)
                elif event is not None and (more := text.more(event)):
                    yield Piece(more)
            reply = await self._calls.result(call)
            if rest := text.rest(str(reply.values["answer"])):
                yield Piece(rest)
            yield reply

    @contextmanager
    def _told(self, begin: Callable[[], Call]) -> Iterator[tuple[Call, "asyncio.Queue[_Told]"]]:
        """Give a call, and what is heard of it; None at its end."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[_Told] = asyncio.Queue()

        def tell(event: object) -> None:
            told = event if isinstance(event, AnswerStage | AnswerChecked) else None
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(queue.put_nowait, told)

        with self._lock:
            call = begin()
            self._tellers[call.job.id] = tell
        call.job.future.add_done_callback(tell)
        try:
            yield call, queue
        finally:
            with self._lock:
                del self._tellers[call.job.id]
            self._calls.leave(call)
