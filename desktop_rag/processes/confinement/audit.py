"""What Python's own functions may do in a child, told by audit events: a second line behind what the system refuses.

Native code is not seen here. What is refused has a message that says which file did what.
"""

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

_NETWORK = (
    "socket.__new__ socket.connect socket.bind socket.getaddrinfo socket.gethostbyname socket.sendto socket.sendmsg"
)
_PROGRAMS = (
    "subprocess.Popen os.system os.exec os.posix_spawn os.spawn os.fork os.forkpty os.startfile os.startfile/2 "
    "pty.spawn webbrowser.open"
)
_FIRST_PATH = "os.truncate shutil.rmtree"
_PATH_IN_FOLDER = "os.remove os.rmdir os.mkdir os.chmod os.chown os.utime"  # their last argument: an open folder, or -1
_BOTH_PATHS = "os.rename os.link os.symlink"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class RefusedError(PermissionError):
    """A child tried what it may not do."""


def refuse_events(scratch: Path) -> None:
    """Give temporary files their place in ``scratch`` and refuse what reading a file never needs."""
    tempfile.tempdir = str(scratch)
    for name in ("TMPDIR", "TEMP", "TMP"):
        os.environ[name] = str(scratch)
    # a library that is imported late would write its cache beside itself
    sys.dont_write_bytecode = True
    checks = _checks(_is_outside(scratch))

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        check = checks.get(event)
        if check is not None:
            check(event, arguments)

    # cannot be taken away again, not even by code that runs in the child
    sys.addaudithook(hook)


_Check = Callable[[str, tuple[object, ...]], None]


def _checks(is_outside: Callable[[object], bool]) -> dict[str, _Check]:
    """Return what is looked at closer, by the name of the event."""

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        raise RefusedError(errno.EPERM, f"reading it must not do this: {event} {arguments!r:.200}")

    def check_open(event: str, arguments: tuple[object, ...]) -> None:
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITES and is_outside(path):
            refuse(event, arguments)

    def check_first(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(arguments[0]):
            refuse(event, arguments)

    def check_in_folder(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(_absolute(arguments[0], arguments[-1])):
            refuse(event, arguments)

    def check_both(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(arguments[0]) or is_outside(arguments[1]):
            refuse(event, arguments)

    checks: dict[str, _Check] = dict.fromkeys(f"{_NETWORK} {_PROGRAMS}".split(), refuse)
    checks |= dict.fromkeys(_FIRST_PATH.split(), check_first)
    checks |= dict.fromkeys(_PATH_IN_FOLDER.split(), check_in_folder)
    checks |= dict.fromkeys(_BOTH_PATHS.split(), check_both)
    checks["open"] = check_open
    return checks


def _absolute(path: object, folder: object) -> object:
    """Return a path below the root where the system tells which folder a number stands for."""
    if sys.platform != "linux" or not isinstance(folder, int) or folder < 0 or not isinstance(path, (str, bytes)):
        return path
    with contextlib.suppress(OSError):
        return Path(f"/proc/self/fd/{folder}").readlink() / os.fsdecode(path)
    return path


def _is_outside(scratch: Path) -> Callable[[object], bool]:
    """Return what tells whether a path, as audit events have it, is outside the scratch folder."""
    allowed = (f"{scratch.resolve()}{os.sep}", f"{scratch.absolute()}{os.sep}")
    inside = {name.rstrip(os.sep) for name in allowed}

    def is_outside(path: object) -> bool:
        if isinstance(path, int) or path is None:
            return False  # a file that is open already
        name = os.path.abspath(os.fsdecode(path) if isinstance(path, (str, bytes)) else str(path))  # noqa: PTH100
        return name not in inside and name != os.devnull and not name.startswith(allowed)

    return is_outside
