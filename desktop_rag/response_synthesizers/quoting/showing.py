"""Quotations as Markdown: sentences as block quotes, rows of a table below the names of its columns.

A row whose columns have no names is a label with its values: as a sentence, “Deposit: £975”, not below empty heads.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from desktop_rag.core.response import Quotation
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.evidence.tables import cells_of, is_row
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.response_synthesizers.quoting.readable import line_of
from desktop_rag.response_synthesizers.quoting.row_headings import Heading, RowHeadings
from desktop_rag.response_synthesizers.quoting.table_rows import as_table, rows_beside


def as_markdown(quotations: Sequence[Quotation], nodes: Sequence[NodeWithScore], headings: RowHeadings) -> str:
    """Return quotations in their order, each with the numbers of its passages; rows of one table in one table."""
    return "\n\n".join(_blocks(quotations, nodes, headings))


def _blocks(quotations: Sequence[Quotation], nodes: Sequence[NodeWithScore], headings: RowHeadings) -> Iterator[str]:
    for (source, heading), group in groupby(quotations, lambda one: (one.source, _heading(one, nodes, headings))):
        passage, several = passage_of(nodes[source].node), list(group)
        quoted = [(" ".join(passage.told(one.start, one.end).split()), _numbers(one)) for one in several]
        if heading is None:
            yield from (f"> {text} {numbers}" for text, numbers in quoted)
        elif not any(heading.columns):
            yield from filter(None, [heading.nearest])
            yield from (f"> {_field(text)} {numbers}" for text, numbers in quoted)
        else:
            beside = rows_beside(passage.text, passage.text.rfind("\n", 0, several[0].start) + 1)
            yield as_table(heading, [f"| {text} | {numbers}" for text, numbers in quoted], beside)


def _numbers(quotation: Quotation) -> str:
    """Return the numbers of the passages that say it."""
    return " ".join(f"[{one.source + 1}]" for one in (quotation, *quotation.others))


def _field(row: str) -> str:
    """Return the cells of a row as a label with its values."""
    label, *values = filter(None, cells_of(f"| {row} |"))
    if not values:
        return label
    mark = "" if label.endswith((":", "：")) else ":"
    return f"{label}{mark} {' · '.join(values)}"


def _heading(quotation: Quotation, nodes: Sequence[NodeWithScore], headings: RowHeadings) -> Heading | None:
    """Return the heading of a quoted row, None for a sentence."""
    text = nodes[quotation.source].node.text
    if not is_row(line_of(text, quotation.start)):
        return None
    return headings.of(quotation.source, text.rfind("\n", 0, quotation.start) + 1)
