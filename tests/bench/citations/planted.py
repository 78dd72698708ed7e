"""Answers of one sentence whose support is known, as ``planted.jsonl`` holds them."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.results.answers import Source

FAITHFUL = ("verbatim", "short", "paraphrase", "number_control", "quote_true")
HUMAN = "human_answer"
WRONG = (
    "number",
    "unit_or_direction",
    "negated",
    "name",
    "quote_altered",
    "quote_spliced",
    "mixed",
    "nowhere",
    "nowhere_same_document",
)
_DIGITS = {"number": "number, two digits and more", "year": "number, year", "digit1": "number, single digit"}


@dataclass(frozen=True, slots=True)
class PlantedAnswer:
    """One answer, its passages, and the ranks of those that support it (none for what stands nowhere)."""

    kind: str
    how: str
    text: str
    sources: tuple[Source, ...]
    supporting: frozenset[int]
    is_kept_aside: bool

    @property
    def row(self) -> str:
        """Return the row of the report that it counts for."""
        return _DIGITS.get(self.how, self.kind) if self.kind == "number" else self.kind

    @property
    def supporting_pages(self) -> frozenset[tuple[str, int]]:
        """Return the files and pages of the passages that support it."""
        return frozenset((source.file, source.page) for source in self.sources if source.rank in self.supporting)


def planted_answers(path: Path) -> Iterator[PlantedAnswer]:
    """Yield the answers of a file, each with the part its document belongs to."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            sources = tuple(_source(passage) for passage in row["passages"])
            yield PlantedAnswer(
                row["kind"],
                row["how"],
                row["answer"],
                sources,
                frozenset(row["gold"]) - {0},
                _is_kept_aside(row["set"], min(source.file for source in sources)),
            )


def _source(passage: dict[str, object]) -> Source:
    rank, page, start = (int(str(passage[key])) for key in ("rank", "page", "start"))
    text = str(passage["text"])
    heading = str(passage["heading"] or "")
    return Source(
        rank, 1.0, str(passage["file"]), page, str(page), start, start + len(text), text, str(rank), heading=heading
    )


def _is_kept_aside(name: str, file: str) -> bool:
    """Whether a document is in the part that nothing is tuned on: every other one, by a hash."""
    return hashlib.blake2b(f"{name}/{file}".encode()).digest()[0] % 2 == 1
