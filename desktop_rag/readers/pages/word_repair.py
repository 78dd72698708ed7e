"""Word files that MuPDF refuses although nothing is wrong with them: strict ones, and those without relations."""

import io
import re
import zipfile
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import note_missing
from desktop_rag.readers.office.parts import MOST, Parts
from desktop_rag.readers.office.xml_parts import TORN, closed_where_torn, parsed

_MAIN = re.compile(r"word/(document\d*\.xml)")
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")  # ISO 29500 names what ECMA-376 dates
_USUAL = rb"http://schemas.openxmlformats.org/\1/2006/"
_NO_RELATIONS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


def repaired_word_file(path: Path) -> bytes | None:
    """Return a Word file in the wording that MuPDF knows; None when it is no Word file, or needs none of this.

    Raises:
        UserError: it is damaged.

    """
    if not zipfile.is_zipfile(path):
        return None
    with Parts(path) as parts:
        main = next(filter(None, map(_MAIN.fullmatch, parts.names())), None)
        if main is None:
            return None
        read = _read_all(parts)
    repaired = {name: _STRICT.sub(_USUAL, data) if _is_xml(name) else data for name, data in read.items()}
    if closed := _closed(repaired[main.group()]):
        repaired[main.group()] = closed
        note_missing(TORN)
    repaired.setdefault(f"word/_rels/{main.group(1)}.rels", _NO_RELATIONS)
    return None if repaired == read else _packed(repaired)


def _closed(data: bytes) -> bytes:
    """Return the text of a torn file up to the damage, b"" for one that is whole."""
    try:
        parsed(data)
    except UserError:
        return closed_where_torn(data)
    return b""


def _read_all(parts: Parts) -> dict[str, bytes]:
    """Return all parts.

    Raises:
        UserError: one is damaged, or they are larger than any document.

    """
    read: dict[str, bytes] = {}
    size = 0
    for name in parts.names():
        read[name] = parts.read(name)
        size += len(read[name])
        if size > MOST:
            raise UserError("The file is too large once it is unpacked.", "Split it into smaller files.")
    return read


def _packed(parts: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def _is_xml(name: str) -> bool:
    return name.endswith((".xml", ".rels"))
