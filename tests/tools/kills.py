"""Kill real programs in the middle of everything they do with a data folder, and start them again.

python -m tests.tools.kills [--count 500] [--seed 1] [--acts create,rename …]: kills with SIGKILL at random moments, act
after act, prints how many of each, and fails at the first thing that does not hold. After each kill the next start, of
which some are killed as well, finds all that was there, whole and unbroken, what the act changed either as before or as
after; nothing unfinished is left in the data folder or the person's own; and the act can be done to its end.
"""

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from desktop_rag.config import Config
from desktop_rag.config.data_folder import POINTER_FILE
from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import APP_NAME
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.storage_context import SUFFIX, StorageContext
from tests.helpers.command_line import environment
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.file_server import FileServer
from tests.helpers.fingerprint import index_fingerprint
from tests.helpers.killed_place import EXPORTED, TALK, TIME, Place
from tests.helpers.warm_programs import start_program

EARLIER = Path(__file__).resolve().parent.parent / "legacy" / "data" / "0.1.0"
_SECONDS = 120.0
_BESIDE = re.compile(r"-(wal|shm|journal)\Z")  # what SQLite keeps beside a file that is there
_KILLED_STARTS = 0.2  # part of the starts after a kill that are killed as well

State = dict[tuple[str, str], str]
"""Everything that a person has: facts by their group and name."""
Unit = Literal["all", "fact", "talk", "end"]


@dataclass(frozen=True)
class Act:
    """An act of ``killed_acts`` and what must hold when it is killed.

    ``unit`` is what is there as before or as after: everything at once (``all``), each fact (``fact``), each fact but
    the turns that a question adds (``talk``), or each fact that the act leaves as it is (``end``).
    """

    name: str
    unit: Unit = "all"
    prepare: Callable[[Place, Path], object] = lambda place, data: None
    may_stay: str = "(?!)"  # what a killed act may leave, to go on with
    takes_long: bool = False  # it is killed half as often


def change_files(place: Place, _: Path) -> None:
    """Edit, remove and add some of the files that the library reads."""
    write(place.files / "0.md", "Edited whales sing.")
    (place.files / "1.md").unlink()
    for number in range(20, 24):
        write(place.files / f"{number}.md", f"Whale {number} is new.")


def be_earlier(_: Place, data: Path) -> None:
    """Let the data folder be one that an earlier version left."""
    for one in data.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink()
    shutil.copytree(EARLIER, data, dirs_exist_ok=True)


ACTS = (
    Act("start"),
    Act("create"),
    Act("rename"),
    Act("delete"),
    Act("duplicate"),
    Act("import"),
    Act("export"),
    Act("export over"),
    Act("settings", "fact"),
    Act("settings import"),
    Act("settings export"),
    Act("keys", "fact"),
    Act("offline"),
    Act("begin a talk", "fact"),
    Act("ask", "talk", takes_long=True),
    Act("rename a talk"),
    Act("delete a talk"),
    Act("export a talk"),
    Act("export the files"),
    Act("attach", "talk", takes_long=True),
    Act("refresh", "end", change_files, takes_long=True),
    Act("watch", "end", change_files, takes_long=True),
    Act("change the model", "end", takes_long=True),
    Act("migrate", "end", be_earlier, takes_long=True),
    Act("download", "fact", may_stay=r".*/models(/tiny\.gguf\.part)?", takes_long=True),
    Act("move", takes_long=True),
)


def write(path: Path, text: str) -> None:
    """Write a file of a certain time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (TIME, TIME))


@dataclass
class Trials:
    """Kills acts on copies of a data folder, which all lie at the same place one after the other."""

    folder: Path
    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.place = Place(self.folder / "base")
        self.template = self.folder / "template"

    def make_template(self, embeddings: str, model: Mapping[str, object]) -> None:
        """Fill a data folder with everything that a person has."""
        for number in range(12):
            write(self.place.files / f"{number}.md", f"Whale {number} sleeps for {number + 2} hours in the deep sea.")
        write(self.place.person / "attached.txt", "Otters hold hands while they sleep.")
        write(self.place.person / "settings.json", json.dumps({"retrieval.similarity_top_k": 11}))
        (self.place.base / "picture.png").write_bytes(b"\x89PNG a picture" * 1000)
        (self.place.base / "model.json").write_text(json.dumps(model))
        write(
            self.data() / "settings.json",
            json.dumps({
                "embedding.provider": "openai", "embedding.base_url": embeddings, "embedding.model": "first",
            }),
        )  # fmt: skip
        for act in ("create lib", "fill", "talk", "ask", "export backup"):
            self.run(act)
        self.run("start")
        shutil.copytree(self.place.base, self.template, symlinks=True)

    def data(self, base: Path | None = None) -> Path:
        """Return the data folder, wherever it is now."""
        home = (base or self.place.base) / "home" / APP_NAME
        try:
            noted = Path(json.loads((home / POINTER_FILE).read_text())["folder"])
        except FileNotFoundError:
            return home
        return (base or self.place.base) / noted.relative_to(self.place.base)

    def reset(self, act: Act) -> None:
        """Put the template in place, as an act finds it."""
        shutil.rmtree(self.place.base, ignore_errors=True)
        shutil.copytree(self.template, self.place.base, symlinks=True)
        act.prepare(self.place, self.data())

    def run(self, act: str, seconds: float = 0.0, who: str = "all") -> float | None:
        """Run a program that does an act, and return how long that took; None when it was killed."""
        home = {"XDG_DATA_HOME": str(self.place.base / "home"), "HOME": str(self.place.base / "home")}
        program = start_program(
            "tests.helpers.killed_acts", self.place.base, repr(seconds), who, act, environment=environment() | home
        )
        with closing(program.stdout):
            printed = program.stdout.read()
        code = program.wait(_SECONDS)
        if code == 0:
            return float(re.search(r"finished ([\d.e-]+)", printed)[1])  # type: ignore[index]
        assert code == -9, f"“{act}” ended with {code}"
        assert seconds, f"“{act}” was killed by somebody else"
        return None

    def try_act(self, act: Act, kills: int) -> None:
        """Kill an act so often."""
        self.reset(act)
        before, before_files = self.state(), listing(self.place.base)
        took = self.run(act.name) or 0.0
        after, allowed = self.state(), before_files | listing(self.place.base)
        while self.counts[act.name] < kills:
            self.reset(act)
            who = "all" if self.random.random() < 0.7 else "alone"
            if self.run(act.name, max(1e-5, self.random.uniform(0, took * 1.05)), who) is not None:
                self.missed[act.name] += 1
                assert self.missed[act.name] < 20 * kills, f"“{act.name}” is never killed"
                continue
            self.counts[act.name] += 1
            while self.random.random() < _KILLED_STARTS:
                if self.run("start", self.random.uniform(0, 0.3), "all") is None:
                    self.counts["the next start"] += 1
            self.run("start")
            told = f"“{act.name}”, seed {self.seed}, kill {self.counts[act.name]}"
            self.check_left(told, allowed, act.may_stay)
            now = self.state()
            check(act, told, before, now, after)
            if now != after:
                self.run(act.name)
                self.run("start")
                ended = self.state()
                differing = [one for one in sorted({*ended, *after}) if ended.get(one) != after.get(one)]
                if act.unit == "talk":
                    differing = [one for one in differing if one != ("talk", TALK)]
                assert not differing, f"{told}: done again it is another: {differing}"
            self.check_left(told, allowed, "(?!)")

    def check_left(self, told: str, allowed: set[str], may_stay: str) -> None:
        """Fail when something is in the folders that no undisturbed program leaves there."""
        left = {one for one in listing(self.place.base) - allowed if not re.fullmatch(may_stay, one)}
        assert not left, f"{told}: left behind: {sorted(left)}"

    def state(self) -> State:
        """Return everything that a person has, and check that it is whole; a copy is looked at."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.place.base, copy, symlinks=True)
        data = self.data(copy)
        found: State = {}
        for path in sorted(data.glob(f"libraries/**/*{SUFFIX}")):
            found |= facts_of_library(str(path.relative_to(data)), path)
        for path in (path for path in sorted((copy / "person").iterdir()) if not _BESIDE.search(path.name)):
            if path.suffix == SUFFIX:
                found |= facts_of_library(f"person/{path.name}", path)
            else:
                text = path.read_text(encoding="utf-8-sig")
                found["person", path.name] = hashed(re.sub(r"\d", "", text) if path.name == EXPORTED else text)
        chats = ChatStore(data / "conversations.sqlite", fail)
        for info in chats.conversations():
            turns = [(turn.question, turn.answer and turn.answer.text) for turn in chats.turns(info.id)]
            told = repr([info.index_name, turns, len(chats.sources(info.id).attachments), chats.settings(info.id)])
            found["talk", info.title] = told + found.get(("talk", info.title), "")
        for path in data.glob("*.sqlite"):
            with closing(connect(path, read_only=True)) as connection:
                assert select(connection, "PRAGMA integrity_check") == [("ok",)], path
        config = Config(data / "settings.json")
        found |= {("setting", key): repr(value) for key, value in config.values().items()}
        keys = copy / "home" / APP_NAME / "keys.json"
        if keys.exists():
            found |= {("key", name): str(value) for name, value in json.loads(keys.read_text()).items()}
        for path in data.glob("attachments/*"):
            found["picture", hashed(path.read_bytes())] = "there"
        for path in data.glob("models/*.gguf"):
            found["model", path.name] = hashed(path.read_bytes())
        assert not list(data.glob("*.damaged-*")), "something was damaged"
        return found


def fail(error: Exception) -> None:
    """Fail with what a person would be told."""
    raise AssertionError(error)


def hashed(content: str | bytes) -> str:
    """Return a short form of a content."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:12]


def facts_of_library(name: str, path: Path) -> State:
    """Return what a library holds: file by file, and all the rest."""
    with StorageContext(path) as storage:
        settings = storage.permissions.settings() if storage.permissions is not None else {}
        is_foreign = storage.is_foreign
    prints = index_fingerprint(path)
    # of a renaming that was killed at once; one that is not done yet is seen in its conversations
    prints["notes"] = [row for row in prints["notes"] if row[0] != "old_name"]
    nodes: dict[str, list[Any]] = {}
    for node in prints.pop("nodes"):
        nodes.setdefault(node[0], []).append(node[1:])
    facts = {("file", f"{name} {row[0]}"): hashed(repr((row, nodes.get(row[0])))) for row in prints.pop("files")}
    facts |= {("library", f"{name} {part}"): hashed(repr(content)) for part, content in prints.items()}
    return facts | {("library", name): repr((settings, is_foreign))}


def listing(base: Path) -> set[str]:
    """Return every file and folder, but for logs of databases that are there; pictures are called by their time."""
    paths = {str(path.relative_to(base)) for path in base.rglob("*")}
    known = {one for one in paths if _BESIDE.sub("", one) not in paths - {one}}
    return {re.sub(r"Picture [\d. -]+(\(\d\))?\.png", "picture", one) for one in known}


def check(act: Act, told: str, before: State, now: State, after: State) -> None:
    """Fail when something is neither as before an act nor as after it."""
    if act.unit == "all":
        for other in (before, after):
            if now == other:
                return
        names = sorted({*before, *now, *after})
        changed = [(one, before.get(one), now.get(one), after.get(one)) for one in names]
        raise AssertionError(f"{told}: {[one for one in changed if not one[1] == one[2] == one[3]]}")
    for one in sorted({*before, *now, *after}):
        known = {before.get(one), after.get(one)}
        if act.unit == "end" and (len(known) > 1 or one[1].endswith(" waiting")):
            continue
        if act.unit == "talk" and (one == ("talk", TALK) or one[0] in {"library", "file", "picture"}):
            assert now.get(one) is not None or before.get(one) is None, f"{told}: {one} is lost"
            continue
        if act.unit == "end" and one not in before and one not in after:
            continue
        told_of = f"{one} was {before.get(one)}, is {now.get(one)}, becomes {after.get(one)}"
        assert now.get(one) in known, f"{told}: {told_of}"


def main() -> int:
    """Kill programs, and say how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", default=",".join(act.name for act in ACTS))
    options = parser.parse_args()
    acts = [act for act in ACTS if act.name in options.acts.split(",")]
    content, failed = bytes(range(256)) * 4000, list[str]()
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddingServer() as embeddings,
        FileServer(content) as files,
    ):
        files.behaviour.block_pause = 0.02
        trials = Trials(Path(folder), options.seed)
        known = {"address": files.address, "size": len(content), "sha256": files.sha256}
        trials.make_template(embeddings.address, known)
        shares = [1 if act.takes_long else 2 for act in acts]
        for number, act in enumerate(acts):
            upto, before = (options.count * sum(shares[:end]) // sum(shares) for end in (number + 1, number))
            began, found = time.monotonic(), ""
            try:
                trials.try_act(act, upto - before)
            except (AssertionError, UserError) as error:
                failed.append(act.name)
                found = f"\n{error}"
            seconds = time.monotonic() - began
            print(f"{act.name}: {trials.counts[act.name]} kills, {seconds:.0f} s{found}", flush=True)
        beside = trials.counts.pop("the next start", 0)
        found = f"found in: {', '.join(failed)}" if failed else "nothing found"
        print(f"{trials.counts.total()} kills, and {beside} of the starts after them: {found}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
