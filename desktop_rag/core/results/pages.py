"""A passage in its place and a rendered page."""

from dataclasses import dataclass

from desktop_rag.core.results.answers import Source


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage in its place: the page's text before and after it, and its stored neighbours."""

    source: Source
    page_text: str
    before: str  # end of the text preceding the passage (may come from the page before)
    after: str
    pages: int


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: premultiplied 8-bit RGB rows, and the boxes to highlight in pixels."""

    file: str
    page: int
    pages: int
    width: int
    height: int
    rgb: bytes
    boxes: tuple[tuple[float, float, float, float], ...]  # x0, y0, x1, y1: the passage
    cited: tuple[tuple[float, float, float, float], ...]  # the quoted sentence
