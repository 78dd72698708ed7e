"""The tables of books: signs that nobody sees mark their cells in the copy that MuPDF lays out, and are read again.

MuPDF knows nothing of the rows of a table once they are drawn, and cells that are empty are nowhere.
"""

from collections.abc import Iterator, Sequence

from desktop_rag.readers.pages.page_tables import RawWord, Row

TABLE, ROW, CELL, END = "\U000f5d10", "\U000f5d11", "\U000f5d12", "\U000f5d13"
"""Stand before the first cell of a table, of a row and before any other cell, and behind the last one of a table."""
_MARKS = frozenset([TABLE, ROW, CELL, END])
_HEIGHT = 4.0  # points: marks that stand alone are lower than any word


def has_marks(words: Sequence[RawWord]) -> bool:
    """Whether there are cells of a table among the words of a page."""
    return any(letter in _MARKS for word in words for letter in (word[4][:1], word[4][-1:]))


def runs_of(words: Sequence[RawWord]) -> Iterator[list[RawWord] | list[Row]]:
    """Yield the words of a page in order: those of running text, and tables with their rows."""
    text: list[RawWord] = []
    rows: list[list[list[RawWord]]] = []
    number, is_table = 0, False
    for word in words:
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


def _parted(word: RawWord) -> tuple[str, RawWord | None]:
    """Return the marks before a word, and the word without them, if anything is left of it."""
    text = word[4]
    plain = text.lstrip("".join(_MARKS))
    marks = text[: len(text) - len(plain)]
    return marks, (*word[:4], plain, *word[5:]) if plain else None
