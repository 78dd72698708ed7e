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

from desktop_rag.citations.quotes import stems
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.response_synthesizers.quoting.ranking import Rarity
from desktop_rag.response_synthesizers.quoting.showing import as_markdown
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
        nodes = list(_passages(one, _read(data, cache, one.file)))
        found = Extractive(embed_model).quotations(one.question, nodes)
        texts = [nodes[each.source].node.text[each.start : each.end].lstrip("| ") for each in found]
        hits = [text.casefold().startswith(one.row.casefold()) for text in texts]
        first += hits[:1] == [True]
        quoted += any(hits)
        is_shown = any(hits) and one.heading in as_markdown([found[hits.index(True)]], nodes).partition("|---|")[0]
        shown += is_shown
        if not is_shown:
            print(f"missed: {one.file} {one.page} {one.row}: {one.question}\n  {texts}")
    count = len(asked)
    return {"first": first / count, "any": quoted / count, "any with heading": shown / count}


def _read(data: Path, cache: Path, file: str) -> list[NodeRecord]:
    """Return the passages of a report, read once."""
    known = cache / f"{file}.passages"
    if not known.exists():
        (path,) = (data / folder / f"{file}.pdf" for folder in _FOLDERS if (data / folder / f"{file}.pdf").exists())
        known.write_bytes(pickle.dumps(list(parse_file(ParseTask.of(path)).nodes)))
    records: list[NodeRecord] = pickle.loads(known.read_bytes())
    return records


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
        metadata = {"file_name": f"{question.file}.pdf", HEADING_KEY: record.heading}
        yield NodeWithScore(TextNode(text=record.text, metadata=dict(metadata)), share[place] / share[kept[0]])
