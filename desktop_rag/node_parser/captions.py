"""Find the caption of a part of a table: the lines above the table, and the names of its columns."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from desktop_rag.evidence.blocks import HEADING_SEPARATOR
from desktop_rag.evidence.tables import cells_of, head_of, is_row, is_rule

COLUMN_SEPARATOR = " | "
LINE_SEPARATOR = " · "
_LOOKED_AT = 500  # characters above the table
_LONGEST = 110  # characters of a line
_MOST = 4  # lines
_READ = 64  # rows that tell what a table holds
_SENTENCE_END = (".", "。", "!", "?", ";")
_CAPTION = re.compile(
    r"(?:table|tabelle|tab\.|tableau|tabla|tabela|表|図表)[ \t]*[\dIVX一二三四五六七八九十]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class TableContext:
    """The lines above a table, the names of its columns (() when nothing names them), and how wide it is."""

    title: str
    columns: tuple[str, ...]
    width: int

    @classmethod
    def of(cls, text: str, start: int, end: int) -> Self:
        """Return the context of the table between two places of a text."""
        lines = _first_lines(text, start, end)
        marked = len(lines) > 1 and is_rule(lines[1])
        rows = [cells_of(line if is_row(line) else line.replace("\t", "|")) for line in lines if not is_rule(line)]
        head = head_of(rows, marked=marked)
        title = list(_title_lines(text[max(0, start - _LOOKED_AT) : start])) or _caption_below(text[end:])
        columns = head.columns if sum(map(len, head.columns)) <= 3 * _LONGEST else ()
        parts = [*title, head.title] if len(head.title) <= 2 * _LONGEST else title
        return cls(LINE_SEPARATOR.join(part for part in parts if part), columns, max(map(len, rows), default=0))

    @property
    def text(self) -> str:
        """The title with the columns, "" when there are neither."""
        return joined_path((self.title, self.names))

    @property
    def names(self) -> str:
        """The names of the columns in one line; that of the labels is left out when it is empty."""
        named = self.columns[1:] if self.columns[:1] == ("",) else self.columns
        return COLUMN_SEPARATOR.join(named)


def table_context(text: str, start: int, end: int) -> str:
    """Return the title of the table between two places and the names of its columns, "" when there are none."""
    return TableContext.of(text, start, end).text


def joined_path(parts: Iterable[str]) -> str:
    """Return a path of headings, without repeated parts."""
    path: list[str] = []
    said: set[str] = set()
    for part in parts:
        fresh = [line for line in part.split(LINE_SEPARATOR) if line and line not in said]
        said.update(fresh)
        if fresh:
            path.append(LINE_SEPARATOR.join(fresh))
    return HEADING_SEPARATOR.join(path)


def _first_lines(text: str, start: int, end: int) -> list[str]:
    """Return the first lines of a range, enough to recognise a table's content."""
    stop = start
    for _ in range(_READ):
        stop = text.find("\n", stop, end) + 1
        if not stop:
            return text[start:end].splitlines()[:_READ]
    return text[start:stop].splitlines()[:_READ]


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


def _caption_below(below: str) -> list[str]:
    """Return the line below a table that says which one it is."""
    line = below.lstrip()[: _LONGEST + 1].partition("\n")[0].strip()
    return [line] if len(line) <= _LONGEST and _CAPTION.match(line) else []
