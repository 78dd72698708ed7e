"""Pictures among the text of pages: what they say is read too, each picture where it is shown first."""

from collections.abc import Iterator, Sequence
from typing import Any

from desktop_rag.readers.ocr import page_recognition
from desktop_rag.readers.ocr.picture_budget import PictureBudget, is_large_enough
from desktop_rag.readers.pages.mupdf import Page, Rect, load_pymupdf
from desktop_rag.readers.pages.page_text import Box, PageText

_LEAST = 0.015  # of a page
_CAPTION = 5  # words of the page on a picture; more are its text


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
            more = page_recognition.recognise(page, self._languages, area)
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
            small = box.is_empty or box.width * box.height < _LEAST * abs(whole.width * whole.height)
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
