"""Moving the data folder: everything arrives, nothing is lost whenever the program dies, and bad places are refused."""

import errno
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import platformdirs
import pytest

from desktop_rag.config.data_folder import (
    INCOMPLETE,
    MARK_FILE,
    POINTER_FILE,
    MissingDataFolderError,
    current_data_dir,
    read_data_folder,
    use_data_folder,
)
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.file_lock import held
from desktop_rag.core.paths import DATA_DIR_VARIABLE
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.core.results.pages import FileCondition
from desktop_rag.services.data_folder import Moved, finish_move, request_move, size_on_disk
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import TIMEOUT
from tests.helpers.command_line import environment as command_environment
from tests.helpers.data_folders import complaints, fill, person_folder
from tests.helpers.fresh_home import ROOT
from tests.helpers.lanes import rest_at_night
from tests.helpers.waiting import wait_until

needs_links = pytest.mark.skipif(os.name == "nt", reason="only administrators make links there")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return this person's default data folder, filled."""
    monkeypatch.delenv(DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_names, **_more: str(person_folder(tmp_path)))
    fill(person_folder(tmp_path))
    return person_folder(tmp_path)


def tell_nobody(_done: int, _total: int) -> None:
    """Take how far a move is."""


def is_used(folder: Path) -> bool:
    """Whether a program keeps a data folder from being moved."""
    with held(folder, 0, alone=True, create=False) as is_alone:
        return not is_alone


def move(home: Path, target: Path) -> Moved:
    request_move(home, target)
    moved = finish_move(tell_nobody)
    assert moved is not None
    return moved


def test_everything_arrives_and_the_old_folder_is_empty(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "disk" / "my data"
    told: list[tuple[int, int]] = []
    size = size_on_disk(home)
    request_move(home, target)
    assert current_data_dir() == home  # nothing has changed before the next start
    assert finish_move(lambda done, total: told.append((done, total))) == Moved(target)
    assert current_data_dir() == target
    assert complaints(target) == []
    assert {path.name for path in home.iterdir()} == {POINTER_FILE, "data-folder.lock"}
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] >= size // 2
    assert finish_move(tell_nobody) is None


def test_it_moves_on_and_back_to_the_default_folder(home: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "one", tmp_path / "two", home):
        move(current_data_dir(), target)
        assert complaints(target) == []
    assert not (tmp_path / "one").exists()
    assert not (tmp_path / "two").exists()
    assert not (home / POINTER_FILE).exists()
    assert current_data_dir() == home


@pytest.mark.parametrize("place", ["inside", "around", "itself", "not empty", "a file"])
def test_bad_places_are_refused_and_nothing_changes(home: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("Dear Otter")
    places = {
        "inside": home / "libraries" / "deeper",
        "around": home.parent,
        "itself": home,
        "not empty": tmp_path / "full",
        "a file": tmp_path / "full" / "letter.txt",
    }
    before = {path for path in tmp_path.rglob("*") if path.is_dir()}
    with pytest.raises(UserError):
        request_move(home, places[place])
    assert {path for path in tmp_path.rglob("*") if path.is_dir()} == before
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["letter.txt"]
    assert complaints(home) == []
    assert finish_move(tell_nobody) is None


@pytest.mark.parametrize(
    ("root", "target"), [("documents", "documents/data"), ("documents/deeper", "documents/deeper")], ids=["in", "same"]
)
def test_the_folder_of_a_library_is_refused(home: Path, tmp_path: Path, root: str, target: str) -> None:
    (tmp_path / root).mkdir(parents=True)
    with IndexFiles(home / "libraries").open("Letters") as storage, storage.transaction():
        storage.folders.add(str(tmp_path / root), is_folder=True)
    with pytest.raises(UserError, match="Letters"):
        request_move(home, tmp_path / target)


def test_too_little_room_is_told_before(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_rag.services.data_folder.free_bytes", lambda _folder: 21 << 20)
    with (home / "models" / "large.gguf").open("wb") as file:
        file.truncate(2 << 20)
    with pytest.raises(UserError, match="too little room"):
        request_move(home, tmp_path / "data")
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="modes bind no root")
def test_a_folder_that_cannot_be_written_is_refused(home: Path, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(UserError, match="cannot be"):
        request_move(home, tmp_path / "closed")


def test_a_folder_named_at_the_start_is_not_moved(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="named when the program started"):
        request_move(tmp_path / "named", tmp_path / "data")
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(home))
    with pytest.raises(UserError, match="named when the program started"):
        request_move(home, tmp_path / "data")


def test_the_environment_wins_over_what_was_moved(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move(home, tmp_path / "data")
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path / "named"))
    assert current_data_dir() == tmp_path / "named"


@pytest.mark.parametrize("is_mounted_empty", [False, True], ids=["gone", "an empty folder in its place"])
def test_a_disk_that_is_not_there_is_told_and_nothing_begins(
    home: Path, tmp_path: Path, *, is_mounted_empty: bool
) -> None:
    data, unplugged = tmp_path / "disk", tmp_path / "unplugged"
    move(home, data)
    data.rename(unplugged)
    if is_mounted_empty:
        data.mkdir()
    with pytest.raises(MissingDataFolderError, match="is not there"):
        current_data_dir()
    with pytest.raises(UserError, match="no complete data"):
        use_data_folder(tmp_path / "nothing")
    use_data_folder(unplugged)
    assert current_data_dir() == unplugged


@pytest.mark.parametrize("note", ['{"folder": ', "[" * 100_000], ids=["cut off", "deep"])
def test_a_damaged_note_of_the_place_begins_nothing(home: Path, tmp_path: Path, note: str) -> None:
    move(home, tmp_path / "data")
    (home / POINTER_FILE).write_text(note)
    with pytest.raises(UserError, match="cannot be read"):
        current_data_dir()
    use_data_folder(tmp_path / "data")
    assert current_data_dir() == tmp_path / "data"


def test_a_database_that_is_open_elsewhere_keeps_everything_where_it_is(home: Path, tmp_path: Path) -> None:
    connection = connect(home / "conversations.sqlite")
    connection.execute("BEGIN IMMEDIATE")
    try:
        request_move(home, tmp_path / "data")
        with pytest.raises(UserError, match="open in another program"):
            finish_move(tell_nobody)
    finally:
        connection.close()
    assert current_data_dir() == home
    assert not (tmp_path / "data").exists()
    assert finish_move(tell_nobody) is None


def test_a_window_that_is_open_keeps_everything_where_it_is(home: Path, tmp_path: Path) -> None:
    (home / "window.lock").write_text(f"{os.getppid()}\nwindow\nhost\n")
    request_move(home, tmp_path / "data")
    with pytest.raises(UserError, match="another window or command"):
        finish_move(tell_nobody)
    assert current_data_dir() == home


@pytest.mark.slow
@pytest.mark.parametrize("command", [["chat", "Letters"], ["watch"]], ids=["a chat that waits", "watching"])
def test_a_program_that_only_waits_keeps_everything_where_it_is(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setattr("desktop_rag.services.data_folder._ALONE_SECONDS", 0.2)
    arguments = [sys.executable, "-m", "desktop_rag.cli.main", *command, "--data-dir", str(home)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(arguments, env=command_environment(), **pipes) as program:  # type: ignore[call-overload]
        try:
            wait_until(lambda: is_used(home), 60)
            for _ in range(2):
                request_move(home, tmp_path / "data")
                with pytest.raises(UserError, match="in use by another window or command"):
                    finish_move(tell_nobody)
                assert not (tmp_path / "data").exists()
        finally:
            program.kill()
    assert move(home, tmp_path / "data") == Moved(tmp_path / "data")
    assert complaints(tmp_path / "data") == []


def test_no_program_begins_while_the_data_moves(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_rag.config.data_folder._USE_SECONDS", 0.1)
    refused: list[str] = []

    def begin(_done: int, _total: int) -> None:
        if not refused:
            with pytest.raises(UserError, match="being moved by another window") as told:
                Worker(home)
            refused.append(told.value.message)

    request_move(home, tmp_path / "data")
    finish_move(begin)
    assert refused
    Worker(tmp_path / "data").close()
    assert complaints(tmp_path / "data") == []


@needs_links
def test_links_lead_to_the_same_places_from_the_new_folder(home: Path, tmp_path: Path) -> None:
    disk = tmp_path / "libraries' disk"
    (home / "libraries").rename(disk)
    (home / "libraries").symlink_to("../../libraries' disk")
    picture = next((home / "attachments").glob("*.png"))
    with StorageContext(disk / "Letters.ragindex") as storage, storage.transaction():
        storage.folders.add(str(picture), is_folder=False)
    (home / "pictures").symlink_to(home / "attachments")
    (home / "gone").symlink_to(tmp_path / "gone")
    for target in (tmp_path / "one", tmp_path / "deeper" / "two", home):
        left = current_data_dir()
        assert move(left, target) == Moved(target)
        assert complaints(target) == []
        assert (target / "pictures").readlink() == target / "attachments"
        assert (target / "gone").readlink() == tmp_path / "gone"
        assert (target / "libraries").resolve() == disk
        with StorageContext(disk / "Letters.ragindex", read_only=True) as storage:
            assert [root.path for root in storage.folders.all()] == [str(target / "attachments" / picture.name)]
        assert not left.exists() or {path.name for path in left.iterdir()} <= {POINTER_FILE, "data-folder.lock"}


@needs_links
def test_what_is_linked_stays_as_it_was_when_a_move_fails(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = tmp_path / "disk"
    (home / "libraries").rename(disk)
    (home / "libraries").symlink_to(disk)
    picture = next((home / "attachments").glob("*.png"))
    with StorageContext(disk / "Letters.ragindex") as storage, storage.transaction():
        storage.folders.add(str(picture), is_folder=False)

    def fail(_source: Path, target: Path, text: str) -> None:
        (target / MARK_FILE).write_text(text)
        if not text.startswith(INCOMPLETE):  # the last that is written before the copy is used
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    request_move(home, tmp_path / "data")
    monkeypatch.setattr("desktop_rag.services.data_folder._mark", fail)
    with pytest.raises(UserError, match="cannot be moved"):
        finish_move(tell_nobody)
    assert not (tmp_path / "data").exists()
    assert complaints(home) == []
    with StorageContext(disk / "Letters.ragindex", read_only=True) as storage:
        assert [root.path for root in storage.folders.all()] == [str(picture)]
    with pytest.raises(UserError, match="inside each other"):
        request_move(home, disk / "data")


def test_a_move_that_is_stopped_leaves_everything_where_it_was(home: Path, tmp_path: Path) -> None:
    token = CancelToken()

    def stop(done: int, _total: int) -> None:
        if done > 100_000:
            token.cancel()
        token.raise_if_cancelled()

    request_move(home, tmp_path / "data")
    with pytest.raises(CancelledError):
        finish_move(stop)
    assert not (tmp_path / "data").exists()
    assert read_data_folder().is_default
    assert (home / "models" / "small.gguf").exists()


def test_what_another_program_writes_meanwhile_stops_the_move(home: Path, tmp_path: Path) -> None:
    request_move(home, tmp_path / "data")
    with pytest.raises(UserError, match="changed the data"):
        finish_move(lambda _done, _total: (home / "window.ini").write_text("other"))  # type: ignore[arg-type,return-value]
    assert current_data_dir() == home
    assert not (tmp_path / "data").exists()


def test_a_damaged_file_that_was_set_aside_moves_as_it_is(home: Path, tmp_path: Path) -> None:
    damaged = b"SQLite format 3\0" + b"no pages of any kind " * 500
    (home / "conversations.damaged-1").write_bytes(damaged)
    move(home, tmp_path / "data")
    assert (tmp_path / "data" / "conversations.damaged-1").read_bytes() == damaged


def test_a_copy_that_is_not_complete_cannot_be_used(home: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    (copy / "libraries").mkdir(parents=True)
    (copy / MARK_FILE).write_text("incomplete copy of somewhere")
    with pytest.raises(UserError, match="no complete data"):
        use_data_folder(copy)
    assert current_data_dir() == home


_KILLED = """
import os, sys
from pathlib import Path
import shutil
from tests.helpers.data_folders import complaints, die_at, fill, live_below, person_folder

base, first, step = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
live_below(base)
from desktop_rag.config.data_folder import current_data_dir
from desktop_rag.services.data_folder import finish_move, request_move

home, target = person_folder(base), base / "disk" / "data"

def in_a_process(work):
    if not (child := os.fork()):
        try:
            work()
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def killed(number):
    request_move(home, target)
    die_at(number)
    finish_move(lambda done, total: None)

def check():
    # a fresh start finds one folder with everything in it, whose paths are its own
    assert complaints(current_data_dir()) == [], complaints(current_data_dir())

def finish():
    finish_move(lambda done, total: None)
    place = current_data_dir()
    assert complaints(place) == [], complaints(place)
    others = {home, target} - {place}
    assert not [path for other in others for path in other.rglob("*.sqlite")], others

in_a_process(lambda: fill(home))
filled = shutil.copytree(home.parent, base / "filled", symlinks=True)
for number in range(first, 10_000, step):
    for folder in (home.parent, target.parent):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(filled, home.parent, symlinks=True)
    code = in_a_process(lambda: killed(number))
    for work in (check, finish):
        assert in_a_process(work) == 0, (number, work.__name__)
    if code == 0:
        break
    assert code == 9, code
print("steps", number)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes are copied with fork, which Windows has not")
@pytest.mark.parametrize("first", rest_at_night(range(4), {"0"}))
def test_nothing_is_lost_wherever_the_program_dies(tmp_path: Path, first: int) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_KILLED), str(tmp_path), str(first), "4"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=TIMEOUT * 2,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split("steps")[1]) > 20


@pytest.mark.slow
def test_what_was_attached_is_found_and_asked_at_its_new_place(home: Path, tmp_path: Path) -> None:
    question = "How long do otters sleep?"
    notes = home / "attachments" / "otters.txt"
    notes.write_text("Otters sleep ten hours a day.", encoding="utf-8")
    worker = Worker(home)
    try:
        worker.files.add("Letters", [_letter(tmp_path)]).result(60)
        (conversation,) = [one.id for one in ChatStore(home / "conversations.sqlite").conversations()]
        ChatStore(home / "conversations.sqlite").set_sources(conversation, ConversationSources((), (str(notes),)))
        ChatStore(home / "conversations.sqlite").set_scope(conversation, ())
        worker.answers.ask("Letters", question, conversation_id=conversation).result(60)
    finally:
        worker.close()
    data = tmp_path / "disk"
    move(home, data)
    moved = Worker(data)
    try:
        (turn,) = moved.conversations.turns(conversation).result(60)
        assert turn.answer is not None
        source = next(one for one in turn.answer.sources if Path(one.file).name == "otters.txt")
        assert Path(source.file) == data / "attachments" / "otters.txt"
        passage = moved.pages.passage(source.library, source).result(60)
        assert Path(passage.source.file) == data / "attachments" / "otters.txt"
        assert passage.condition is FileCondition.UNCHANGED
        again = moved.answers.ask("Letters", question, conversation_id=conversation).result(60)
        assert data / "attachments" / "otters.txt" in [Path(one.file) for one in again.citations]
    finally:
        moved.close()


def _letter(folder: Path) -> Path:
    path = folder / "letter.txt"
    path.write_text("The whale sings at night.", encoding="utf-8")
    return path
