"""Renaming and deleting a library in processes that die before each thing they do to the disk.

python -m tests.helpers.dying DATA_DIR RESULTS rename|delete: for every place where the act can be cut off there is a
copy of the data folder afterwards, ``RESULTS/0``, ``RESULTS/1`` …, the last of an act that was not cut off.
"""

import os
import shutil
import sys
from itertools import count
from pathlib import Path

import apsw

from desktop_rag.config import Config
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

OLD, NEW = "old name", "new name"
_DIED = 9
_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}


def libraries_of(data: Path) -> Libraries:
    """Return the libraries of a data folder."""
    return Libraries(IndexFiles(data / "libraries"), ChatStore(data / "conversations.sqlite"), Config())


def act(data: Path, what: str) -> None:
    """Do the whole act."""
    if what == "rename":
        libraries_of(data).rename(OLD, NEW)
    else:
        libraries_of(data).delete(OLD)


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
    sys.addaudithook(lambda event, _: step() and None if event in _CHANGES else None)


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
