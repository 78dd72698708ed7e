"""The rows of Markdown tables, cell by cell, with their places."""

from desktop_rag.evidence.tables import BAR
from desktop_rag.readers.shapes.lines import Line


def row_cells(line: Line) -> list[Line]:
    """Return the cells of a row without the white space around them."""
    row = line.stripped()
    if row.text.startswith("|"):
        row = row.cut(1)
    if row.text.endswith("|") and not row.text.endswith("\\|"):
        row = Line(row.text[:-1], row.start)
    cells = []
    position = 0
    for bar in [*(match.start() for match in BAR.finditer(row.text)), len(row.text)]:
        cells.append(Line(row.text[position:bar], row.start + position).stripped())
        position = bar + 1
    return cells
