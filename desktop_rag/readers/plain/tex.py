"""TeX documents and bibliographies: their source, with sections as headings and accents on their letters."""

import re
import unicodedata
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
# Formulas and what is printed as it stands: a macro means something else there.
_APART = re.compile(
    r"(\\begin\{(verbatim|lstlisting|minted|equation|align|gather|math|displaymath|eqnarray)\*?\}"
    r"(?:(?!\\begin\{\2).)*?\\end\{\2\*?\}"
    r"|\\verb\*?([^\w\s]).*?\3|(?<!\\)\$\$.*?(?<!\\)\$\$|(?<!\\)\$(?:[^$\\\n]|\\.|\n(?!\s*\n))*\$"
    r"|\\\((?:(?!\\\().)*?\\\)|\\\[(?:(?!\\\[).)*?\\\])",  # up to the next that opens: in time that grows with the text
    re.DOTALL,
)
_MARKS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "b": "\u0331",
    "d": "\u0323", "t": "\u0361",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ",
    "oe": "œ", "OE": "Œ", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "ng": "ŋ", "NG": "Ŋ", "textdegree": "°", "texteuro": "€", "textmu": "µ",
}  # fmt: skip
_LETTER = r"[^\W\d_]"
_BASE = rf"\\[ij](?![A-Za-z])|\\(?:ae|AE|oe|OE|o|O|aa|AA)(?![A-Za-z])|{_LETTER}"
_ACCENT = (
    rf"\\(?:(?P<sign>[`'^~\"=.])[ \t]*(?:\{{[ \t]*(?P<in_sign>{_BASE})?[ \t]*\}}"
    rf"|(?P<at_sign>\\[ij](?![A-Za-z])(?:\{{\}}|[ \t]+)?|{_LETTER}))"
    rf"|(?P<name>[uvHckrbdt])(?:[ \t]*\{{[ \t]*(?P<in_name>{_BASE}|(?<=t\{{){_LETTER}{{2}})[ \t]*\}}"
    rf"|(?<=[uvHckr])[ \t]+(?P<at_name>\\[ij](?![A-Za-z])|{_LETTER})))"
)
_NAMED = (
    rf"\\(?P<letter>{'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|[ \t]+(?={_LETTER}))?"
)
_WRITTEN = re.compile(rf"(?P<open>\{{[ \t]*)?(?<!\\)(?:{_ACCENT}|{_NAMED})(?P<close>[ \t]*\}})?")
_GROUP = re.compile(rf"(?<=[^\W\d_])\{{({_LETTER}+)\}}|(?<![}}\]^_=\w])\{{({_LETTER}+)\}}(?={_LETTER})")
_MACRO_BEFORE = re.compile(r"\\[A-Za-z@]+\*?(?:\[[^\]\n]*\]|\{[^{}\n]*\})*\Z")
_LONGEST_MACRO = 60
_SIGN = re.compile(r"\\([%&#_$])")
_NARROW = re.compile(r"(?<=\w)(?:\\,|~)(?=[\w%€$])|(?<=\d)\\,(?=\\[%&#_$])")


def load_data(path: Path) -> Iterator[Document]:
    """Yield the source of a TeX document without comments, its sections as headings."""
    source = _COMMENT.sub("", "".join(text.pieces(path)))
    return text.in_pages([_SECTION.sub(_as_heading, with_letters(source))])


def load_bibliography(path: Path) -> Iterator[Document]:
    """Yield the entries of a BibTeX file."""
    return text.in_pages([with_letters("".join(text.pieces(path)))])


def with_letters(source: str) -> str:
    """Return a source of TeX with the letters that its macros and braces in words stand for; formulas stay."""
    if "\\" not in source and "{" not in source:
        return source
    pieces, end = list[str](), 0
    for apart in _APART.finditer(source):
        pieces += [_lettered(source[end : apart.start()]), apart.group()]
        end = apart.end()
    return "".join([*pieces, _lettered(source[end:])])


def _lettered(source: str) -> str:
    source = _WRITTEN.sub(_letter, source)
    source = _GROUP.sub(_ungrouped, source)
    source = _NARROW.sub("\u202f", source)
    return _SIGN.sub(r"\1", source)


def _letter(match: re.Match[str]) -> str:
    """Return the letter that a macro stands for, without braces that are around it alone."""
    sign = match["sign"] or match["name"]
    if sign:
        base = match["in_sign"] or match["at_sign"] or match["in_name"] or match["at_name"] or ""
        name = base.strip("\\{} \t")
        letters = (name if name in {"i", "j"} else _LETTERS[name]) if base.startswith("\\") else base
        # the mark follows the first letter, also of two that are tied
        found = unicodedata.normalize("NFC", letters[:1] + _MARKS[sign] + letters[1:]) if letters else match.group()
        if not letters:
            return found
    else:
        found = _LETTERS[match["letter"]]
    opened, closed = match["open"] or "", match["close"] or ""
    if opened and closed and not _is_argument(match):
        return found
    return opened + found + closed


def _ungrouped(match: re.Match[str]) -> str:
    """Return the letters that stand in braces within a word; the argument of a macro stays one."""
    return match.group() if _is_argument(match) else match[1] or match[2]


def _is_argument(match: re.Match[str]) -> bool:
    """Return True if a macro stands directly before what was matched, perhaps with other arguments."""
    before = match.string[max(0, match.start() - _LONGEST_MACRO) : match.start()]
    return _MACRO_BEFORE.search(before) is not None


def _as_heading(section: re.Match[str]) -> str:
    """Return the heading that a section of TeX begins with."""
    return f"{'#' * _LEVELS[section.group(1)]} {section.group(2)}"
