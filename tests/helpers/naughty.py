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
from pathlib import Path

from desktop_rag.readers.base import ReadOptions


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


def unpicklable() -> object:
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


class Bomb(tuple[str, ...]):
    """Kills the process that unpacks it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return leave, ()
