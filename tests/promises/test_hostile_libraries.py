"""“A library file from somebody else can do no harm”: each ends in a sentence, soon, and the others are as before."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command_line import environment, run
from tests.helpers.hostile_libraries import HOSTILE, make_good

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="pipes, devices and /proc")]
MOST_KILOBYTES = 300_000
MOST_SECONDS = 60.0  # for one command on a busy computer; most take one
FAULTS = ("wrong inside the program", "fault in the program", "Traceback", "\x1b", "\x07", "\u202e")
STEPS = ("search", "ask", "status", "questions", "table", "add", "import", "delete")
GOOD = ("mine", "yours")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def tried(folder: Path, names: tuple[str, ...]) -> dict[str, Any]:
    """Put some crafted files among good libraries, use them, and return what was said."""
    data = folder / f"data-{abs(hash(names))}"
    if not (empty := folder / "empty").exists():
        run("index", "create", "first", data_dir=empty)
    shutil.copytree(empty, data)
    good = folder / "good.ragindex"
    if not good.exists():
        make_good(good, folder / "documents")
    for name in GOOD:
        (data / "libraries" / f"{name}.ragindex").write_bytes(good.read_bytes())
    for name in names:
        HOSTILE[name](data / "libraries" / f"{name}.ragindex", good)
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.hostile_libraries", str(data), *names],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=170,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    report: dict[str, Any] = json.loads(done.stdout)
    return report


# one of each kind: what SQLite would run, broken schemas, values, sizes without end, files that are none, side files
BY_DAY = (
    *("view for properties", "trigger", "virtual table for roots", "check with a function", "table that is missing"),
    *("schema of long words", "settings that are no JSON", "numbers that no date has", "page that is a bomb"),
    *("header and noise", "named pipe", "a journal that names another file"),
)


def groups(names: Sequence[str], *marks: pytest.MarkDecorator) -> list[pytest.ParameterSet]:
    """Return the names of crafted files in groups that are tried together."""
    some = [tuple(names[start : start + 6]) for start in range(0, len(names), 6)]
    return [pytest.param(group, id=group[0], marks=marks) for group in some]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "names", groups(BY_DAY) + groups([name for name in HOSTILE if name not in BY_DAY], pytest.mark.nightly)
)
def test_crafted_libraries_end_in_sentences(folder: Path, names: tuple[str, ...]) -> None:
    report = tried(folder, names)
    problems = []
    for name in names:
        for step in STEPS:
            code, said, seconds = report[name][step]
            if code not in (0, 1) or not said.strip() or any(sign in said for sign in FAULTS):
                problems.append(f"{name}, {step}: {code} {said}")
            if seconds > MOST_SECONDS:
                problems.append(f"{name}, {step}: {seconds} seconds")
        path = folder / f"data-{abs(hash(names))}" / "libraries" / f"{name}.ragindex"
        if os.path.lexists(path) and not path.is_dir():
            problems.append(f"{name} cannot be deleted: {report[name]['delete']}")
    for listed in ("list", "list again"):
        code, said, seconds = report[listed]
        if code or seconds > MOST_SECONDS or any(f"{name}: 3 files, 3 passages" not in said for name in GOOD):
            problems.append(f"{listed}: {code} {seconds} {said}")
    assert not problems, "\n".join(problems)
    assert report["kilobytes"] < MOST_KILOBYTES
