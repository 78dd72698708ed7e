"""Sets up a child process before it sees anything of a file.

Nothing that a file contains is executed or fetched: no network, no other programs, nothing written outside the
scratch folder. The system sees to that where it can; where it cannot, Python's audit events remain
(``confinement.report`` tells which).
"""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from desktop_rag.processes.confinement import macos, windows
from desktop_rag.processes.confinement.audit import refuse_events
from desktop_rag.processes.confinement.capabilities import drop_capabilities
from desktop_rag.processes.confinement.landlock import restrict_writing
from desktop_rag.processes.confinement.lifeline import end_with_parent
from desktop_rag.processes.confinement.limits import MOST_ADDRESS_SPACE, lower_ceilings
from desktop_rag.processes.confinement.seccomp import refuse_calls
from desktop_rag.processes.confinement.system_calls import refuse_more_rights


@dataclass(frozen=True, slots=True)
class ChildSetup:
    """How a child is set up. With ``scratch``, the only folder it may write to, it is confined.

    ``memory`` bytes of address space are the most it gets. One that ``serves`` may be connected to over TCP; it cannot
    connect to anything itself.
    """

    niceness: int = 0
    scratch: Path | None = None
    memory: int = MOST_ADDRESS_SPACE
    serves: bool = False


def prepare(setup: ChildSetup) -> None:
    """Set up the child: it gives way to the window, ends with its parent alone, and is confined if need be."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(setup.niceness)
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's business
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # end at once, also in the middle of native code
    end_with_parent()
    if setup.scratch is not None:
        _detach()
        lower_ceilings(setup.memory)
        refuse_events(setup.scratch)
        places = [setup.scratch, Path(os.devnull)]
        if sys.platform == "linux":
            _confine_on_linux(places, serves=setup.serves)
        elif sys.platform == "darwin":
            with contextlib.suppress(OSError, AttributeError):
                macos.enter_sandbox(places, serves=setup.serves)
        elif sys.platform == "win32":
            windows.harden()


def _detach() -> None:
    """Keep the child from the terminal of the person: what libraries print about a file, and what is typed."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _confine_on_linux(places: Sequence[Path], *, serves: bool) -> None:
    """Have the kernel refuse what it can; each part for itself, as older kernels and some containers lack one."""
    writing, calls = partial(restrict_writing, places, serves=serves), partial(refuse_calls, serves=serves)
    for confine in (drop_capabilities, refuse_more_rights, writing, calls):
        with contextlib.suppress(OSError):
            confine()
