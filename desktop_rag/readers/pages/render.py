"""Draws a page for the viewer, with the boxes to highlight. Child processes only (see ``readers.pages.pdf``)."""

from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.pages import PageImage
from desktop_rag.readers.pages.bounded_pages import BoundedPages
from desktop_rag.readers.pages.mupdf import Page, load_pymupdf
from desktop_rag.readers.pages.page_text import Box, PageText, read_page, unpack_words
from desktop_rag.readers.pages.pdf import open_document

MAXIMUM_PIXELS = 24_000_000


def load_painter() -> None:
    """Import what drawing needs (a second) before the first page is wanted."""
    load_pymupdf()


def render_page(
    file: str,
    path: Path,
    page: int,
    zoom: float,
    passage: tuple[int, int] | None,
    cited: tuple[int, int] | None,
    words: bytes | None = None,
) -> PageImage:
    """Render page ``page`` (1-based; clamped) at ``zoom`` (1.0 = 72 dpi) with boxes for two character ranges.

    ``path`` is where the content of ``file`` lies: another one for a file that was unpacked.
    ``words`` are those stored with a recognised page (``page_text.pack_words``): its text cannot be read again.

    Raises:
        UserError: the file cannot be opened, or the page cannot be drawn.

    """
    pymupdf = load_pymupdf()

    document = open_document(path)
    try:
        # the file may have fewer pages now than when it was read
        number = min(max(1, page), len(document))
        drawn = _Drawn(file, number, len(document), zoom)
        page_words = PageText("", unpack_words(words)) if words else None
        return _render(BoundedPages(document).load(number - 1), drawn, passage, cited, page_words)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError) as error:
        raise UserError(
            "The page is damaged and cannot be shown.", "Open the file in the app that created it."
        ) from error
    finally:
        document.close()


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Which page is drawn, and how large."""

    file: str
    page: int
    pages: int
    zoom: float


def _render(
    page: Page,
    drawn: _Drawn,
    passage: tuple[int, int] | None,
    cited: tuple[int, int] | None,
    words: PageText | None,
) -> PageImage:
    pymupdf = load_pymupdf()

    area = page.rect.width * page.rect.height
    zoom = min(drawn.zoom, (MAXIMUM_PIXELS / max(area, 1.0)) ** 0.5)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=False)
    text = (words or read_page(page)) if passage or cited else None
    # words have their places on the page as it was before it was turned
    matrix = page.rotation_matrix * pymupdf.Matrix(zoom, zoom)

    def boxes(span: tuple[int, int] | None) -> tuple[Box, ...]:
        if text is None or span is None:
            return ()
        return tuple(tuple(pymupdf.Rect(box) * matrix) for box in text.boxes(*span))

    image = (pixmap.width, pixmap.height, bytes(pixmap.samples), boxes(passage), boxes(cited))
    return PageImage(drawn.file, drawn.page, drawn.pages, *image)
