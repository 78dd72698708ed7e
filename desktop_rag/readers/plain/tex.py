"""TeX documents: their source without comments, with the sections as headings."""

import re
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text

_SECTION = re.compile(
    r"^[ \t]*\\(part|chapter|(?:sub){0,2}section|paragraph)\*?(?:\[[^\]]*\])?"
    r"\{([^\n{}]*(?:\{[^{}\n]*\}[^\n{}]*)*)\}",
    re.MULTILINE,
)
_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_COMMENT = re.compile(r"(?<!\\)%.*")


def load_data(path: Path) -> Iterator[Document]:
    """Yield the source of a TeX document without comments, its sections as headings."""
    source = _COMMENT.sub("", "".join(text.pieces(path)))
    return text.in_pages([_SECTION.sub(_as_heading, source)])


def _as_heading(section: re.Match[str]) -> str:
    """Return the heading that a section of TeX begins with."""
    return f"{'#' * _LEVELS[section.group(1)]} {section.group(2)}"
