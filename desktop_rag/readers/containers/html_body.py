"""The text of a message that was written as HTML. Most tables are layout there: those of data alone keep their rows."""

from typing import NamedTuple

from desktop_rag.readers.plain.html_cleanup import ShownParts, without_marks, without_scripts
from desktop_rag.readers.plain.html_styles import StyleSheet
from desktop_rag.readers.plain.html_tree import parse_html
from desktop_rag.readers.plain.html_writer import HtmlWriter

_LARGE = 5_000_000  # characters above which marks are only cut out


class HtmlBody(NamedTuple):
    """The text of an HTML message, its links, and a flag for tables of data in it."""

    text: str
    links: tuple[tuple[str, str], ...] = ()
    has_table: bool = False


def html_body(html: str) -> HtmlBody:
    """Return an HTML message as a person reads it."""
    parts = ShownParts()
    source = without_scripts(html, parts)
    if len(source) > _LARGE:
        return HtmlBody(without_marks(source))
    root = parse_html(source)
    for styles in (StyleSheet(parts.styles), StyleSheet()):
        writer = HtmlWriter(root, styles, is_message=True)
        if text := writer.text():
            return HtmlBody(text.replace("\u00a0", " "), tuple(writer.links), writer.has_table)
    return HtmlBody("")


def html_text(html: str) -> str:
    """Return the text of an HTML message as a person reads it."""
    return html_body(html).text
