"""Children end with the program, however that ended and whatever they are doing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.helpers.fresh_home import ROOT

PROGRAM = """
import sys
from pathlib import Path
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from tests.helpers import naughty

if __name__ == "__main__":
    pools = ChildProcesses(1), ChildProcesses(1, scratch=Scratch(Path(sys.argv[1])))
    children = [(children.lease(), work) for children in pools for work in (naughty.work, naughty.sleep_in_native_code)]
    for child, _ in children:
        child.send(naughty.own_process, limits=Limits(60))
        print(child.receive().value, flush=True)
    for child, work in children:
        child.send(work, 600, limits=Limits(600))
    children[0][0].receive(), children[2][0].receive()
    print("busy", flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_children_do_not_outlive_a_killed_program_by_a_second(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    program = subprocess.Popen(
        [sys.executable, script, tmp_path / "data"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert program.stdin is not None
    assert program.stdout is not None
    with program, program.stdin, program.stdout:
        children = [psutil.Process(int(program.stdout.readline())) for _ in range(4)]
        assert program.stdout.readline() == "busy\n"
        program.send_signal(signal.SIGKILL)
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline and any(map(runs, children)):
            time.sleep(0.02)
        alive = [child for child in children if runs(child)]
        for child in alive:
            child.kill()
        assert alive == []


def runs(child: psutil.Process) -> bool:
    """Whether a process has not ended, even if nobody has asked yet how it did."""
    try:
        return child.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
