"""A text as people see it that remembers where a drawing program, which knows less, draws other letters.

While a text is put together, ``differing`` marks its pieces; the marks go through whatever is done with strings.
``TwoTexts`` takes them out again. Marks are code points that are no characters, which ``without_marks`` removes from
what files hold.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
# drawn letters stand between the first two, shown ones between the other two
_BEGIN, _SHOWN, _END = "\ufdd0", "\ufdd1", "\ufdd2"
# at the first is drawn what is shown elsewhere, between the other two
_PLACE, _OPEN, _CLOSE = "\ufdd3", "\ufdd4", "\ufdd5"
_NOT_CHARACTERS = re.compile("[\ufdd0-\ufdef]")
_PIECE = re.compile(f"{_BEGIN}([^{_SHOWN}]*){_SHOWN}([^{_END}]*){_END}|{_PLACE}(\\d+);|{_OPEN}(\\d+);|{_CLOSE}")
_BLANK_AT_FIRST = re.compile(
    rf"^((?:{_BEGIN}[^{_SHOWN}]*{_SHOWN}{_END}|{_PLACE}\d+;|{_OPEN}\d+;)*(?:{_BEGIN}[^{_SHOWN}]*{_SHOWN})?)\s+"
)
_MARKS = re.compile(f"{_BEGIN}[^{_SHOWN}]*{_SHOWN}|{_END}|{_PLACE}\\d+;|{_OPEN}\\d+;|{_CLOSE}")


def differing(shown: str, drawn: str) -> str:
    """Return a piece of a text that is drawn otherwise than people see it; either may be ""."""
    return shown if shown == drawn else f"{_BEGIN}{drawn_of(drawn)}{_SHOWN}{shown_of(shown)}{_END}"


def drawn_here(number: int) -> str:
    """Return the mark of the place where that is drawn which ``shown_apart`` holds under the same number."""
    return f"{_PLACE}{number};"


def shown_apart(number: int, text: str) -> str:
    """Return a text that is drawn at the place of the same number; see ``drawn_here``."""
    return f"{_OPEN}{number};{text}{_CLOSE}"


def without_marks(text: str) -> str:
    """Return a text of a file without what would be taken for marks."""
    return _NOT_CHARACTERS.sub("", text) if not text.isascii() else text


def shown_of(text: str) -> str:
    """Return a marked text as people see it."""
    return _MARKS.sub("", text) if _is_marked(text) else text


def drawn_of(text: str) -> str:
    """Return a marked text as it is drawn, in the order in which it is shown."""
    if not _is_marked(text):
        return text
    return _PIECE.sub(lambda piece: piece[1] or "", text)


def drawn_only(text: str) -> str:
    """Return the drawn marks of a marked text, of which no words are to be shown."""
    kept, at = "", 0
    for mark in _PIECE.finditer(text):
        kept += differing("", text[at : mark.start()])
        kept += mark[0] if mark[1] is None else differing("", mark[1])
        at = mark.end()
    return kept + differing("", text[at:])


def trimmed(text: str) -> str:
    """Return a marked text without the blanks at its ends, also behind marks at its beginning."""
    text = text.strip()
    before = ""
    while before != text and _is_marked(text):
        before, text = text, _BLANK_AT_FIRST.sub(r"\1", text)
    return text


def _is_marked(text: str) -> bool:
    return not text.isascii() and (_BEGIN in text or _PLACE in text or _OPEN in text)


class _Piece(NamedTuple):
    """Drawn letters, and the range of the shown text that they belong to; ``same``: letter by letter."""

    drawn: str
    start: int
    end: int
    same: bool


class TwoTexts:
    """A text as it is shown and as it is drawn, and where each drawn letter is shown."""

    def __init__(self, marked: str) -> None:
        pieces, self.shown = _pieces(marked)
        self.drawn = "".join(piece.drawn for piece in pieces)
        self._pieces = np.array([(piece.start, piece.end, piece.same) for piece in pieces], np.int64).reshape(-1, 3)
        lengths = np.array([len(piece.drawn) for piece in pieces], np.int64)
        self._begins = np.cumsum(lengths) - lengths

    def ranges_of(self, firsts: Numbers, lasts: Numbers) -> tuple[Numbers, Numbers]:
        """Return the ranges of the shown text that belong to drawn letters, each from a first to a last one."""
        if not len(self._begins):
            return firsts, lasts
        (first_starts, first_ends), (last_starts, last_ends) = map(self._shown, (firsts, lasts))
        return np.minimum(first_starts, last_starts), np.maximum(first_ends, last_ends)

    def _shown(self, letters: Numbers) -> tuple[Numbers, Numbers]:
        pieces = np.searchsorted(self._begins, letters, side="right") - 1
        starts, ends, is_same = self._pieces[pieces].T
        places = starts + letters - self._begins[pieces]
        return np.where(is_same, places, starts), np.where(is_same, places + 1, ends)


def _pieces(marked: str) -> tuple[list[_Piece], str]:
    """Return the drawn pieces in the order in which they are drawn, and the shown text."""
    if not _is_marked(marked):
        return [_Piece(marked, 0, len(marked), same=True)], marked
    main: list[_Piece | int] = []
    apart: dict[int, list[_Piece | int]] = {}
    levels, shown, length, at = [main], [], 0, 0

    def show(text: str, drawn: str | None = None) -> None:
        nonlocal length
        if text or drawn:
            same = drawn is None
            levels[-1].append(_Piece(text if drawn is None else drawn, length, length + len(text), same=same))
        shown.append(text)
        length += len(text)

    for mark in _PIECE.finditer(marked):
        show(marked[at : mark.start()])
        at = mark.end()
        if mark[3]:
            levels[-1].append(int(mark[3]))
        elif mark[4]:
            levels.append(apart.setdefault(int(mark[4]), []))
        elif mark[1] is None:
            levels = levels[:-1] if len(levels) > 1 else levels
        else:
            show(mark[2], mark[1])
    show(marked[at:])
    return [piece for piece in _in_order(main, apart) if piece.drawn], "".join(shown)


def _in_order(pieces: list[_Piece | int], apart: dict[int, list[_Piece | int]]) -> Iterator[_Piece]:
    for piece in pieces:
        if isinstance(piece, int):
            yield from _in_order(apart.pop(piece, []), apart)
        else:
            yield piece
