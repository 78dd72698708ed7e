"""What the program writes stands in its data folder: nothing in the home, nothing among the temporary files.

“A library … in one file”, “Reading, text recognition, both kinds of search and quoting happen on your computer”.
"""

from pathlib import Path

import pytest

from tests.helpers.fresh_home import FreshHome
from tests.helpers.pages import pdf_of, scan_of

KNOWN = {
    "conversations.json",
    "conversations.sqlite",
    "embedder.json",
    "embeddings.sqlite",
    "libraries",
    "libraries.json",
    "logs",
    "network.jsonl",
    "reading_rates.json",
    "scratch",
    "settings.json",
}

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
WORKER = """
import sys
from pathlib import Path
from desktop_rag.worker.worker import Worker

if __name__ == "__main__":
    worker = Worker(Path(sys.argv[1]))
    worker.libraries.create("lib").result(30)
    worker.files.add("lib", [Path(sys.argv[2])]).result(120)
    found = worker.search.passages("lib", "citations").result(60)
    worker.pages.render("lib", found[0], page=1, zoom=0.5).result(60)
    assert worker.answers.ask("lib", "Where are my files stored?").result(60).citations
    worker.close()
"""


@pytest.fixture
def fresh(tmp_path: Path) -> FreshHome:
    return FreshHome(tmp_path)


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
def test_reading_embedding_asking_and_drawing_leave_nothing_outside_the_data_folder(fresh: FreshHome) -> None:
    script = fresh.folder / "program.py"  # children import the main module again: it has to be a file
    script.write_text(WORKER, encoding="utf-8")
    # a page: the command for the sample, below, makes vectors of the whole guide
    page = pdf_of(fresh.folder / "files.pdf", "Your files are stored on your computer. Answers have citations.")
    fresh.run(script, fresh.folder / "data", page)
    assert fresh.left() == []
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= KNOWN


@pytest.mark.slow
def test_the_window_leaves_nothing_outside_the_data_folder(fresh: FreshHome) -> None:
    documents = fresh.folder / "documents"
    documents.mkdir()
    pdf_of(documents / "whales.pdf", "Whales sing at night.")
    used = ("-m", "tests.helpers.window_program", fresh.folder / "data", documents)
    fresh.run(*used, "When do whales sing?", "Whales sing at night.")
    assert fresh.left() == []
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= KNOWN | {"window.ini"}
    assert [path.name for path in documents.iterdir()] == ["whales.pdf"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("sample", "--language", "en"), id="sample", marks=pytest.mark.nightly),
        pytest.param(("doctor",), id="doctor"),
    ],
)
def test_the_command_line_leaves_nothing_outside_its_own_folders(fresh: FreshHome, command: tuple[str, ...]) -> None:
    fresh.run("-m", "desktop_rag.cli.main", *command, "--data-dir", fresh.folder / "data")
    assert fresh.left() == []
    assert {path.name for path in (fresh.folder / "data").iterdir()} <= KNOWN
