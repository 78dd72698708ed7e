"""Where the program that serves others is found: a socket that only programs of the same person can open.

It lies in the data folder. On Windows, on drives without sockets and below long paths it is a port of the loopback;
whoever connects there must know the token in a file that only its owner can read.
"""

import contextlib
import json
import os
import secrets
import socket
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from desktop_rag import __version__
from desktop_rag.core.private_files import close_to_others, make_private_file

ADDRESS_FILE, LOCK_FILE, SOCKET_FILE = "mcp.json", "mcp.lock", "mcp.socket"
LONGEST_LINE = 4 << 20
"""Bytes of a message between the two programs."""
_LONGEST_PATH = 100  # bytes of a path that all systems take for a socket


@dataclass(frozen=True, slots=True)
class Address:
    """A socket's path, "" where it is a port, the token that opens it, and the version of the program behind it."""

    path: str
    port: int
    token: str
    version: str = __version__


def socket_path(data_dir: Path) -> str:
    """Return the path of the socket; "" where there can be none."""
    path = str(data_dir.absolute() / SOCKET_FILE)
    return path if sys.platform != "win32" and len(os.fsencode(path)) <= _LONGEST_PATH else ""


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def write_address(data_dir: Path, address: Address) -> None:
    """Note where the program is found, for its owner alone.

    Raises:
        OSError: it cannot be written.

    """
    file = data_dir / ADDRESS_FILE
    make_private_file(file)
    close_to_others(file)
    file.write_text(json.dumps(asdict(address)), encoding="utf-8")


def read_address(data_dir: Path) -> Address | None:
    """Return where the program is found; None where none serves this folder, or what is noted makes no sense."""
    try:
        stored = json.loads((data_dir / ADDRESS_FILE).read_text(encoding="utf-8"))
        path, port, token, version = (stored[key] for key in ("path", "port", "token", "version"))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if not (isinstance(path, str) and isinstance(port, int) and 0 <= port < 1 << 16):
        return None
    return Address(path, port, str(token), str(version))


def connected(address: Address, seconds: float) -> socket.socket:
    """Return a connection; whoever listens there has not said anything yet.

    Raises:
        OSError: nobody listens.

    """
    if not address.path:
        return socket.create_connection(("127.0.0.1", address.port), seconds)
    if sys.platform == "win32":
        raise ConnectionRefusedError
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.settimeout(seconds)
        made.connect(address.path)
    except BaseException:
        made.close()
        raise
    return made


def remove_address(data_dir: Path) -> None:
    """Remove what a program left that serves no more; its lock tells who may."""
    for name in (ADDRESS_FILE, SOCKET_FILE):
        with contextlib.suppress(OSError):
            (data_dir / name).unlink()
