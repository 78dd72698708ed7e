"""Files inside files as real files: to draw their pages, or to open them in their own programs."""

import contextlib
import os
import shutil
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import is_inside, real_path, shown_name
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import ScratchFolder
from desktop_rag.readers.containers.extract import ExtractedFile, export, extracted, safe_name

_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class _Shown:
    """An unpacked file, and the folder that it was given for itself."""

    path: Path
    place: Path


class UnpackedFiles:
    """Unpacks in ``processes``, because archives can be hostile, into ``scratch``. Safe to use from several threads.

    The last ``most`` files that were shown are kept; what other programs open stays until this one ends.
    """

    def __init__(self, processes: ChildProcesses, scratch: ScratchFolder, most: int = 6) -> None:
        self._processes = processes
        self._scratch = scratch
        self._most = most
        self._lock = threading.Lock()
        self._shown: OrderedDict[tuple[str, int, int], _Shown] = OrderedDict()

    def to_show(self, file: str, token: CancelToken) -> Path:
        """Return a real file with the content of ``file``: itself, or one inside another.

        Raises:
            UserError: the container is gone or changed, or cannot be read any more.

        """
        if not is_inside(file):
            return real_path(file)
        try:
            status = real_path(file).stat()
        except OSError as error:
            raise UserError(
                UserText("{name} was moved or deleted.", name=real_path(file).name),
                "Put it back, or remove it from the library.",
            ) from error
        key = (file, status.st_mtime_ns, status.st_size)
        with self._lock:
            if key in self._shown:
                self._shown.move_to_end(key)
                return self._shown[key].path
        place = self._scratch.folder / "shown" / uuid4().hex
        path = _checked(self._processes.run(extracted, file, place, seconds=_SECONDS, token=token), place)
        with self._lock:
            self._shown[key] = _Shown(path, place)
            while len(self._shown) > self._most:
                shutil.rmtree(self._shown.popitem(last=False)[1].place, ignore_errors=True)
        return path

    def to_open(self, file: str, token: CancelToken) -> Path:
        """Return the same as a file under its own name, which another program may keep open.

        Raises:
            UserError: the container is gone or cannot be read any more.

        """
        if not is_inside(file):
            return real_path(file)
        place = self._scratch.folder / "opened"
        path = _checked(self._processes.run(export, file, place, seconds=_SECONDS, token=token), place)
        if path.name != safe_name(shown_name(file)):  # it would be opened as what another name says
            raise _not_ours()
        return path


def _checked(extracted: ExtractedFile, place: Path) -> Path:
    """Return the path of a file from a process that may be compromised, if it is there; set the file's date.

    Raises:
        UserError: it names another place, or no file.

    """
    path = extracted.path
    if not path.is_relative_to(place) or ".." in path.parts or path.is_symlink() or not path.is_file():
        raise _not_ours()
    with contextlib.suppress(OSError, OverflowError, ValueError):  # its date says no more than its content
        os.utime(path, (extracted.modified, extracted.modified))
    return path


def _not_ours() -> UserError:
    return UserError("The file crashed the reader, so it was not opened.")
