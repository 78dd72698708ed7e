"""The text of a message that was written as HTML. Tables are layout there, not data: only their texts are kept."""

import re

from desktop_rag.readers.plain.html_cleanup import MarkdownConverter, set_apart, without_marks, without_scripts

_LARGE = 5_000_000  # characters above which marks are only cut out
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def html_text(html: str) -> str:
    """Return the text of an HTML message as a person reads it."""
    source = without_scripts(html)
    if len(source) > _LARGE:
        return without_marks(source)
    converter = MarkdownConverter()
    converter.ignore_tables = True
    lines = [" ".join(line.replace("\u00a0", " ").split()) for line in converter.handle(set_apart(source)).split("\n")]
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()
