"""Acts on libraries in processes that die before each thing they do to the disk.

python -m tests.helpers.dying DATA_DIR RESULTS ACT: for every place where an act of ``ACTS`` can be cut off there is a
copy of the data folder afterwards, ``RESULTS/0``, ``RESULTS/1`` …, the last of an act that was not cut off.
"""

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.config import Config
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.conversations.attachments import Attachments
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.sqlite.migrations import Migration, Schema, migrate
from desktop_rag.storage.storage_context import StorageContext

OLD, NEW, BACKUP = "old name", "new name", "backup.ragindex"
BOX = [Migration("one", "CREATE TABLE things (name)"), Migration("two", "INSERT INTO things VALUES ('two')")]
PICTURE = b"a picture" * 1000
_DIED = 9
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
}


def act(data: Path, what: str) -> None:
    """Do the whole act."""
    ACTS[what](data)


def _die_before(number: int) -> None:
    """Let this process die, as from SIGKILL, before the SQL statement or change of a file with this number."""
    counted = count()

    def step() -> bool:
        if next(counted) == number:
            os._exit(_DIED)
        return True

    def watch(connection: apsw.Connection) -> None:
        connection.exec_trace = lambda *_: step()

    apsw.connection_hooks.append(watch)

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        makes = event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT
        if makes or event in _CHANGES:
            step()

    sys.addaudithook(hear)


def main(data: Path, results: Path, what: str) -> None:
    """Cut the act off everywhere, from its first step on, until it comes to its end."""
    results.mkdir()
    for number in count():
        copy = shutil.copytree(data, results / str(number))
        child = os.fork()
        if child == 0:
            _die_before(number)
            act(copy, what)
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != _DIED:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
