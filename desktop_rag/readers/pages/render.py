"""Draws pages for the viewer, and finds on them what a person typed. Child processes only (see ``readers.pages.pdf``).

Words are found whatever their case, line ends, quotation marks and ligatures. As in the search by words
(``text.spellings``), hyphens and what nobody sees in words may be missing on either side, numbers may be grouped, and
raised figures and fractions be written in either way.
"""

import math
import re
import time
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.pages import (
    Box,
    PageClip,
    PageHit,
    PageHits,
    PageImage,
    PageJpeg,
    PagePart,
    PageSizes,
    PageWords,
)
from desktop_rag.readers.pages.mupdf import (
    BoundedPages,
    DisplayList,
    Page,
    Paged,
    Pixmap,
    Rect,
    load_pymupdf,
    page_object,
)
from desktop_rag.readers.pages.page_text import PageText, PlacedWord, read_page, unpack_words
from desktop_rag.text.spellings import ungrouped

_JPEG_QUALITY = 85
MAXIMUM_PIXELS = 24_000_000
_CLIP_ZOOM, _CLIP_WIDTH, _CLIP_HEIGHT = 1.5, 1_400, 1_200  # of a clipped page: pixels a point, most pixels
_CLIP_MARGIN = 48  # points of the page above and below the words
_CLIP_LINE, _CLIP_COLOUR = 2, (179, 38, 30)
_SECONDS = 0.15  # of work on many pages at a time: a page that somebody waits for is drawn in between
_DARK, _LIGHT = 28, 236  # of a dark page: the paper, and what was black on it
_MOST_KEPT = 64 * 2**20  # bytes of a file held in memory; larger ones, one in hundreds, are opened for every call
_TIDY = 50  # pages after which what was decoded is let go of
Recognised = tuple[str, bytes]
"""The stored text of a page that is a picture, and where its words stand (``page_text.pack_words``)."""
_GAP = r"[\s|]+"  # between words: also the end of a line, and the border of a cell
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_LONGEST = 1_000  # characters that are looked for; an expression for 30,000 takes seconds to make
_RAISED = str.maketrans("-+0123456789", "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = {ord(raised): chr(sign) for sign, raised in zip(_RAISED, "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True)}
_FRACTIONS = {unicodedata.normalize("NFKC", one).replace("⁄", "/"): one for one in "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
_PIECE = re.compile(
    rf"\^[-+]?\d+|[⁻⁺]?[⁰¹²³⁴-⁹]+|(?<!\d)(?:{'|'.join(_FRACTIONS)})(?!\d)|[{''.join(_FRACTIONS.values())}]"
    rf"|{'|'.join(_LIGATURES)}|.",
    re.IGNORECASE | re.DOTALL,
)
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_ALIKE = ("'‘’ʼ`´", '"“”„«»', _HYPHENS)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_ARABIC = re.compile(r"[\u0621-\u06d3]")
_WITHIN = "(?:[\u00ad\u200b-\u200d\u2060\ufeff]+\\s*|[-\u2010\u2011]\\s*)?"  # a word, perhaps cut at the end of a line
_HALF_SPACE = "[\u200c\\s]?"  # in Persian words
_UNSEEN = "\u00ad\u200b\u200d\u2060\ufeff"
_LEAST_GROUP = 3  # figures of a number behind what groups them
_GROUPING = "[.,'’٬\u00a0\u2009\u202f ]?"


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
        """Return the display list of a page."""
        if self._drawing is None or self._drawing[0] != page:
            self._drawing = (page, self.load(page).get_displaylist())
        return self._drawing[1]

    def size(self, page: int) -> tuple[float, float]:
        """Return the shown width and height of a page, in points; of a PDF without loading it."""
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


def load_painter() -> None:
    """Import the modules for drawing (a second) before the first page is wanted."""
    load_pymupdf()


def render_page(
    file: str,
    path: Path,
    page: int,
    zoom: float,
    passage: tuple[int, int] | None,
    cited: tuple[int, int] | None,
    recognised: Recognised | None = None,
    dark: bool = False,  # noqa: FBT001, FBT002 - as children are called
) -> PageImage:
    """Render page ``page`` (1-based; clamped) at ``zoom`` (1.0 = 72 dpi) with boxes for two character ranges.

    ``path`` is where the content of ``file`` lies: another one for a file that was unpacked. ``recognised`` is what is
    stored of a page that is a picture: its text cannot be read again. ``dark`` turns light to dark and keeps hues.

    Raises:
        UserError: the file cannot be opened, or the page cannot be drawn.

    """
    with open_pages(path) as pages:
        # the file may have fewer pages now than when it was read
        number = min(max(1, page), pages.count)
        width, height = pages.size(number)
        zoom = min(zoom, (MAXIMUM_PIXELS / max(width * height, 1.0)) ** 0.5)
        drawn = _draw(pages, number, zoom, None, dark=dark)
        text = pages.text(number, recognised) if passage or cited else None

        def boxes(span: tuple[int, int] | None) -> tuple[Box, ...]:
            if text is None or span is None:
                return ()
            return tuple((x0 * zoom, y0 * zoom, x1 * zoom, y1 * zoom) for x0, y0, x1, y1 in text.boxes(*span))

        image = (drawn.width, drawn.height, drawn.rgb, boxes(passage), boxes(cited))
        return PageImage(file, number, pages.count, *image, (width, height), zoom)


def render_jpeg(path: Path, page: int, longest: int) -> PageJpeg:
    """Render a page (1-based; clamped) as a JPEG file whose longest side has ``longest`` pixels.

    Raises:
        UserError: the file cannot be opened, or the page cannot be drawn.

    """
    with open_pages(path) as pages:
        number = min(max(1, page), pages.count)
        zoom = longest / max(*pages.size(number), 1.0)
        pixmap = _pixmap(pages, number, zoom)
        return PageJpeg(pixmap.width, pixmap.height, bytes(pixmap.tobytes("jpeg", jpg_quality=_JPEG_QUALITY)))


def render_clip(path: Path, page: int, span: tuple[int, int], recognised: Recognised | None) -> PageClip | None:
    """Render a page, as wide as it is, from a little above a character range to a little below, with a box round that.

    None where the page is gone, or has no such characters.

    Raises:
        UserError: the file cannot be opened, or the page cannot be drawn.

    """
    with open_pages(path) as pages:
        boxes = pages.text(page, recognised).boxes(*span) if page <= pages.count else []
        if not boxes:
            return None
        rect, matrix = load_pymupdf().Rect, load_pymupdf().Matrix
        drawing = pages.drawing(page)
        words = rect(boxes[0])
        for box in boxes[1:]:
            words |= rect(box)
        zoom = min(_CLIP_ZOOM, _CLIP_WIDTH / max(drawing.rect.width, 1.0))
        top = max(drawing.rect.y0, words.y0 - _CLIP_MARGIN)
        bottom = min(drawing.rect.y1, words.y1 + _CLIP_MARGIN, top + _CLIP_HEIGHT / zoom)
        clip = rect(drawing.rect.x0, top, drawing.rect.x1, bottom)
        pixmap = drawing.get_pixmap(matrix=matrix(zoom, zoom), alpha=False, clip=clip)
        around = rect(words.x0 - 3, words.y0 - 2, words.x1 + 3, words.y1 + 2) & clip
        _draw_box(pixmap, around * matrix(zoom, zoom))
        return PageClip(pixmap.width, pixmap.height, bytes(pixmap.tobytes("png")))


def _draw_box(pixmap: Pixmap, box: Rect) -> None:
    """Draw the outline of a box into pixels."""
    left, top, right, bottom = (round(edge) for edge in (box.x0, box.y0, box.x1, box.y1))
    edges = (
        (left, top, right, top + _CLIP_LINE),
        (left, bottom - _CLIP_LINE, right, bottom),
        (left, top, left + _CLIP_LINE, bottom),
        (right - _CLIP_LINE, top, right, bottom),
    )
    for edge in edges:
        pixmap.set_rect(edge, _CLIP_COLOUR)


def render_part(path: Path, page: int, zoom: float, top: int, height: int, dark: bool) -> PagePart:  # noqa: FBT001
    """Render the ``height`` rows of pixels from ``top`` on of a page at ``zoom`` (1.0 = 72 dpi).

    Raises:
        UserError: the file cannot be opened, or the page is gone or cannot be drawn.

    """
    with open_pages(path) as pages:
        width, _ = pages.size(min(page, pages.count))
        rows = min(height, max(1, math.floor(MAXIMUM_PIXELS / max(width * zoom, 1.0))))
        return _draw(pages, min(page, pages.count), zoom, (top, rows), dark=dark)


def measure_pages(path: Path, first: int) -> PageSizes:
    """Return the sizes of the pages from ``first`` on, as many as can be read in a moment.

    Raises:
        UserError: the file cannot be opened.

    """
    end, sizes = time.monotonic() + _SECONDS, []
    with open_pages(path) as pages:
        for page in range(first, pages.count + 1):
            sizes.append(pages.size(page))
            if time.monotonic() > end:
                break
        following = first + len(sizes)
        return PageSizes(first, tuple(sizes), following if following <= pages.count else 0)


def read_words(path: Path, page: int, recognised: Recognised | None) -> PageWords:
    """Return the text of a page and where its words stand.

    Raises:
        UserError: the file cannot be opened, or the page cannot be read.

    """
    with open_pages(path) as pages:
        text = pages.text(min(page, pages.count), recognised)
    return PageWords(page, text.text, tuple((word.start, word.end, word.box) for word in text.words))


def find_words(path: Path, sought: str, first: int, last: int, recognised: Mapping[int, Recognised]) -> PageHits:
    """Return the places of words on the pages from ``first`` to ``last``, as many as can be read in a moment.

    Raises:
        UserError: the file cannot be opened.

    """
    end, hits, page = time.monotonic() + _SECONDS, [], first
    pattern = pattern_of(sought)
    with open_pages(path) as pages:
        while page <= min(last, pages.count) and time.monotonic() <= end:
            hits += _hits(pages, page, pattern, recognised.get(page))
            page += 1
        return PageHits(tuple(hits), page if page <= pages.count else 0)


def _hits(pages: OpenPages, page: int, pattern: re.Pattern[str], recognised: Recognised | None) -> list[PageHit]:
    """Return the hits on one page; empty for a damaged one."""
    pymupdf = load_pymupdf()

    try:
        text = pages.text(page, recognised)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError):
        return []
    return [PageHit(page, tuple(text.boxes(*place))) for place in places_of(pattern, text.text)]


def _draw(pages: OpenPages, page: int, zoom: float, rows: tuple[int, int] | None, *, dark: bool) -> PagePart:
    """Draw a page, or some rows of its pixels: (the first, how many)."""
    pixmap = _pixmap(pages, page, zoom, rows)
    samples = bytes(pixmap.samples)
    return PagePart(pixmap.width, pixmap.height, _darkened(samples) if dark else samples)


def _pixmap(pages: OpenPages, page: int, zoom: float, rows: tuple[int, int] | None = None) -> Pixmap:
    """Return the pixels of a page, or of some rows."""
    mupdf = load_pymupdf()
    drawing = pages.drawing(page)
    clip = drawing.rect
    if rows is not None:
        clip = mupdf.Rect(clip.x0, clip.y0 + rows[0] / zoom, clip.x1, min(clip.y1, clip.y0 + sum(rows) / zoom))
    return drawing.get_pixmap(matrix=mupdf.Matrix(zoom, zoom), alpha=False, clip=clip)


def _darkened(rgb: bytes) -> bytes:
    """Turn the luminance of pixels round; their hues stay."""
    import numpy as np  # imported late: it starts threads, which children must not have before they are confined

    pixels = np.frombuffer(rgb, np.uint8).reshape(-1, 3)
    red, green, blue = pixels[:, 0], pixels[:, 1], pixels[:, 2]
    luminance = (red * np.uint16(77) + green * np.uint16(150) + blue * np.uint16(29)) >> 8
    # the same for all three colours, so that the hue stays: blue, which looks dark, becomes light blue
    shift = 255 - 2 * luminance.astype(np.int16)
    between = np.linspace(_DARK, _LIGHT, 256).round().astype(np.uint8)
    turned: bytes = between[np.clip(pixels + shift[:, None], 0, 255)].tobytes()
    return turned


def pattern_of(sought: str) -> re.Pattern[str]:
    """Return a pattern for the words that were typed; blanks at the ends do not count."""
    words = (ungrouped(word) if _has_groups(word) else word for word in sought[:_LONGEST].split())
    return re.compile(_GAP.join(_PIECE.sub(_expression, word) for word in words), re.IGNORECASE)


def places_of(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the character range of each place."""
    return (match.span() for match in pattern.finditer(text) if match.end() > match.start())


def _has_groups(word: str) -> bool:
    return word.isascii() and len(word) > 4 and word[0].isdigit() and not word.isalnum()


def _expression(piece: re.Match[str]) -> str:
    """Return a pattern for one letter, or for letters that may be printed as one."""
    letters = piece[0]
    before, follower = piece.string[: piece.start()][-1:], piece.string[piece.end() : piece.end() + 1]
    if letters in _UNSEEN:
        return f"[{_UNSEEN}]*"
    if letters.lower() in _LIGATURES:
        return f"(?:{_WITHIN.join(letters)}|{_LIGATURES[letters.lower()]}){_between(letters[-1], follower)}"
    if letters.startswith("^") and len(letters) > 1:
        return f"(?:{re.escape(letters)}|{letters[1:].translate(_RAISED)})"
    if ord(letters[-1]) in _LOWERED:
        return f"(?:{letters}|\\^?{re.escape(letters.translate(_LOWERED))})"
    for figures, sign in _FRACTIONS.items():
        if letters in (figures, sign):
            return f"(?:{sign}|{figures.replace('/', '[/⁄]')})"
    if letters == "\u200c" or (letters in "-\u2010\u2011" and _LETTER.match(before) and _LETTER.match(follower)):
        return f"(?:[{re.escape(_HYPHENS)}\u00ad\u200c]\\s*|\\s)?"
    for alike in _ALIKE:
        if letters in alike:
            return f"[{re.escape(alike)}]"
    if letters.isdigit() and follower.isdigit():
        left = re.match(r"\d*", piece.string[piece.end() :])
        return letters + (_GROUPING if left is not None and len(left[0]) >= _LEAST_GROUP else "")
    if letters in ".," and before.isdigit() and follower.isdigit():
        return "[.,]"
    return re.escape(letters) + _between(letters, follower)


def _between(letter: str, follower: str) -> str:
    """Return a pattern for the space between two letters of a word."""
    if _CJK.match(letter) and _CJK.match(follower):
        return r"\s?"  # Chinese and Japanese are broken anywhere
    if not (_LETTER.match(letter) and _LETTER.match(follower)):
        return ""
    return _HALF_SPACE if _ARABIC.match(letter) else _WITHIN
