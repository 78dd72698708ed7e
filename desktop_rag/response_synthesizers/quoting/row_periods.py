"""Which rows are of the years that a question asks for, which are of others, and which don't tell."""

from collections.abc import Sequence

from desktop_rag.core.schema import NodeWithScore
from desktop_rag.evidence.tables import cells_of, is_figure
from desktop_rag.evidence.units import Kind, Unit
from desktop_rag.response_synthesizers.quoting.row_headings import RowHeadings, years_in


class RowPeriods:
    """Compares the years of rows with those that a question names; a question without any takes every row."""

    def __init__(
        self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> None:
        self._asked = years_in(query)
        self._nodes = nodes
        self._headings = headings
        rows = [one for one in sentences if self._asked and one.kind is Kind.ROW]
        self._stating = {self._document(one) for one in rows if self.is_asked_for(one)}

    def is_asked_for(self, row: Unit) -> bool:
        """Whether a row, or a column of it, is of a year that the question names."""
        return not self._asked.isdisjoint(self._years(row))

    def is_of_another(self, row: Unit) -> bool:
        """Whether a row is of other years only, while the rows of some file are of one that the question names.

        In a file that is named after the year, and whose rows all name others, the year is that of a company.
        """
        years = self._years(row)
        if not self._asked or not self._stating or not years or not self._asked.isdisjoint(years):
            return False
        named = years_in(str(self._nodes[row.source].node.metadata.get("file_name") or ""))
        return self._asked.isdisjoint(named) or self._document(row) in self._stating

    def is_untold(self, row: Unit) -> bool:
        """Whether a year is asked for, and nothing tells what the figures of a row are, nor of which year."""
        cells = cells_of(row.text)
        if not self._asked or not any(cell and is_figure(cell) for cell in cells[1:]):
            return False
        return not self._headings.of(row.source, row.start).columns and not self._years(row)

    def _years(self, row: Unit) -> frozenset[str]:
        """Return the years of a row: those it names itself, with those of its columns."""
        return years_in(cells_of(row.text)[0]) | self._headings.of(row.source, row.start).years

    def _document(self, row: Unit) -> str | None:
        return self._nodes[row.source].node.ref_doc_id
