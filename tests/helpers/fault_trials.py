"""Trying jobs on a disk that fails: where, and what must hold afterwards."""

import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.storage.sqlite.connection import connect
from tests.helpers.fault_jobs import Job, make_files
from tests.helpers.faulty_disk import FAULTS, Fault, FaultyDisk
from tests.helpers.fingerprint import differences, index_fingerprint
from tests.services.conftest import Services

NO_ROOM = "Not enough disk space"
State = dict[str, Any]


@dataclass(frozen=True)
class Point:
    """Where in which job what fails."""

    fault: Fault
    at: int
    lasting: bool

    def __str__(self) -> str:
        return f"{self.fault.name} {self.at}{' and all later ones' if self.lasting else ''}"


@dataclass
class Trial:
    """A job with the states that it passes through undisturbed, and how often it does what on the disk."""

    job: Job
    place: Path
    disk: FaultyDisk
    states: list[State] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def files(self) -> Path:
        return self.place / "files"

    def prepare(self) -> None:
        """Live undisturbed, once to see every state, once to count."""
        before = self.place / "before"
        before.mkdir()
        make_files(self.files)
        self.job.before(_services(before), self.files)
        data = self.copy()
        self.states = [state_of(data)]
        with each_commit(lambda: self.states.append(state_of(data))):
            self.job.run(_services(data), self.files)
        self.states.append(self.recovered(data))
        data = self.copy()
        self.disk.arm(None)
        self.job.run(_services(data), self.files)
        self.counts = dict(self.disk.done)

    def copy(self) -> Path:
        """Return a data folder as the job finds it."""
        data = self.place / "data"
        shutil.rmtree(data, ignore_errors=True)
        shutil.copytree(self.place / "before", data)
        return data

    def points(self, count: int, generator: random.Random) -> list[Point]:
        """Choose where it fails."""
        kinds = [fault for fault in FAULTS if self.counts.get(fault.kind)]
        chosen = (generator.choice(kinds) for _ in range(count))
        return [
            Point(fault, generator.randrange(self.counts[fault.kind]), generator.random() < 0.5) for fault in chosen
        ]

    def check(self, point: Point) -> None:
        """Fail at a point; see that all is well, and that the job comes to the usual end afterwards."""
        data, told = self.copy(), ""
        services = _services(data)
        self.disk.arm(point.fault, point.at, lasting=point.lasting)
        try:
            self.job.run(services, self.files)
        except UserError as error:
            told = str(error)
        finally:
            self.disk.arm(None)
        told = told or " ".join(info.notice for info in services.libraries.list_all())
        where = f"{self.job.name}: {point}: {told or 'nothing was said'}"
        state = self.recovered(data)
        if not told:
            assert state == self.states[-1], f"{where}\n{_difference(self.states[-1], state)}"
        if NO_ROOM in told:  # what there is room for is read all the same
            assert not self.unknown_in(state), where
        else:
            assert state in self.states, f"{where}\n{_difference(self.nearest(state), state)}"
        if self.job.repeatable:
            self.job.run(_services(data), self.files)
            state = self.recovered(data)
            assert state == self.states[-1], f"{where}, then again\n{_difference(self.states[-1], state)}"

    def recovered(self, data: Path) -> State:
        """Return the state after the program was started."""
        infos = _services(data).libraries.list_all()
        assert not [info.error for info in infos if info.error]
        usual = re.compile(r"(?!\.).*\.ragindex(-wal|-shm|-journal|\.before-[0-9]{4}[-a-z]*)?")
        left = [path.name for path in data.glob("libraries/*") if not usual.fullmatch(path.name)]
        assert not left, left
        return state_of(data)

    def unknown_in(self, state: State) -> str:
        """Return what none of the usual states has, apart from the note itself."""
        known = {key: [row for usual in self.states for row in _rows(usual.get(key, []))] for key in state}
        new = {key: [row for row in _rows(rows) if row not in known[key]] for key, rows in state.items()}
        return str({key: rows for key, rows in new.items() if rows and NO_ROOM not in str(rows)} or "")

    def nearest(self, state: State) -> State:
        """Return the state of the usual ones that differs least."""
        return min(self.states, key=lambda other: len(_difference(other, state)))


@contextmanager
def each_commit(do: Callable[[], object]) -> Iterator[None]:
    """Call ``do`` after every transaction of any connection."""
    busy: list[bool] = []

    def committed(*_: object) -> int:
        if not busy:
            busy.append(True)
            try:
                do()
            except apsw.SQLError:
                pass  # a library that is being brought up to date has not all of its tables yet
            finally:
                busy.clear()
        return 0

    def watch(connection: apsw.Connection) -> None:
        connection.set_wal_hook(committed)

    apsw.connection_hooks.append(watch)
    try:
        yield
    finally:
        apsw.connection_hooks.remove(watch)


def state_of(data: Path) -> State:
    """Return what matters of a data folder; fails when something in it is not sound."""
    libraries = {path.name: index_fingerprint(path) for path in sorted((data / "libraries").glob("*.ragindex"))}
    flat = {f"{name} {part}": content for name, found in libraries.items() for part, content in found.items()}
    return flat | {"libraries": sorted(libraries), **_conversations(data / "conversations.sqlite")}


def _conversations(path: Path) -> State:
    """Return what is asked and answered; ids and times differ each time."""
    if not path.exists():
        return {"conversations": [], "turns": [], "messages": []}
    connection = connect(path)
    try:
        if not connection.table_exists("main", "messages"):
            return {"conversations": [], "turns": [], "messages": []}
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {
            "conversations": connection.execute(
                "SELECT title, index_name, settings FROM conversations ORDER BY 1, 2"
            ).fetchall(),
            "turns": connection.execute(
                "SELECT question, iif(answer ->> 'state' = 'failed', NULL, answer ->> 'text') FROM turns ORDER BY id"
            ).fetchall(),
            "messages": connection.execute("SELECT message FROM messages ORDER BY conversation, position").fetchall(),
        }
    finally:
        connection.close()


def _rows(part: Any) -> list[Any]:  # noqa: ANN401 - rows, or tables of them
    if isinstance(part, dict):
        return [(key, row) for key, rows in part.items() for row in (_rows(rows) or [None])]
    return part if isinstance(part, list) else [part]


def _difference(one: State, other: State) -> str:
    absent: list[object] = []
    keys = {*one, *other}
    return differences({key: one.get(key, absent) for key in keys}, {key: other.get(key, absent) for key in keys})


def _services(data: Path) -> Services:
    return Services(data)
