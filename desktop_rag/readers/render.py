"""Draws a page for the viewer, with the boxes to highlight. Child processes only (see ``readers.pdf``)."""

from pathlib import Path
from typing import Any

from desktop_rag.readers.page_text import Box, read_page
from desktop_rag.readers.pdf import open_document
from desktop_rag.results import PageImage

MAXIMUM_PIXELS = 24_000_000


def load_painter() -> None:
    """Import what drawing needs (a second) before the first page is wanted."""
    import pymupdf  # noqa: F401


def render_page(
    file: str, page: int, zoom: float, passage: tuple[int, int] | None, cited: tuple[int, int] | None
) -> PageImage:
    """Render page ``page`` (1-based; clamped) at ``zoom`` (1.0 = 72 dpi) with boxes for two character ranges.

    Raises:
        UserError: the file cannot be opened.

    """
    document = open_document(Path(file))
    try:
        number = min(max(1, page), len(document))
        return _render(document, file, number, zoom, passage, cited)
    finally:
        document.close()


def _render(
    document: Any,  # noqa: ANN401 - PyMuPDF has no types
    file: str,
    number: int,
    zoom: float,
    passage: tuple[int, int] | None,
    cited: tuple[int, int] | None,
) -> PageImage:
    """Draw one page of an open document."""
    import pymupdf

    page = document.load_page(number - 1)
    area = page.rect.width * page.rect.height
    zoom = min(zoom, (MAXIMUM_PIXELS / max(area, 1.0)) ** 0.5)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=False)
    text = read_page(page) if passage or cited else None
    matrix = page.rotation_matrix * pymupdf.Matrix(zoom, zoom)

    def boxes(span: tuple[int, int] | None) -> tuple[Box, ...]:
        if text is None or span is None:
            return ()
        return tuple(tuple(pymupdf.Rect(box) * matrix) for box in text.boxes(*span))

    return PageImage(
        file, number, len(document), pixmap.width, pixmap.height, bytes(pixmap.samples), boxes(passage), boxes(cited)
    )
