"""The description of a file type; ``readers.formats`` has the table of all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

_PACKAGE = "desktop_rag.readers"
MAXIMUM_BYTES = 200 * 1024 * 1024
"""How large files are that are read, unless the rules of their folder say otherwise."""
OTHER = "other"
"""The kind of files that are not known, or not read."""
_ICONS = {
    "pdf": "file-text", "word": "file-text", "spreadsheet": "file-table", "presentation": "file-slides",
    "mail": "file-mail", "picture": "file-picture", "web": "file-text", "book": "file-text", "text": "file-text",
    "data": "file-code", "code": "file-code", "archive": "file-archive", OTHER: "file",
}  # fmt: skip
KINDS = tuple(kind for kind in _ICONS if kind != OTHER)
"""What people tell files apart by, and search for with ``type:``."""


def dotted(endings: str) -> tuple[str, ...]:
    """Return endings with the dots before them."""
    return tuple(f".{ending}" for ending in endings.split())


def load_function(name: str) -> Callable[..., Any]:
    """Return the function that "module:function" names below this package; its libraries are imported only now."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"{_PACKAGE}.{module}"), function)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A type of files. ``endings`` begin with a dot, the usual one first; ``kind`` is one of ``KINDS``.

    ``reader`` makes the pages and ``unpacker`` takes out the files inside: "module:function" in this package. Archives
    and messages have an unpacker alone, which makes their pages too. ``records`` makes the bibliographic records of a
    file that describes others (an unpacker may bring them itself). ``examiner`` says in a sentence which parts of a
    file cannot be read, before its pages are. Readers of formats with ``pictures`` take
    ``ReadOptions``, to recognise the text of those. ``unit`` is what the labels of the pages count; pages that are a
    "page" can be drawn.

    A file is told by its first bytes (``signature``, a regular expression), a ZIP archive by its media type or a part
    in it ("word/document*": any that begins so), an old Office file by one of its streams. A text is what its name
    says: ``content`` is "text" where it is read as it stands, "markup" where its words stand between marks.
    ``verbatim`` texts are cut and shown line by line; of texts ``in_blocks`` what stands between blank lines is one
    entry.

    ``not_read`` says why a format has no reader, ``next_step`` what to do. Such files are left out by their name,
    unless the format ``fails``: other formats use these names too, and the text is missed. ``resembles`` is a kind
    whose icon they have.
    """

    name: str
    endings: tuple[str, ...]
    kind: str = OTHER
    file_names: frozenset[str] = frozenset()  # without extension, in small letters
    whole_names: frozenset[str] = frozenset()  # of files that are this in spite of their endings, in small letters
    reader: str = ""
    unpacker: str = ""
    examiner: str = ""
    records: str = ""
    pictures: bool = False
    unit: Literal["", "page", "slide", "sheet"] = ""
    content: Literal["binary", "markup", "text"] = "binary"
    verbatim: bool = False
    in_blocks: bool = False
    signature: bytes = b""
    media_types: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    streams: tuple[str, ...] = ()
    converted: bool = False  # a picture that MuPDF opens only as PNG
    not_read: str = ""
    next_step: str = ""
    fails: bool = False
    resembles: str = OTHER

    @property
    def is_read(self) -> bool:
        """True if there is a reader for its files."""
        return bool(self.reader or self.unpacker)

    @property
    def is_text(self) -> bool:
        """True if its files are text, with or without marks."""
        return self.content != "binary"

    @property
    def is_code(self) -> bool:
        """True if its files read better in a monospaced font: source code and data, but no logs."""
        return self.verbatim and self.kind != "text"

    @property
    def icon(self) -> str:
        """The name of an icon in ``resources/icons``."""
        return _ICONS[self.kind if self.is_read else self.resembles]
