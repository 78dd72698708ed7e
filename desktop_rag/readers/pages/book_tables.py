"""The tables of books: signs that nobody sees mark their cells in the copy that MuPDF lays out, and are read again.

MuPDF knows nothing of the rows of a table once they are drawn, and cells that are empty are nowhere.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from desktop_rag.readers.pages.page_tables import RawWord, Row

TABLE, ROW, CELL, END = "\U000f5d10", "\U000f5d11", "\U000f5d12", "\U000f5d13"
"""Stand before the first cell of a table, of a row and before any other cell, and behind the last one of a table."""
_MARKS = frozenset([TABLE, ROW, CELL, END])
_MARK = re.compile(f"[{TABLE}-{END}]")


def has_marks(words: Sequence[RawWord]) -> bool:
    """Return True if there are cells of a table among the words of a page."""
    return _MARK.search(" ".join([word[4] for word in words])) is not None


def runs_of(words: Sequence[RawWord]) -> Iterator[list[RawWord] | list[Row]]:
    """Yield the words of a page in order: those of running text, and tables with their rows."""
    text: list[RawWord] = []
    rows: list[list[list[RawWord]]] = []
    number, is_table = 0, False
    for word in (part for whole in words for part in _cut(whole)):
        marks, rest = _parted(word)
        for mark in marks:
            if mark == END:
                is_table = False
                continue
            if not is_table or mark == TABLE:
                if rows:
                    yield _table(rows, number)
                    rows = []
                if text:
                    yield text
                    text = []
                number, is_table = number + 1, True
            if mark != CELL or not rows:
                rows.append([])
            rows[-1].append([])
        ends = rest is not None and rest[4].endswith(END)
        if rest is not None:
            kept = (*rest[:4], rest[4].replace(END, ""), *rest[5:])
            if is_table and rows:
                rows[-1][-1].append(kept)
            else:
                if rows:
                    yield _table(rows, number)
                    rows = []
                text.append(kept)
        is_table = is_table and not ends
    if rows:
        yield _table(rows, number)
    if text:
        yield text


def _table(rows: list[list[list[RawWord]]], number: int) -> list[Row]:
    width = max(map(len, rows))
    filled = (row for row in rows if any(row))
    return [Row((*row, *([[]] * (width - len(row)))), number) for row in filled]


def _cut(word: RawWord) -> Iterator[RawWord]:
    """Yield a word in parts where cells without a gap between them meet in it; all letters count as equally wide."""
    x0, y0, x1, y1, text, block, line = word
    cuts = [match.start() for match in _MARK.finditer(text, 1) if text[match.start() - 1] not in _MARKS]
    cuts = [cut for cut in cuts if text[cut] != END]
    if not cuts:
        yield word
        return
    wide = (x1 - x0) / len(text)
    for begin, end in pairwise([0, *cuts, len(text)]):
        yield (x0 + begin * wide, y0, x0 + end * wide, y1, text[begin:end], block, line)


def _parted(word: RawWord) -> tuple[str, RawWord | None]:
    """Return the marks before a word, and the word without them, if anything is left of it."""
    text = word[4]
    plain = text.lstrip("".join(_MARKS))
    marks = text[: len(text) - len(plain)]
    return marks, (*word[:4], plain, *word[5:]) if plain else None
