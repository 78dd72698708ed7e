"""What the program does to its files, to be tried on a disk that fails."""

import os
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import apsw

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.storage.exchange import export_index, import_index
from desktop_rag.storage.sqlite import foreign_files
from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.properties import set_old_name
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.asked import Question, answer_to
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.services.conftest import Services

LIBRARY, NEW = "lib", "new"
TIME = 1_700_000_000


@dataclass(frozen=True)
class Job:
    """Something that is done: ``run`` does it, or the rest of it; ``before`` brings about what it finds.

    A job that is not ``repeatable`` adds something each time.
    """

    name: str
    run: Callable[[Services, Path], None]
    before: Callable[[Services, Path], None]
    repeatable: bool = True


def make_files(folder: Path) -> None:
    """Write the files of the library; all of one time."""
    (folder / "old").mkdir(parents=True)
    for number in range(4):
        write(folder / f"n{number}.md", f"Whale {number}", 2)
    write(folder / "old" / "orca.txt", "Orca", 1)
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        for name in ("Seal", "Otter"):
            archive.writestr(zipfile.ZipInfo(f"{name}.md"), song(name, 1))
    (folder / "broken.zip").write_bytes(b"PK\x03\x04 broken")
    for path in folder.rglob("*"):
        os.utime(path, (TIME, TIME))


def song(name: str, verses: int) -> str:
    return "\n\n".join(f"## Verse {verse}\n\n" + f"{name} sang in the deep sea. " * 20 for verse in range(verses))


def write(path: Path, name: str, verses: int, seconds: int = TIME) -> None:
    path.write_text(song(name, verses))
    os.utime(path, (seconds, seconds))


def nothing(_: Services, __: Path) -> None:
    """Begin with an empty data folder."""


def empty(services: Services, _: Path) -> None:
    services.libraries.create(LIBRARY)


def filled(services: Services, files: Path) -> None:
    services.fill(LIBRARY, files)
    services.chats.ask(services.chats.create(LIBRARY), "What did the whale do?")


def changed(services: Services, files: Path) -> None:
    """Edit, delete, move and rename files of a library."""
    filled(services, files)
    write(files / "n0.md", "Edited", 3, TIME + 100)
    (files / "n1.md").unlink()
    (files / "n2.md").rename(files / "renamed.md")
    (files / "old").rename(files / "older")
    write(files / "late.md", "Late", 2, TIME + 100)


def earlier(services: Services, files: Path) -> None:
    """A library as an earlier version left it: three steps behind."""
    filled(services, files)
    with StorageContext(services.index_files.existing(LIBRARY)) as storage:
        set_back(storage.connection, 3)


def set_back(connection: apsw.Connection, steps: int) -> None:
    """Undo the last migrations of a library without indices of other kinds, whose tables are made anew."""
    connection.execute("ALTER TABLE roots DROP COLUMN forgotten; ALTER TABLE roots DROP COLUMN forgotten_at")
    names = [migration.name for migration in INDEX_SCHEMA.migrations]
    before = foreign_files._states(INDEX_SCHEMA)[-1 - steps]
    for kind in ("trigger", "index", "table"):
        for one, name, *_ in foreign_files._objects(connection) - before:
            if one == kind:
                connection.execute(f"DROP {kind} IF EXISTS {name}")
    for kind in ("table", "index", "trigger"):
        for one, _, _, sql in before - foreign_files._objects(connection):
            if one == kind:
                connection.execute(str(sql))
    connection.execute("DELETE FROM migrations WHERE name > ?", (names[-1 - steps],))


def create(services: Services, _: Path) -> None:
    if LIBRARY not in services.index_files.names():
        services.libraries.create(LIBRARY)


def add(services: Services, files: Path) -> None:
    services.ingestion.add(LIBRARY, [files], services.call())
    services.ingestion.embed(LIBRARY, services.call())


def forget(services: Services, files: Path) -> None:
    services.files.remove(LIBRARY, str(files))


def switch(services: Services, _: Path) -> None:
    services.models.known.append(HashedEmbedding(dimensions=8))
    services.models.choice = services.models.known[-1]
    if services.libraries.is_change_unfinished(LIBRARY):
        services.search_models.resume(LIBRARY)
    if not services.search_models.info(LIBRARY).same:
        services.search_models.change(LIBRARY)


def rename(services: Services, _: Path) -> None:
    if LIBRARY in services.index_files.names():
        services.libraries.rename(LIBRARY, NEW)
    services.libraries.list_all()


def update(services: Services, _: Path) -> None:
    services.libraries.status(LIBRARY)


def build(services: Services, _: Path) -> None:
    services.builds.build(LIBRARY, "simple_keyword_table")


def converse(services: Services, _: Path) -> None:
    conversation = services.chats.create(LIBRARY, "Whales")
    services.chats.set_settings(conversation, {"llm.model": "small"})
    answer_to(services.answers, Question(LIBRARY, "Where did Orca sing?", conversation), services.call())
    services.chats.set_messages(conversation, [ChatMessage(MessageRole.USER, "Hello")])
    services.chats.add_message(conversation, ChatMessage(MessageRole.ASSISTANT, "Whales"))
    services.chats.delete(conversation)
    services.chats.forget_deleted()


def ask(services: Services, _: Path) -> None:
    services.libraries.status(LIBRARY)
    assert services.found(LIBRARY, "Orca") == {"orca.txt"}
    answer_to(services.answers, Question(LIBRARY, "Where did Orca sing?"), services.call())


def copy(services: Services, _: Path) -> None:
    with StorageContext(services.index_files.existing(LIBRARY)) as storage:
        storage.persist(services.index_files.path(NEW))


def export(services: Services, _: Path) -> None:
    target = services.index_files.path(NEW)
    export_index(services.index_files, LIBRARY, target, replace=True)


def exported(services: Services, files: Path) -> None:
    """A copy of a library of an earlier version, which was renamed once."""
    earlier(services, files)
    library = services.index_files.existing(LIBRARY)
    connection = connect(library)
    set_old_name(connection, "once")
    connection.close()
    shutil.copyfile(library, files / "copy.ragindex")
    services.libraries.delete(LIBRARY)


def bring(services: Services, files: Path) -> None:
    if NEW not in services.index_files.names():
        import_index(services.index_files, files / "copy.ragindex", NEW)


JOBS = (
    Job("create", create, nothing),
    Job("add", add, empty),
    Job("change", add, changed),
    Job("forget", forget, filled),
    Job("switch", switch, filled),
    Job("rename", rename, filled),
    Job("update", update, earlier),
    Job("copy", copy, filled),
    Job("export", export, filled),
    Job("import", bring, exported),
    Job("build", build, filled),
    Job("converse", converse, filled, repeatable=False),
    Job("ask", ask, filled),
)
