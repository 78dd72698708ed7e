"""Texts and tables of Markdown."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from desktop_rag.evidence.blocks import stripped
from desktop_rag.llamaindex.node_parser.relational.base_element import BaseElementNodeParser
from desktop_rag.llamaindex.node_parser.relational.elements import TABLE, TABLE_TEXT, TEXT, Element

_FENCE = "```"
_HTML_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_Line = tuple[str, int, str]  # text or table, where it begins, and what it says


class MarkdownElementNodeParser(BaseElementNodeParser):
    """Takes the tables out of Markdown: runs of lines that begin with “|”, and ``<table>…</table>``.

    Tables of one column or without a row are text. So are headings, without their marks.
    """

    def extract_elements(
        self,
        text: str,
        node_id: str | None = None,
        table_filters: Sequence[Callable[[Element], bool]] | None = None,
        **kwargs: object,  # noqa: ARG002 - LlamaIndex's
    ) -> list[Element]:
        """Return the texts and tables of a text in order; a table that a filter turns down is text."""
        filters = [self.filter_table, *(table_filters or ())]
        runs = []
        for kind, group in groupby(_lines(text), key=lambda line: line[0]):
            lines = list(group)
            element = Element("", kind, "\n".join(said for _, _, said in lines), lines[0][1])
            runs.append(_as_table(element, filters) if kind == TABLE else element)
        elements = self.extract_html_tables(_merged(runs))
        for i, element in enumerate(elements):
            element.id = f"id_{node_id}_{i}" if node_id else f"id_{i}"
        return elements

    def extract_html_tables(self, elements: Sequence[Element]) -> list[Element]:
        """Return the elements with the tables of HTML that are in texts on their own; blank texts are left out."""
        return [part for element in elements for part in _html_parts(element)]

    def filter_table(self, table_element: Element) -> bool:
        """Whether a table has several columns, and rows."""
        rows = _rows(table_element.element)
        return len(rows) > 1 and len(rows[0]) > 1


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines of Markdown; those that end a block of code which began in its first line say nothing."""
    start, in_code = 0, False
    for line in text.split("\n"):
        kind, said = TEXT, line
        if line.startswith(_FENCE):
            begins_code = not in_code and line.count(_FENCE) == 2 and line[-3] != "`"
            if in_code or begins_code:
                said = line.lstrip("`")
            if not (in_code and line == _FENCE):
                yield kind, start, said
            in_code = begins_code
        else:
            if not in_code:
                kind = TABLE if line.startswith("|") else TEXT
                said = line.lstrip("#")
            yield kind, start, said
        start += len(line) + 1


def _as_table(element: Element, filters: Sequence[Callable[[Element], bool]]) -> Element:
    """Return a run of lines as the table that it is, or as text."""
    lines = element.element.split("\n")
    if len(lines) < 2:
        element.type = TEXT
    elif len({line.count("|") for line in lines}) > 1:
        element.type = TABLE_TEXT
    elif all(wants(element) for wants in filters):
        element.table = _rows(element.element)
    else:
        element.type = TEXT
    return element


def _rows(markdown: str) -> list[list[str]]:
    """Return the cells of a table, without the line below its head."""
    head, *rest = markdown.split("\n")
    return [[cell.strip() for cell in _inner(line).split("|")] for line in (head, *rest[1:])]


def _inner(line: str) -> str:
    return line.strip().removeprefix("|").removesuffix("|")


def _merged(elements: Sequence[Element]) -> list[Element]:
    """Return the elements with neighbouring texts as one."""
    merged: list[Element] = []
    for element in elements:
        if merged and element.type == merged[-1].type == TEXT:
            merged[-1].element += f"\n{element.element}"
        else:
            merged.append(element)
    return merged


def _html_parts(element: Element) -> Iterator[Element]:
    """Yield a text in parts: the tables of HTML in it, and what stands around them unless it is blank."""
    if element.type != TEXT:
        yield element
        return
    text, end = element.element, 0
    closed = text.rfind("</table>") + len("</table>")  # behind it each “<table>” would be followed to the end in vain
    for table in _HTML_TABLE.finditer(text, 0, closed):
        yield from _text_part(text, end, table.start())
        end = table.end()
        yield Element("", TABLE_TEXT, table[0])
    yield from _text_part(text, end, len(text))


def _text_part(text: str, start: int, end: int) -> Iterator[Element]:
    start, end = stripped(text, start, end)
    if start < end:
        yield Element("", TEXT, text[start:end])
