"""Lets letters that fonts draw as one, or in a form of their own, be searched and copied as what they are."""

import re
import unicodedata

from desktop_rag.readers.pages.mupdf import Paged

_RANGE = re.compile(r"(?mi)^<([0-9a-f]{4})>[ \t]*<([0-9a-f]{4})>[ \t]*<([0-9a-f]{4})>[ \t]*$")
_CHAR = re.compile(r"(?mi)^(<[0-9a-f]{4}>[ \t]*)<([0-9a-f]{4})>[ \t]*$")


def spell_out_letters(document: Paged) -> None:
    """Say in each font's table that “ﬁ” is f and i, and that a joined Arabic letter is that letter."""
    tables = {document.xref_get_key(xref, "ToUnicode")[1] for xref in range(1, document.xref_length())}
    for table in tables:
        if table.endswith(" 0 R"):
            xref = int(table.split()[0])
            written = document.xref_stream(xref).decode("latin-1")
            changed = _CHAR.sub(_spelled_char, _RANGE.sub(_spelled_range, written))
            if changed != written:
                document.update_stream(xref, changed.encode("latin-1"))


def _spelled_char(match: re.Match[str]) -> str:
    return f"{match[1]}{_spelled(int(match[2], 16))}"


def _spelled_range(match: re.Match[str]) -> str:
    """Return a range with the letters of each glyph where one of them has a form of its own."""
    first, last, letter = (int(part, 16) for part in match.groups())
    letters = range(letter, letter + last - first + 1)
    if not any(map(_has_own_form, letters)):
        return match[0]
    return f"<{match[1]}> <{match[2]}> [{' '.join(map(_spelled, letters))}]"


def _spelled(letter: int) -> str:
    char = chr(letter)
    text = unicodedata.normalize("NFKC", char) if _has_own_form(letter) else char
    return f"<{text.encode('utf-16-be', 'surrogatepass').hex()}>"


def _has_own_form(letter: int) -> bool:
    """Whether a letter is a ligature or a joined form."""
    return 0xFB00 <= letter <= 0xFDFF or 0xFE70 <= letter <= 0xFEFC
