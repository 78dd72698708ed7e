"""Unpacks one file inside a file. Child processes only: archives can be hostile."""

import contextlib
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, inner_parts, real_path, shown_name
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.containers.unpacking import Unpack
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import load_function

_MOST_BYTES = 1 << 33  # it was not too large when it was read
_GONE = "The file inside it can't be found anymore."
_UPDATE = "Choose “Read again” in the list of files, or add the file again."


@dataclass(frozen=True, slots=True)
class ExtractedFile:
    """A file that was unpacked, and when it was changed, in seconds since 1970: a confined process cannot set that."""

    path: Path
    modified: float


def extracted(path: str, scratch: Path) -> ExtractedFile:
    """Return a file in ``scratch`` that holds what is known by ``path``: "container//path inside", at any depth.

    Raises:
        UserError: the container is gone or changed, or cannot be read any more.

    """
    name = path.partition(INSIDE)[0]
    current = real_path(path)
    if not current.is_file():
        raise UserError(UserText("{name} was moved or deleted.", name=current.name), _UPDATE)
    found = ExtractedFile(current, current.stat().st_mtime)
    for depth, part in enumerate(inner_parts(path)):
        folder = scratch / str(depth)
        make_folders(folder)
        inside = _member(found.path, name, part, folder)
        if depth:
            found.path.unlink()
        found, name = inside, f"{name}{INSIDE}{part}"
    return found


def export(file: str, folder: Path) -> ExtractedFile:
    """Unpack a file inside a file into ``folder`` under its own name, for another program to open.

    Raises:
        UserError: it cannot be unpacked.

    """
    make_folders(folder)
    place = Path(tempfile.mkdtemp(dir=folder))
    inside = extracted(file, folder / "unpacked" / place.name)
    target = place / safe_name(shown_name(file))
    inside.path.replace(target)
    return replace(inside, path=target)


def _member(container: Path, name: str, part: str, folder: Path) -> ExtractedFile:
    options = ReadOptions(scratch=folder, maximum_bytes=_MOST_BYTES)
    with contextlib.suppress(NothingToRead):
        for member in _unpacker_of(container, name)(container, options, name, part).members:
            if member.name == part:
                return ExtractedFile(member.path, member.modified or container.stat().st_mtime)
    raise UserError(_GONE, _UPDATE)


def _unpacker_of(container: Path, name: str) -> Unpack:
    """Return the function that unpacks a container.

    Raises:
        UserError: it is none any more.

    """
    found = format_of(container, name)
    if not found.unpacker:
        raise UserError(_GONE, _UPDATE)
    return load_function(found.unpacker)


def safe_name(name: str) -> str:
    """Return a name of a file that every system can write, "file" where nothing is left."""
    kept = "".join("_" if char in '<>:"|?*\\/' or ord(char) < 32 else char for char in name).rstrip(". ")
    return kept or "file"
