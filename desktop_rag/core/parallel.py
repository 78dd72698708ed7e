"""Run several slow calls (model requests, searches) at once, inside the job they belong to, or one beside it all.

``asynchronous`` makes the asynchronous twins of methods: the same work on another thread, for programs with asyncio.
``Listeners`` are told of something on whichever thread it happens.
"""

import contextvars
import functools
import itertools
import logging
import threading
import time
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Sequence,
)
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import contained, only_errors
from desktop_rag.core.instrumentation import current_token, stopped_by

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")
DEFAULT_WORKERS = 4
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 60.0  # seconds until a thread that failed goes on: doubled each time
_WELL_SECONDS = 600.0  # one that ran as long without a fault is well again
_WORK_POLL = 0.05  # seconds between two looks at how much of its time a block has worked
PATIENCE = 6.0  # times as long a block may take by the clock as it may work: other programs, and disks, take time too
_log = logging.getLogger(__name__)


def run_parallel(
    function: Callable[[T], R],
    items: Iterable[T],
    *,
    max_workers: int = DEFAULT_WORKERS,
    on_done: Callable[[int, int], None] | None = None,
) -> list[R]:
    """Return the results of ``function`` for every item, in order; ``on_done(done, total)`` receives the progress.

    The first failure is raised once those that run have ended; the others are not begun. Each call sees the job's
    token and handlers. One item, or ``max_workers=1``, runs on the calling thread.
    """
    work = list(items)
    results: list[R] = []
    if len(work) <= 1 or max_workers <= 1:
        for done, item in enumerate(work, 1):
            current_token().raise_if_cancelled()
            results.append(function(item))
            if on_done:
                on_done(done, len(work))
        return results
    with ThreadPoolExecutor(min(max_workers, len(work)), thread_name_prefix="desktop-rag-parallel") as pool:
        # a copy for each: two threads cannot be in one context
        futures = [pool.submit(contextvars.copy_context().run, function, item) for item in work]
        try:
            for done, future in enumerate(futures, 1):
                results.append(future.result())
                if on_done:
                    on_done(done, len(work))
        finally:
            # those that have not begun; leaving the pool waits for the others
            for future in futures:
                future.cancel()
    return results


def run_ahead(function: Callable[[T], R], items: Iterable[T], *, workers: int = 2) -> Generator[R]:
    """Yield the results of ``function`` for every item, in order, while the next ones are worked on.

    Each call sees the job's token and handlers. The first failure is raised in its turn. Closing the generator begins
    no other call and waits for those that run.
    """
    waiting = iter(items)
    with ThreadPoolExecutor(workers, thread_name_prefix="desktop-rag-ahead") as pool:

        def begin(item: T) -> Future[R]:
            # a copy for each: two threads cannot be in one context
            return pool.submit(contextvars.copy_context().run, function, item)

        running = deque(begin(item) for item in itertools.islice(waiting, workers))
        while running:
            done = running.popleft().result()
            running.extend(begin(item) for item in itertools.islice(waiting, 1))
            yield done


class Follower(Generic[T]):
    """Calls a function with each item handed over, on a thread of its own inside the job that began it.

    Of what is handed in during a call only the latest is kept. Leaving ends it after the call that runs, and raises
    what the function raised; after that no more calls are made.
    """

    def __init__(self, function: Callable[[T], object], name: str) -> None:
        self._function = function
        self._waiting: list[T] = []
        self._is_closed = False
        self._failure: Exception | None = None
        self._changed = threading.Condition()
        self._name = name
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        context = contextvars.copy_context()
        self._thread = threading.Thread(target=context.run, args=(self._follow,), name=self._name, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
        if self._failure is not None and error is None:
            raise self._failure

    def hand(self, value: T) -> None:
        """Let the function be called with ``value`` next; returns at once."""
        with self._changed:
            self._waiting = [value]
            self._changed.notify()

    def _follow(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                value = self._waiting.pop()
            try:
                with only_errors():
                    self._function(value)
            except Exception as error:  # noqa: BLE001 - raised where it is left
                self._failure = error
                return


class SupervisedThread:
    """A thread of the program that restarts after a fault, until ``run`` returns.

    Whatever ``run`` raises is logged, ``failed`` is called, and ``run`` is called again, later each time. ``failed``
    hears of the first of several faults in a row. Nothing is begun again once ``is_over`` is set.
    """

    def __init__(
        self, run: Callable[[], object], name: str, is_over: threading.Event, failed: Callable[[], object]
    ) -> None:
        self._run = run
        self._is_over = is_over
        self._failed = failed
        self._thread = threading.Thread(target=self._supervise, name=name, daemon=True)

    def start(self) -> None:
        """Begin; RuntimeError when the system has no more threads."""
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait for its end at most so long; returns at once on the thread itself."""
        if self._thread is not threading.current_thread():
            self._thread.join(max(0.0, seconds))

    def _supervise(self) -> None:
        pause = _FIRST_PAUSE
        while True:
            began, is_done = time.monotonic(), False
            with contained(_log, "the thread %s failed", self._thread.name):
                self._run()
                is_done = True
            if time.monotonic() - began >= _WELL_SECONDS:
                pause = _FIRST_PAUSE
            if is_done or self._is_over.wait(pause):
                return
            if pause == _FIRST_PAUSE:
                with contained(_log, "the fault of the thread %s could not be told", self._thread.name):
                    self._failed()
            pause = min(2 * pause, _LONGEST_PAUSE)


@contextmanager
def calling_after_work(seconds: float, action: Callable[[], object]) -> Generator[None]:
    """Call ``action`` on another thread when the block has kept the processor busy for some seconds.

    What other programs take, and a slow disk, counts only when it lasts ``PATIENCE`` times as long by the clock.
    """
    began, ended, worked = time.monotonic(), threading.Event(), _work_of_this_thread()

    def watch() -> None:
        while not ended.wait(max(_WORK_POLL, seconds - worked())):
            if worked() >= seconds or time.monotonic() - began >= PATIENCE * seconds:
                action()
                return

    watching = threading.Thread(target=watch, name="desktop-rag-deadline", daemon=True)
    watching.start()
    try:
        yield
    finally:
        ended.set()
        watching.join()  # it may be in the middle of the action, which is about something that is closed next


def _work_of_this_thread() -> Callable[[], float]:
    """Return a function that gives other threads the CPU seconds this thread has used from now on.

    Where the system does not tell that of another thread, all time counts.
    """
    clock_of = getattr(time, "pthread_getcpuclockid", None)  # neither on macOS nor on Windows
    if clock_of is None:
        now: Callable[[], float] = time.monotonic
    else:
        now = functools.partial(time.clock_gettime, clock_of(threading.get_ident()))
    began = now()
    return lambda: now() - began


def answers_within(functions: Sequence[Callable[[], T]], seconds: float) -> list[T | None]:
    """Return the results of functions, None for those that fail or time out: a drive that hangs is not waited for.

    Each runs on a thread of its own, which the program does not wait for when it ends.
    """
    answers: list[T | None] = [None] * len(functions)
    ended = threading.Semaphore(0)

    def run(place: int) -> None:
        try:
            answers[place] = functions[place]()
        finally:
            ended.release()

    for place in range(len(functions)):
        run_in_background(functools.partial(run, place), "desktop-rag-in-time")
    until = time.monotonic() + seconds
    for _ in functions:
        if not ended.acquire(timeout=max(0.0, until - time.monotonic())):
            break
    return list(answers)


class Listeners(Generic[T]):
    """Functions that are told of something; they come and go on any thread.

    Looping over them holds no lock: what comes or goes meanwhile counts from the next time on.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: tuple[Callable[[T], object], ...] = ()

    def __iter__(self) -> Iterator[Callable[[T], object]]:
        return iter(self._all)

    def add(self, listener: Callable[[T], object]) -> Callable[[], None]:
        """Tell ``listener`` from now on; return what ends that."""
        with self._lock:
            self._all = (*self._all, listener)

        def end() -> None:
            with self._lock:
                self._all = tuple(one for one in self._all if one is not listener)

        return end


class Once(Generic[T]):
    """A value that is made when it is first asked for: once, also where several threads ask."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: list[T] = []

    def __call__(self) -> T:
        """Return the value; an error in making it is raised, and the next call tries again."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    @property
    def made(self) -> T | None:
        """The value if it has been made."""
        return self._made[0] if self._made else None


def start_timer(seconds: float, action: Callable[[], object], name: str) -> threading.Timer:
    """Start and return a timer that calls ``action`` on its own thread, unless it is cancelled before."""
    timer = threading.Timer(seconds, action)
    timer.name, timer.daemon = name, True
    timer.start()
    return timer


def run_in_background(function: Callable[[], object], name: str) -> None:
    """Run a short function on a thread of that name; the program may end without waiting for it.

    What it raises is logged: nobody waits for it.
    """

    def run() -> None:
        with contained(_log, "the thread %s failed", name):
            function()

    threading.Thread(target=run, name=name, daemon=True).start()


def finished(make: Callable[[], Coroutine[Any, Any, R]]) -> R:
    """Return the result of a coroutine, run to its end on its own thread (this one may have a loop)."""
    import asyncio

    with ThreadPoolExecutor(1, thread_name_prefix="desktop-rag-coroutine") as pool:
        return pool.submit(contextvars.copy_context().run, lambda: asyncio.run(make())).result()


def stepwise(make: Callable[[], Awaitable[AsyncIterator[T]]]) -> Generator[T]:
    """Yield the pieces of an awaited stream on demand, on a separate loop and thread."""
    import asyncio

    missing: Any = object()
    context, loop = contextvars.copy_context(), asyncio.new_event_loop()
    with ThreadPoolExecutor(1, thread_name_prefix="desktop-rag-stream") as pool:

        def run(work: Callable[[], Coroutine[Any, Any, R]]) -> R:
            return pool.submit(context.run, lambda: loop.run_until_complete(work())).result()

        async def begin() -> AsyncIterator[T]:
            return await make()

        async def more(stream: AsyncIterator[T]) -> T:
            return await anext(stream, missing)

        try:
            stream = run(begin)
            while (piece := run(lambda: more(stream))) is not missing:
                yield piece
        finally:
            pool.submit(context.run, lambda: loop.run_until_complete(loop.shutdown_asyncgens())).result()
            loop.close()


def asynchronous(
    method: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, R]]:
    """Return the awaitable twin of a method; overrides in subclasses count.

    It takes what the method takes, and ``__wrapped__`` is the method.
    """
    name = method.__name__

    async def twin(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        result: R = await asynchronous_function(getattr(self, name))(*args, **kwargs)
        return result

    functools.update_wrapper(twin, method, assigned=(), updated=())
    twin.__doc__ = f"Do what ``{name}`` does, on another thread; cancelling the task stops it."
    return twin


def has_own(part: object, name: str, base: type) -> bool:
    """Return True if an object's class overrides a method of ``base``."""
    return getattr(type(part), name) is not getattr(base, name)


def asynchronous_function(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return the twin of a function: awaited, it runs on another thread, and cancelling the task stops it."""

    async def twin(*args: P.args, **kwargs: P.kwargs) -> R:
        token = CancelToken()

        def run() -> R:
            with stopped_by(token):
                return function(*args, **kwargs)

        return await _on_thread(contextvars.copy_context(), run, token)

    return twin


def asynchronous_stream(
    method: Callable[Concatenate[S, P], Iterator[R]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, AsyncGenerator[R]]]:
    """Return the twin of a method that yields: it is awaited, and its result is iterated with ``async for``."""
    name = method.__name__

    async def twin(self: S, /, *args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[R]:
        return iterate(lambda: iter(getattr(self, name)(*args, **kwargs)))

    functools.update_wrapper(twin, method, assigned=(), updated=())
    twin.__doc__ = f"Yield what ``{name}`` yields, made on another thread; closing it stops that."
    return twin


async def iterate(make: Callable[[], Iterator[T]]) -> AsyncGenerator[T]:
    """Yield the items of an iterator that is made and run on other threads, all of it in one context."""
    token, context, stack = CancelToken(), contextvars.copy_context(), ExitStack()
    missing: Any = object()

    def start() -> Iterator[T]:
        stack.enter_context(stopped_by(token))
        iterator = make()
        stack.callback(getattr(iterator, "close", lambda: None))
        return iterator

    try:
        iterator = await _on_thread(context, start, token)
        while (item := await _on_thread(context, lambda: next(iterator, missing), token)) is not missing:
            yield item
    finally:
        token.cancel()
        await _on_thread(context, stack.close, token)


async def _on_thread(context: contextvars.Context, function: Callable[[], R], token: CancelToken) -> R:
    """Return a function's result from another thread; cancelling the task cancels ``token`` and waits until it ends.

    So nothing goes on behind a program's back, and the context is free again.
    """
    import asyncio

    running = asyncio.get_running_loop().run_in_executor(None, context.run, function)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        token.cancel()
        await asyncio.wait([running])
        running.exception()  # nobody else will look at it
        raise
