"""“A library file from somebody else can do no harm”: each ends in a sentence, soon, and the others are as before."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command_line import environment, run
from tests.helpers.hostile_libraries import HOSTILE, make_good

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="pipes, devices and /proc")]
MOST_KILOBYTES = 300_000
MOST_SECONDS = 60.0  # for one command on a busy computer; most take one
STEPS = ("search", "ask", "add", "import")
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


NAMES = tuple(HOSTILE)
GROUPS = [NAMES[start : start + 6] for start in range(0, len(NAMES), 6)]


@pytest.mark.parametrize("names", GROUPS, ids=lambda names: names[0])
def test_crafted_libraries_end_in_sentences(folder: Path, names: tuple[str, ...]) -> None:
    report = tried(folder, names)
    problems = []
    for name in names:
        for step in STEPS:
            code, said, seconds = report[name][step]
            if code not in (0, 1) or not said.strip() or "wrong inside the program" in said or "Traceback" in said:
                problems.append(f"{name}, {step}: {code} {said}")
            if seconds > MOST_SECONDS:
                problems.append(f"{name}, {step}: {seconds} seconds")
    for listed in ("list", "list again"):
        code, said, seconds = report[listed]
        if code or seconds > MOST_SECONDS or any(f"{name}: 3 files, 3 passages" not in said for name in GOOD):
            problems.append(f"{listed}: {code} {seconds} {said}")
    assert not problems, "\n".join(problems)
    assert report["kilobytes"] < MOST_KILOBYTES
