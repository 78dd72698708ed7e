"""The colours of source code, the same in answers and in sources."""

import html

from desktop_rag.gui.widgets.theme import Theme
from desktop_rag.readers.shapes.colouring import language_colours

COLOUR_OF = {"comment": "faint", "keyword": "accent", "string": "ok", "number": "warning", "name": "link"}
"""The theme's colour role for what a range of code is."""
LONGEST = 20_000
"""Characters of a block of code in a text; a longer one stays plain."""


def highlight(code: str, language: str, theme: Theme) -> str:
    """Return code as HTML, coloured by the theme's roles; unknown languages stay plain."""
    pieces = []
    position = 0
    for colour in language_colours(code, language) if len(code) <= LONGEST else ():
        pieces.append(html.escape(code[position : colour.start]))
        words = html.escape(code[colour.start : colour.end])
        pieces.append(f'<span style="color:{getattr(theme, COLOUR_OF[colour.role])};">{words}</span>')
        position = colour.end
    return "".join([*pieces, html.escape(code[position:])])
