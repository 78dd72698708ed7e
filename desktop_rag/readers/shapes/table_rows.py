"""The rows of Markdown tables, cell by cell, with their places."""

import re

from desktop_rag.readers.shapes.lines import Line

_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")


def is_row(text: str) -> bool:
    """Whether a line is a row with bars at both ends."""
    stripped = text.strip()
    return stripped.startswith("|") and stripped.endswith("|") and len(stripped) > 1


def is_rule(text: str) -> bool:
    """Whether a line is the one below a table's heading."""
    return "|" in text and bool(_RULE.fullmatch(text))


def row_cells(line: Line) -> list[Line]:
    """Return the cells of a row without the white space around them."""
    row = line.stripped()
    if row.text.startswith("|"):
        row = row.cut(1)
    if row.text.endswith("|") and not row.text.endswith("\\|"):
        row = Line(row.text[:-1], row.start)
    cells = []
    position = 0
    for bar in [*(match.start() for match in _BAR.finditer(row.text)), len(row.text)]:
        cells.append(Line(row.text[position:bar], row.start + position).stripped())
        position = bar + 1
    return cells
