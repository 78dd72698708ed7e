"""A passage in its place, and what a viewer shows of a document's pages."""

import enum
from dataclasses import dataclass

from desktop_rag.core.mail import ThreadMessage
from desktop_rag.core.results.answers import Source

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class FileCondition(enum.StrEnum):
    """The condition of a file on disk compared with the state that was read."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    MISSING = "missing"  # moved, deleted, or on a drive that is not connected
    EARLIER = "earlier"  # what is shown is an earlier state that the library keeps


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage in its place: the page's text before and after it, and its stored neighbours."""

    source: Source
    page_text: str
    before: str  # end of the text preceding the passage (may come from the page before)
    after: str
    pages: int
    condition: FileCondition = FileCondition.UNCHANGED
    members: tuple[str, ...] = ()  # paths of the stored files inside it
    lines_before: int = 0  # on the pages before it, of a file that is shown line by line
    whole: tuple[str, str] = ("", "")  # all pages before and behind it, of a message, which is read as one
    thread: tuple[ThreadMessage, ...] = ()  # the messages that it, or the one it is attached to, belongs to


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: 8-bit RGB rows, the boxes to highlight in pixels, the page's size in points, and the zoom."""

    file: str
    page: int
    pages: int
    width: int
    height: int
    rgb: bytes
    boxes: tuple[Box, ...]  # the passage
    cited: tuple[Box, ...]  # the quoted sentence
    size: tuple[float, float]
    zoom: float  # at which it was drawn, 1.0 = 72 dpi: very large pages are drawn smaller than was asked for


@dataclass(frozen=True, slots=True)
class PageJpeg:
    """A rendered page as a JPEG file of ``width`` by ``height`` pixels."""

    width: int
    height: int
    data: bytes


@dataclass(frozen=True, slots=True)
class PageClip:
    """The part of a page around some words, as a PNG file of ``width`` by ``height`` pixels, with a box round them."""

    width: int
    height: int
    png: bytes


@dataclass(frozen=True, slots=True)
class PagePart:
    """A strip of a rendered page, as wide as the page: 8-bit RGB rows."""

    width: int
    height: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class PageSizes:
    """The widths and heights of some pages, in points; ``next_page`` is the one to continue with, 0 after the last."""

    first: int
    sizes: tuple[tuple[float, float], ...]
    next_page: int


@dataclass(frozen=True, slots=True)
class PageWords:
    """The text of a page, and its words: character range, and box in points on the page as it is shown."""

    page: int
    text: str
    words: tuple[tuple[int, int, Box], ...]


@dataclass(frozen=True, slots=True)
class PageHit:
    """A place where words were found: its page and one box per line, in points on the page as it is shown."""

    page: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class PageHits:
    """The places found on some pages, in their order; ``next_page`` is the one to continue with, 0 after the last."""

    hits: tuple[PageHit, ...]
    next_page: int


@dataclass(frozen=True, slots=True)
class ReferenceTexts:
    """The citations of a source for use elsewhere: a line like those of APA style, a BibTeX entry, a RIS record."""

    apa: str
    bibtex: str
    ris: str
