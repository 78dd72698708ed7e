"""What a file could make a reader do, for tests to run in children."""

import ctypes
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from desktop_rag.core.file_paths import real_path
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.containers.extract import ExtractedFile


def work(number: int) -> int:
    return number * 2


def hang() -> None:
    while True:
        pass


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def sleep_in_native_code(seconds: int) -> None:
    """Sleep with Python's global lock held: no other thread of Python runs."""
    ctypes.PyDLL(None).sleep(seconds)


def own_process() -> int:
    return os.getpid()


def device_of(stream: int) -> int:
    return os.fstat(stream).st_rdev


def abort() -> None:
    os.abort()


def crash() -> None:
    ctypes.string_at(0)


def leave() -> None:
    os._exit(3)


def eat(step: int = 1 << 24) -> int:
    held: list[bytearray] = []
    while True:
        held.append(bytearray(step))
        for place in range(0, step, 4096):
            held[-1][place] = 1


def give_stream() -> object:
    return sys.stdout


def bug() -> None:
    raise KeyError("surprise")


def connect() -> None:
    with socket.socket() as end:
        end.connect(("127.0.0.1", 9))


def look_up() -> None:
    socket.getaddrinfo("localhost", 80)


def run_program() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def run_command() -> None:
    os.system("true")


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def write(path: Path) -> None:
    path.write_text("mine")


def remove(path: Path) -> None:
    path.unlink()


def rename(path: Path) -> None:
    path.rename(path.with_suffix(".old"))


def make_folder(path: Path) -> None:
    path.mkdir()


def use_temporary_files() -> str:
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
        place = Path(folder) / "a"
        place.write_text("b")
        place.rename(place.with_suffix(".c"))
        return file.name


def read(path: Path) -> str:
    return path.read_text()


def name_another_file(file: str, place: Path) -> ExtractedFile:
    """Say that a file was unpacked to where another one lies."""
    return ExtractedFile(real_path(file), 0.0)


def name_it_otherwise(file: str, place: Path) -> ExtractedFile:
    """Unpack a file under the name of a program."""
    place.mkdir(parents=True, exist_ok=True)
    path = place / "letter.desktop"
    path.write_text("[Desktop Entry]")
    return ExtractedFile(path, 0.0)


def fail(error: Exception) -> None:
    raise error


def run_out_of_memory() -> None:
    raise MemoryError


@dataclass(frozen=True, slots=True)
class Trap(ReadOptions):
    """Options that do something when a reader in a child looks at them: what its libraries might do."""

    action: Callable[[], object] = abort

    def __getattribute__(self, name: str) -> object:
        if name == "maximum_bytes" and multiprocessing.parent_process() is not None:
            object.__getattribute__(self, "action")()
        return object.__getattribute__(self, name)


def _connection() -> Connection:
    """Return the child's end of the pipe, as code that has taken over the child would find it."""
    frame = sys._getframe()
    while "connection" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    found = frame.f_locals["connection"]
    assert isinstance(found, Connection)
    return found


def send(data: bytes) -> None:
    """Send the parent something as a message, then hang."""
    _connection().send_bytes(data)
    hang()


def send_half() -> None:
    """Announce a message and send a part of it, then hang."""
    os.write(_connection().fileno(), b"\x00\x00\x10\x00half")
    hang()


class RunsWhenUnpacked:
    """Runs a command in the process that unpickles it."""

    def __init__(self, command: str) -> None:
        self._command = command

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (self._command,)


class Bomb(tuple[str, ...]):
    """Kills the process that unpacks it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return leave, ()
