"""Files inserted into Word, PowerPoint and Excel files: worksheets, letters, whatever was attached as an icon."""

import io
import posixpath
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath

import olefile

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.mail_message import attachment_name, blocks_of
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import relations

_PACKED = ("Package", "CONTENTS")
_NATIVE = "\x01Ole10Native"
_ARCHIVE = b"PK\3\4"  # an Office file under the name of an object
_LABELLED = b"\2\0"
_DOCUMENTS = ("WordDocument", "Workbook", "Book", "PowerPoint Document")


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Return the inserted files as members, without pages. Those of charts are left out: the chart shows them."""
    unpacker = Unpacker(path, options, name, wanted)
    with suppress(EnoughError), ExitStack() as stack:
        parts = _opened(path) if options.scratch is not None else None
        if parts is not None:
            _take(stack.enter_context(parts), unpacker)
    return unpacker.contents()


def _opened(path: Path) -> Parts | None:
    """Return the parts of a file; None when it is damaged, which its pages report."""
    try:
        return Parts(path)
    except UserError:
        return None


def _take(parts: Parts, unpacker: Unpacker) -> None:
    inserted = [name for name in parts.names() if PurePosixPath(name).parent.name == "embeddings"]
    behind_charts = _behind_charts(parts) if inserted else frozenset()
    for part in inserted:
        if part in behind_charts:
            continue
        try:
            found = _file(part, parts.read(part))
        except UserError:
            unpacker.left_out["damaged"] += 1
            continue
        name = unpacker.name(found[0]) if found else ""
        if found and name:
            unpacker.add(name, blocks_of(found[1]))


def _behind_charts(parts: Parts) -> frozenset[str]:
    """Return the worksheets that charts are made of."""
    charts = [name for name in parts.names() if PurePosixPath(name).parent.name == "charts"]
    return frozenset(target for chart in charts for target in _targets(parts, chart))


def _targets(parts: Parts, part: str) -> Iterator[str]:
    """Yield the names of what a part refers to; nothing where that is damaged."""
    with suppress(UserError):
        yield from (target for _, target in relations(parts, part).values())


def _file(part: str, data: bytes) -> tuple[str, bytes] | None:
    """Return the name and the content of an inserted file; None for equations and other objects of no program."""
    name = posixpath.basename(part)
    if not name.lower().endswith(".bin") or data.startswith(_ARCHIVE):
        return name.removesuffix(".bin"), data
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            return _from_object(file, PurePosixPath(name).stem, data)
    except (OSError, ValueError, struct.error, IndexError) as error:
        raise UserError("The file is damaged.") from error


def _from_object(file: olefile.OleFileIO, name: str, data: bytes) -> tuple[str, bytes] | None:
    """Return the file that an object holds, or is."""
    for stream in _PACKED:
        if file.exists(stream):
            return name, file.openstream(stream).read()
    if file.exists(_NATIVE):
        return _from_native(file.openstream(_NATIVE).read())
    return (name, data) if any(file.exists(stream) for stream in _DOCUMENTS) else None


def _from_native(data: bytes) -> tuple[str, bytes]:
    """Return the file in a stream of Windows' packager: label, path, temporary path, then its bytes (MS-OLEDS 2.3.6).

    Without a label, it is the data of some other program.

    Raises:
        ValueError: the stream ends early.

    """
    if data[4:6] != _LABELLED:
        return "text", data[4:]
    label_end = data.index(b"\0", 6)
    path_end = data.index(b"\0", label_end + 1)
    (length,) = struct.unpack_from("<I", data, path_end + 5)
    start = path_end + 9 + length
    (size,) = struct.unpack_from("<I", data, start)
    label = data[6:label_end].decode("cp1252", "replace")
    return attachment_name(label), data[start + 4 : start + 4 + size]
