"""Copying a library to a file and back, from the command line."""

from pathlib import Path

import pytest

from tests.helpers.command_line import run, run_json

pytestmark = pytest.mark.slow


def test_a_library_goes_to_another_computer(tmp_path: Path, folder: Path) -> None:
    here, there, copy = tmp_path / "here", tmp_path / "there", tmp_path / "backup.ragindex"
    run("index", "create", "lib", data_dir=here)
    run("add", "lib", folder, "--no-embed", data_dir=here)
    assert run("index", "export", "lib", copy, data_dir=here) == f"Exported “lib” to {copy}.\n"
    assert "already a file" in run("index", "export", "lib", copy, data_dir=here, code=1)
    assert run_json("index", "export", "lib", copy, "--force", data_dir=here) == {"name": "lib", "file": str(copy)}
    assert run("index", "import", copy, data_dir=there).startswith("Imported “backup”: 3 files, ")
    assert run_json("index", "import", copy, "again", data_dir=there)["name"] == "again"
    assert "already a library" in run("index", "import", copy, data_dir=there, code=1)
    assert "There is no file at" in run("index", "import", tmp_path / "none", data_dir=there, code=1)
    found = run_json("search", "backup", "purr", "--mode", "bm25", data_dir=there)
    assert "cats.txt" in str(found)
