"""“Kill the program anywhere”: what was being made, copied or brought up to date is whole or not there, and no part of
it is left behind the next start, neither in the data folder nor in a person's own.

``python -m tests.tools.programs --kills 500`` and ``python -m tests.tools.kills`` kill programs at any moment.
"""

import shutil
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from desktop_rag.config.data_folder import remove_all_abandoned
from desktop_rag.core.errors import UserError
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.sqlite.migrations import is_whole
from desktop_rag.storage.sqlite.properties import get_notice, get_splitting, set_notice
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.command_line import environment
from tests.helpers.dying import ACTS, BACKUP, MINE, NEW, OLD, PICTURE, act, libraries_of, migrate_boxes, person
from tests.helpers.lanes import rest_at_night

EARLIER = Path(__file__).resolve().parent.parent / "legacy" / "data" / "0.1.0" / "libraries" / "papers.ragindex"

UNPACKING = """
import sys, time
from pathlib import Path
from desktop_rag.llms.built_in.download import try_downloading_lock
from desktop_rag.processes.scratch import Scratch
data = Path(sys.argv[1])
scratch = Scratch(data)
(scratch.folder / "secret.txt").write_text("a member of an archive")
lock = try_downloading_lock(data / "models" / "tiny.gguf")
print(flush=True)
time.sleep(600)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be copied in the middle"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a library, one of an earlier version, and a person's folder with a backup of the first."""
    data = tmp_path / "data"
    libraries_of(data).create(OLD)
    note(data / "libraries" / f"{OLD}.ragindex", "kept")
    shutil.copy(EARLIER, data / "libraries" / "earlier.ragindex")
    person(data).mkdir()
    libraries_of(data).export(OLD, person(data) / BACKUP)
    note(person(data) / BACKUP, "backup")
    (person(data) / ".new-year").write_text("mine")
    (person(data) / MINE).write_text("to be replaced")
    migrate_boxes(data, steps=1)
    return data


def note(path: Path, text: str) -> None:
    with StorageContext(path) as storage, storage.transaction():
        set_notice(storage.connection, text)


def notice_of(path: Path) -> str:
    with StorageContext(path, read_only=True) as storage:
        assert select(storage.connection, "PRAGMA integrity_check") == [("ok",)]
        return get_notice(storage.connection)


def listing(data: Path) -> set[str]:
    """Return every file but logs of libraries that are there, which SQLite keeps."""
    found = {str(path.relative_to(data)) for path in data.rglob("*") if path.is_file()}
    return {name for name in found if name.removesuffix("-wal").removesuffix("-shm") not in found - {name}}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "what",
    rest_at_night(sorted(set(ACTS) - {"rename", "delete"}), {"import", "migrate", "questions"}),
)
def test_an_act_that_is_cut_off_anywhere_is_done_or_not_and_leaves_nothing(
    data: Path, tmp_path: Path, what: str
) -> None:
    before = listing(data)
    program = [sys.executable, "-m", "tests.helpers.dying", data, tmp_path / "results", what]
    subprocess.run(program, check=True, timeout=150, env=environment())
    copies = sorted((tmp_path / "results").iterdir(), key=lambda path: int(path.name))
    assert len(copies) > 3
    ended, replaced = listing(copies[-1]), {(copy / "person" / MINE).read_text() for copy in (copies[0], copies[-1])}
    left_something = 0
    for copy in copies:
        left_something += not listing(copy) <= before | ended
        assert has_log(copy / "libraries" / f"{NEW}.ragindex"), "who opens it is not seen by who deletes it"
        relocate_notes(copy)
        remove_all_abandoned(copy)  # as each start does
        libraries_of(copy).list_all()
        assert listing(copy) in (before, ended), f"{copy.name} of {len(copies)}"
        assert_whole(copy, what)
        assert (person(copy) / MINE).read_text() in replaced
        with suppress(UserError):  # it is done
            act(copy, what)
        assert_whole(copy, what, is_done=True)
    assert left_something or what == "open earlier", "the kills come too early or too late"


def test_what_dead_programs_unpacked_and_the_locks_of_their_downloads_go(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", UNPACKING, tmp_path], stdout=subprocess.PIPE, text=True, env=environment()
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "\n"
        remove_all_abandoned(tmp_path)
        assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"secret.txt", "tiny.gguf.lock"}
        program.kill()
    remove_all_abandoned(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["models", "scratch"]


def has_log(path: Path) -> bool:
    """Whether a library, if it is there, has a write-ahead log whenever it is open."""
    return not path.exists() or path.read_bytes()[18:20] == b"\x02\x02"


def relocate_notes(copy: Path) -> None:
    """Let notes name the files of this copy of the data folder: the program that died knew them elsewhere."""
    for found in copy.rglob(".new-*.note"):
        named = Path(found.read_text().strip()).name
        (place,) = [path for path in copy.rglob(named) if path.name == named] or [found.with_suffix("")]
        found.write_text(f"{place}\n" if found.read_text().endswith("\n") else "")


def assert_whole(data: Path, what: str, *, is_done: bool = False) -> None:
    """Check everything that there was, and what the act made if it came so far."""
    libraries, new = data / "libraries", data / "libraries" / f"{NEW}.ragindex"
    assert notice_of(libraries / f"{OLD}.ragindex") == "kept"
    backups = {notice_of(path) for path in person(data).glob("*.ragindex")}
    assert backups <= {"backup", "kept"}
    assert (person(data) / ".new-year").read_text() == "mine"
    with StorageContext(libraries / "earlier.ragindex") as storage:
        assert storage.documents.totals().files > 0
    if new.exists() or (is_done and what in {"create", "duplicate", "import"}):
        assert notice_of(new) == {"create": "", "duplicate": "kept", "import": "backup"}[what]
    if new.exists() and what == "create":
        with IndexFiles(libraries).open(NEW, read_only=True) as storage:
            assert get_splitting(storage.connection), "how its files are cut came with it"
            assert not storage.is_foreign, "it is taken for somebody else's"
    for things in (data / "things.db", data / "things.db.before-two"):
        if things.exists():
            with closing(connect(things)) as connection:
                assert is_whole(connection)
    if is_done and what.startswith("export"):
        assert "kept" in backups
    for picture in (data / "attachments").glob("*"):
        assert picture.read_bytes() == PICTURE
