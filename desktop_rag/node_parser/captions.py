"""What a part of a table cannot do without: the lines above the table, and its first row."""

import re
from collections.abc import Iterator

from desktop_rag.node_parser.headings import HEADING_SEPARATOR

_LOOKED_AT = 500  # characters above the table
_LONGEST = 110  # characters of a line
_MOST = 4  # lines
_SENTENCE_END = (".", "。", "!", "?", ";")
_CELLS = re.compile(r"\s*\|\s*")


def table_context(text: str, start: int, end: int) -> str:
    """Return the title of the table between two places and the names of its columns, "" when there are none."""
    title = " · ".join(_title_lines(text[max(0, start - _LOOKED_AT) : start]))
    parts = [title, _first_row(text[start:end])]
    return HEADING_SEPARATOR.join(part for part in parts if part)


def _title_lines(above: str) -> list[str]:
    """Return the short lines directly above a table, in their order."""
    found: list[str] = []
    for line in reversed(above.splitlines()):
        stripped = line.strip().lstrip("#").strip()
        if not stripped:
            continue
        ended = stripped.endswith(_SENTENCE_END) or stripped.startswith("|")
        if ended or len(stripped) > _LONGEST or len(found) == _MOST:
            break
        found.insert(0, stripped)
    return found


def _first_row(table: str) -> str:
    """Return the words of the first row, when there are more rows."""
    first, _, rest = table.partition("\n")
    if not rest.strip() or len(first) > 3 * _LONGEST:
        return ""
    return " ".join(_cells(first))


def _cells(row: str) -> Iterator[str]:
    """Yield what is in the cells of a row."""
    for cell in _CELLS.split(row.replace("\t", "|")):
        if cell.strip():
            yield cell.strip()
