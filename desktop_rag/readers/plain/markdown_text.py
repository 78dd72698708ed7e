"""Writes headings and tables the way the splitter and the table tools read them."""

from collections.abc import Iterable, Sequence

from desktop_rag.evidence.tables import names_columns

_DEEPEST = 6


def heading(level: int, title: str) -> str:
    """Return a heading in one line; level 1 is the highest."""
    return f"{'#' * min(max(level, 1), _DEEPEST)} {' '.join(title.split())}"


def cell(text: str) -> str:
    """Return the text of a cell in one line."""
    return " ".join(text.replace("|", "\\|").split())


def table(rows: Iterable[Sequence[str]], *, has_head: bool | None = None) -> str:
    """Return rows as a table of Markdown; blank rows are left out, short ones filled.

    ``has_head`` says whether the first one names the columns, None where only its words can tell. A table without
    names begins with a row of nothing.
    """
    filled = [[cell(text) for text in row] for row in rows if any(text.strip() for text in row)]
    if not filled:
        return ""
    width = max(map(len, filled))
    even = [row + [""] * (width - len(row)) for row in filled]
    head, *body = [f"| {' | '.join(row)} |" for row in even]
    if names_columns(even) if has_head is None else has_head:
        return "\n".join([head, rule(width), *body])
    return "\n".join([no_names(width), rule(width), head, *body])


def no_names(width: int) -> str:
    """Return the heading of a table whose columns have no names."""
    return f"|{'  |' * width}"


def rule(width: int) -> str:
    """Return the line between a table's heading and its rows."""
    return "|" + " --- |" * width
