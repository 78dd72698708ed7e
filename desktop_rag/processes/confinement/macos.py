"""The sandbox of macOS: a process gives up rights for good, in a profile of rules of which the last that fits counts.

``sandbox_init`` is declared in ``sandbox.h``; the words of profiles are those of ``/System/Library/Sandbox/Profiles``.
"""

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path

_LIBRARY = "/usr/lib/libSystem.B.dylib"


def enter_sandbox(places: Sequence[Path], *, serves: bool = False) -> None:
    """Refuse this process writing outside ``places``, the network, new processes and signals to others, for good.

    One that ``serves`` may be connected to by programs of this computer.

    Raises:
        OSError: the system does not take the profile.

    """
    library = ctypes.CDLL(_LIBRARY)
    complaint = ctypes.c_char_p()
    if library.sandbox_init(profile_for(places, serves=serves).encode(), ctypes.c_uint64(0), ctypes.byref(complaint)):
        raise OSError(os.fsdecode(complaint.value or b"no sandbox"))


def is_sandboxed() -> bool:
    """Return True if this process has given up rights."""
    return bool(ctypes.CDLL(_LIBRARY).sandbox_check(os.getpid(), None, 0))


def profile_for(places: Sequence[Path], *, serves: bool = False) -> str:
    """Return the profile that lets a process write below some paths only, and be connected to if it ``serves``."""
    allowed = "".join(f"\n  (subpath {_quoted(place.resolve())})" for place in places)
    listening = "".join(f'\n(allow network-{way} (local ip "localhost:*"))' for way in ("bind", "inbound") if serves)
    return f"""(version 1)
(allow default)
(deny network*){listening}
(deny process-exec*)
(deny process-fork)
(deny signal)
(allow signal (target self))
(deny file-write*)
(allow file-write*{allowed})
"""


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
