"""What the program writes stands in its data folder: nothing in the home, nothing among the temporary files.

“A library … in one file”, “Reading, text recognition, both kinds of search and quoting happen on your computer”. The
worker, the window and the command line are tried in ``test_no_connections.py``, whose programs begin on the same day.
"""

from pathlib import Path

import pytest

from tests.helpers.fresh_home import IN_THE_DATA_FOLDER, FreshHome
from tests.helpers.pages import pdf_of, scan_of

LIBRARY = """
from pathlib import Path
from desktop_rag import SimpleDirectoryReader
assert SimpleDirectoryReader(input_files=sorted(Path("files").iterdir())).load_data()
"""
QUESTIONS = """
from desktop_rag import Document, VectorStoreIndex

index = VectorStoreIndex.from_documents([Document(text="Cats sleep sixteen hours a day.")])
assert index.as_retriever().retrieve("How long do cats sleep?")
"""
RUNTIME = """
from desktop_rag.core.onnx import load_runtime
load_runtime().SessionOptions()
"""


@pytest.fixture
def fresh(tmp_path: Path) -> FreshHome:
    return FreshHome(tmp_path)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [LIBRARY, QUESTIONS, RUNTIME, "import desktop_rag.core.onnx, pymupdf, onnxruntime"],
    ids=["reading", "searching", "the runtime of the model", "other libraries after ours"],
)
def test_as_a_library_it_leaves_nothing(fresh: FreshHome, program: str) -> None:
    files = fresh.folder / "files"
    files.mkdir()
    scan_of(files / "scan.pdf", pdf_of(files / "whales.pdf", "Whales sing at night."))  # text is recognised, too
    fresh.run("-c", program)
    assert fresh.left() == []
    assert {path.name for path in fresh.folder.iterdir()} == {"home", "temporary", "files"}
    assert {path.name for path in files.iterdir()} == {"scan.pdf", "whales.pdf"}


@pytest.mark.slow
@pytest.mark.nightly(by_day="test_as_a_library_it_leaves_nothing")  # other commands by day: test_no_connections.py
@pytest.mark.parametrize("command", [("sample", "--language", "en"), ("doctor",)], ids=["sample", "doctor"])
def test_the_command_line_leaves_nothing_outside_its_own_folders(fresh: FreshHome, command: tuple[str, ...]) -> None:
    fresh.run("-m", "desktop_rag.cli.main", *command, "--data-dir", fresh.folder / "data")
    assert fresh.left() == []
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= IN_THE_DATA_FOLDER
