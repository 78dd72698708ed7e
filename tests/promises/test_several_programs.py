"""Several programs on one data folder at once: nothing is lost, nothing damaged, nothing left behind.

``python -m tests.tools.programs --minutes 10`` and ``--kills 500`` do so for longer, and with more acts
``python -m tests.tools.kills``.
"""

import subprocess
import sys

import pytest

from tests.helpers.command_line import environment

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are copied"),
]


@pytest.mark.parametrize(
    "options", [["--minutes", ".12", "--programs", "5"], ["--kills", "24"]], ids=["at once", "killed"]
)
def test_nothing_is_lost_damaged_or_left_behind(options: list[str]) -> None:
    program = [sys.executable, "-m", "tests.tools.programs", *options]
    done = subprocess.run(program, capture_output=True, text=True, timeout=150, env=environment(), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "libraries made" in done.stdout


def test_programs_killed_in_the_middle_of_anything_lose_nothing() -> None:
    acts = "rename,settings export,ask,download,move"
    program = [sys.executable, "-m", "tests.tools.kills", "--count", "8", "--acts", acts]
    done = subprocess.run(program, capture_output=True, text=True, timeout=170, env=environment(), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing found" in done.stdout
