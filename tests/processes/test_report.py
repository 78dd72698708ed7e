"""What is said to confine children is what does."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.processes.confinement import linux
from desktop_rag.processes.confinement.linux import PROCESSORS
from desktop_rag.processes.confinement.report import Confinement, inspect_confinement
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from tests.helpers import command_line
from tests.helpers.fresh_home import ROOT

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="what only Linux holds processes to")
CONTAINER = """
import ctypes, errno, sys
from desktop_rag.cli import doctor
from desktop_rag.cli.main import main
from desktop_rag.processes.confinement import linux
from desktop_rag.processes.confinement.linux import call, refuse_more_rights, this_processor

def forbid(names):
    numbers = this_processor().numbers
    instructions = [linux._load(0)]
    for name in names:
        instructions += linux._for_call(numbers[name], [linux._answer(errno.ENOSYS)])
    instructions.append(linux._answer(0))
    array = (linux.Instruction * len(instructions))(*instructions)
    refuse_more_rights()
    call("seccomp", 1, 1, ctypes.byref(linux.Program(len(array), array)))

checks = doctor._checks
doctor._checks = lambda *given: [one for one in checks(*given) if one[0] == "confinement"]  # the others take seconds

if __name__ == "__main__":
    forbid(sys.argv.pop(1).split(","))
    sys.exit(main())
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    scratch = Scratch(tmp_path / "data")
    yield scratch
    scratch.close()


def inspected(scratch: Scratch, *, confined: bool) -> Confinement:
    children = ChildProcesses(1, scratch=scratch if confined else None)
    try:
        return children.run(inspect_confinement, scratch.folder, seconds=30, token=CancelToken())
    finally:
        children.close()


@on_linux
def test_a_child_that_is_not_confined_says_so(scratch: Scratch) -> None:
    found = inspected(scratch, confined=False)
    assert found.open == ("connect", "start programs", "write outside its folder", "send signals")
    assert not any(part.startswith("Landlock") for part in found.held_by)
    assert list(scratch.folder.parent.iterdir()) == [scratch.folder]


@on_linux
def test_a_confined_child_names_what_holds_it(scratch: Scratch) -> None:
    found = inspected(scratch, confined=True)
    assert found == Confinement((f"Landlock {linux.version()}", "seccomp"), ())


@on_linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("forbidden", "said"),
    [
        pytest.param(
            "landlock_create_ruleset,seccomp",
            "confined by Python's own checks; native code in them could connect, start",
            id="nothing",
        ),
        pytest.param(
            "landlock_create_ruleset",
            "confined by seccomp, Python's own checks; native code in them could write outside",
            id="no Landlock",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_where_the_system_forbids_it_files_are_read_and_doctor_warns(tmp_path: Path, forbidden: str, said: str) -> None:
    script = tmp_path / "container.py"
    script.write_text(CONTAINER)
    (tmp_path / "letter.txt").write_text("Whales sing.")
    data = ("--data-dir", tmp_path / "data")

    def run(*arguments: str | Path) -> str:
        program = [sys.executable, script, forbidden, *arguments, *data]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        return subprocess.run(program, check=True, capture_output=True, text=True, timeout=120, env=env).stdout

    (line,) = (line for line in run("doctor").splitlines() if line.startswith("warn  confinement"))
    assert f"warn  confinement: files are read by processes {said}" in line
    command_line.run("index", "create", "lib", data_dir=tmp_path / "data")
    run("add", "lib", tmp_path / "letter.txt", "--no-embed")
    assert "letter.txt" in command_line.run("search", "lib", "whales", "--mode", "bm25", data_dir=tmp_path / "data")


@pytest.mark.parametrize("machine", PROCESSORS)
def test_the_filter_refuses_calls_of_other_processors(machine: str) -> None:
    """A program can be made of calls that another kind of processor numbers differently."""
    processor = PROCESSORS[machine]
    first, second, third, *_ = linux.instructions_for(processor, 1)
    assert (first.code, first.value) == (0x20, 4), "struct seccomp_data: arch"
    assert (second.value, second.yes, second.no) == (processor.audit_name, 1, 0)
    assert third.value == 0x00050000 | errno.EPERM


@pytest.mark.parametrize("machine", PROCESSORS)
@pytest.mark.parametrize(
    ("name", "argument", "answer"),
    [
        ("read", 0, 0),
        ("openat", 0, 0),
        ("socket", 2, errno.EPERM),
        ("clone3", 0, errno.ENOSYS),
        ("clone", 0x11, errno.EPERM),
        ("clone", 0x3D0F00, 0),
        ("clone", 0x10000 | 0x10000000, errno.EPERM),
        ("kill", 77, 0),
        ("kill", 1, errno.EPERM),
        ("prlimit64", 0, 0),
        ("prlimit64", 1, errno.EPERM),
    ],
    ids=str,
)
def test_the_filter_answers_on_both_processors(machine: str, name: str, argument: int, answer: int) -> None:
    processor = PROCESSORS[machine]
    others = {"x86_64": {"read": 0, "openat": 257}, "aarch64": {"read": 63, "openat": 56}}
    number = (processor.numbers | others[machine])[name]
    words = {0: number, 4: processor.audit_name, 16: argument}
    assert filtered(list(linux.instructions_for(processor, 77)), words) == (0x50000 | answer if answer else 0x7FFF0000)


@pytest.mark.parametrize("machine", PROCESSORS)
@pytest.mark.parametrize(
    ("name", "arguments", "allowed"),
    [
        ("socket", (2, 1), True),
        ("socket", (2, 0x80001), True),
        ("socket", (2, 2), False),
        ("socket", (1, 1), False),
        ("bind", (), True),
        ("listen", (), True),
        ("accept4", (), True),
        ("connect", (), False),
        ("sendto", (3, 0, 0, 0, 0), True),
        ("sendto", (3, 0, 0, 0, 8), False),
        ("sendto", (3, 0, 0, 0, 1 << 40), False),
        ("sendmsg", (), False),
        ("execve", (), False),
    ],
    ids=str,
)
def test_a_child_that_serves_can_be_connected_to_and_reaches_nobody(
    machine: str, name: str, arguments: tuple[int, ...], allowed: bool
) -> None:
    processor = PROCESSORS[machine]
    words = {0: processor.numbers[name], 4: processor.audit_name}
    for place, argument in enumerate(arguments):
        words |= {16 + 8 * place: argument & 0xFFFFFFFF, 20 + 8 * place: argument >> 32}
    answer = filtered(list(linux.instructions_for(processor, 77, serves=True)), words)
    assert answer == (0x7FFF0000 if allowed else 0x50000 | errno.EPERM)


def filtered(program: list[linux.Instruction], words: dict[int, int]) -> int:
    """Run a filter as the kernel does."""
    place = word = 0
    while True:
        step = program[place]
        place += 1
        if step.code == 0x06:
            return int(step.value)
        if step.code == 0x20:
            word = words[step.value]
        elif step.code == 0x54:
            word &= step.value
        else:
            true = word == step.value if step.code == 0x15 else word >= step.value
            place += step.yes if true else step.no
