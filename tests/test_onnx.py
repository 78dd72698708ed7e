"""The library that runs the built-in models reports to its maker unless told not to."""

import ast
import os
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"
_RUN = """
from desktop_rag.onnx import load_runtime
from pathlib import Path
runtime = load_runtime()
runtime.SessionOptions()
print([str(path) for path in Path.home().rglob("*")])
"""


def test_nothing_is_noted_in_the_home_of_the_person(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in {"CI", "ORT_DISABLE_TELEMETRY"}}
    environment |= {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-B", "-c", _RUN], env=environment, capture_output=True, text=True, timeout=60, check=True,
        cwd=PACKAGE.parent,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_only_one_module_imports_it() -> None:
    importing = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Import) and any(alias.name.startswith("onnxruntime") for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("onnxruntime"))
    }
    assert importing == {"onnx.py"}
