"""Makes passages of tables understandable by themselves, page after page of a file.

A row far down, or on the next page, says nothing without the names of its columns, the table's title and unit, and
what the file is about. These become the heading of its passage: found by, shown, and never cited.
"""

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise

from desktop_rag.core.schema import Document, NodeRelationship, TextNode, new_id
from desktop_rag.evidence.blocks import HEADING_SEPARATOR, Heading, Kind, blocks, line_spans, markdown_heading, stripped
from desktop_rag.evidence.tables import TABLE_ROWS_KEY, TableLines, is_row, row_lines, row_share
from desktop_rag.node_parser.base import link_neighbours
from desktop_rag.node_parser.captions import LINE_SEPARATOR, TableContext, joined_path
from desktop_rag.node_parser.passage import HEADING_KEY, HeadingPath

_LARGEST = 6_000  # characters of a table that is a passage as a whole: some 70 rows, two pages of a report
_LEAST_ROWS = 3
_NEAR = 300  # characters between the parts of a table: head and foot of a page, or lines without cells
_MARKED = re.compile(r"^#{1,6} .*", re.MULTILINE)
_ENDING = re.compile(r"\.\w{1,5}\Z")
_SEPARATORS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a page, without white space around it, with its context and the headings above."""

    start: int
    end: int
    context: TableContext
    path: str = ""
    goes_on: bool = False

    @property
    def heading(self) -> str:
        """The heading for its rows."""
        return joined_path((*self.path.split(HEADING_SEPARATOR), self.context.title, self.context.names))

    def shared_with(self, node: TextNode) -> int:
        """Return the number of characters of a passage in the table, 0 or less for none."""
        return min(self.end, node.end_char_idx or 0) - max(self.start, node.start_char_idx or 0)


class TablePassages:
    """Completes the passages of one file's pages; they are to come in their order."""

    def __init__(self) -> None:
        self._title = ""
        self._given = ""
        self._path = HeadingPath()
        self._open: TableContext | None = None

    def completed(self, page: Document, nodes: Sequence[TextNode]) -> list[TextNode]:
        """Return the passages of a page, those of tables with their context and each table of several as a whole.

        Passages of running text stay as they are. A table as a whole comes before the first of its passages.
        """
        above, self._open = self._open, None
        given = str(page.metadata.get(HEADING_KEY, ""))
        if given != self._given:
            self._given, above = given, None
        tables = list(self._tables(page, above)) if "|" in page.text else self._read_headings(page.text)
        if not tables:
            return list(nodes)
        result = list(_with_tables(page, nodes, tables))
        if any(node.next_node is not None for node in nodes):
            link_neighbours(result)
        return result

    def _tables(self, page: Document, above: TableContext | None) -> Iterator[_Table]:
        """Yield the tables of a page; the first one may be the rest of the one above."""
        text = page.text
        name = title_of_file(str(page.metadata.get("file_name") or ""))
        local = HeadingPath(self._given)
        left = 0
        for block in blocks(text):
            if block.heading:
                if text.startswith("#", block.start):
                    self._enter(block.heading)
                local.enter(block.heading)
                above = None if block.heading.sure else above
            if block.kind is not Kind.TABLE:
                continue
            for start, end in _tables_in(text, *stripped(text, block.start, block.end)):
                table = _table(text, start, end, above if start - left <= _NEAR else None, first=not left)
                if table is None:
                    continue
                begun = TableLines(row_lines(text[start:end])).begun_below()
                above, left = TableContext(begun, (), 0) if begun else table.context, end
                self._open = above if len(text) - end <= _NEAR else None
                path = (name, self._title, *self._path.text.split(HEADING_SEPARATOR))
                yield replace(table, path=joined_path((*path, *local.text.split(HEADING_SEPARATOR))))

    def _read_headings(self, text: str) -> list[_Table]:
        """Remember the marked headings of a page without tables for those of the next ones."""
        for match in _MARKED.finditer(text):
            heading = markdown_heading(match.group())
            if heading:
                self._enter(heading)
        return []

    def _enter(self, heading: Heading) -> None:
        self._title = self._title or heading.title
        self._path.enter(heading)


def title_of_file(name: str) -> str:
    """Return the title in a file's name, without its ending: the first of the headings of a table."""
    return _SEPARATORS.sub(" ", _ENDING.sub("", name)).strip()


def _tables_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the tables that stand below each other without a line between them."""
    lines = list(line_spans(text, start, end))
    heads = TableLines([text[one:other] for one, other in lines]).second_heads()
    for one, other in pairwise([0, *heads, len(lines)]):
        yield lines[one][0], lines[other - 1][1]


def _table(text: str, start: int, end: int, above: TableContext | None, *, first: bool) -> _Table | None:
    """Return a table with its context, that of the one above if it continues that one; None for other text.

    Only the first table of a page may say its columns again and still go on.
    """
    first_end = text.find("\n", start, end)
    if not is_row(text[start : first_end if first_end >= 0 else end]):
        return None
    context = TableContext.of(text, start, end)
    if above is not None and not above.width:
        return _Table(start, end, replace(context, title=_joined(above.title, context.title)))
    if (
        above is not None
        and above.width == context.width
        and (not context.columns or (first and context.columns == above.columns))
    ):
        return _Table(start, end, replace(above, title=_joined(above.title, context.title)), goes_on=True)
    return _Table(start, end, context) if text.count("\n", start, end) + 1 >= _LEAST_ROWS else None


def _joined(*titles: str) -> str:
    return LINE_SEPARATOR.join(filter(None, titles))


def _with_tables(page: Document, nodes: Sequence[TextNode], tables: Sequence[_Table]) -> Iterator[TextNode]:
    waiting = list(tables)
    for node in nodes:
        while waiting and waiting[0].shared_with(node) > 0:
            table = waiting.pop(0)
            parts = sum(table.shared_with(one) > 0 for one in nodes)
            if parts > 1 and table.end - table.start <= _LARGEST:
                yield _whole(page, node, table)
        about = [table for table in tables if table.shared_with(node) > 0]
        # most of its lines are rows: else it is running text, and says itself what it is about
        is_tabular = about and row_share(node.text) > 0.5
        yield _described(node, max(about, key=lambda table: table.shared_with(node))) if is_tabular else node


def _described(node: TextNode, table: _Table) -> TextNode:
    """Return a part of a table with its context; in the first part the table's title and columns stand themselves."""
    below = table.goes_on or (node.start_char_idx or 0) > table.start
    return _headed(node, table.heading if below else table.path)


def _headed(node: TextNode, heading: str) -> TextNode:
    if not heading:
        return node
    headed = copy(node)  # a fifth of the time of replacing, which makes it anew
    headed.metadata = node.metadata | {HEADING_KEY: heading}
    headed.relationships = dict(node.relationships)
    return headed


def _whole(page: Document, first: TextNode, table: _Table) -> TextNode:
    """Return the passage of a whole table; ``first`` is the first of its parts."""
    text = page.text[table.start : table.end]
    source = first.source_node
    return replace(
        first,
        id_=new_id(),
        text=text,
        start_char_idx=table.start,
        end_char_idx=table.end,
        metadata=page.metadata | {HEADING_KEY: table.heading, TABLE_ROWS_KEY: sum(map(is_row, text.splitlines()))},
        relationships={NodeRelationship.SOURCE: source} if source else {},
    )
