"""Archives of every kind, told apart by how they begin."""

from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers import streams, zips

_SEVEN_ZIP = b"7z\xbc\xaf\x27\x1c"
_OTHERS = ((b"Rar!\x1a\x07", "RAR"), (b"MSCF\0\0\0\0", "CAB"))
_HEAD = 512


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Take an archive apart: zip, tar, tar.gz and its relatives, 7z, or a single packed file.

    Raises:
        UserError: it is protected, damaged, or of another kind.
        NothingToRead: there is nothing in it, or it lies too deep in others.

    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith(_SEVEN_ZIP):
        from desktop_rag.readers.containers import seven_zip

        return seven_zip.unpack(path, options, name, wanted)
    for magic, kind in _OTHERS:
        if head.startswith(magic):
            raise UserError(f"{kind} archives are not read.", "Unpack it and add the folder.")
    if streams.is_packed(head) or streams.is_tar(head):
        return streams.unpack(path, options, name, wanted)
    return zips.unpack(path, options, name, wanted)
