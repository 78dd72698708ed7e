"""An answer without a language model to what a place of a file says: its text, quoted from the beginning on."""

from collections.abc import Iterator, Sequence

from desktop_rag.core.response import Quotation
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.evidence.units import Kind, units_of
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.response_synthesizers.quoting.ranking import RankedSentence
from desktop_rag.response_synthesizers.quoting.row_headings import RowHeadings
from desktop_rag.response_synthesizers.quoting.table_rows import inside, is_quotable

MOST_QUOTED = 1_800  # characters, a page of a booklet; who wants more reads the file
_PARAGRAPH = "\n\n"


class PlaceQuotes(Extractive):
    """Quotes passages whole, in their order, whatever is asked: paragraph by paragraph, and row by row."""

    def _quoted(
        self,
        query: str,  # noqa: ARG002 - all of it answers
        nodes: Sequence[NodeWithScore],
        headings: RowHeadings,  # noqa: ARG002
        rivals: Sequence[RankedSentence] = (),  # noqa: ARG002
    ) -> list[Quotation]:
        chosen: list[Quotation] = []
        length = 0
        for one in _paragraphs(nodes):
            length += one.end - one.start
            if chosen and length > MOST_QUOTED:
                break
            chosen.append(one)
        return chosen


def is_quoted_whole(nodes: Sequence[NodeWithScore]) -> bool:
    """Return True if all of the passages is quoted."""
    return sum(one.end - one.start for one in _paragraphs(nodes)) <= MOST_QUOTED


def _paragraphs(nodes: Sequence[NodeWithScore]) -> Iterator[Quotation]:
    """Yield the range of each paragraph, of each record, and of each row that says something."""
    run: Quotation | None = None
    for one in units_of(passage_of(found.node) for found in nodes):
        text = nodes[one.source].node.text
        is_prose = one.kind is Kind.SENTENCE
        if run is not None and is_prose and run.source == one.source and _PARAGRAPH not in text[run.end : one.start]:
            run = Quotation(one.source, run.start, one.end, 1.0)
            continue
        if run is not None:
            yield run
        run = Quotation(one.source, one.start, one.end, 1.0) if is_prose else None
        if one.kind is Kind.RECORD:
            yield Quotation(one.source, one.start, one.end, 1.0)
        elif one.kind is Kind.ROW and is_quotable(text, text.rfind("\n", 0, one.start) + 1):
            yield Quotation(one.source, *inside(text, one.start, one.end), 1.0)
    if run is not None:
        yield run
