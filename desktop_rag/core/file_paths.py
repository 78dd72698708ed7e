"""The paths files are known by: also files inside files, and files whose names are no text.

A file inside a file is ``container//path inside``: two slashes are in no path that was made absolute. Bytes of a
name that are no UTF-8 are kept as characters of a private area, so that every path can be stored and shown.
The state that a file had until some time is shown as ``file//time``, with the ending of the file.
"""

import datetime as dt
import os
import re
from pathlib import Path, PurePath

INSIDE = "//"
_ESCAPED, _PRIVATE = 0xDC00, 0xF700  # what Python makes of byte b: chr(0xDC00 + b); what we make: chr(0xF700 + b)
_TO_STORED = {_ESCAPED + byte: _PRIVATE + byte for byte in range(0x80, 0x100)}
_TO_REAL = {stored: real for real, stored in _TO_STORED.items()}


_EARLIER = re.compile(r"//(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.\w+)?\Z", re.ASCII)


def absolute_path(path: Path) -> Path:
    """Return the absolute form of a path, keeping symbolic links; it never begins with two slashes."""
    found = os.path.abspath(os.path.expanduser(path))  # noqa: PTH100, PTH111 - keeps links; “~nobody” may be a file
    return Path(found if os.sep != "/" else f"/{found.lstrip('/')}")


def stored_path(path: str) -> str:
    """Return a path as it can be stored and shown."""
    return path if path.isascii() else path.translate(_TO_STORED)


def real_path(path: str) -> Path:
    """Return the path of a file on disk; for a file inside a file, that of the outermost one."""
    outside = path.partition(INSIDE)[0]
    return Path(outside if outside.isascii() else outside.translate(_TO_REAL))


def is_inside(path: str) -> bool:
    """Return True if a path is that of a file inside a file."""
    return INSIDE in path


def inner_parts(path: str) -> list[str]:
    """Return the path inside each container, from the outermost on; none for a file on disk."""
    return path.split(INSIDE)[1:]


def shown_name(path: str) -> str:
    """Return the name of a file as it is shown: the last part of its path."""
    return path.rpartition("/")[2] if is_inside(path) else Path(path).name


def shown_path(path: str) -> str:
    """Return a path as it is shown: of a file inside a file, “archive.zip › report.pdf”."""
    return path.replace(INSIDE, " › ")


def earlier_place(path: str, until: float) -> str:
    """Return the path of the state that a file had until some time, in seconds since 1970."""
    at = dt.datetime.fromtimestamp(until, dt.UTC).astimezone()
    ending = Path(shown_name(path)).suffix
    return f"{path}{INSIDE}{at:%Y-%m-%d %H:%M:%S}{ending if ending[1:].isalnum() and ending.isascii() else ''}"


def is_earlier(path: str) -> bool:
    """Return True if a path is that of an earlier state of a file."""
    return _EARLIER.search(path) is not None


def earlier_until(path: str) -> float:
    """Return the time until which a file was as the state at a path, in seconds since 1970; 0 for other paths."""
    found = _EARLIER.search(path)
    try:
        return dt.datetime.fromisoformat(found.group(1)).astimezone().timestamp() if found else 0.0
    except ValueError:
        return 0.0


def without_earlier(path: str) -> str:
    """Return the path of the file of which one is an earlier state; any other path as it is."""
    return _EARLIER.sub("", path)


def file_name(path: str) -> str:
    """Return the last part of a path of any system."""
    return PurePath(path.replace("\\", "/")).name or path


def folder_name(path: str) -> str:
    """Return the name of the folder that a file lies in; of a file inside others, that of the outermost one."""
    return PurePath(path.partition(INSIDE)[0].replace("\\", "/")).parent.name


def file_label(path: str) -> str:
    """Return a file's name; of a file inside others, their names before it: “archive.zip › report.pdf”."""
    outermost, *inside = path.split(INSIDE)
    return shown_path(INSIDE.join([file_name(outermost), *map(file_name, inside)]))
