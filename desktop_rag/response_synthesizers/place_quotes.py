"""An answer without a language model to what a place of a file says: its text, quoted from the beginning on."""

from collections.abc import Iterator, Sequence

from desktop_rag.citations.quotes import Sentence
from desktop_rag.core.response import Quotation
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.response_synthesizers.quoting.readable import line_of
from desktop_rag.response_synthesizers.quoting.row_headings import RowHeadings
from desktop_rag.response_synthesizers.quoting.table_rows import inside, is_quotable, sentences_and_rows
from desktop_rag.text.tables import is_row, is_rule

MOST_QUOTED = 1_800  # characters, a page of a booklet; who wants more reads the file
_PARAGRAPH = "\n\n"


class PlaceQuotes(Extractive):
    """Quotes passages whole, in their order, whatever is asked: paragraph by paragraph, and row by row."""

    def _quoted(self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings) -> list[Quotation]:  # noqa: ARG002 - all of it answers
        chosen: list[Quotation] = []
        length = 0
        for one in _paragraphs([found.node.text for found in nodes]):
            length += one.end - one.start
            if chosen and length > MOST_QUOTED:
                break
            chosen.append(one)
        return chosen


def is_quoted_whole(nodes: Sequence[NodeWithScore]) -> bool:
    """Whether all of the passages is quoted."""
    return sum(one.end - one.start for one in _paragraphs([found.node.text for found in nodes])) <= MOST_QUOTED


def _paragraphs(texts: Sequence[str]) -> Iterator[Quotation]:
    """Yield the range of each paragraph and of each row that says something."""
    run: Quotation | None = None
    for one in sentences_and_rows(texts):
        text = texts[one.source]
        row = _row(text, one)
        if run is not None and not row and run.source == one.source and _PARAGRAPH not in text[run.end : one.start]:
            run = Quotation(one.source, run.start, one.end, 1.0)
            continue
        if run is not None:
            yield run
        run = None
        if not row:
            run = Quotation(one.source, one.start, one.end, 1.0)
        elif not is_rule(row) and is_quotable(text, text.rfind("\n", 0, one.start) + 1):
            yield Quotation(one.source, *inside(text, one.start, one.end), 1.0)
    if run is not None:
        yield run


def _row(text: str, sentence: Sentence) -> str:
    """Return the row of a table that a sentence is, "" for prose."""
    line = line_of(text, sentence.start)
    return line if is_row(line) else ""
