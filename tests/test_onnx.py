"""ONNX Runtime reports to its maker unless told not to before anything imports it; PyMuPDF imports it as well."""

import ast
import sys
from pathlib import Path

import pytest

from tests.test_layers import modules

ROOT = Path(__file__).resolve().parent.parent


def test_the_launcher_of_packages_imports_the_program_before_any_library() -> None:
    tree = ast.parse((ROOT / "packaging" / "start.py").read_text(encoding="utf-8"))
    modules = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    assert set(modules[: modules.index("desktop_rag")]) <= sys.stdlib_module_names


def test_tools_and_helpers_switch_its_reports_off_before_they_import_any_library_that_imports_it() -> None:
    late = []
    folders = (ROOT / "packaging", *(ROOT / "tests" / name for name in ("tools", "bench", "helpers")))
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        off = False
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            text = ast.unparse(node)
            off |= "ORT_DISABLE_TELEMETRY" in text or text.startswith(("import desktop_rag", "from desktop_rag"))
            if text.startswith(("import pymupdf", "from pymupdf")) and not off:
                late.append(path.name)
    assert late == []


@pytest.mark.slow
def test_only_one_module_imports_it() -> None:
    importing = {name for name, one in modules().items() if any(o.startswith("onnxruntime") for o in one.imports)}
    assert importing == {"desktop_rag.core.onnx"}
