"""PyMuPDF is imported without what nobody asked for."""

import subprocess
import sys

import pytest

LOADED = "from desktop_rag.readers.pages.mupdf import load_pymupdf; pymupdf = load_pymupdf()"


def python(*lines: str) -> str:
    """Run lines after those that load PyMuPDF, in a process of their own; return what they print."""
    script = "\n".join(("import sys", LOADED, *lines))
    return subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout.strip()


def test_reading_pages_loads_no_model() -> None:
    assert python("print(pymupdf.open().new_page().number, 'onnxruntime' in sys.modules)") == "0 False"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pymupdf.layout", "pymupdf4llm"])
def test_whoever_wants_the_rest_still_gets_it(name: str) -> None:
    assert python("import importlib", f"print(importlib.import_module({name!r}).__name__)") == name
