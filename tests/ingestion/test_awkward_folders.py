"""Folders as bad as file systems allow: every file is read or left out with a reason, and nothing stops the rest.

DESKTOP_RAG_TORTURE=full takes 100,000 files rather than 3,000.
"""

import os
import shutil
import socket
import stat
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.file_paths import stored_path
from desktop_rag.core.results.files import FileQuery, FileState, FileStatus
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.worker.worker import Worker

FILES = 100_000 if os.environ.get("DESKTOP_RAG_TORTURE") == "full" else 2_000
LIBRARY = "lib"
REPOSITORY = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.timeout(60 + FILES // 20)
posix = pytest.mark.skipif(sys.platform == "win32", reason="such files do not exist on Windows")


@pytest.fixture
def library(worker: Worker) -> Worker:
    worker.libraries.create(LIBRARY).result()
    return worker


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(12):
        (docs / f"good{number:02}.txt").write_text(f"A good file about the number {number}.")
    return docs


def add(worker: Worker, folder: Path) -> dict[str, FileStatus]:
    """Add a folder without embedding and return its files by path."""
    worker.files.add(LIBRARY, [folder], embed=False).result()
    return every_file(worker)


def every_file(worker: Worker) -> dict[str, FileStatus]:
    files: dict[str, FileStatus] = {}
    while piece := worker.files.following(LIBRARY, FileQuery(), next(reversed(files), None)).result():
        files |= {file.path: file for file in piece}
    return files


def by_path(status: IndexStatus) -> dict[str, FileStatus]:
    return {file.path: file for file in status.files}


def state(files: dict[str, FileStatus], path: Path) -> FileState:
    return files[stored_path(str(path))].state


def found(worker: Worker, words: str) -> set[str]:
    return {source.file for source in worker.search.passages(LIBRARY, words, mode="bm25").result()}


def good(files: dict[str, FileStatus]) -> int:
    return sum(file.state is FileState.KEYWORD for path, file in files.items() if "good" in path)


@pytest.mark.slow
def test_very_many_tiny_files(library: Worker, tmp_path: Path) -> None:
    many = tmp_path / "many"
    for number in range(FILES):
        if number % 1000 == 0:
            (many / str(number // 1000)).mkdir(parents=True)
        (many / str(number // 1000) / f"{number:06}.txt").write_text(f"w{number:06}")
    files = add(library, many)
    assert len(files) == FILES
    assert {file.state for file in files.values()} == {FileState.KEYWORD}
    started = time.monotonic()
    add(library, many)
    assert time.monotonic() - started < 2 + FILES / 2000, "nothing changed"
    (many / "0").rename(many / "renamed")  # a thousand files of the same size
    started = time.monotonic()
    files = add(library, many)
    assert time.monotonic() - started < 4 + FILES / 2000, "they are the same files"
    assert state(files, many / "renamed" / "000007.txt") is FileState.KEYWORD
    assert len(files) == FILES


NAMES = [
    "new\nline.txt", "quote'\".txt", "percent%s%d.txt", "back\\slash.txt", "semi;colon.txt", "emoji 🐳 家族👨‍👩‍👧.txt",
    "trailing dot..txt", " leading.txt", "trailing space .txt", "x" * 251 + ".txt", "--option.txt", "*?[a].txt",
    "tab\there.txt", "rtl \u202etxt.txt", "zero\u200bwidth.txt", "\x7f\x01.txt", "nul.txt", "a::b.txt", "~home.txt",
]  # fmt: skip


@posix
@pytest.mark.parametrize("name", NAMES)
def test_names_are_only_names(name: str, tmp_path: Path) -> None:
    """The cheap half: what is stored leads back to the file."""
    from desktop_rag.core.file_paths import real_path

    path = tmp_path / name
    path.write_text("x")
    assert real_path(stored_path(str(path))).read_text() == "x"


@pytest.mark.slow
@posix
def test_names(library: Worker, docs: Path) -> None:
    for number, name in enumerate(NAMES):
        (docs / name).write_text(f"Content of the odd file with word odd{number:03}.")
    (docs / "dir with\nnewline. ").mkdir()
    (docs / "dir with\nnewline. " / "inner.txt").write_text("The word innermost.")
    files = add(library, docs)
    for number, name in enumerate(NAMES):
        assert state(files, docs / name) is FileState.KEYWORD, files[str(docs / name)]
        assert found(library, f"odd{number:03}") == {str(docs / name)}
    assert found(library, "innermost") == {str(docs / "dir with\nnewline. " / "inner.txt")}
    assert good(files) == 12
    for name in NAMES:
        (docs / name).unlink()
    assert len(add(library, docs)) >= 12


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_names_that_are_no_text(library: Worker, docs: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(docs) + b"/caf\xe9.txt"))
    folder = Path(os.fsdecode(os.fsencode(docs) + b"/dossier \xff\xfe"))
    odd.write_text("The word latin is in here.")
    folder.mkdir()
    (folder / "inside.txt").write_text("The word deeper is in here.")
    files = add(library, docs)
    assert state(files, odd) is state(files, folder / "inside.txt") is FileState.KEYWORD
    (source,) = library.search.passages(LIBRARY, "latin", mode="bm25").result()
    assert source.file == stored_path(str(odd))
    assert "latin" in library.pages.passage(LIBRARY, source).result().page_text
    odd.write_text("Another word: roman. It is longer.")
    library.files.refresh(LIBRARY, [odd]).result()
    assert found(library, "latin") == set()
    assert found(library, "roman") == {stored_path(str(odd))}
    folder.rename(docs / "readable")
    library.files.refresh(LIBRARY, [folder, docs / "readable"]).result()
    assert found(library, "deeper") == {str(docs / "readable" / "inside.txt")}


@pytest.mark.slow
def test_names_that_only_look_the_same(library: Worker, docs: Path) -> None:
    composed, split = (docs / unicodedata.normalize(form, "résumé.txt") for form in ("NFC", "NFD"))
    composed.write_text("The first of the twins.")
    if split.exists():
        pytest.skip("this file system takes them for one")
    split.write_text("The second of the twins, a longer one.")
    files = add(library, docs)
    assert state(files, composed) is state(files, split) is FileState.KEYWORD
    assert found(library, "second twins") == {str(composed), str(split)}


@pytest.mark.slow
@posix
def test_what_is_no_file(library: Worker, docs: Path) -> None:
    os.mkfifo(docs / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as one:
        before = Path.cwd()
        os.chdir(docs)  # the path of a socket must be short
        try:
            one.bind("socket.txt")
        finally:
            os.chdir(before)
        if os.geteuid() == 0:
            os.mknod(docs / "device.txt", stat.S_IFCHR | 0o666, os.makedev(1, 5))  # /dev/zero has no end
        files = add(library, docs)
    assert good(files) == 12
    odd = [file for path, file in files.items() if "good" not in path]
    assert odd
    assert all(file.state in (FileState.SKIPPED, FileState.FAILED) and file.reason for file in odd)


@pytest.mark.slow
@posix
def test_links(library: Worker, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("The word outside is in here.")
    (docs / "out.txt").symlink_to(tmp_path / "outside.txt")
    (docs / "broken.txt").symlink_to(docs / "nowhere.txt")
    (docs / "self.txt").symlink_to(docs / "self.txt")
    (docs / "circle").symlink_to(docs)
    (docs / "sub").mkdir()
    (docs / "sub" / "up").symlink_to("..")
    os.link(docs / "good00.txt", docs / "hard.txt")
    files = add(library, docs)
    assert good(files) >= 11
    assert state(files, docs / "out.txt") is FileState.KEYWORD
    assert found(library, "outside") == {str(docs / "out.txt")}
    for name in ("broken.txt", "self.txt", "circle"):
        assert state(files, docs / name) in (FileState.SKIPPED, FileState.FAILED)
        assert files[str(docs / name)].reason
    twins = [files[str(docs / name)] for name in ("good00.txt", "hard.txt")]
    assert {twin.state for twin in twins} == {FileState.KEYWORD, FileState.SKIPPED}
    assert not any("circle/" in path or "up/" in path for path in files)


@pytest.mark.slow
def test_one_of_two_equal_files_is_enough(library: Worker, docs: Path) -> None:
    shutil.copy(docs / "good00.txt", docs / "copy.txt")
    files = add(library, docs)
    kept, left = sorted((docs / "good00.txt", docs / "copy.txt"), key=_is_left_out(files))
    assert state(files, kept) is FileState.KEYWORD
    kept.unlink()
    files = add(library, docs)
    assert state(files, left) is FileState.KEYWORD, "the other one takes its place"
    assert found(library, "number 0") >= {str(left)}


def _is_left_out(files: dict[str, FileStatus]):  # type: ignore[no-untyped-def] # noqa: ANN202
    return lambda path: state(files, path) is not FileState.KEYWORD


@pytest.mark.slow
@posix
def test_as_somebody_who_may_not_read_everything(docs: Path, tmp_path: Path) -> None:
    """In a process of its own, for root may read everything unless it gives that up."""
    command = [sys.executable, "-c", _WITHOUT_RIGHTS, str(docs), str(tmp_path)]
    if os.geteuid() == 0:
        command = [sys.executable, "-c", _GIVE_UP_RIGHTS, *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, cwd=REPOSITORY)
    if done.returncode == 77:
        pytest.skip("rights cannot be given up here")
    assert done.returncode == 0, done.stderr[-3000:]


_GIVE_UP_RIGHTS = """
import ctypes, os, sys
if sys.platform == "linux":
    for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        ctypes.CDLL(None).prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP: gone after the next exec
os.execv(sys.argv[1], sys.argv[1:])
"""

_WITHOUT_RIGHTS = """
import os, sys
from pathlib import Path
from desktop_rag.worker.worker import Worker

docs, place = Path(sys.argv[1]), Path(sys.argv[2])
(docs / "secret.txt").write_text("The word secret.")
(docs / "closed").mkdir()
(docs / "closed" / "inside.txt").write_text("The word closed.")
(docs / "later").mkdir()
(docs / "later" / "still.txt").write_text("The word remains.")
for name in ("secret.txt", "closed"):
    (docs / name).chmod(0)
if os.access(docs / "secret.txt", os.R_OK):
    sys.exit(77)
worker = Worker(place / "data")
try:
    worker.libraries.create("lib").result()

    def add():
        return {Path(file.path).name: file for file in worker.files.add("lib", [docs], embed=False).result().files}

    def found(word):
        return [Path(source.file).name for source in worker.search.passages("lib", word, mode="bm25").result()]

    files = add()
    assert files["secret.txt"].state == "failed" and files["secret.txt"].reason, files["secret.txt"]
    assert files["closed"].state in ("failed", "skipped") and files["closed"].reason, files["closed"]
    assert sum(file.state == "keyword" for file in files.values()) == 13, files
    (docs / "later").chmod(0)  # what was readable once stays searchable
    (docs / "good03.txt").chmod(0)
    files = add()
    assert found("remains") == ["still.txt"]
    assert files["still.txt"].state == "offline", files["still.txt"]
    assert "good03.txt" in found("number 3"), files["good03.txt"]
    for name in ("secret.txt", "closed", "later", "good03.txt"):
        (docs / name).chmod(0o755)
    files = add()
    assert sum(file.state == "keyword" for file in files.values()) == 15, files
    assert found("secret") == ["secret.txt"] and found("closed") == ["inside.txt"]
    assert "closed" not in files, files["closed"]
finally:
    worker.close()
"""


@pytest.mark.slow
def test_the_folder_goes_and_comes_back(library: Worker, docs: Path, tmp_path: Path) -> None:
    add(library, docs)
    docs.rename(tmp_path / "unplugged")
    files = by_path(library.files.add(LIBRARY, [], embed=False).result())
    assert {file.state for file in files.values()} == {FileState.OFFLINE}
    assert library.libraries.list_all().result()[0].offline == (str(docs),)
    assert len(found(library, "good file")) > 5
    (tmp_path / "unplugged").rename(docs)
    files = by_path(library.files.add(LIBRARY, [], embed=False).result())
    assert good(files) == 12
    assert library.libraries.list_all().result()[0].offline == ()


@pytest.mark.slow
def test_an_empty_mount_point_asks(library: Worker, docs: Path, tmp_path: Path) -> None:
    add(library, docs)
    shutil.move(docs, tmp_path / "disk")
    docs.mkdir()
    add(library, docs)
    (missing,) = library.libraries.list_all().result()[0].missing
    assert (missing.folder, missing.gone, missing.files) == (str(docs), 12, 12)
    assert len(found(library, "good file")) > 5
    library.files.keep_missing(LIBRARY, str(docs)).result()
    assert library.libraries.list_all().result()[0].missing == ()
    assert len(found(library, "good file")) > 5
    docs.rmdir()
    shutil.move(tmp_path / "disk", docs)
    assert good(add(library, docs)) == 12
    shutil.move(docs, tmp_path / "disk")
    docs.mkdir()
    add(library, docs)
    library.files.remove_missing(LIBRARY, str(docs)).result()
    assert found(library, "good file") == set()
    assert library.libraries.list_all().result()[0].files == 0


@pytest.mark.slow
def test_a_few_deleted_files_are_forgotten(library: Worker, docs: Path) -> None:
    add(library, docs)
    (docs / "good00.txt").unlink()
    (docs / "good01.txt").unlink()
    files = add(library, docs)
    assert len(files) == 10
    assert library.libraries.list_all().result()[0].missing == ()


@pytest.mark.slow
def test_files_that_change_their_nature(library: Worker, docs: Path) -> None:
    (docs / "thing").mkdir()
    (docs / "thing" / "one.txt").write_text("The word folderly.")
    (docs / "was.txt").write_text("The word filelike.")
    add(library, docs)
    shutil.rmtree(docs / "thing")
    (docs / "thing").write_text("The word flattened, in a file without an ending.")
    (docs / "was.txt").unlink()
    (docs / "was.txt").mkdir()
    (docs / "was.txt" / "two.txt").write_text("The word nested.")
    files = add(library, docs)
    assert found(library, "folderly filelike") == set()
    assert found(library, "nested") == {str(docs / "was.txt" / "two.txt")}
    assert str(docs / "was.txt") not in files
    assert str(docs / "thing" / "one.txt") not in files


@pytest.mark.slow
def test_files_that_vanish_or_change_while_they_are_read(library: Worker, docs: Path) -> None:
    for number in range(150):
        (docs / f"flicker{number:03}.txt").write_text(f"Here for a moment: flick{number:03}. " * 50)
    job = library.files.add(LIBRARY, [docs], embed=False)
    for number in range(0, 150, 3):
        (docs / f"flicker{number:03}.txt").unlink()
        (docs / f"flicker{number + 1:03}.txt").unlink()
        (docs / f"flicker{number + 1:03}.txt").mkdir()
        (docs / f"flicker{number + 2:03}.txt").write_text(f"Changed to: other{number + 2:03}.")
    assert good(by_path(job.result())) == 12
    files = by_path(library.files.add(LIBRARY, [], embed=False, allow_mass_delete=True).result())
    kept = sorted(Path(path).name for path in files if "flicker" in path)
    assert kept == [f"flicker{number + 2:03}.txt" for number in range(0, 150, 3)]
    assert found(library, "other002") == {str(docs / "flicker002.txt")}
    assert found(library, "flick003") == set()


@pytest.fixture
def abyss(docs: Path) -> Iterator[int]:
    """A thousand folders in one another, with a file in the last one; made and taken away step by step."""
    names = "d" * 12
    here = os.open(docs, os.O_RDONLY)
    depth = 1000
    for _ in range(depth):
        os.mkdir(names, dir_fd=here)
        below = os.open(names, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    with open(os.open("bottom.txt", os.O_WRONLY | os.O_CREAT, dir_fd=here), "w") as file:  # noqa: PTH123
        file.write("The word abyss.")
    os.close(here)
    yield depth
    subprocess.run(["rm", "-rf", str(docs)], check=True)


@pytest.mark.slow
@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="cannot be made here")
def test_folders_deeper_than_paths_can_be(library: Worker, docs: Path, abyss: int) -> None:
    files = add(library, docs)
    assert good(files) == 12
    odd = [file for path, file in files.items() if "good" not in path]
    assert len(odd) == 1, "the folder where it ends is named"
    assert odd[0].reason
    assert abyss * 13 > 4096


@pytest.mark.slow
def test_folders_five_hundred_deep(library: Worker, docs: Path) -> None:
    deep = docs.joinpath(*("d",) * 500)
    deep.mkdir(parents=True)
    (deep / "bottom.txt").write_text("The word bottommost.")
    add(library, docs)
    assert found(library, "bottommost") == {str(deep / "bottom.txt")}
