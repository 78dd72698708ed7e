"""Texts in other formats that programs put into Word files for Word to take over: web pages, RTF, other Word files."""

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from desktop_rag.core.errors import UserError
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import load_function
from desktop_rag.readers.office import word_text
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import relations

_RELATION = "/aFChunk"
_READ = frozenset(["HTML", "MHTML", "RTF", "Text"])  # which hold nothing that could be inserted again


def inserted_texts(parts: Parts, part: str) -> Iterator[str]:
    """Yield the texts that a part refers to; damaged ones are passed over."""
    names = [name for kind, name in relations(parts, part).values() if kind.endswith(_RELATION)]
    for name in names:
        with suppress(UserError), tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"inserted{PurePosixPath(name).suffix}"
            path.write_bytes(parts.read(name))
            yield _text(path)


def _text(path: Path) -> str:
    found = format_of(path)
    if found.name == "Word":
        return word_text.word_markdown(path)
    pages = load_function(found.reader)(path) if found.name in _READ else ()
    return "\n".join(page.text for page in pages)
