"""What the program writes stands in its data folder: nothing in the home, nothing among the temporary files.

“A library … in one file”, “Reading, text recognition, both kinds of search and quoting happen on your computer”.
"""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from desktop_rag.core.paths import APP_NAME, DATA_DIR_VARIABLE
from tests.helpers.file_tree import snapshot
from tests.helpers.fresh_home import ROOT, FreshHome
from tests.helpers.waiting import wait_until

GUIDE = ROOT / "resources" / "guide" / "guide.en.pdf"
KNOWN = {"conversations.sqlite", "embedder.json", "embeddings.sqlite", "libraries", "logs", "scratch", "settings.json"}

LIBRARY = f"""
from desktop_rag.readers import SimpleDirectoryReader
assert SimpleDirectoryReader(input_files=[{str(GUIDE)!r}]).load_data()
"""
QUESTIONS = """
from desktop_rag.core.schema import Document
from desktop_rag.indices import VectorStoreIndex

index = VectorStoreIndex.from_documents([Document(text="Cats sleep sixteen hours a day.")])
assert index.as_retriever().retrieve("How long do cats sleep?")
"""
RUNTIME = """
from desktop_rag.core.onnx import load_runtime
load_runtime().SessionOptions()
"""
WORKER = f"""
import sys
from pathlib import Path
from desktop_rag.worker.worker import Worker

if __name__ == "__main__":
    worker = Worker(Path(sys.argv[1]))
    worker.libraries.create("lib").result(30)
    worker.files.add("lib", [Path({str(GUIDE)!r})]).result(120)
    found = worker.search.passages("lib", "citations").result(60)
    worker.pages.render(found[0], page=1, zoom=0.5).result(60)
    assert worker.answers.ask("lib", "Where are my files stored?").result(60).citations
    worker.close()
"""


@pytest.fixture
def fresh(tmp_path: Path) -> FreshHome:
    return FreshHome(tmp_path)


@pytest.mark.parametrize(
    "program",
    [LIBRARY, QUESTIONS, RUNTIME, "import desktop_rag.core.onnx, pymupdf, onnxruntime"],
    ids=["reading", "searching", "the runtime of the model", "other libraries after ours"],
)
def test_as_a_library_it_leaves_nothing(fresh: FreshHome, program: str) -> None:
    fresh.run("-c", program)
    assert fresh.left() == []
    assert {path.name for path in fresh.folder.iterdir()} == {"home", "temporary"}


def test_reading_embedding_asking_and_drawing_leave_nothing_outside_the_data_folder(fresh: FreshHome) -> None:
    script = fresh.folder / "program.py"  # children import the main module again: it has to be a file
    script.write_text(WORKER, encoding="utf-8")
    fresh.run(script, fresh.folder / "data")
    assert fresh.left() == []
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= KNOWN


@pytest.mark.slow
@pytest.mark.parametrize("command", [("sample",), ("doctor",)], ids=["sample", "doctor"])
def test_the_command_line_leaves_nothing_outside_its_own_folders(fresh: FreshHome, command: tuple[str, ...]) -> None:
    fresh.run("-m", "desktop_rag.cli.main", *command, "--data-dir", fresh.folder / "data")
    assert fresh.left() == []
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= KNOWN


@pytest.mark.slow
def test_adding_searching_and_asking_leave_nothing_beside_the_files(fresh: FreshHome, folder: Path) -> None:
    before = snapshot(folder)
    for command in (
        ("index", "create", "lib"),
        ("add", "lib", str(folder)),
        ("search", "lib", "cats"),
        ("ask", "lib", "How long do cats sleep?"),
    ):
        fresh.run("-m", "desktop_rag.cli.main", *command, "--data-dir", "data")  # relative to where it runs
    assert fresh.left() == []
    assert snapshot(folder) == before
    assert {path.name for path in fresh.folder.iterdir()} == {"home", "temporary", "files", "data"}
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= KNOWN


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other places for data")
def test_without_a_folder_of_its_own_everything_stands_in_the_one_the_system_has_for_it(fresh: FreshHome) -> None:
    fresh.run("-m", "desktop_rag.cli.main", "index", "create", "lib")
    place = Path(".local", "share", platformdirs.PlatformDirs(APP_NAME, appauthor=False).user_data_path.name)
    files = [path.relative_to(fresh.home) for path in fresh.home.rglob("*") if path.is_file()]
    assert Path(place, "libraries", "lib.ragindex") in files
    assert all(path.is_relative_to(place) for path in files)
    assert not list(fresh.temporary.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what Qt and the system keep elsewhere differs")
def test_the_window_leaves_nothing_of_the_program_outside_the_data_folder(fresh: FreshHome, folder: Path) -> None:
    data = fresh.folder / "data"
    fresh.run("-m", "desktop_rag.cli.main", "index", "create", "lib", "--data-dir", data)
    fresh.run("-m", "desktop_rag.cli.main", "add", "lib", folder, "--no-embed", "--data-dir", data)
    before = snapshot(folder)
    environment = fresh.environment(**{DATA_DIR_VARIABLE: str(data), "QT_QPA_PLATFORM": "offscreen"})
    window = subprocess.Popen([sys.executable, "-m", "desktop_rag.gui.shell.app"], env=environment, cwd=fresh.folder)
    try:
        log = data / "logs" / "desktop-rag.log"
        wait_until(lambda: window.poll() is not None or (data / "conversations.sqlite").exists(), 60)
        (folder / "walrus.txt").write_text("A walrus was seen.")
        wait_until(lambda: window.poll() is not None or follows(fresh, data), 60)
        assert window.poll() is None, log.read_text(encoding="utf-8") if log.exists() else ""
    finally:
        window.terminate()
        window.wait(60)
    (folder / "walrus.txt").unlink()
    assert {name: facts[6] for name, facts in snapshot(folder).items()} == {
        name: facts[6] for name, facts in before.items()
    }
    assert fresh.left() == []


def follows(fresh: FreshHome, data: Path) -> bool:
    """Whether the window has read what was saved just now."""
    found = fresh.run("-m", "desktop_rag.cli.main", "search", "lib", "walrus", "--mode", "bm25", "--data-dir", data)
    return "walrus.txt" in found
