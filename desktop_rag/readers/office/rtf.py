"""Rich text (RTF), whose tables become Markdown tables."""

import re
from collections.abc import Iterator
from pathlib import Path

from striprtf.striprtf import rtf_to_text

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import damaged
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages

_FOOTNOTE = re.compile(r"\\footnote(?:\\ftnalt)?(?![a-z])")  # left out with all that is in it, unless it has no name


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text; see ``readers.base.Reader``."""
    source = _FOOTNOTE.sub(" ", path.read_bytes().decode("latin-1"))  # its own escapes say which encoding
    try:
        text = rtf_to_text(source, errors="replace")
    except (ValueError, LookupError, IndexError, TypeError, RecursionError) as error:
        raise damaged() from error
    return in_pages(["\n\n".join(_blocks(text))])


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs, and rows that follow each other as a table."""
    rows: list[list[str]] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line.rstrip().endswith("|"):
            rows.append(line.rstrip()[:-1].split("|"))
            continue
        if rows:
            yield markdown_text.table(rows)
            rows = []
        if line.strip():
            yield line.strip()
    if rows:
        yield markdown_text.table(rows)
