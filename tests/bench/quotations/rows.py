"""Whether the row of a table that answers is quoted, with the year of its column: 40 questions to company reports.

Embedding whole reports takes hours, so the program chooses among the passages of ten pages of the report: the page
with the answer and the nine that have most of the question's words, in that order of words. ``row_questions.tsv``
holds the questions, each with its report, page, the row's first cell and what its heading must say.
"""

import csv
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.response import Quotation
from desktop_rag.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.units import stems
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.response_synthesizers.extractive import Extractive, as_markdown
from desktop_rag.response_synthesizers.quoting.ranking import Rarity
from desktop_rag.response_synthesizers.quoting.table_rows import RowHeadings
from desktop_rag.storage.records import NodeRecord

_FOLDERS = ("financebench/pdfs", "financebench/more/pdfs")
_PAGES = 10


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """A question, the first cell of the row that answers it, and what the heading of the row must say."""

    file: str
    page: int
    row: str
    heading: str
    question: str


@dataclass(frozen=True, slots=True)
class Report:
    """The pages and passages of a report."""

    pages: list[str]
    nodes: list[NodeRecord]

    def document_text(self, _doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of pages."""
        return "\n\n".join(self.pages[first_page - 1 : last_page])


def questions() -> list[RowQuestion]:
    """Return the questions."""
    with Path(__file__).with_name("row_questions.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [RowQuestion(row["file"], int(row["page"]), row["row"], row["heading"], row["question"]) for row in rows]


def measure(data: Path, cache: Path, embed_model: BaseEmbedding) -> dict[str, float]:
    """Return the shares of questions whose row is quoted, first and at all, and shown with its heading."""
    first = quoted = shown = 0
    asked = questions()
    for one in asked:
        report = _read(data, cache, one.file)
        nodes = list(_passages(one, report.nodes))
        found = Extractive(embed_model, report).quotations(one.question, nodes)
        texts = [nodes[each.source].node.text[each.start : each.end].lstrip("| ") for each in found]
        hits = [text.casefold().startswith(one.row.casefold()) for text in texts]
        first += hits[:1] == [True]
        quoted += any(hits)
        headings = RowHeadings([each.node for each in nodes], report)
        is_shown = any(hits) and one.heading in _heading([found[hits.index(True)]], nodes, headings)
        shown += is_shown
        if not is_shown:
            print(f"missed: {one.file} {one.page} {one.row}: {one.question}\n  {texts}")
    count = len(asked)
    return {"first": first / count, "any": quoted / count, "any with heading": shown / count}


def _heading(quotations: list[Quotation], nodes: list[NodeWithScore], headings: RowHeadings) -> str:
    return as_markdown(quotations, nodes, headings).partition("|---|")[0]


def _read(data: Path, cache: Path, file: str) -> Report:
    """Return a report, read once."""
    known = cache / f"{file}.report"
    if not known.exists():
        (path,) = (data / folder / f"{file}.pdf" for folder in _FOLDERS if (data / folder / f"{file}.pdf").exists())
        record = parse_file(ParseTask.of(path))
        known.write_bytes(pickle.dumps(([page.text for page in record.pages], list(record.nodes))))
    return Report(*pickle.loads(known.read_bytes()))


def _passages(question: RowQuestion, records: list[NodeRecord]) -> Iterator[NodeWithScore]:
    """Yield the passages of ten pages, those with most of the question's words first."""
    words = [stems(f"{record.heading} {record.text}") for record in records]
    rarity, asked = Rarity(words), stems(question.question)
    share = [rarity.covered(asked, one) for one in words]
    order = sorted(range(len(records)), key=lambda place: -share[place])
    pages = list(dict.fromkeys([question.page, *(records[place].page for place in order)]))[:_PAGES]
    kept = [place for place in order if records[place].page in pages]
    for place in kept:
        record = records[place]
        node = TextNode(
            text=record.text,
            metadata={"file_name": f"{question.file}.pdf", "page_number": record.page, HEADING_KEY: record.heading},
            start_char_idx=record.start,
            end_char_idx=record.end,
            relationships={NodeRelationship.SOURCE: RelatedNodeInfo(question.file)},
        )
        yield NodeWithScore(node, share[place] / share[kept[0]])
