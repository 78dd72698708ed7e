"""ONNX Runtime reports to its maker unless told not to before anything imports it; PyMuPDF imports it as well."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_rag"
GUIDE = ROOT / "resources" / "guide" / "guide.en.pdf"

LIBRARY = f"""
from desktop_rag.readers import SimpleDirectoryReader
assert SimpleDirectoryReader(input_files=[{str(GUIDE)!r}]).load_data()
"""
RUNTIME = """
from desktop_rag.core.onnx import load_runtime
load_runtime().SessionOptions()
"""
WORKER = f"""
import sys
from pathlib import Path
from desktop_rag.core.results import Source
from desktop_rag.worker.worker import Worker

if __name__ == "__main__":
    worker = Worker(Path(sys.argv[1]))
    worker.create_index("lib").result(30)
    worker.add("lib", [Path({str(GUIDE)!r})]).result(120)
    found = worker.search("lib", "citations").result(60)
    worker.render_page(found[0], page=1, zoom=0.5).result(60)
    worker.close()
"""


def environment(home: Path) -> dict[str, str]:
    """The environment of a person who has just installed the program, with ``home`` as home."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"CI", "ORT_DISABLE_TELEMETRY"} and not name.startswith("XDG_")
    }
    return kept | {"HOME": str(home), "USERPROFILE": str(home), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def run_in_fresh_home(home: Path, *arguments: str) -> None:
    home.mkdir()
    subprocess.run([sys.executable, *arguments], env=environment(home), timeout=170, check=True, cwd=home.parent)


@pytest.mark.parametrize("program", [LIBRARY, RUNTIME, "import desktop_rag.core.onnx, pymupdf, onnxruntime"])
def test_as_a_library_it_leaves_nothing_in_the_home(tmp_path: Path, program: str) -> None:
    run_in_fresh_home(tmp_path / "home", "-c", program)
    assert list((tmp_path / "home").iterdir()) == []


def test_reading_embedding_and_drawing_pages_leave_nothing_outside_the_data_folder(tmp_path: Path) -> None:
    script = tmp_path / "program.py"  # children import the main module again: it has to be a file
    script.write_text(WORKER, encoding="utf-8")
    run_in_fresh_home(tmp_path / "home", str(script), str(tmp_path / "data"))
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.parametrize("command", [("sample",), ("doctor",)])
def test_the_command_line_leaves_nothing_outside_its_own_folders(tmp_path: Path, command: tuple[str, ...]) -> None:
    home = tmp_path / "home"
    run_in_fresh_home(home, "-m", "desktop_rag.cli.main", *command, "--data-dir", str(tmp_path / "data"))
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("launcher", ["start_window.py", "start_terminal.py"])
def test_launchers_of_packages_import_the_program_before_any_library(launcher: str) -> None:
    tree = ast.parse((ROOT / "packaging" / launcher).read_text(encoding="utf-8"))
    modules = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    assert set(modules[: modules.index("desktop_rag")]) <= sys.stdlib_module_names


def test_only_one_module_imports_it() -> None:
    importing = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Import) and any(alias.name.startswith("onnxruntime") for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("onnxruntime"))
    }
    assert importing == {"core/onnx.py"}
