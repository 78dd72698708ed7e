"""What is handed to the kernels has the shape that their headers give it, also where that system is not there."""

import ctypes
import re
import sys
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.processes.confinement import linux, macos, windows
from desktop_rag.processes.confinement.report import Confinement, inspect_confinement
from desktop_rag.processes.pool import ChildProcesses


@pytest.mark.parametrize(
    ("structure", "size"),
    [
        (windows.BasicLimits, 64),
        (windows.ExtendedLimits, 144),
        (linux.Ruleset, 24),
        (linux.PathRule, 12),
        (linux.Instruction, 8),
        (linux.Program, 16),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_structures_have_the_size_of_the_headers(structure: type[ctypes.Structure], size: int) -> None:
    assert ctypes.sizeof(structure) == size


@pytest.mark.parametrize(
    ("structure", "field", "offset"),
    [
        (windows.BasicLimits, "flags", 16),
        (windows.BasicLimits, "processes", 40),
        (windows.ExtendedLimits, "transferred", 64),
        (windows.ExtendedLimits, "process_memory", 112),
        (linux.PathRule, "descriptor", 8),
        (linux.Instruction, "value", 4),
        (linux.Program, "instructions", 8),
    ],
)
def test_fields_stand_where_the_headers_have_them(structure: type[ctypes.Structure], field: str, offset: int) -> None:
    assert getattr(structure, field).offset == offset


def test_a_job_of_windows_holds_one_process_that_ends_with_the_program() -> None:
    limits = windows.limits_of_child(5 << 30)
    kill_on_close, one_process, memory = 0x2000, 0x8, 0x100
    assert limits.basic.flags & (kill_on_close | one_process | memory) == kill_on_close | one_process | memory
    assert (limits.basic.processes, limits.process_memory) == (1, 5 << 30)


def test_the_profile_of_macos_refuses_first_and_allows_its_folder_last(tmp_path: Path) -> None:
    folder = tmp_path / 'a "b" (c) \\d'
    profile = macos.profile_for([folder, Path("/dev/null")])
    rules = re.findall(r"^\((\w+) ([\w*-]+)", profile, flags=re.MULTILINE)
    for refused in ("network*", "process-exec*", "process-fork"):
        assert ("deny", refused) in rules
        assert ("allow", refused) not in rules
    assert rules.index(("deny", "file-write*")) < rules.index(("allow", "file-write*"))
    assert rules.index(("deny", "signal")) < rules.index(("allow", "signal"))
    text = str(folder.resolve()).replace("\\", "\\\\").replace('"', '\\"')
    assert f'(subpath "{text}")' in profile
    bare = re.sub(r'"(?:\\.|[^"\\])*"', "", profile)
    assert bare.count("(") == bare.count(")")
    assert '"' not in bare


def test_the_profile_of_macos_lets_a_child_that_serves_be_connected_to(tmp_path: Path) -> None:
    rules = re.findall(r"^\((\w+) (network-?[\w*]*)", macos.profile_for([tmp_path], serves=True), flags=re.MULTILINE)
    assert rules == [("deny", "network*"), ("allow", "network-bind"), ("allow", "network-inbound")]


@pytest.mark.skipif(sys.platform not in {"darwin", "win32"}, reason="Linux has tests of its own")
def test_a_child_is_held_by_what_the_system_has(confined: ChildProcesses) -> None:
    assert confined.scratch is not None
    found = confined.run(inspect_confinement, confined.scratch.folder, seconds=30, token=CancelToken())
    if sys.platform == "darwin":
        assert found == Confinement(("the sandbox of macOS",), ())
    else:
        assert found.held_by == ("a job object",)
