"""The text of a page together with where each word stands on it.

Reading and highlighting both use this function, so a character range of a stored passage always maps
back to the very words on the page.
"""

import re
from dataclasses import dataclass
from typing import Any

Box = tuple[float, float, float, float]

_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word: character range in the page's text, and its box in points from the top left corner."""

    start: int
    end: int
    box: Box


@dataclass(frozen=True, slots=True)
class PageText:
    """A page's text and its words in order."""

    text: str
    words: tuple[PlacedWord, ...]

    def boxes(self, start: int, end: int) -> list[Box]:
        """Return one box per line for the characters ``start`` to ``end``."""
        lines: list[Box] = []
        for word in self.words:
            if word.end > start and word.start < end:
                _append(lines, _part(word, start, end))
        return lines


def read_page(page: Any) -> PageText:  # noqa: ANN401 - PyMuPDF has no types
    """Return the text of a PyMuPDF page: lines end in a newline, blocks in an empty line.

    Words hyphenated at a line's end are joined, and so are lines of Chinese and Japanese text.
    """
    parts: list[str] = []
    words: list[PlacedWord] = []
    length = 0
    previous: tuple[int, int] | None = None
    for x0, y0, x1, y1, raw, block, line, _ in page.get_text("words", sort=False):
        word = _CONTROL.sub(" ", raw)
        if not word.strip():
            continue
        if previous is not None:
            length = _join(
                parts, words, length, word, same_block=block == previous[0], same_line=(block, line) == previous
            )
        parts.append(word)
        words.append(PlacedWord(length, length + len(word), (x0, y0, x1, y1)))
        length += len(word)
        previous = (block, line)
    return PageText("".join(parts), tuple(words))


def _join(
    parts: list[str], words: list[PlacedWord], length: int, word: str, *, same_block: bool, same_line: bool
) -> int:
    """Append what stands between the last word and ``word``; return the new length."""
    last = parts[-1]
    if same_line:
        glue = " "
    elif not same_block:
        glue = "\n\n"
    elif last.endswith("\u00ad") or (last[-1:] in "-‐" and last[-2:-1].islower() and word[:1].islower()):
        parts[-1] = last[:-1]
        placed = words[-1]
        words[-1] = PlacedWord(placed.start, placed.end - 1, placed.box)
        return length - 1
    else:
        glue = "" if _CJK.match(last[-1]) and _CJK.match(word[0]) else "\n"
    parts.append(glue)
    return length + len(glue)


def _part(word: PlacedWord, start: int, end: int) -> Box:
    """Return the box of the characters inside the range (a run of Chinese counts as one word)."""
    size = max(1, word.end - word.start)
    x0, y0, x1, y1 = word.box
    left = x0 + (x1 - x0) * max(0, start - word.start) / size
    right = x0 + (x1 - x0) * min(size, end - word.start) / size
    return (left, y0, right, y1)


def _append(lines: list[Box], box: Box) -> None:
    """Add a word's box to the last line when it continues it, else begin a new line."""
    if lines:
        x0, y0, x1, y1 = lines[-1]
        middle = (box[1] + box[3]) / 2
        if y0 <= middle <= y1 and -1 <= box[0] - x1 < 2 * (y1 - y0):
            lines[-1] = (x0, min(y0, box[1]), max(x1, box[2]), max(y1, box[3]))
            return
    lines.append(box)
