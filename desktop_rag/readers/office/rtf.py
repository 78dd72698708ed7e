"""Rich text (RTF), whose tables become Markdown tables."""

from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.links import link_lines
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.rtf_text import rich_text
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text; see ``readers.base.Reader``."""
    return in_pages([rtf_markdown(path.read_bytes())])


def rtf_markdown(data: bytes) -> str:
    """Return the text of a file with its tables, and the addresses behind its links below.

    Raises:
        UserError: it is damaged.

    """
    found = rich_text(data)
    text = "\n\n".join(block if isinstance(block, str) else markdown_text.table(block) for block in found.blocks)
    return extra_text.with_sections(text, [extra_text.Section(headings.LINKS, link_lines(found.links, text))])
