"""A folder that vanished is told of where nobody watches it, and no more when it is back."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.command_line import run, run_json

GONE = "{} can't be reached. Its files stay searchable."


def delete(docs: Path) -> None:
    shutil.copytree(docs, docs.with_name("kept"))
    shutil.rmtree(docs)


def rename(docs: Path) -> None:
    docs.rename(docs.with_name("kept"))


def rename_what_it_is_in(docs: Path) -> None:
    docs.parent.rename(docs.parent.with_name("elsewhere"))


def put_back(docs: Path) -> None:
    elsewhere = docs.parent.with_name("elsewhere")
    if elsewhere.exists():
        elsewhere.rename(docs.parent)
    else:
        docs.with_name("kept").rename(docs)


@pytest.mark.slow
@pytest.mark.parametrize("lose", [delete, rename, rename_what_it_is_in], ids=lambda lose: lose.__name__)
def test_a_vanished_folder_is_told_of_and_recovers(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    data, docs = tmp_path / "data", tmp_path / "up" / "docs"
    docs.mkdir(parents=True)
    (docs / "a.txt").write_text("About whales.")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", docs, "--no-embed", data_dir=data)
    said = GONE.format(docs)
    assert said not in run("index", "list", data_dir=data)
    lose(docs)
    assert said in run("index", "list", data_dir=data)
    assert said in run("status", "lib", data_dir=data)
    (listed,) = run_json("index", "list", "--json", data_dir=data)
    assert listed["offline"] == [str(docs)]
    assert run_json("search", "lib", "whales", "--json", data_dir=data)
    put_back(docs)
    for command in (("index", "list"), ("status", "lib")):
        assert said not in run(*command, data_dir=data)
