"""What is highlighted in copies of PDFs."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Highlight:
    """Words to highlight: their page (from 1), range in its text, and what the note beside them says ("": nothing)."""

    page: int
    start: int
    end: int
    quote: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class HighlightedCopy:
    """A copy of a PDF with some highlights; ``notice`` says what is not as expected of it ("": all is)."""

    file: Path
    highlights: int
    notice: str = ""
