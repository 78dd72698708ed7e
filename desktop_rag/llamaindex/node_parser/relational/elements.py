"""Texts and tables, in the order in which they stand in a document, and what is known of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

TEXT, TABLE, TABLE_TEXT = "text", "table", "table_text"
_CAPTION_LINES = 3


@dataclass(slots=True)
class TableColumnOutput:
    """What is known of a column."""

    col_name: str
    col_type: str
    summary: str | None = None

    def __str__(self) -> str:
        return f"Column: {self.col_name}\nType: {self.col_type}\nSummary: {self.summary}"


@dataclass(slots=True)
class TableOutput:
    """What a table is about: in a sentence, by its title and number where it has them, and by its columns."""

    summary: str
    table_title: str | None = None
    table_id: str | None = None
    columns: list[TableColumnOutput] = field(default_factory=list)

    def __str__(self) -> str:
        title = f",\nwith the following table title:\n{self.table_title}" if self.table_title else ""
        columns = "".join(f"- {column.col_name}: {column.summary}\n" for column in self.columns)
        return f"{self.summary}{title},\nwith the following columns:\n{columns}"


@dataclass(slots=True)
class Element:
    """A part of a document: “text”, “table”, or “table_text”, a table whose rows are not of one length.

    ``element`` is its text, ``start`` where that stands in the document (None: it does not as it is), ``table`` the
    rows of a “table”, the names of its columns first, and ``table_output`` what was found out about a table.
    """

    id: str
    type: str
    element: str
    start: int | None = None
    table: list[list[str]] | None = None
    table_output: TableOutput | None = None

    @property
    def is_table(self) -> bool:
        """Whether it is a table of either kind."""
        return self.type in {TABLE, TABLE_TEXT}

    def table_markdown(self) -> str:
        """Return the table as short as Markdown has it, what is no such table as it stands."""
        if self.table is None:
            return self.element
        head, *rows = ["|" + "".join(f"{cell}|" for cell in row) + "\n" for row in self.table]
        return f"{head}|{'---|' * len(self.table[0])}\n{''.join(rows)}"

    def columns(self) -> dict[str, dict[int, str]]:
        """Return the cells of a table by the names of their columns and the numbers of their rows."""
        head, *rows = self.table or [[]]
        return {name: {i: row[column] for i, row in enumerate(rows)} for column, name in enumerate(head)}


def with_captions(elements: Sequence[Element], place: int) -> str:
    """Return a table with the lines before and after it, where one of the next three begins with “table”."""
    parts = [elements[place].element]
    if place and elements[place - 1].type == TEXT:
        parts.insert(0, _caption(elements[place - 1].element.strip().split("\n")[-_CAPTION_LINES:]))
    if place + 1 < len(elements) and elements[place + 1].type == TEXT:
        parts.append(_caption(elements[place + 1].element.strip().split("\n")[:_CAPTION_LINES]))
    return "\n".join(part for part in parts if part)


def _caption(lines: Sequence[str]) -> str:
    return "\n".join(lines) if any(line.strip().lower().startswith("table") for line in lines) else ""
