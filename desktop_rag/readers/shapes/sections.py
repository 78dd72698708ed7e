"""Which headings of a stored text no file has: those that its reader put above what stands beside the text."""

from collections.abc import Sequence
from dataclasses import replace

from desktop_rag.core.user_text import UserText
from desktop_rag.readers.section_headings import LEVEL, heading_text
from desktop_rag.readers.shapes.model import Block, Kind


def with_reader_headings(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks of a text that goes to its end, its reader's headings known as such.

    They are the last ones: a heading further up that reads the same is the file's own.
    """
    result = list(blocks)
    for at in range(len(result) - 1, -1, -1):
        block = result[at]
        if block.kind is not Kind.HEADING or block.level > LEVEL:
            continue
        if block.level < LEVEL or not isinstance(heading_text(block.text), UserText):
            break
        result[at] = replace(block, by_reader=True)
    return tuple(result)
