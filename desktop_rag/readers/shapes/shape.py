"""The one way from a stored text to its shape, by the format of the file that it was read from.

Sheets are the rows and cells of a page that is a table, with their places.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.mail import is_quoted_heading
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import is_row, is_rule
from desktop_rag.readers.format import Format
from desktop_rag.readers.formats import of_name
from desktop_rag.readers.section_headings import LEVEL, heading_text
from desktop_rag.readers.shapes.blocks import (
    DOCUMENT,
    FLOWING,
    MAIL,
    MARKDOWN,
    PLAIN,
    Dialect,
    Line,
    blocks_of,
    lines_of,
    plain_runs,
    row_cells,
)
from desktop_rag.readers.shapes.colouring import file_colours
from desktop_rag.readers.shapes.model import Block, Cell, Code, Extract, Field, Kind, Prose, Run, Runs

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet: its heading, its rows, and the notes below it (comments, charts)."""

    heading: Row
    rows: tuple[Row, ...]
    columns: int
    notes: tuple[Block, ...] = ()


Shape: TypeAlias = Prose | Grid | Code
REACH = 20_000  # characters of a document laid out before and after a passage
_LONGEST_LINE = 5_000  # characters of a line of code that Qt lays out at once; one of 200,000 takes it a second
_COLOURED = 100_000  # characters of code before and after a passage that are coloured
_MARKDOWN = frozenset(["Markdown", "HTML", "MHTML", "Safari web archive", "Jupyter notebook"])
_WITH_SECTIONS = frozenset(["web", "mail", "book"])  # their readers add sections as well: links
_PLAIN = frozenset(["", "Text", "Subtitles"])
ATTACHMENTS = "Attachments"
_LABELS = frozenset(["From", "To", "Cc", "Date", ATTACHMENTS])
_FIELD = re.compile(r"([A-Z][A-Za-z]+): (?=\S)")


def message_head(text: str) -> tuple[Runs, tuple[Field, ...], int]:
    """Return the subject of a message, the lines of its head, and where what it says begins."""
    lines = lines_of(text, 0, min(len(text), 20_000))
    at = 0
    subject: Runs = ()
    if lines[0].text.startswith("# "):
        subject, at = plain_runs([lines[0].cut(2)]), 2
    fields: list[Field] = []
    while at < len(lines) and (field := _field(lines[at])):
        fields.append(field)
        at += 1
    body = lines[at].start if at < len(lines) else len(text)
    return subject, tuple(fields), body


def _field(line: Line) -> Field | None:
    match = _FIELD.match(line.text)
    if match is None or match.group(1) not in _LABELS:
        return None
    value = line.cut(match.end())
    label = Run(match.group(1), line.start, line.start + match.end(1))
    return Field(label, Run(value.text, value.start, value.end))


def shape_of(file: str, text: str, passage: tuple[int, int], reach: int = REACH, *, lines_before: int = 0) -> Shape:
    """Return the original shape of a page's text around a passage: in long documents ``reach`` characters each side.

    Lines of code are numbered on from ``lines_before``, those of the pages before.
    """
    found = of_name(file)
    if found.kind == "spreadsheet":
        grid = sheet_grid(text)
        if grid is not None:
            return grid
    if found.verbatim and found.kind != "spreadsheet":
        return _code(file, text, passage, lines_before)
    return _prose(found, text, passage, reach)


def _code(file: str, text: str, passage: tuple[int, int], lines_before: int) -> Code:
    """Return code with the colours around its passage; around long lines, only the text near the passage."""
    long_lines = max(map(len, text.split("\n"))) > _LONGEST_LINE
    extract = _extract(text, passage, REACH) if long_lines else Extract(0, len(text), len(text))
    part = text[extract.start : extract.end]
    near = passage[0] - extract.start, passage[1] - extract.start
    coloured = max(0, near[0] - _COLOURED), min(len(part), near[1] + _COLOURED)
    colours = tuple(file_colours(shown_name(file), part, *coloured))
    first_line = lines_before + text.count("\n", 0, extract.start) + 1
    return Code(part, colours, extract.start, first_line, long_lines)


def _prose(found: Format, text: str, passage: tuple[int, int], reach: int) -> Prose:
    extract = _extract(text, passage, reach)
    dialect = _dialect(found)
    has_head = found.kind == "mail" and not extract.has_more_before
    subject, fields, start = message_head(text) if has_head else ((), (), extract.start)
    blocks = blocks_of(text, min(start, extract.end), extract.end, dialect)
    if (dialect is DOCUMENT or found.kind in _WITH_SECTIONS) and not extract.has_more_after:
        blocks = with_reader_headings(blocks)
    if dialect is MAIL:
        blocks = tuple(replace(one, by_reader=True) if _is_quoted(one) else one for one in blocks)
    return Prose(extract, blocks, subject, fields, is_slide=found.unit == "slide")


def _is_quoted(block: Block) -> bool:
    """Return True for a heading that a message's reader put above what it quotes."""
    return block.kind is Kind.HEADING and block.level == LEVEL and is_quoted_heading(block.text)


def _dialect(found: Format) -> Dialect:
    if found.name in _MARKDOWN:
        return MARKDOWN
    if found.kind == "mail":
        return MAIL
    if found.name == "TeX":
        return FLOWING
    return PLAIN if found.name in _PLAIN else DOCUMENT


def _extract(text: str, passage: tuple[int, int], reach: int) -> Extract:
    """Return the part of a text to lay out: whole paragraphs where there are some, else whole lines."""
    start, end = max(0, passage[0] - reach), min(len(text), passage[1] + reach)
    if start:
        paragraph = text.find("\n\n", start, passage[0])
        line = text.find("\n", start, passage[0])
        start = paragraph + 2 if paragraph >= 0 else line + 1 if line >= 0 else start
    if end < len(text):
        paragraph = text.rfind("\n\n", passage[1], end)
        line = text.rfind("\n", passage[1], end)
        end = paragraph if paragraph >= 0 else line if line >= 0 else end
    return Extract(start, end, len(text))


def with_reader_headings(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks of a text that goes to its end, its reader's headings known as such.

    They are the last ones: a heading further up that reads the same is the file's own.
    """
    result = list(blocks)
    for at in range(len(result) - 1, -1, -1):
        block = result[at]
        if block.kind is not Kind.HEADING or block.level > LEVEL:
            continue
        if block.level < LEVEL or not isinstance(heading_text(block.text), UserText):
            break
        result[at] = replace(block, by_reader=True)
    return tuple(result)


def sheet_grid(text: str) -> Grid | None:
    """Return the sheet that a spreadsheet's reader wrote; None when the text does not begin with one."""
    rows: list[Row] = []
    position = 0
    has_rule = False
    for match in re.finditer(r"[^\n]*\n?", text):
        line = Line(match.group().rstrip("\n"), match.start())
        if not is_row(line.text):
            break
        position = match.end()
        if len(rows) == 1 and not has_rule and is_rule(line.text):
            has_rule = True
        else:
            rows.append(tuple(Cell(cell.text.replace("\\|", "|"), cell.start, cell.end) for cell in row_cells(line)))
    if not has_rule:
        return None
    return _grid(rows, with_reader_headings(blocks_of(text, position, len(text), DOCUMENT)))


def _grid(rows: list[Row], notes: tuple[Block, ...]) -> Grid:
    heading, body = (rows[0], rows[1:]) if len(rows) > 1 else ((), rows)
    return Grid(heading, tuple(body), max(map(len, rows)), notes)
