"""Services whose calls run as jobs: plain calls, the jobs that are made of them, and the tests' doubles."""

import inspect
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import Event, JobFailed, JobFinished, StoreChanged
from desktop_rag.core.jobs import Continue, Job, JobKind, Lane
from desktop_rag.core.parallel import Once
from desktop_rag.services.calls import ServiceCall, calling, current_call
from desktop_rag.services.operations import FILLING, AsJobs, Operation, Service, changes, reads, runs
from desktop_rag.worker.lanes import EventBus, Lanes
from desktop_rag.worker.service_jobs import ServiceJobs
from desktop_rag.worker.worker import Worker
from tests.helpers.script import Script
from tests.helpers.scripted import ScriptedJobs, scripted
from tests.helpers.scripted_worker import ScriptedWorker

WAIT = 10
PARTS = {name: jobs._service for name, jobs in vars(ScriptedWorker()).items() if isinstance(jobs, ScriptedJobs)}
OPERATIONS = [
    (part, name)
    for part, service in PARTS.items()
    for name, value in vars(service).items()
    if isinstance(value, Operation)
]


def _lane(_word: str, *, often: bool = True) -> Lane:
    return Lane.SEARCH if often else Lane.MEANING


class Room(Service):
    """A room with one operation of each sort."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.calls: list[ServiceCall] = []

    @reads
    def told(self) -> str:
        """Say where this runs."""
        self.calls.append(current_call())
        return threading.current_thread().name

    @changes("indexes", "documents")
    def change(self, name: str, value: str = "", *, fail: bool = False) -> str:
        """Change a thing."""
        if fail:
            raise UserError("It cannot be done.", "Leave it.")
        self.done.append(f"{name} {value}".strip())
        return value

    @changes("indexes", stopping=FILLING)
    def delete(self, name: str) -> None:
        """Delete a thing that nothing works on any more."""
        self.done.append(f"deleted {name}")

    @runs(Lane.INDEX, JobKind.ADD)
    def fill(self, name: str) -> str | Continue[str]:
        """Read on one lane, and go on in another."""
        read = threading.current_thread().name
        return Continue(Lane.EMBED, lambda: f"{name} {read} {threading.current_thread().name}")

    @runs(_lane, JobKind.SEARCH)
    def find(self, word: str, *, often: bool = True) -> str:
        """Search where the arguments say."""
        return f"{word} {often} {threading.current_thread().name}"

    def helper(self) -> None:
        """Be no operation."""


class RoomJobs(AsJobs, Room):
    """The room as type checkers see it where its calls run as jobs."""


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def lanes(events: list[Event]) -> Iterator[Lanes]:
    bus = EventBus()
    bus.subscribe(events.append)
    lanes = Lanes(dict.fromkeys(Lane, 1), bus)
    yield lanes
    lanes.close(2)


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def jobs(lanes: Lanes, room: Room) -> RoomJobs:
    twin: Any = ServiceJobs(lanes, Once(lambda: room))
    return twin


def ended(lanes: Lanes) -> None:
    """Wait until every event of the jobs before was sent."""
    lanes.submit(Lane.CHANGE, JobKind.READ, lambda _: None).result(WAIT)


def test_a_plain_call_runs_here_to_its_end(room: Room) -> None:
    here = threading.current_thread().name
    assert room.told() == here
    assert room.change("a", "b") == "b"
    assert room.fill("a") == f"a {here} {here}"
    assert room.find("w", often=False) == f"w False {here}"
    room.delete("a")
    assert room.done == ["a b", "deleted a"]


def test_outside_a_job_nobody_hears_and_the_token_is_the_current_one(room: Room) -> None:
    room.told()
    room.calls[0].emit(Event(1))
    call = ServiceCall(7, CancelToken(), lambda _: None)
    with calling(call):
        room.told()
    room.told()
    assert room.calls[1] is call
    assert [one.id for one in room.calls] == [0, 7, 0]


def test_a_job_runs_where_its_operation_says_and_knows_its_call(jobs: RoomJobs, room: Room) -> None:
    job: Job[str] = jobs.told()
    assert job.result(WAIT).startswith("desktop-rag-view")
    assert (room.calls[0].id, room.calls[0].token) == (job.id, job.token)
    assert (job.kind, job.library, job.lane) == (JobKind.READ, "", Lane.VIEW)
    assert jobs.find("w").result(WAIT).startswith("w True desktop-rag-search")
    assert jobs.find("w", often=False).result(WAIT).startswith("w False desktop-rag-meaning")
    filling = jobs.fill("a")
    assert filling.result(WAIT).startswith("a desktop-rag-index-0 desktop-rag-embed-0")
    assert (filling.kind, filling.library, filling.lane) == (JobKind.ADD, "a", Lane.EMBED)


@pytest.mark.parametrize("named", [False, True])
def test_a_change_tells_the_views_after_it_was_made_and_before_it_ends(
    jobs: RoomJobs, lanes: Lanes, room: Room, events: list[Event], *, named: bool
) -> None:
    job = jobs.change(name="lib", value="b") if named else jobs.change("lib", "b")
    assert job.result(WAIT) == "b"
    ended(lanes)
    assert room.done == ["lib b"]
    assert job.library == "lib"
    assert events[:2] == [StoreChanged(job.id, frozenset({"indexes", "documents"}), ("lib",)), JobFinished(job.id, "b")]


def test_a_change_that_fails_tells_the_views_nothing(jobs: RoomJobs, lanes: Lanes, events: list[Event]) -> None:
    job = jobs.change("lib", fail=True)
    with pytest.raises(UserError, match=r"It cannot be done\. Leave it\."):
        job.result(WAIT)
    ended(lanes)
    assert [type(event) for event in events] == [JobFailed, JobFinished]


def test_what_fills_a_library_is_stopped_before_it_changes(jobs: RoomJobs, lanes: Lanes, room: Room) -> None:
    jobs.told().result(WAIT)
    begun = threading.Event()

    def fill(job: Job[None]) -> None:
        begun.set()
        job.token.wait(WAIT)
        room.done.append("stopped")
        job.token.raise_if_cancelled()

    filling = lanes.submit(Lane.INDEX, JobKind.ADD, fill, "a")
    other = lanes.submit(Lane.EMBED, JobKind.ADD, lambda job: job.token.wait(0.2), "b")
    assert begun.wait(WAIT)
    jobs.delete("a").result(WAIT)
    with pytest.raises(CancelledError):
        filling.result(WAIT)
    assert filling.interrupted
    assert room.done == ["stopped", "deleted a"]
    assert not other.result(WAIT)


def test_the_first_job_makes_the_service_and_nobody_waits_for_that(lanes: Lanes, room: Room) -> None:
    go_on, made = threading.Event(), list[str]()

    def make() -> Room:
        made.append(threading.current_thread().name)
        assert go_on.wait(WAIT)
        return room

    jobs: Any = ServiceJobs(lanes, Once(make))
    first, second, third = jobs.change("a", "1"), jobs.change("a", "2"), jobs.change("a", "3")
    assert not first.done
    second.cancel()
    go_on.set()
    assert (first.result(WAIT), third.result(WAIT)) == ("1", "3")
    with pytest.raises(CancelledError):
        second.result(WAIT)
    assert room.done == ["a 1", "a 3"]
    assert (first.kind, first.library, first.lane) == (JobKind.CHANGE, "a", Lane.CHANGE)
    assert made == ["desktop-rag-load-0"]


def test_a_service_that_cannot_be_made_is_tried_again(lanes: Lanes, room: Room) -> None:
    tries = iter([UserError("Not now."), None])

    def make() -> Room:
        if error := next(tries):
            raise error
        return room

    jobs: Any = ServiceJobs(lanes, Once(make))
    with pytest.raises(UserError, match="Not now"):
        jobs.told().result(WAIT)
    assert jobs.told().result(WAIT)


def test_only_operations_run_as_jobs(jobs: RoomJobs) -> None:
    jobs.told().result(WAIT)
    with pytest.raises(TypeError, match=r"Room\.helper is no operation"):
        jobs.helper()
    with pytest.raises(AttributeError):
        jobs.nothing()


def parts(worker: Worker) -> dict[str, type[Service]]:
    """Return the services of a worker by the names of its parts."""
    found = {name: value for name, value in vars(worker).items() if isinstance(value, ServiceJobs)}
    return {name: type(value._service()) for name, value in found.items()}


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = Worker(Path(tmp_path_factory.mktemp("data")))
    yield worker
    worker.close()


def test_each_public_method_of_a_service_is_an_operation(worker: Worker) -> None:
    """So what is called on the worker runs as a job, and whoever adds something says where."""
    known = parts(worker)
    assert len(known) == 27
    for service in known.values():
        public = {name: value for name, value in vars(service).items() if name[0] != "_"}
        assert {name for name, value in public.items() if not isinstance(value, Operation)} == set(), service


@pytest.mark.parametrize(("part", "name"), OPERATIONS)
def test_an_operation_is_described_and_its_double_takes_what_it_takes(worker: Worker, part: str, name: str) -> None:
    operation = getattr(PARTS[part], name)
    assert operation.__doc__
    assert inspect.signature(operation.function).return_annotation is not inspect.Signature.empty
    assert callable(getattr(getattr(worker, part), name))
    double = ScriptedWorker()
    with pytest.raises(TypeError):
        getattr(getattr(double, part), name)(no_such_argument=1)
    assert double.calls == []


def test_the_double_has_every_part_of_the_worker(worker: Worker) -> None:
    assert parts(worker) == PARTS


class Answers:
    """What a test may answer for ``Room``."""

    def change(self, value: str) -> str:
        return value.upper()


def test_a_double_answers_with_what_it_needs_of_a_call() -> None:
    script = Script()
    double = scripted(script, "room", Room, Answers())
    heard: list[Event] = []
    script.bus.subscribe(heard.append)
    job = double.change("lib", value="b")
    assert job.result(WAIT) == "B"
    script.lanes.close(2)
    assert StoreChanged(job.id, frozenset({"indexes", "documents"}), ("lib",)) in heard
    (call,) = script.called("room.change")
    assert call == ("lib",)
    assert (call.name, call.value, call.fail) == ("lib", "b", False)


def test_a_double_refuses_what_the_service_would_refuse() -> None:
    double = scripted(Script(), "room", Room, Answers())
    with pytest.raises(TypeError, match="other"):
        double.change("lib", other=1)
    with pytest.raises(TypeError, match="missing a required argument: 'name'"):
        double.change()
    with pytest.raises(AssertionError, match="helper is no operation"):
        double.helper()
    with pytest.raises(AssertionError, match=r"nothing is scripted for room\.told"):
        double.told()


def test_a_double_that_no_longer_fits_its_service_is_found() -> None:
    class Outdated:
        def change(self, values: str) -> str:
            return values

    class Unknown:
        def vanished(self) -> None:
            """Answer nothing."""

    with pytest.raises(AssertionError, match="does not take"):
        scripted(Script(), "room", Room, Outdated())
    with pytest.raises(AttributeError, match="vanished"):
        scripted(Script(), "room", Room, Unknown())
