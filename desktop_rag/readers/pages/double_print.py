"""Words that are drawn twice at nearly the same place: bold by printing over, shadows, outlines."""

from collections.abc import Sequence
from itertools import pairwise

from desktop_rag.readers.pages.page_tables import RawWord

_NEAR = 0.2  # of a word's height: shadows fall less far
_CELL = 10  # points: lines that begin there with the same letters are looked at
_NARROW = 0.5  # of its width: dots and single letters stand close to one another


def printed_once(words: Sequence[RawWord]) -> list[RawWord]:
    """Return the words of a page, each once: the first of those with the same letters at nearly the same place.

    Of a word and its beginning, as where only part of a line is printed twice, the whole stays.
    """
    words = list(words)
    if not _may_be_doubled(words):
        return words
    seen: dict[str, list[RawWord]] = {}
    kept: list[RawWord] = []
    for word in words:
        text = word[4]
        before = seen.get(text)
        if before is None:
            seen[text] = [word]
        elif any(_is_near(one, word) for one in before):
            continue
        else:
            before.append(word)
        if kept and text[0] == kept[-1][4][0] and _is_near(kept[-1], word):
            last = kept[-1][4]
            if last.startswith(text):
                continue
            if text.startswith(last):
                kept[-1] = word
                continue
        kept.append(word)
    return kept


def _may_be_doubled(words: Sequence[RawWord]) -> bool:
    """Whether lines begin at one place with the same letters, or a line goes back over the word before it.

    Most pages have neither: the rest costs nothing for them.
    """
    begins = [(words[0], words[0])] if words else []
    begins += [(one, other) for one, other in pairwise(words) if one[6] != other[6] or one[5] != other[5]]
    for one, other in begins:
        if one is not other and other[0] < one[2] and _is_near((other[0], *one[1:]), other):
            return True
    for shift in (0, _CELL / 2):
        cells = {(word[4][:3], (word[0] + shift) // _CELL, (word[1] + shift) // _CELL) for _, word in begins}
        if len(cells) < len(begins):
            return True
    return False


def _is_near(one: RawWord, other: RawWord) -> bool:
    x0, y0, x1, y1, *_ = one
    height = y1 - y0
    near = abs(other[1] - y0) <= _NEAR * height
    return near and abs(other[0] - x0) <= min(_NEAR * height, _NARROW * (x1 - x0))
