"""Gives a file inside a file as a real file: to draw its pages, or to open it in its own program."""

import contextlib
import os
import shutil
import tempfile
from collections import OrderedDict
from functools import cache
from pathlib import Path

import psutil

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, inner_parts, is_inside, real_path, shown_name
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.containers.unpacking import Unpack
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import load_function

KEPT = 6
_MOST_BYTES = 1 << 33  # it was not too large when it was read
_PREFIX = "desktop-rag-inside-"
_GONE = "The file inside it can't be found anymore."
_UPDATE = "Bring the library up to date."


def extracted(path: str, scratch: Path) -> Path:
    """Return a file in ``scratch`` that holds what is known by ``path``: "container//path inside", at any depth.

    Raises:
        UserError: the container is gone or changed, or cannot be read any more.

    """
    name = path.partition(INSIDE)[0]
    current = real_path(path)
    if not current.is_file():
        raise UserError(f"{current.name} is not where it was.", _UPDATE)
    for depth, part in enumerate(inner_parts(path)):
        folder = scratch / str(depth)
        folder.mkdir(parents=True)
        inside = _member(current, name, part, folder)
        if depth:
            current.unlink()
        current, name = inside, f"{name}{INSIDE}{part}"
    return current


def openable(file: str) -> Path:
    """Return a real file with the content of ``file``: itself, or what is inside another, unpacked.

    The last few are kept until this process ends; what an earlier one left is removed.
    """
    return _kept().get(file) if is_inside(file) else real_path(file)


def export(file: str, folder: Path) -> Path:
    """Unpack a file inside a file into ``folder`` under its own name, for another program to open.

    Raises:
        UserError: it cannot be unpacked.

    """
    folder.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(dir=folder))
    inside = extracted(file, place / "unpacked")
    target = place / _safe_name(shown_name(file))
    inside.replace(target)
    shutil.rmtree(place / "unpacked")
    return target


def remove_leftovers(folder: Path | None = None) -> None:
    """Remove what processes that ended without tidying up left in the folder for temporary files."""
    for left in Path(folder or tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        number = left.name.removeprefix(_PREFIX).partition("-")[0]
        if number.isdecimal() and not psutil.pid_exists(int(number)):
            shutil.rmtree(left, ignore_errors=True)


class ExtractedFiles:
    """The files that were unpacked last, by path; a container that changed is unpacked again."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files: OrderedDict[tuple[str, int, int], Path] = OrderedDict()
        self._count = 0

    def get(self, file: str) -> Path:
        """Return the unpacked file.

        Raises:
            UserError: the container is gone or changed, or cannot be read any more.

        """
        try:
            status = real_path(file).stat()
        except OSError as error:
            raise UserError(f"{real_path(file).name} is not where it was.", _UPDATE) from error
        key = (file, status.st_mtime_ns, status.st_size)
        if key not in self._files:
            self._files[key] = self._unpacked(file)
        self._files.move_to_end(key)
        while len(self._files) > self._most:
            self._remove(self._files.popitem(last=False)[1])
        return self._files[key]

    def close(self) -> None:
        """Remove all of them."""
        self._files.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _unpacked(self, file: str) -> Path:
        if self._folder is None:
            remove_leftovers()
            self._folder = tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)
        self._count += 1
        place = Path(self._folder.name, str(self._count))
        try:
            return extracted(file, place)
        except UserError:
            shutil.rmtree(place, ignore_errors=True)
            raise

    def _remove(self, path: Path) -> None:
        if self._folder is not None:
            top = path.relative_to(self._folder.name).parts[0]
            shutil.rmtree(Path(self._folder.name, top), ignore_errors=True)


@cache
def _kept() -> ExtractedFiles:
    return ExtractedFiles()


def _member(container: Path, name: str, part: str, folder: Path) -> Path:
    options = ReadOptions(scratch=folder, maximum_bytes=_MOST_BYTES)
    with contextlib.suppress(NothingToRead):
        for member in _unpacker_of(container, name)(container, options, name, part).members:
            if member.name == part:
                return member.path
    raise UserError(_GONE, _UPDATE)


def _unpacker_of(container: Path, name: str) -> Unpack:
    """Return what takes a container apart.

    Raises:
        UserError: it is none any more.

    """
    found = format_of(container, name)
    if not found.unpacker:
        raise UserError(_GONE, _UPDATE)
    return load_function(found.unpacker)


def _safe_name(name: str) -> str:
    """Return a name that every system can write."""
    kept = "".join("_" if char in '<>:"|?*\\/' or ord(char) < 32 else char for char in name).rstrip(". ")
    return kept or "file"
