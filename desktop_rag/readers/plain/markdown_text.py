"""Writes headings and tables the way the splitter and the table tools read them."""

from collections.abc import Iterable, Sequence

_DEEPEST = 6


def heading(level: int, title: str) -> str:
    """Return a heading in one line; level 1 is the highest."""
    return f"{'#' * min(max(level, 1), _DEEPEST)} {' '.join(title.split())}"


def cell(text: str) -> str:
    """Return the text of a cell in one line."""
    return " ".join(text.replace("|", "\\|").split())


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as a table whose first row is the heading; blank rows are left out, short ones filled."""
    filled = [[cell(text) for text in row] for row in rows if any(text.strip() for text in row)]
    if not filled:
        return ""
    width = max(map(len, filled))
    head, *body = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in filled]
    return "\n".join([head, rule(width), *body])


def rule(width: int) -> str:
    """Return the line between a table's heading and its rows."""
    return "|" + " --- |" * width
