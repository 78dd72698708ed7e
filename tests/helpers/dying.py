"""The data folder as it is wherever a process dies that does something with libraries.

python -m tests.helpers.dying DATA_DIR RESULTS ACT: before each SQL statement and each change of a file that an act of
``ACTS`` does, the data folder is what the process would leave behind if it were killed there. For every state it is in
there is a copy afterwards, ``RESULTS/0``, ``RESULTS/1`` …, the last of the act when it is done.
"""

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.config import Config
from desktop_rag.config.exchange import export_settings
from desktop_rag.evaluation.metrics import Run, save
from desktop_rag.evaluation.questions import Question, write_questions
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.conversations.attachments import Attachments
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.sqlite.migrations import Migration, Schema, migrate
from desktop_rag.storage.storage_context import StorageContext

OLD, NEW, BACKUP, MINE = "old name", "new name", "backup.ragindex", "mine.json"
BOX = [Migration("one", "CREATE TABLE things (name)"), Migration("two", "INSERT INTO things VALUES ('two')")]
PICTURE = b"a picture" * 1000
_NOTHING_NEW = 7
_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "fcntl.flock"}


def libraries_of(data: Path) -> Libraries:
    """Return the libraries of a data folder."""
    return Libraries(IndexFiles(data / "libraries"), ChatStore(data / "conversations.sqlite"), Config())


def person(data: Path) -> Path:
    """Return a folder of the person's own, in which a copy of the library “old name” lies."""
    return data / "person"


def _keep_picture(data: Path) -> None:
    files, chats = IndexFiles(data / "libraries"), ChatStore(data / "conversations.sqlite")
    nobody: Any = None  # a picture is only kept
    Attachments(files, chats, nobody, data / "attachments").keep_picture(PICTURE)


def migrate_boxes(data: Path, *, steps: int = 2) -> None:
    """Bring a database of things up to date; the second step changes what is there."""
    path = data / "things.db"
    with closing(connect(path)) as connection:
        migrate(connection, Schema("box", 7, BOX[:steps]), path)


ACTS: dict[str, Callable[[Path], object]] = {
    "create": lambda data: libraries_of(data).create(NEW, Splitting()),
    "rename": lambda data: libraries_of(data).rename(OLD, NEW),
    "delete": lambda data: libraries_of(data).delete(OLD),
    "duplicate": lambda data: libraries_of(data).duplicate(OLD, NEW),
    "import": lambda data: libraries_of(data).import_copy(person(data) / BACKUP, NEW),
    "export": lambda data: libraries_of(data).export(OLD, person(data) / "new.ragindex"),
    "export over": lambda data: libraries_of(data).export(OLD, person(data) / BACKUP, replace=True),
    "open earlier": lambda data: StorageContext(data / "libraries" / "earlier.ragindex").close(),
    "migrate": migrate_boxes,
    "picture": _keep_picture,
    "settings": lambda data: export_settings(Config(data / "settings.json"), person(data) / MINE),
    "questions": lambda data: write_questions(person(data) / MINE, [Question("1", "Who?", ())], data),
    "scores": lambda data: save(Run("words", 5, {"mrr": 1.0}, {"1": 1}), person(data) / MINE, data),
}


def act(data: Path, what: str) -> None:
    """Do the whole act."""
    ACTS[what](data)


class _Copies:
    """Copies a data folder whenever it is another than at the last look.

    A process of its own looks and copies: one that closes a file lets go of all its locks on it, and SQLite has some.
    """

    def __init__(self, data: Path, results: Path) -> None:
        self._data = data
        self._results = results
        self._count = 0
        self._is_copying = False

    def take(self) -> None:
        """Make a copy, unless nothing has changed."""
        if self._is_copying:
            return
        child = os.fork()
        if child == 0:
            self._is_copying = True
            os._exit(0 if self._copy() else _NOTHING_NEW)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code not in (0, _NOTHING_NEW):
            sys.exit(f"the data folder could not be copied: {code}")
        self._count += code == 0

    def _copy(self) -> bool:
        last = self._results / str(self._count - 1)
        if self._count and _contents(last) == _contents(self._data):
            return False
        shutil.copytree(self._data, self._results / str(self._count))
        return True


def _contents(folder: Path) -> dict[Path, tuple[int, bytes]]:
    """Return the mode and the bytes of all that is in a folder, but for what SQLite makes anew when it opens a file."""
    return {
        path.relative_to(folder): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
        if not path.name.endswith("-shm")
    }


def _before_each_step(take: Callable[[], None]) -> None:
    """Call ``take`` before each SQL statement and each change of a file."""

    def step(*_: object) -> bool:
        take()
        return True

    def watch(connection: apsw.Connection) -> None:
        connection.exec_trace = step

    apsw.connection_hooks.append(watch)

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        makes = event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT
        if makes or event in _CHANGES:
            take()

    sys.addaudithook(hear)


def main(data: Path, results: Path, what: str) -> None:
    """Do the act, and leave a copy of every state of the data folder on its way, from before its first step on."""
    folder = shutil.copytree(data, results.with_name(f"{results.name} at work"))
    results.mkdir()
    copies = _Copies(folder, results)
    _before_each_step(copies.take)
    act(folder, what)
    copies.take()
    os._exit(0)  # as a process that is killed


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
