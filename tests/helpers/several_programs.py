"""Several programs at once on one data folder, some of them killed, and what must hold afterwards.

Each program writes to a journal of its own what it begins and what is done, so nothing may be missing that was done.
"""

import json
import os
import random
import re
import signal
import sqlite3
import sys
import time
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.config import Config
from desktop_rag.config.data_folder import remove_all_abandoned, use_of
from desktop_rag.config.options import NETWORK_OFFLINE, SIMILARITY_TOP_K
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.services.conversations.attachments import Attachments
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.sqlite.properties import get_splitting
from desktop_rag.storage.storage_context import StorageContext

NAMES = tuple(f"library {letter}" for letter in "abcdef")
_IDENTITY = re.compile(rb"identity:([0-9a-f]{32})")


def _splitting(identity: str) -> str:
    """Return a note on how files are cut that no library shares with another one."""
    return json.dumps({"note": f"identity:{identity}"})


def identity_of(storage: StorageContext) -> str:
    """Return what tells a library from every other one."""
    found = _IDENTITY.search((get_splitting(storage.connection) or "").encode())
    assert found is not None
    return found[1].decode()


class KnownFiles(IndexFiles):
    """Libraries that can be told from one another, whatever they are called: each has an identity inside."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        super().__init__(folder)
        self._say = say

    def create(self, name: str, splitting: str | None = None) -> Path:
        """Make a library with an identity."""
        identity = uuid.uuid4().hex
        self._say(f"making {identity}")
        made = super().create(name, _splitting(identity))
        self._say(f"made {identity}")
        return made

    def add(self, copy: Path, name: str) -> None:
        """Give a copy an identity of its own."""
        identity = uuid.uuid4().hex
        with sqlite3.connect(copy) as connection:
            connection.execute("UPDATE properties SET value = ? WHERE key = 'splitting'", (_splitting(identity),))
        connection.close()
        self._say(f"making {identity}")
        super().add(copy, name)
        self._say(f"made {identity}")

    def delete(self, name: str) -> None:
        """Note which one is deleted."""
        self._is_deleting = True
        try:
            super().delete(name)
        finally:
            self._is_deleting = False

    _is_deleting = False

    @contextmanager
    def _alone(self, name: str, path: Path, new_name: Path | None = None) -> Iterator[None]:
        with super()._alone(name, path, new_name):
            if self._is_deleting:
                with closing(sqlite3.connect(":memory:")) as copy:  # the file itself is locked
                    copy.deserialize(path.read_bytes())
                    (note,) = copy.execute("SELECT value FROM properties WHERE key = 'splitting'").fetchone()
                found = _IDENTITY.search(note.encode())
                assert found is not None
                self._say(f"deleting {found[1].decode()}")
            yield


@dataclass
class Program:
    """One program, which does something after the other."""

    data: Path
    person: Path
    journal: Path
    seed: int
    done: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._out = os.open(self.journal, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        self.files = KnownFiles(self.data / "libraries", self.say)
        self.chats = ChatStore(self.data / "conversations.sqlite")
        self.config = Config(self.data / "settings.json")
        self.secrets = Secrets(self.data / "keys.json", keychain=False)
        self.libraries = Libraries(self.files, self.chats, self.config)
        nobody: Any = None  # pictures are only kept
        self.pictures = Attachments(self.files, self.chats, nobody, self.data / "attachments")

    def say(self, line: str) -> None:
        """Write a line to the journal."""
        os.write(self._out, f"{line}\n".encode())

    def run(self, until: float) -> None:
        """Do things until a time (of ``time.monotonic``); what the person would be told is no failure."""
        in_use = use_of(self.data)
        remove_all_abandoned(self.data)
        names = [self.create, self.delete, self.rename, self.duplicate, self.import_copy, self.export, self.export_over]
        others = [self.write] * 3 + [self.list_all, self.converse, self.picture, self.set_key, self.set_offline]
        acts = [*names, *others]
        while time.monotonic() < until:
            act = self.random.choice(acts)
            try:
                act()
                self.done += 1
            except UserError as error:
                known = "already|no library|open elsewhere|in use|no file|changing the names|not done|another program"
                if not re.search(known, str(error), re.IGNORECASE):
                    raise
        self.say(f"acts {self.done}")
        if in_use is not None:
            in_use.release()

    def name(self) -> str:
        return self.random.choice(NAMES)

    def create(self) -> None:
        self.libraries._files.create(self.name())

    def write(self) -> None:
        row = uuid.uuid4().hex
        with self.files.open(self.name()) as storage:
            with storage.transaction():
                storage.connection.execute("INSERT INTO properties VALUES (?, ?)", (f"row {row}", "x" * 3000))
            identity = identity_of(storage)
            self.say(f"wrote {identity} {row}")

    def delete(self) -> None:
        self.libraries.delete(self.name())

    def rename(self) -> None:
        self.libraries.rename(self.name(), self.name())

    def duplicate(self) -> None:
        self.libraries.duplicate(self.name(), self.name())

    def export(self) -> None:
        target = self.person / f"{uuid.uuid4().hex}.ragindex"
        self.libraries.export(self.name(), target)
        self.say(f"exported {target.name}")

    def export_over(self) -> None:
        self.libraries.export(self.name(), self.person / "latest.ragindex", replace=True)

    def import_copy(self) -> None:
        found = sorted(self.person.glob("*.ragindex"))
        if found:
            self.libraries.import_copy(self.random.choice(found), self.name())

    def list_all(self) -> None:
        for info in self.libraries.list_all():
            assert not info.error or re.search("no library|in use|changing", info.error), info

    def converse(self) -> None:
        title = uuid.uuid4().hex
        self.chats.create(self.name(), title)
        self.say(f"conversation {title}")

    def picture(self) -> None:
        content = uuid.uuid4().hex.encode() * 500
        kept = self.pictures.keep_picture(content)
        self.say(f"picture {kept.name} {content[:32].decode()}")

    def set_key(self) -> None:
        owner = uuid.uuid4().hex
        self.secrets.set(f"http://{owner[:8]}.example", "api_key", owner)
        self.say(f"key http://{owner[:8]}.example {owner}")
        self.config.update({SIMILARITY_TOP_K.key: self.random.randrange(1, 50)})

    def set_offline(self) -> None:
        self.config.update({NETWORK_OFFLINE.key: self.random.random() < 0.5})
        assert self.config[NETWORK_OFFLINE] in (True, False)


@dataclass
class Place:
    """A data folder, a person's own folder, and the journals of the programs."""

    base: Path
    seed: int = 1
    started: int = 0
    kills: int = 0

    def __post_init__(self) -> None:
        for folder in (self.data, self.person, self.base / "journals"):
            folder.mkdir(parents=True, mode=0o700)

    @property
    def data(self) -> Path:
        return self.base / "data"

    @property
    def person(self) -> Path:
        return self.base / "person"

    def start(self, seconds: float) -> int:
        """Start a program that works for some seconds; return its process number."""
        self.started += 1
        journal = self.base / "journals" / str(self.started)
        if child := os.fork():
            return child
        code = 1
        try:
            program = Program(self.data, self.person, journal, self.seed * 1000 + self.started)
            program.run(time.monotonic() + seconds)
            code = 0
        except BaseException:  # noqa: BLE001 - the parent is told by the exit code
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)

    @staticmethod
    def end(*children: int) -> None:
        """Wait for programs, which must have come to their ends without a fault."""
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        assert not any(codes), f"programs ended with {codes}"

    def kill(self, child: int) -> None:
        """Kill a program at once."""
        os.kill(child, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in (0, -signal.SIGKILL), f"a program ended with {code}"
        self.kills += 1

    def next_start(self) -> None:
        """Do what each start does."""
        remove_all_abandoned(self.data)
        files, chats = IndexFiles(self.data / "libraries"), ChatStore(self.data / "conversations.sqlite")
        Libraries(files, chats, Config()).list_all()

    def left_behind(self) -> list[str]:
        """Return what no start left there: files that were not finished, and logs without their databases."""
        found = []
        for folder in (self.data, self.person):
            paths = {path for path in folder.rglob("*") if path.is_file()}
            for path in paths:
                base = re.sub(r"-(wal|shm|journal)\Z", "", path.name)
                is_orphan = base != path.name and path.with_name(base) not in paths
                is_part = re.match(r"\.(new|copy)-|.*\.(part|tmp|new|lock)\Z", path.name)
                if is_orphan or is_part:
                    found.append(str(path.relative_to(self.base)))
        return sorted(found)

    def check(self) -> str:
        """Check that nothing is lost, damaged or left behind; return what was counted."""
        self.next_start()
        assert not self.left_behind(), self.left_behind()
        lines = [
            line.split(" ")
            for journal in (self.base / "journals").iterdir()
            for line in journal.read_text().splitlines()
        ]
        said: dict[str, list[list[str]]] = {}
        for kind, *rest in lines:
            said.setdefault(kind, []).append(rest)
        made, making, deleting = ({one[0] for one in said.get(kind, [])} for kind in ("made", "making", "deleting"))
        there = self._check_libraries({(one[0], one[1]) for one in said.get("wrote", [])})
        assert made - deleting <= there, f"lost: {made - deleting - there}"
        assert there <= making, f"not made by anybody: {there - making}"
        self._check_others(said)
        acts = sum(int(one[0]) for one in said.get("acts", []))
        return (
            f"{self.started} programs, {self.kills} killed, {acts:,} acts of the others: {len(made):,} libraries made,"
            f" {len(deleting):,} deleted, {len(there)} there, {len(said.get('wrote', [])):,} writes,"
            f" {len(said.get('exported', [])):,} exports, {len(said.get('conversation', [])):,} conversations,"
            f" {len(said.get('key', [])):,} keys"
        )

    def _check_libraries(self, wrote: set[tuple[str, str]]) -> set[str]:
        """Check that each library is whole and has what was written to it; return their identities."""
        files, there = IndexFiles(self.data / "libraries"), set()
        for name in files.names():
            with files.open(name) as storage:
                assert select(storage.connection, "PRAGMA integrity_check") == [("ok",)], name
                identity = identity_of(storage)
                keys = {row[0] for row in select(storage.connection, "SELECT key FROM properties")}
            assert identity not in there, f"{name} is there twice"
            there.add(identity)
            missing = [row for library, row in wrote if library == identity and f"row {row}" not in keys]
            assert not missing, f"{name} lost {len(missing)} rows"
        return there

    def _check_others(self, said: dict[str, list[list[str]]]) -> None:
        for path in self.person.glob("*.ragindex"):
            with StorageContext(path, read_only=True) as storage:
                assert select(storage.connection, "PRAGMA integrity_check") == [("ok",)], path
        exported = {one[0] for one in said.get("exported", [])}
        assert exported <= {path.name for path in self.person.iterdir()}
        connection = connect(self.data / "conversations.sqlite")
        titles = {row[0] for row in select(connection, "SELECT title FROM conversations")}
        assert select(connection, "PRAGMA integrity_check") == [("ok",)]
        connection.close()
        assert {one[0] for one in said.get("conversation", [])} <= titles
        for *name, begin in said.get("picture", []):
            assert (self.data / "attachments" / " ".join(name)).read_bytes() == begin.encode() * 500
        secrets = Secrets(self.data / "keys.json", keychain=False)
        for owner, key in said.get("key", []):
            assert secrets.get(owner, "api_key") == key, "a key is lost"
        Config(self.data / "settings.json")
        assert not list(self.data.glob("*.damaged-*"))


def run_together(place: Place, programs: int, seconds: float) -> None:
    """Let programs work at once, to their ends."""
    children = [place.start(seconds) for _ in range(programs)]
    place.end(*children)


def kill_often(place: Place, kills: int) -> None:
    """Kill a program after the other at any moment, every second time beside one that goes on."""
    generator = random.Random(place.seed)
    beside: int | None = None
    for number in range(kills):
        child = place.start(60)
        time.sleep(generator.uniform(0.005, 0.25))
        place.kill(child)
        if beside is None:
            place.next_start()
            assert not place.left_behind(), (number, place.left_behind())
            beside = place.start(0.3)
        else:
            place.end(beside)
            beside = None
    if beside is not None:
        place.end(beside)
