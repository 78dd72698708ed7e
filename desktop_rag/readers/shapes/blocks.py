"""The blocks of a stored text: headings, paragraphs, lists, quotations, tables and code, with their places."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.evidence.tables import BAR, is_row, is_rule
from desktop_rag.readers.shapes.lines import Line, flowing_runs, lines_of, marked_runs, plain_runs
from desktop_rag.readers.shapes.model import Block, Kind, Runs

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_CLOSING = re.compile(r"[ \t]+#+[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)[ \t]*+([^\s`]*+)[^`]*+$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"([ \t]*)([-*+•‣◦·▪●○■□◆◇]|\d{1,9}[.)])(?:[ \t]+|$)")
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_QUOTE = re.compile(r" {0,3}>[ \t]?")
_INDENTED = re.compile(r"(?: {4}|\t)")
_DEEPEST = 8
_BULLETS = "•◦▪"


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


@dataclass(frozen=True, slots=True)
class Dialect:
    """The part of Markdown that a reader wrote.

    Without ``structure`` and in messages, lines that were cut to a width are put together again.

    ``structure``: headings, lists, tables and fenced code; ``marks``: bold, links and the like; ``flows``: the lines
    of a paragraph are one; ``indented``: what is indented by four spaces is code.
    """

    structure: bool = True
    marks: bool = False
    flows: bool = False
    indented: bool = False


MARKDOWN = Dialect(marks=True, flows=True, indented=True)
MAIL = Dialect(marks=True)
DOCUMENT = Dialect()
FLOWING = Dialect(flows=True)
PLAIN = Dialect(structure=False)


def blocks_of(text: str, start: int, end: int, dialect: Dialect) -> tuple[Block, ...]:
    """Return the blocks of a range of whole lines."""
    return tuple(_Parser(dialect).parse(lines_of(text, start, end)))


class _Parser:
    """Reads lines from the top to the bottom."""

    def __init__(self, dialect: Dialect, quoted: int = 0) -> None:
        self._dialect = dialect
        self._quoted = quoted

    def parse(self, lines: Sequence[Line]) -> Iterator[Block]:
        """Yield the blocks of lines."""
        position = 0
        indents: list[int] = []
        while position < len(lines):
            line = lines[position]
            if line.is_blank:
                position += 1
                continue
            if self._dialect.structure:
                stop, found = self._structured(lines, position, indents)
            else:
                stop = self._end(lines, position)
                found = [self._block(Kind.PARAGRAPH, lines[position:stop])]
            yield from found
            position = stop

    def _structured(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]]:
        """Return the end of the block at a line, and its blocks."""
        line = lines[at]
        if not line.text.startswith((" ", "\t")) and not _ITEM.match(line.text):
            indents.clear()
        if _FENCE.match(line.text):
            return self._fenced(lines, at)
        if is_row(line.text) or (at + 1 < len(lines) and "|" in line.text and is_rule(lines[at + 1].text)):
            return self._table(lines, at)
        if _QUOTE.match(line.text) and self._quoted < _DEEPEST:
            return self._quotation(lines, at)
        if single := self._single_line(lines, at, indents):
            return single
        return self._unmarked(lines, at, indents)

    def _unmarked(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]]:
        """Return the block given by its indent only: a continued list item, code, a paragraph."""
        text = lines[at].text
        if indents and text.startswith((" ", "\t")):
            return self._item_continued(lines, at, indents)
        if self._dialect.indented and _INDENTED.match(text):
            return self._indented(lines, at)
        stop = self._end(lines, at)
        return stop, [self._block(Kind.PARAGRAPH, lines[at:stop])]

    def _single_line(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]] | None:
        """Return a heading, a rule or a list's item."""
        line = lines[at]
        if match := _HEADING.match(line.text):
            indents.clear()
            closed = _CLOSING.search(line.text, match.end()) if self._dialect.marks else None
            title = Line(line.text[match.end() : closed.start() if closed else None], line.start + match.end())
            return at + 1, [self._heading([title.stripped()], len(match.group(1)))]
        if self._dialect.marks and _RULE.match(line.text):
            return at + 1, [Block(Kind.RULE, line.start, line.end, quoted=self._quoted)]
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        item = _ITEM.match(line.text)
        if self._dialect.flows and self._dialect.marks and not item and (under := _UNDERLINE.match(below)):
            indents.clear()
            return at + 2, [self._heading([line.stripped()], 1 if under.group(1)[0] == "=" else 2)]
        return self._item(lines, at, item, indents) if item else None

    def _heading(self, lines: Sequence[Line], level: int) -> Block:
        return self._block(Kind.HEADING, lines, level=level)

    def _item(
        self, lines: Sequence[Line], at: int, match: re.Match[str], indents: list[int]
    ) -> tuple[int, list[Block]]:
        indent = len(match.group(1).expandtabs(4))
        while indents and indents[-1] > indent:
            indents.pop()
        if not indents or indents[-1] < indent:
            indents.append(indent)
        depth = min(len(indents) - 1, _DEEPEST)
        first = lines[at].cut(match.end())
        marker = match.group(2)
        if task := _TASK.match(first.text):
            marker, first = "☐" if task.group(1) == " " else "☑", first.cut(task.end())
        elif not marker[0].isdigit():
            marker = _BULLETS[min(depth, len(_BULLETS) - 1)]
        stop = self._end(lines, at)
        body = [first, *map(Line.dedented, lines[at + 1 : stop])]
        return stop, [self._block(Kind.ITEM, body, level=depth, marker=marker)]

    def _item_continued(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]]:
        """Return a further paragraph of a list's item: an item without a mark."""
        stop = self._end(lines, at)
        depth = min(len(indents) - 1, _DEEPEST)
        return stop, [self._block(Kind.ITEM, [line.dedented() for line in lines[at:stop]], level=depth)]

    def _fenced(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        match = _FENCE.match(lines[at].text)
        fence, language = (match.group(1), match.group(2)) if match else ("", "")
        stop = at + 1
        while stop < len(lines) and not _closes(lines[stop].text, fence):
            stop += 1
        body = lines[at + 1 : stop] or [Line("", lines[at].end)]
        return stop + 1, [self._code(body, language)]

    def _indented(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        stop = at
        while stop < len(lines) and (lines[stop].is_blank or _INDENTED.match(lines[stop].text)):
            stop += 1
        while lines[stop - 1].is_blank:
            stop -= 1
        body = [line.cut(match.end() if (match := _INDENTED.match(line.text)) else 0) for line in lines[at:stop]]
        return stop, [self._code(body, "")]

    def _code(self, body: Sequence[Line], language: str) -> Block:
        runs = plain_runs(body)
        return Block(Kind.CODE, body[0].start, body[-1].end, runs, quoted=self._quoted, language=language)

    def _table(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        stop = at + 1
        while stop < len(lines) and not lines[stop].is_blank and "|" in lines[stop].text:
            stop += 1
        rows = tuple(
            tuple(self._cell(cell) for cell in row_cells(line)) for line in lines[at:stop] if not is_rule(line.text)
        )
        return stop, [Block(Kind.TABLE, lines[at].start, lines[stop - 1].end, quoted=self._quoted, rows=rows)]

    def _cell(self, cell: Line) -> Runs:
        return marked_runs([cell], soft=True) if self._dialect.marks or "\\" in cell.text else plain_runs([cell])

    def _quotation(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        stop = at
        body = []
        while stop < len(lines) and (match := _QUOTE.match(lines[stop].text)):
            body.append(lines[stop].cut(match.end()))
            stop += 1
        return stop, list(_Parser(self._dialect, self._quoted + 1).parse(body))

    def _end(self, lines: Sequence[Line], at: int) -> int:
        """Return the end of the paragraph at a line."""
        stop = at + 1
        while stop < len(lines) and not lines[stop].is_blank and not self._begins_block(lines, stop):
            stop += 1
        return stop

    def _begins_block(self, lines: Sequence[Line], at: int) -> bool:
        if not self._dialect.structure:
            return False
        text = lines[at].text
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        return bool(
            _FENCE.match(text) or _HEADING.match(text) or _ITEM.match(text) or _QUOTE.match(text) or is_row(text)
        ) or ("|" in text and is_rule(below))

    def _block(self, kind: Kind, lines: Sequence[Line], *, level: int = 0, marker: str = "") -> Block:
        runs = self._runs([line.dedented() for line in lines] if self._dialect.flows else lines)
        return Block(kind, lines[0].start, lines[-1].end, runs, level, marker, self._quoted)

    def _runs(self, lines: Sequence[Line]) -> Runs:
        if self._dialect.marks:
            return marked_runs(lines, soft=self._dialect.flows)
        return flowing_runs(lines) if self._dialect.flows else plain_runs(lines, unwrap=not self._dialect.structure)


def _closes(text: str, fence: str) -> bool:
    stripped = text.strip()
    return stripped.startswith(fence) and not stripped.strip(fence[0])
