"""What the pages of a PDF are called: "iv", "A-3".

PyMuPDF reads all the rules again for every page: two thousand pages that each have one took minutes.
"""

from bisect import bisect_right
from typing import Any

from desktop_rag.readers.numerals import roman
from desktop_rag.readers.pages.mupdf import Paged, load_pymupdf

_LONGEST = 60  # characters


class PageLabels:
    """The labels of the pages of one open document."""

    def __init__(self, document: Paged) -> None:
        self._rules: list[dict[str, Any]] = sorted(_rules(document), key=_start)

    def of(self, number: int) -> str:
        """Return the label of a page counted from 0; where it has none, its number counted from 1."""
        place = bisect_right(self._rules, number, key=_start)
        return (_label(self._rules[place - 1], number) if place else "") or str(number + 1)


def _rules(document: Paged) -> list[dict[str, Any]]:
    """Return which label begins on which page; nothing where that is damaged."""
    pymupdf = load_pymupdf()

    try:
        return list(document.get_page_labels()) if document.is_pdf else []
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, LookupError, AssertionError):
        return []


def _start(rule: dict[str, Any]) -> int:
    return int(rule["startpage"])


def _label(rule: dict[str, Any], number: int) -> str:
    count = rule["firstpagenum"] + number - _start(rule)
    style = rule.get("style", "")
    counted = _counted(count, style.lower()) if style else ""
    return f"{rule['prefix']}{counted.upper() if style.isupper() else counted}"[:_LONGEST].strip()


def _counted(count: int, style: str) -> str:
    if style == "r" and count > 0:
        return roman(count) or str(count)
    if style == "a" and count > 0:
        return chr(ord("a") + (count - 1) % 26) * min(_LONGEST, 1 + (count - 1) // 26)
    return str(count)
