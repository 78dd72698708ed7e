"""Find comments, keywords and strings in source code, with Pygments."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop_rag.readers.shapes.model import Colour

if TYPE_CHECKING:
    from pygments.lexer import Lexer

_ROLES = {
    "Token.Comment": "comment",
    "Token.Keyword": "keyword",
    "Token.Literal.String": "string",
    "Token.Literal.Number": "number",
    "Token.Name.Function": "name",
    "Token.Name.Class": "name",
    "Token.Name.Tag": "keyword",
}


def load_lexers() -> None:
    """Import the lexers (a tenth of a second) before the first code is shown; from any thread."""
    list(language_colours("x = 1", "python"))


def language_colours(code: str, language: str) -> Iterator[Colour]:
    """Yield the coloured ranges of code in a language named as in Markdown; none of an unknown one."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
    except ClassNotFound:
        return
    if lexer is not None:
        yield from _colours(code, lexer)


def file_colours(name: str, code: str, start: int, end: int) -> Iterator[Colour]:
    """Yield the coloured ranges between two places of a file's text; none where its name has no language."""
    from pygments.lexers import get_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return
    for colour in _colours(code[start:end], lexer):
        yield Colour(colour.start + start, colour.end + start, colour.role)


def _colours(code: str, lexer: "Lexer") -> Iterator[Colour]:
    position = 0
    for kind, words in lexer.get_tokens(code):
        role = _role(str(kind))
        if role:
            yield Colour(position, position + len(words), role)
        position += len(words)


def _role(kind: str) -> str:
    """Return the role of a kind of token; "" for ordinary text."""
    return next((role for prefix, role in _ROLES.items() if kind.startswith(prefix)), "")
