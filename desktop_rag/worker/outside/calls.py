"""What other programs call, whichever way they come: jobs of a worker, with their ends and errors.

A call that takes long becomes a job that is asked for by an id. What is given out stands on the network page.
"""

import asyncio
import contextlib
import enum
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.events import Event, TableProgress, TextCheckProgress
from desktop_rag.core.jobs import Job
from desktop_rag.core.network.traffic import TRAFFIC, HostTraffic
from desktop_rag.core.results.outside import NotSharedError, Reply
from desktop_rag.core.terminal import terminal_text
from desktop_rag.services.outside.tools import WrongArgumentsError, checked
from desktop_rag.worker.worker import Worker

WAIT_SECONDS = 25.0
"""For the end of a call; then it is a job that the caller asks for. Clients give up after a minute."""
_MOST_JOBS = 40  # that are kept for whoever asks for their results
_KEPT_SECONDS = 1800.0  # a result that nobody asked for
_LONGEST_NAME = 60
_MOST_NAMES = 20  # of clients on the network page; any program can call itself anything


class Failure(enum.StrEnum):
    """Why a call has no result."""

    WRONG = "wrong arguments"
    NOT_SHARED = "not shared"
    REFUSED = "refused"  # it could not be done; the message says what to do
    NO_JOB = "no such job"
    BUSY = "too many calls"
    STOPPED = "stopped"
    FAULT = "fault"


class CallFailedError(Exception):
    """A call that has no result; the text tells the caller how to go on."""

    def __init__(self, failure: Failure, message: str) -> None:
        super().__init__(message)
        self.failure = failure


@dataclass(slots=True, eq=False)
class Call:
    """A call that runs: its job, the libraries it is about, and how far it is."""

    job: Job[Reply]
    libraries: tuple[str, ...]
    tool: str
    begun: float = field(default_factory=time.monotonic)
    progress: tuple[int, int] | None = None


class Calls:
    """Makes jobs of what other programs call, and keeps those that take long for whoever asks for them."""

    def __init__(self, worker: Worker, wait_seconds: float = WAIT_SECONDS) -> None:
        self._worker = worker
        self._wait_seconds = wait_seconds
        self._running: set[Call] = set()
        self._kept: dict[str, Call] = {}  # by the id that a client asks with
        self._names: set[str] = set()

    def listen(self) -> Callable[[], None]:
        """Follow the progress of calls from now on; return a function that ends that."""
        return self._worker.subscribe(self._hear)

    @property
    def is_running(self) -> bool:
        """True while a call, or a job that one became, has not ended."""
        return bool(self._running) or any(not one.job.done for one in self._kept.values())

    def begin(self, tool: str, arguments: object, operation: str = "", **further: object) -> Call:
        """Begin a call; by another ``operation`` of the service, which takes ``further`` arguments of ours.

        Raises:
            CallFailedError: there is no such tool, or it takes no such arguments.

        """
        given = arguments_of(tool, arguments)
        job: Job[Reply] = getattr(self._worker.outside, operation or tool)(**given, **further)
        named = [given.get("library"), *(given.get("also") or ())]
        call = Call(job, tuple(str(one) for one in named if one), tool)
        self._running.add(call)
        return call

    def leave(self, call: Call) -> None:
        """Stop a call that nobody waits for any more, unless it became a job that is kept."""
        self._running.discard(call)
        if call not in self._kept.values():
            call.job.cancel()

    async def reply(self, call: Call) -> Reply:
        """Return what a call comes to, or the job that it became.

        Raises:
            CallFailedError: it has no result.

        """
        if await ends(call.job, self._wait_seconds):
            return await self.result(call)
        return self._keep(call)

    async def status(self, job: str, wait: int, *, cancel: bool) -> Reply:
        """Return the result of a job that is kept, or how far it is.

        Raises:
            CallFailedError: there is no such job, or it has no result.

        """
        call = self._kept.get(job.strip())
        if call is None:
            message = "There is no such job: its result was too old, or Desktop RAG was started anew. Call again."
            raise CallFailedError(Failure.NO_JOB, message)
        if cancel:
            call.job.cancel()
        if await ends(call.job, min(wait, self._wait_seconds)):
            return await self.result(call)
        return _running(job, call)

    async def result(self, call: Call) -> Reply:
        """Return the result of a call that has ended, unless its library was taken back meanwhile.

        Raises:
            CallFailedError: it has none.

        """
        if time.monotonic() - call.begun > 1.0:
            await self.check_shared(call)
        reply: Reply = await result_of(call.job, 0.0)
        return reply

    async def check_shared(self, call: Call) -> None:
        """Raise CallFailedError if a library that a call is about is shared no longer."""
        if call.libraries:
            await result_of(self._worker.outside.check_shared(call.libraries), WAIT_SECONDS)

    def forget_old(self) -> None:
        """Forget results that nobody asked for in half an hour."""
        for key, call in list(self._kept.items()):
            if time.monotonic() - call.begun > _KEPT_SECONDS and call.job.done:
                del self._kept[key]

    def cancel_all(self) -> None:
        """Stop every call and every job."""
        for call in [*self._running, *self._kept.values()]:
            call.job.cancel()

    def known_name(self, given: object) -> str:
        """Return the name of a program as the network page shows it."""
        shown = " ".join(terminal_text(str(given or "")).split())[:_LONGEST_NAME]
        name = shown if shown and shown.isprintable() else "another program"
        if name not in self._names and len(self._names) >= _MOST_NAMES:
            return "another program"
        self._names.add(name)
        return name

    def _keep(self, call: Call) -> Reply:
        """Return the id of a call that goes on."""
        finished = [key for key, one in self._kept.items() if one.job.done]
        while len(self._kept) >= _MOST_JOBS and finished:
            del self._kept[finished.pop(0)]
        if len(self._kept) >= _MOST_JOBS:
            call.job.cancel()
            message = "Too many calls that take long run at once. Wait for them with `job_status`."
            raise CallFailedError(Failure.BUSY, message)
        key = secrets.token_hex(8)
        self._kept[key] = call
        return _running(key, call)

    def _hear(self, event: Event) -> None:
        """Note how far a call is; on the thread of its job."""
        if isinstance(event, TableProgress | TextCheckProgress):
            for call in [*list(self._kept.values()), *list(self._running)]:
                if call.job.id == event.job_id:
                    call.progress = (event.done, event.total)


def arguments_of(tool: str, arguments: object) -> Mapping[str, Any]:
    """Return the arguments of a call with the defaults of those that were left out.

    Raises:
        CallFailedError: there is no such tool, or it takes no such arguments.

    """
    try:
        return checked(tool, arguments)
    except WrongArgumentsError as error:
        raise CallFailedError(Failure.WRONG, str(error)) from error


def note_request(name: str, *, size_in: int = 0, size_out: int = 0, requests: int = 0) -> None:
    """Put a program on the network page: what is given out may go anywhere from there."""
    now = time.time()
    TRAFFIC.note(
        HostTraffic(
            name,
            "asked",
            is_this_computer=True,
            first=now,
            last=now,
            requests=requests,
            bytes_out=size_out,
            bytes_in=size_in,
        )
    )


async def result_of(job: Job[Any], seconds: float) -> Any:  # noqa: ANN401 - each job has its own
    """Wait for the result of a job.

    Raises:
        CallFailedError: it has none, or goes on for longer.

    """
    if seconds:
        await ends(job, seconds)
    try:
        return job.result(0)
    except CancelledError as error:
        raise CallFailedError(Failure.STOPPED, "The call was stopped.") from error
    except NotSharedError as error:
        raise CallFailedError(Failure.NOT_SHARED, str(error)) from error
    except UserError as error:
        raise CallFailedError(Failure.REFUSED, str(error)) from error
    except (BugError, TimeoutError) as error:
        message = "Something went wrong inside Desktop RAG. Its log file has the details."
        raise CallFailedError(Failure.FAULT, message) from error


async def ends(job: Job[Any], seconds: float) -> bool:
    """Wait for the end of a job; return False if it goes on."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def tell(_: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(ended.set)

    job.future.add_done_callback(tell)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), seconds)
    return job.done


def _running(key: str, call: Call) -> Reply:
    values: dict[str, object] = {"job": key, "state": "running", "tool": call.tool}
    values["seconds"] = round(time.monotonic() - call.begun)
    if call.progress is not None:
        values["done"], values["total"] = call.progress
    values["next_step"] = "Call job_status with this job until it has a result."
    return Reply(values)
