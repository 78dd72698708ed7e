"""Rows of tables in passages: which may be quoted, and the small table in which a row is shown."""

from collections.abc import Sequence
from itertools import takewhile

from desktop_rag.evidence.tables import PERIOD, cells_of, is_figure, is_row, is_rule
from desktop_rag.response_synthesizers.quoting.readable import line_of
from desktop_rag.response_synthesizers.quoting.row_headings import Heading

_TELLING_ROWS = 3  # with figures; that two columns are never filled in fewer tells nothing


def is_quotable(text: str, start: int) -> bool:
    """Return True if the row that begins at ``start`` has a value for the label in one of its cells.

    Rows that name columns, or only head the rows below, do not.
    """
    row = line_of(text, start)
    label, *values = cells_of(row)
    if not label and any(map(is_figure, filter(None, values))):
        # it goes on with the label of the row above
        label, *values = filter(None, values)
    # a position, a code, a time or a date stands before what it belongs to
    is_named = any(any(map(str.isalpha, cell)) for cell in (label, *values))
    if not is_named or not any(values):
        return False
    if not _names_columns(row):
        return True
    return not any(map(PERIOD.search, values)) and bool(_rows_above(text[:start])[0])


def inside(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of a row without the bars around it."""
    while start < end and text[start] in "| \t":
        start += 1
    while start < end and text[end - 1] in "| \t\n":
        end -= 1
    return start, end


def as_table(heading: Heading, rows: Sequence[str], beside: Sequence[str] = ()) -> str:
    """Return rows (their cells between bars, with any text behind the last bar) as a table in Markdown.

    Columns in which nothing stands are left out, and two that the rows ``beside`` these never fill both are joined.
    """
    split = [row.rpartition("|") for row in rows]
    cells = [cells_of(row) for row, _, _ in split]
    count = max(map(len, cells))
    names = (*heading.columns, *[""] * count)[:count]
    head, *body = [f"| {' | '.join(row)} |" for row in _joined_columns([names, *cells], list(map(cells_of, beside)))]
    ends = [end for _, _, end in split]
    lines = [head, "|" + "---|" * (len(cells_of(head))), *map("".join, zip(body, ends, strict=True))]
    table = "\n".join(lines)
    return f"{heading.caption}\n\n{table}" if heading.caption else table


def _joined_columns(rows: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows, the names first, without empty columns; pages often set one column's figures in two."""
    count = len(rows[0])
    alike = [row for row in others if len(row) == count]
    groups: list[list[int]] = []
    for column in range(count):
        if not any(row[column] for row in (*rows, *alike) if column < len(row)):
            continue
        if len(groups) > 1 and _are_one(groups[-1][-1], column, rows[0], alike):
            groups[-1].append(column)
        else:
            groups.append([column])
    return [
        [" ".join(filter(None, (row[column] for column in group if column < len(row)))) for group in groups]
        for row in rows
    ]


def _are_one(left: int, right: int, names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if two adjacent columns, one of them unnamed, are never both filled in their table."""
    figures = [row for row in rows if any(map(is_figure, row))]
    filled = [bool(row[left]) + bool(row[right]) for row in figures]
    return not (names[left] and names[right]) and filled.count(1) >= _TELLING_ROWS and 2 not in filled


def rows_beside(text: str, start: int) -> list[str]:
    """Return the rows of the table around the row at ``start``, up to where other rows name columns again."""
    above, _ = _rows_above(text[:start])
    below = list(takewhile(is_row, text[start:].splitlines()))
    first = next((place for place in range(len(above), 0, -1) if _names_columns(above[place - 1])), 0)
    last = next((place for place, row in enumerate(below) if _names_columns(row)), len(below))
    return [row for row in (*above[first:], *below[:last]) if not is_rule(row)]


def _rows_above(text: str) -> tuple[list[str], str]:
    """Return the rows directly above, the first one first, and the text above them."""
    lines = text.splitlines()
    count = 0
    while count < len(lines) and lines[-1 - count].lstrip().startswith("|"):
        count += 1
    return lines[len(lines) - count :], "\n".join(lines[: len(lines) - count])


def _names_columns(row: str) -> bool:
    """Return True if a row holds the names of columns: words, years and dates, but no other figures."""
    _, *values = cells_of(row)
    named = [PERIOD.sub("", value) for value in values if value]
    return bool(named) and not any(char.isdigit() or char in "$€£%—" for value in named for char in value)
