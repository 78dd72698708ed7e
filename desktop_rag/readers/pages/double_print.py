"""Words that are drawn twice at nearly the same place: bold by printing over, shadows, outlines."""

from collections.abc import Sequence

from desktop_rag.readers.pages.page_tables import RawWord

_NEAR = 0.2  # of a word's height: shadows fall less far
_NARROW = 0.5  # of its width: dots and single letters stand close to one another


def printed_once(words: Sequence[RawWord]) -> list[RawWord]:
    """Return the words of a page, each once: the first of those with the same letters at nearly the same place.

    Of a word and its beginning, as where only part of a line is printed twice, the whole stays.
    """
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


def _is_near(one: RawWord, other: RawWord) -> bool:
    x0, y0, x1, y1, *_ = one
    height = y1 - y0
    near = abs(other[1] - y0) <= _NEAR * height
    return near and abs(other[0] - x0) <= min(_NEAR * height, _NARROW * (x1 - x0))
