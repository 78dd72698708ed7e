"""A data folder that cannot be written (a read-only drive, a copy of somebody else's) is searched and asked as any."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.command_line import Done, command, environment, run, run_here
from tests.helpers.ordinary_user import as_ordinary_user

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="modes of folders")]
CONVERSATIONS = """
import sys
from pathlib import Path
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
chats = ChatStore(Path(sys.argv[1]) / "conversations.sqlite")
(kept,) = chats.conversations()
chats.ask(kept.id, "second")
new = chats.create("lib", "new")
print([turn.question for turn in chats.turns(kept.id)], sorted(info.title for info in chats.conversations()))
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A library and a conversation in a folder that cannot be written."""
    data, files = tmp_path_factory.mktemp("data") / "data", tmp_path_factory.mktemp("files")
    (files / "cats.txt").write_text("Cats sleep sixteen hours a day. They purr when they are content.")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", files, data_dir=data)
    assert run_here("chat", "lib", data_dir=data, typed="first\n").code == 0
    everything = [data, *data.rglob("*")]
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield data
    for path in everything:
        path.chmod(0o755)


def ordinary(*arguments: str) -> Done:
    done = subprocess.run(
        as_ordinary_user(arguments),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def contents(data: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in data.rglob("*")}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("index", "list"), "lib: 1 file"),
        pytest.param(("status", "lib"), "1 file", marks=pytest.mark.nightly),
        pytest.param(("search", "lib", "purr"), "cats.txt", marks=pytest.mark.nightly),
        (("ask", "lib", "How long do cats sleep?"), "cats.txt"),
    ],
    ids=["list", "status", "search", "ask"],
)
def test_it_is_used_without_being_written(data: Path, arguments: tuple[str, ...], found: str) -> None:
    before = contents(data)
    done = ordinary(*command(*arguments, data_dir=data))
    assert done.code == 0, done.err
    assert found in done.out
    assert done.err.count("cannot be written") == 1, "said once"
    assert contents(data) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "lib", str(Path(__file__))),
        pytest.param(("index", "create", "new"), marks=pytest.mark.nightly),
        pytest.param(("index", "delete", "lib"), marks=pytest.mark.nightly),
    ],
)
def test_what_would_change_it_is_refused_in_plain_words(data: Path, arguments: tuple[str, ...]) -> None:
    before = contents(data)
    done = ordinary(*command(*arguments, data_dir=data))
    assert done.code == 1
    assert "Error: " in done.err
    assert "Something went wrong inside the program" not in done.err
    assert contents(data) == before


def test_conversations_go_on_in_memory(data: Path) -> None:
    done = ordinary(sys.executable, "-c", CONVERSATIONS, str(data))
    assert done.code == 0, done.err
    assert done.out.strip() == str(["first", "second"]) + " " + str(["first", "new"])


def test_the_last_changes_of_a_program_that_died_are_read(tmp_path: Path) -> None:
    """Its write-ahead log is still there."""
    library = tmp_path / "data" / "libraries" / "lib.ragindex"
    library.parent.mkdir(parents=True)
    killed = f"""
import os
from pathlib import Path
from desktop_rag.storage.storage_context import StorageContext
storage = StorageContext(Path({str(library)!r}))
storage.connection.execute("INSERT INTO roots (path, is_folder, added_at) VALUES ('/last', 1, 0)")
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", killed], check=True, timeout=60)
    assert os.path.getsize(f"{library}-wal")  # noqa: PTH202 - not a path of its own
    library.parent.chmod(0o555)
    done = ordinary(*command("index", "list", "--json", data_dir=tmp_path / "data"))
    library.parent.chmod(0o755)
    assert done.code == 0, done.err
    (listed,) = json.loads(done.out)
    assert "/last" in listed["folders_to_allow"], "the file is not one that this program made"
