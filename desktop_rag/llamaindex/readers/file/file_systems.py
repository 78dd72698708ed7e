"""File systems of a ``SimpleDirectoryReader``: this computer, or one of fsspec's kind."""

import mimetypes
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, BinaryIO, Protocol

from desktop_rag.core.schema import Metadata
from desktop_rag.readers.file import day_of, file_metadata

_HIDDEN = (".", "~$")  # the second one: what office programs keep beside a file that is open
_TIMES = {"creation_date": ("created", "ctime"), "last_modified_date": ("mtime", "modified", "LastModified", "updated")}


class FileSystem(Protocol):
    """What is asked of a file system; those of fsspec have it (S3, HTTP, memory …)."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""

    def isdir(self, path: str) -> bool:
        """Whether there is a folder."""

    def walk(self, path: str) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield each folder with the names of the folders and files in it; folders taken from the list are left out."""

    def info(self, path: str) -> Mapping[str, Any]:
        """Return what is known of a file: its ``size``, and mostly its times."""

    def open(self, path: str, mode: str) -> Any:  # noqa: ANN401 - a file, which is a context manager
        """Open a file."""


def is_default_fs(fs: object) -> bool:
    """Whether a file system of fsspec is that of this computer."""
    return hasattr(fs, "auto_mkdir") and not fs.auto_mkdir


class LocalFiles:
    """The files of this computer."""

    def path(self, name: str | PurePath) -> PurePath:
        """Return a path of this kind."""
        return Path(name)

    def whole(self, folder: PurePath) -> PurePath:
        """Return a folder whatever the working directory is, as the paths of its files begin."""
        return Path(os.path.abspath(Path(folder).expanduser()))  # noqa: PTH100 - links stay links

    def is_file(self, path: PurePath) -> bool:
        """Whether there is a file."""
        return Path(path).is_file()

    def is_folder(self, path: PurePath) -> bool:
        """Whether there is a folder."""
        return Path(path).is_dir()

    def size(self, path: PurePath) -> int:
        """Return the size of a file in bytes."""
        return Path(path).stat().st_size

    def content(self, path: PurePath) -> bytes:
        """Return what is in a file."""
        return Path(path).read_bytes()

    def metadata(self, path: PurePath) -> Metadata:
        """Return what is known of a file."""
        return default_file_metadata_func(str(path))

    def on_disk(self, path: PurePath) -> AbstractContextManager[Path]:
        """Return the file where every program can read it."""
        return nullcontext(Path(path))

    def walk(self, folder: PurePath) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield the folder and all below it; links to folders and folders that cannot be listed are passed over."""
        return os.walk(folder, followlinks=False)

    def below(self, folder: PurePath, *, recursive: bool, hidden: bool) -> Iterator[PurePath]:
        """Yield the files of a folder in alphabetical order, then those of the folders in it, if ``recursive``.

        Only what is below ``folder`` counts as hidden, not the folder itself.
        """
        for parent, folders, files in self.walk(folder):
            wanted = sorted(name for name in folders if hidden or not name.startswith(_HIDDEN))
            for name in sorted(files):
                if name and (hidden or not name.startswith(_HIDDEN)):
                    yield self.path(parent) / name
            if not recursive:
                return
            folders[:] = wanted


class OtherFiles(LocalFiles):
    """The files of another file system; to be read, each is copied."""

    def __init__(self, fs: FileSystem) -> None:
        self.fs = fs

    def path(self, name: str | PurePath) -> PurePath:
        """Return a path of this kind."""
        return PurePosixPath(name)

    def whole(self, folder: PurePath) -> PurePath:
        """Return the folder itself: these have no working directory."""
        return folder

    def is_file(self, path: PurePath) -> bool:
        """Whether there is a file."""
        return self.fs.exists(str(path))

    def is_folder(self, path: PurePath) -> bool:
        """Whether there is a folder."""
        return self.fs.isdir(str(path))

    def size(self, path: PurePath) -> int:
        """Return the size of a file in bytes."""
        return int(self.fs.info(str(path)).get("size") or 0)

    def content(self, path: PurePath) -> bytes:
        """Return what is in a file."""
        with self._opened(path) as file:
            return file.read()

    def metadata(self, path: PurePath) -> Metadata:
        """Return what is known of a file; what the file system does not tell is left out."""
        info = self.fs.info(str(path))
        times = {name: _day(next((info[key] for key in keys if key in info), None)) for name, keys in _TIMES.items()}
        known = {
            "file_path": str(path),
            "file_name": path.name,
            "file_type": mimetypes.guess_type(path.name)[0],
            "file_size": info.get("size"),
            **times,
        }
        return {name: value for name, value in known.items() if value is not None}

    @contextmanager
    def on_disk(self, path: PurePath) -> Iterator[Path]:
        """Return a copy of the file where every program can read it; it is gone afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, path.name)
            with self._opened(path) as file, copy.open("wb") as written:
                shutil.copyfileobj(file, written)
            yield copy

    def walk(self, folder: PurePath) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield the folder and all below it."""
        return self.fs.walk(str(folder))

    def _opened(self, path: PurePath) -> AbstractContextManager[BinaryIO]:
        opened: AbstractContextManager[BinaryIO] = self.fs.open(str(path), "rb")
        return opened


def _day(time: object) -> str | None:
    """Return the day (UTC) of a time as file systems tell it, None where they do not."""
    if isinstance(time, int | float):
        return day_of(time)
    return f"{time:%Y-%m-%d}" if isinstance(time, datetime) else None


def default_file_metadata_func(file_path: str) -> Metadata:
    """Return what a ``SimpleDirectoryReader`` knows of a file; see ``file_metadata``."""
    return file_metadata(Path(file_path))
