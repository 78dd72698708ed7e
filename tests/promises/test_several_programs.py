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


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--minutes", ".06", "--programs", "5"], id="at once"),
        pytest.param(["--kills", "12"], id="killed"),
        pytest.param(["--minutes", ".5", "--programs", "5"], id="longer at once", marks=pytest.mark.nightly),
        pytest.param(["--kills", "60"], id="killed more often", marks=pytest.mark.nightly),
    ],
)
def test_nothing_is_lost_damaged_or_left_behind(options: list[str]) -> None:
    program = [sys.executable, "-m", "tests.tools.programs", *options]
    done = subprocess.run(program, capture_output=True, text=True, timeout=150, env=environment(), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "libraries made" in done.stdout


@pytest.mark.parametrize(
    ("count", "acts"),
    [
        (2, "settings export,ask"),
        pytest.param(16, "rename,settings export,ask,download,move", marks=pytest.mark.nightly),
    ],
)
def test_programs_killed_in_the_middle_of_anything_lose_nothing(count: int, acts: str) -> None:
    program = [sys.executable, "-m", "tests.tools.kills", "--count", str(count), "--acts", acts]
    done = subprocess.run(program, capture_output=True, text=True, timeout=170, env=environment(), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing found" in done.stdout
