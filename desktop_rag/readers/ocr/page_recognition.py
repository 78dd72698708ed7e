"""Pages whose text is a picture: which they are, and reading them.

A page of running text takes three to seven seconds on an old core, most of it for reading its lines.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from desktop_rag.readers.ocr import engine, tesseract
from desktop_rag.readers.ocr.geometry import Picture
from desktop_rag.readers.ocr.layout import words_in_reading_order
from desktop_rag.readers.ocr.line_recognition import Line
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
