"""Plain text, Markdown and source code, in whatever encoding they were saved."""

import codecs
from pathlib import Path

from charset_normalizer import from_bytes

from desktop_rag.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.schema import Document

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 200_000  # bytes looked at when guessing an encoding
_ENCODINGS = (
    "utf_16_le utf_16_be cp932 euc_jp iso2022_jp gb18030 big5 euc_kr cp949 cp1250 cp1251 cp1252 cp1253 cp1254 "
    "cp1255 cp1256 cp1257 iso8859_2 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 koi8_r koi8_u tis_620 "
    "cp866 mac_cyrillic"
).split()


def load_data(path: Path) -> list[Document]:
    """Read the file as one page; see ``readers.base.Reader``."""
    return as_page(decode(path.read_bytes()))


def as_page(text: str) -> list[Document]:
    """Return the page of a text.

    Raises:
        NothingToRead: there is nothing in it.

    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    if not lines.strip():
        raise NothingToRead("The file holds nothing but blanks.")
    return [Document(text=lines, metadata={"page_label": "1"})]


def decode(data: bytes) -> str:
    """Return the text of ``data``: byte order mark, then UTF-8, then the best guess.

    Raises:
        UserError: the bytes are no text in any known encoding.

    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" not in data[:_SAMPLE]:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            pass
    best = from_bytes(data[:_SAMPLE], cp_isolation=_ENCODINGS).best()
    if best is None or not best.encoding:
        raise UserError("The file is not text, whatever its name says.", "Open it in its own program.")
    return data.decode(best.encoding, "replace")
