"""Pages whose text is a picture, and pictures among the text of pages: which they are, and reading them.

A page of running text takes three to seven seconds on an old core, most of it for reading its lines. A document of
photographs is given up after some in vain.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from desktop_rag.readers.ocr import engine, tesseract
from desktop_rag.readers.ocr.engine import Line
from desktop_rag.readers.ocr.geometry import Picture
from desktop_rag.readers.ocr.layout import words_in_reading_order
from desktop_rag.readers.pages.mupdf import Page, Rect, load_pymupdf
from desktop_rag.readers.pages.page_text import Box, PageText, RawWord, lay_out

_LONGEST = 2200  # pixels of a picture's longer side that are read
_SEARCHED = 1152  # pixels of the longer side when lines are looked for
_DENSEST = 300 / 72
_LARGEST_PICTURE = 200_000_000  # pixels of a picture inside a file
_SHAPE = 2.2  # longer pages are read in parts
_MOST_PARTS = 20
_OVERLAP = 0.06  # of a part
_STROKES = 40  # painted shapes that may be letters
_LEAST_LETTERS = 120
_VOWELS = re.compile("[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœąęěıůő]", re.IGNORECASE)
_USUAL_VOWELS = "aeiouAEIOU"
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_UNKNOWN = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff\x00-\x08\x0e-\x1f\x7f-\x9f]")
_LEAST_WIDE, _LEAST_HIGH = 100, 32  # pixels: icons, bullets and lines show no text
_IN_VAIN = 25  # pictures without text, one after the other, after which the rest are photographs too
_MOST_PICTURES = 300  # pictures of a document: a catalogue of thousands would take an hour
_LEAST_AREA = 0.015  # of a page
_CAPTION = 5  # words of the page on a picture; more are its text


def is_garbled(text: str) -> bool:
    """Return True if a text is no language: unknown characters, or letters without vowels.

    A font that doesn't tell what its glyphs mean gives either of them. No language written in Latin letters
    has less than a quarter of vowels.
    """
    visible = sum(map(len, text.split()))
    if visible and _UNKNOWN.search(text) and len(_UNKNOWN.findall(text)) > 0.3 * visible:
        return True
    if sum(map(text.count, _USUAL_VOWELS)) >= 0.2 * visible:
        return False  # counted in a moment: nearly every page ends here
    letters = _LATIN.findall(text)
    if len(letters) < _LEAST_LETTERS or len(letters) < 0.4 * visible:
        return False
    return len(_VOWELS.findall("".join(letters))) < 0.2 * len(letters)


def is_possible(languages: Sequence[str]) -> bool:
    """Return True if there is something to recognise text with."""
    return engine.is_installed() or tesseract.languages_for(languages) != ""


def needs_recognition(page: Page, text: str) -> bool:
    """Return True if a page shows something although its text is missing or makes no sense."""
    if text.strip() and not is_garbled(text):
        return False
    kinds = [entry[0] for entry in page.get_bboxlog()]
    painted = sum(kind in {"fill-path", "stroke-path", "fill-shade", "clip-path"} for kind in kinds)
    return any("image" in kind or "text" in kind for kind in kinds) or painted >= _STROKES


def recognise(page: Page, languages: Sequence[str] = (), area: Box | None = None) -> PageText | None:
    """Return the text of a page, or of an ``area`` of it; None when no text is seen, or nothing can read it."""
    if any(info[2] * info[3] > _LARGEST_PICTURE for info in page.get_images()):
        return None
    language = languages[0] if languages else ""
    if not engine.reads_language(language) or not engine.is_installed():
        names = tesseract.languages_for(languages)
        if not names:
            return None
        words = tesseract.words(page, names)
    else:
        words = [word for part, above, below in _parts(page, area) for word in _words(page, part, above, below)]
    return lay_out(words) if words else None


def _parts(page: Page, area: Box | None) -> Iterator[tuple[Rect, float, float]]:
    """Yield the area, a long one (a receipt, a picture of a web page) in parts that overlap by a line or two.

    With each part come the shares of its height above and below, whose lines another part has.
    """
    pymupdf = load_pymupdf()

    whole = pymupdf.Rect(area) * page.rotation_matrix if area else page.rect
    if whole.is_empty:
        return
    count = min(_MOST_PARTS, max(1, round(whole.height / whole.width / _SHAPE)))
    step = whole.height / count
    cut = _OVERLAP / (1 + _OVERLAP) / 2
    for number in range(count):
        top, last = whole.y0 + number * step, number == count - 1
        part = pymupdf.Rect(whole.x0, top, whole.x1, whole.y1 if last else top + step * (1 + _OVERLAP))
        yield part, step * _OVERLAP / 2 / part.height if number else 0.0, 0.0 if last else cut


def _words(page: Page, part: Rect, above: float, below: float) -> list[RawWord]:
    """Return the words of a part, in the page's own coordinates."""
    pymupdf = load_pymupdf()

    built_in = engine.built_in_engine()
    if built_in is None:
        return []
    zoom = min(_LONGEST / max(part.width, part.height), _DENSEST)
    picture = _picture(page, part, zoom)
    small = _picture(page, part, min(zoom, _SEARCHED / max(part.width, part.height)))
    seen = built_in.read(picture, small)
    height = picture.shape[0]
    lines = [line for line in seen if above * height <= _level(line) < (1 - below) * height]
    back = pymupdf.Matrix(1 / zoom, 1 / zoom) * pymupdf.Matrix(1, 0, 0, 1, part.x0, part.y0) * page.derotation_matrix
    words = []
    for x0, y0, x1, y1, text, block, line in words_in_reading_order(_certain(lines)):
        box = pymupdf.Rect(x0, y0, x1, y1) * back
        words.append((box.x0, box.y0, box.x1, box.y1, text, block + round(part.y0) * 1000, line))
    return words


def _level(line: Line) -> float:
    _, top, _, bottom = line.box.part(0, 1)
    return (top + bottom) / 2


def _certain(lines: Sequence[Line]) -> Sequence[Line]:
    """Return no line of a picture that shows no text: what is seen in it then is short and doubtful."""
    letters = sum(character.isalnum() for line in lines for character in line.text)
    sure = sum(line.sure * len(line.text) for line in lines) / max(1, sum(len(line.text) for line in lines))
    return lines if letters >= 2 and sure > 0.7 else ()


def _picture(page: Page, part: Rect, zoom: float) -> Picture:
    pymupdf = load_pymupdf()

    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), clip=part, alpha=False, colorspace=pymupdf.csRGB)
    return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width, 3)


def is_large_enough(wide: int, high: int) -> bool:
    """Return True if a picture of this size in pixels may show text."""
    return wide >= _LEAST_WIDE and high >= _LEAST_HIGH


class PictureBudget:
    """Counts the pictures of one document that were looked at."""

    def __init__(self) -> None:
        self._in_vain = self._count = 0

    @property
    def is_spent(self) -> bool:
        """True if no more pictures are to be read."""
        return self._in_vain >= _IN_VAIN or self._count >= _MOST_PICTURES

    def note(self, *, text: bool) -> None:
        """Note that one was looked at, and whether it shows text."""
        self._count += 1
        self._in_vain = 0 if text else self._in_vain + 1


class PagePictures:
    """The pictures of one document. In a PDF they are known by their numbers; others are read wherever they stand."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = languages
        self._seen: set[int] = set()
        self._budget = PictureBudget()

    def read(self, page: Page, text: PageText) -> PageText | None:
        """Return the text of a page with what its pictures say below; None when they say nothing new."""
        found: PageText | None = None
        for area in self._areas(page, text):
            if self._budget.is_spent:
                break
            more = recognise(page, self._languages, area)
            self._budget.note(text=more is not None)
            if more:
                found = (found or text).followed_by(more)
        return found

    def _areas(self, page: Page, text: PageText) -> Iterator[Box]:
        """Yield the places of pictures that may show text, unless the page's own stands on them."""
        pymupdf = load_pymupdf()

        whole = page.rect * page.derotation_matrix
        for picture in self._new(page):
            box = pymupdf.Rect(picture["bbox"]) & whole
            small = box.is_empty or box.width * box.height < _LEAST_AREA * abs(whole.width * whole.height)
            if small or not is_large_enough(picture["width"], picture["height"]):
                continue
            if sum(_is_inside(word.box, box) for word in text.words) <= _CAPTION:
                yield (box.x0, box.y0, box.x1, box.y1)

    def _new(self, page: Page) -> list[dict[str, Any]]:
        """Return the pictures that no page before showed."""
        if not page.parent.is_pdf:
            return list(page.get_image_info())
        new = [picture for picture in page.get_images() if picture[0] not in self._seen]
        self._seen.update(picture[0] for picture in new)
        sizes = {picture[2:4] for picture in new}
        places = page.get_image_info() if new else ()
        return [place for place in places if (place["width"], place["height"]) in sizes]


def _is_inside(box: Box, place: Rect) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bool(place.x0 < x < place.x1 and place.y0 < y < place.y1)
