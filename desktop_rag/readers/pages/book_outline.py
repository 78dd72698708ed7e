"""The chapters that a book lists in its navigation: some have their titles nowhere else."""

from collections import defaultdict

from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.pages.mupdf import Paged

_MOST = 5_000  # entries


class BookOutline:
    """The navigation of one open EPUB; other files have none here, as their pages show the titles."""

    def __init__(self, document: Paged) -> None:
        self._titles: dict[int, list[str]] = defaultdict(list)
        for title, page in _entries(document):
            self._titles[page - 1].append(title)

    def sections_of(self, number: int, text: str) -> list[Section]:
        """Return the titles of the chapters that begin on a page, counted from 0, and stand nowhere in its ``text``."""
        titles = self._titles.get(number, [])
        shown = _letters(text) if titles else ""
        missing = [f"- {title}" for title in titles if _letters(title) not in shown]
        return [Section(headings.CONTENTS, missing)] if missing else []


def _entries(document: Paged) -> list[tuple[str, int]]:
    """Return titles with the pages they lead to, counted from 1; nothing where the navigation is damaged."""
    import pymupdf

    if not document.metadata or not str(document.metadata.get("format", "")).startswith("EPUB"):
        return []
    try:
        outline = document.get_toc(simple=True)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, RecursionError):
        return []
    return [(" ".join(title.split()), page) for _, title, page in outline[:_MOST]]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
