"""Plain text, Markdown and source code, in whatever encoding they were saved; large ones in several pages."""

import codecs
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead
from desktop_rag.text.encodings import decode, find_encoding

__all__ = ["PAGE_SIZE", "as_page", "decode", "in_pages", "load_data", "pieces", "without_data"]

PAGE_SIZE = 1_000_000  # characters after which a page ends, at the end of a line
_LONGEST_LINE = 100_000  # characters that the end of a line is waited for
_BLOCK = 1 << 20
_BLANK = "The file contains only white space."
_LINE_ENDS = re.compile(r"\r\n?")
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")  # how terminals colour what programs print
_DATA = re.compile(r"\bdata:[\w/+.;=-]{0,200}?;base64,[A-Za-z0-9+/=%]*")  # a picture written into the text
_ORG_HEADING = re.compile(r"^(\*{1,6})(?=[ \t]+\S)", re.MULTILINE)
_ASCIIDOC_HEADING = re.compile(r"^(={1,6})(?=[ \t]+\S)", re.MULTILINE)


def load_data(path: Path) -> Iterator[Document]:
    """Yield the pages of a text; see ``readers.base.Reader``.

    What is added to the file while it is read is left for the next time.

    Raises:
        NothingToRead: there is nothing in it.
        UserError: it is no text in any known encoding.

    """
    return in_pages(pieces(path))


def load_declared(path: Path) -> Iterator[Document]:
    """Yield the pages of a text that may say itself in which encoding it is, as XML does."""
    return in_pages(pieces(path, declared=True))


def load_markdown(path: Path) -> Iterator[Document]:
    """Yield the pages of a Markdown file, without the pictures that are written into it."""
    return in_pages([without_data("".join(pieces(path)))])


def load_org(path: Path) -> Iterator[Document]:
    """Yield the pages of an Org file, with Markdown's headings."""
    return in_pages(_ORG_HEADING.sub(_as_heading, text) for text in pieces(path))


def load_asciidoc(path: Path) -> Iterator[Document]:
    """Yield the pages of an AsciiDoc file, with Markdown's headings."""
    return in_pages(_ASCIIDOC_HEADING.sub(_as_heading, text) for text in pieces(path))


def without_data(text: str) -> str:
    """Return a text without the files, most of them pictures, that are written into it as letters."""
    return _DATA.sub("data:", text) if ";base64," in text else text


def as_page(text: str) -> list[Document]:
    """Return a text that was read already as pages.

    Raises:
        NothingToRead: there is nothing in it.

    """
    return list(in_pages([_LINE_ENDS.sub("\n", text)]))


def in_pages(texts: Iterable[str]) -> Iterator[Document]:
    """Yield pages of about ``PAGE_SIZE`` made of texts that follow each other; a page may begin with a blank line.

    Raises:
        NothingToRead: there is nothing in them.

    """
    rest = ""
    number = 0
    for text in texts:
        shown = _COLOURS.sub("", text) if "\x1b" in text else text
        rest += shown.replace("\0", "") if "\0" in shown else shown
        while len(rest) > PAGE_SIZE + _LONGEST_LINE:
            cut = _line_end(rest)
            if rest[:cut].strip():
                number += 1
                yield _page(rest[:cut], number)
            rest = rest[cut:]
    if rest.strip():
        yield _page(rest, number + 1)
    elif not number:
        raise NothingToRead(_BLANK)


def pieces(path: Path, *, declared: bool = False) -> Iterator[str]:
    r"""Yield a file's text in pieces, its lines ending in ``\n``.

    Raises:
        UserError: it is no text in any known encoding.

    """
    size = path.stat().st_size
    encoding = find_encoding(_blocks(path, size), declared=declared)
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    held = ""
    for block in _blocks(path, size):
        text = held + decoder.decode(block)
        held = "\r" if text.endswith("\r") else ""  # a line end may lie across two blocks
        yield _LINE_ENDS.sub("\n", text[: len(text) - len(held)])
    yield _LINE_ENDS.sub("\n", held + decoder.decode(b"", final=True))


def _blocks(path: Path, size: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        while size > 0 and (block := file.read(min(_BLOCK, size))):
            size -= len(block)
            yield block


def _line_end(text: str) -> int:
    """Return the end of a page: after a line, else after a word, else anywhere."""
    for end in ("\n", " "):
        cut = text.rfind(end, PAGE_SIZE // 2, PAGE_SIZE) + 1
        cut = cut or text.find(end, PAGE_SIZE, PAGE_SIZE + _LONGEST_LINE) + 1
        if cut:
            return cut
    return PAGE_SIZE


def _page(text: str, number: int) -> Document:
    return Document(text=text, metadata={"page_label": str(number)})


def _as_heading(mark: re.Match[str]) -> str:
    """Return Markdown's mark of a heading as long as the one that was found."""
    return "#" * len(mark.group(1))
