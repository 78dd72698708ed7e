"""The document that is being shown, kept open from one call to the next. Child processes only."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers.pages.bounded_pages import BoundedPages
from desktop_rag.readers.pages.mupdf import DisplayList, Page, Paged, load_pymupdf, page_object
from desktop_rag.readers.pages.page_text import PageText, PlacedWord, read_page, unpack_words

_MOST_KEPT = 64 * 2**20  # bytes of a file held in memory; larger ones, one in hundreds, are opened for every call
_TIDY = 50  # pages after which what was decoded is let go of

Recognised = tuple[str, bytes]
"""The stored text of a page that is a picture, and where its words stand (``page_text.pack_words``)."""


class OpenPages:
    """The pages of an open document, counted from 1."""

    def __init__(self, document: Paged) -> None:
        self._document = document
        self._bounded = BoundedPages(document)
        self._loaded = 0
        self._drawing: tuple[int, DisplayList] | None = None  # of the page that was drawn last: parts of it follow
        self.count = len(document)

    def load(self, page: int) -> Page:
        """Return a page of ``PyMuPDF``, with no more on it than can be drawn in seconds."""
        self._loaded += 1
        if self._loaded % _TIDY == 0:
            load_pymupdf().TOOLS.store_shrink(100)
        return self._bounded.load(page - 1)

    def drawing(self, page: int) -> DisplayList:
        """Return what is to be drawn on a page."""
        if self._drawing is None or self._drawing[0] != page:
            self._drawing = (page, self.load(page).get_displaylist())
        return self._drawing[1]

    def size(self, page: int) -> tuple[float, float]:
        """Return how wide and high a page is shown, in points; of a PDF without loading it."""
        pymupdf = load_pymupdf()

        if not self._document.is_pdf:
            rect = self.load(page).rect
            return rect.width, rect.height
        box, matrix = pymupdf.mupdf.FzRect(), pymupdf.mupdf.FzMatrix()
        pymupdf.mupdf.pdf_page_obj_transform(page_object(self._document, page - 1), box, matrix)
        shown = pymupdf.mupdf.fz_transform_rect(box, matrix)
        return shown.x1 - shown.x0, shown.y1 - shown.y0

    def text(self, page: int, recognised: Recognised | None = None) -> PageText:
        """Return the text of a page and its words, with their places on the page as it is shown."""
        drawn = self.load(page)
        read = PageText(recognised[0], unpack_words(recognised[1])) if recognised else read_page(drawn)
        if not drawn.rotation:
            return read
        # words have their places on the page as it was before it was turned
        rect, matrix = load_pymupdf().Rect, drawn.rotation_matrix
        turned = (PlacedWord(word.start, word.end, tuple(rect(word.box) * matrix)) for word in read.words)
        return PageText(read.text, tuple(turned))

    def close(self) -> None:
        """Let go of the document."""
        self._document.close()


@contextmanager
def open_pages(path: Path) -> Iterator[OpenPages]:
    """Open a paged file, or take it up again while it is the last one that was shown and has not changed.

    Raises:
        UserError: the file cannot be opened; or what is done with its pages fails, as they are damaged.

    """
    pymupdf = load_pymupdf()

    try:
        status = path.stat()
    except OSError:
        status = None  # opening it tells what is wrong
    try:
        if status is not None and status.st_size <= _MOST_KEPT:
            yield _kept(path, status.st_mtime_ns, status.st_size)
            return
        from desktop_rag.readers.pages.pdf import open_document  # late: whole programs import this, children draw

        pages = OpenPages(open_document(path))
        try:
            yield pages
        finally:
            pages.close()
    except (pymupdf.mupdf.FzErrorBase, RuntimeError) as error:
        raise UserError(
            "The page is damaged and cannot be shown.", "Open the file in the app that created it."
        ) from error


@lru_cache(maxsize=1)
def _kept(path: Path, _changed: int, _size: int) -> OpenPages:
    """Open a file from memory: people may rename or delete it meanwhile, on Windows too."""
    try:
        content = path.read_bytes()
    except OSError:
        content = None  # opening it tells what is wrong
    from desktop_rag.readers.pages.pdf import open_document

    return OpenPages(open_document(path, content))
