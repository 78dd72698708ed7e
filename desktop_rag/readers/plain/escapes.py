r"""Data whose letters are written as numbers (``\u00e9``): JSON, YAML, TOML, properties and gettext's PO.

They are read as the letters they are, in strings and names; comments and running text say what they say. Characters
that would end a string or are seen by nobody stay escaped.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text

_PAIR = r"[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # two halves of a character
_ESCAPE = re.compile(rf"\\(?:u(?P<pair>{_PAIR})|u(?P<four>[0-9a-fA-F]{{4}})|(?s:.))")
_LONG_ESCAPE = re.compile(
    rf"\\(?:u(?P<pair>{_PAIR})|u(?P<four>[0-9a-fA-F]{{4}})|U(?P<eight>[0-9a-fA-F]{{8}})|x(?P<two>[0-9a-fA-F]{{2}})|(?s:.))"
)
_UNFINISHED = re.compile(r"[\\uU0-9a-fA-F]*\Z")
_MOST_HELD = 10_000  # characters at the end of a piece that may begin an escape
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_LINES = r'"(?:[^"\\]|\\(?s:.))*"'
_THREE = r'"""(?s:(?:[^\\]|\\.)*?)"""'
_YAML = re.compile(
    # the lines of a block scalar, deeper than the line that begins it
    r"(?P<block>^(?P<indent>[ ]*)[^\n]*(?:[:\-?]|!\S+|&\S+)[ ]+[|>][+\-\d]{0,2}[ \t]*(?:#[^\n]*)?\n"
    r"(?:(?P=indent)[ ]+[^\n]*(?:\n|\Z)|[ \t]*\n)*)"
    r"|(?P<comment>(?:^|(?<=[ \t]))#[^\n]*)"
    r"|(?P<single>(?:^[ \t]*|[:\-?\[{,][ \t]+|[\[{])'(?:[^']|'')*')"
    rf"|(?P<before>^[ \t]*|[:\-?][ \t]+|[\[{{,][ \t]*|[!&]\S+[ \t]+)(?P<string>{_LINES})",
    re.MULTILINE,
)
_TOML = re.compile(
    r"'''(?s:.*?)'''|'[^'\n]*'|(?:^|(?<=[\s\]\"'\d]))#[^\n]*|(?P<string>"
    r'"""(?s:(?:[^\\]|\\.)*?)"""|' + _STRING + ")",
    re.MULTILINE,
)
_PROPERTIES = re.compile(r"(?P<comment>^[ \t]*[#!][^\n]*)|(?P<string>(?:[^\\\n]|\\(?s:.))+)", re.MULTILINE)
_PO = re.compile(rf"^[ \t]*#[^\n]*|(?P<string>{_STRING})", re.MULTILINE)


def load_json(path: Path) -> Iterator[Document]:
    """Yield the pages of JSON, one value or one in each line; see ``readers.base.Reader``."""
    return text.in_pages(_json_pieces(path))


def load_yaml(path: Path) -> Iterator[Document]:
    """Yield the pages of a YAML file."""
    return _loaded(path, _YAML)


def load_toml(path: Path) -> Iterator[Document]:
    """Yield the pages of a TOML file."""
    return _loaded(path, _TOML)


def load_properties(path: Path) -> Iterator[Document]:
    """Yield the pages of a properties file of Java."""
    return _loaded(path, _PROPERTIES)


def load_po(path: Path) -> Iterator[Document]:
    """Yield the pages of gettext's translations."""
    return _loaded(path, _PO)


def _loaded(path: Path, strings: re.Pattern[str]) -> Iterator[Document]:
    """Yield the pages of a file, with letters in its ``strings``."""
    source = "".join(text.pieces(path))
    return text.in_pages([strings.sub(_string, source) if "\\" in source else source])


def _json_pieces(path: Path) -> Iterator[str]:
    """Yield a file's text in pieces; outside of strings, JSON has no backslash."""
    held = ""
    for following in text.pieces(path):
        piece = held + following
        end = _UNFINISHED.search(piece)
        start = end.start() if end is not None and len(piece) - end.start() <= _MOST_HELD else len(piece)
        held = piece[start:]
        yield _with_letters(piece[:start], _ESCAPE)
    yield _with_letters(held, _ESCAPE)


def _string(match: re.Match[str]) -> str:
    """Return a string of a file with its letters; any other match unchanged."""
    groups = match.groupdict()
    if groups["string"] is None or (groups.get("before", "").startswith(",") and not _is_in_flow(match)):
        return match.group()
    return groups.get("before", "") + _with_letters(groups["string"], _LONG_ESCAPE)


def _is_in_flow(match: re.Match[str]) -> bool:
    """Return True if a line of YAML has an open list or mapping: a comma in running text separates nothing."""
    line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    return line.count("[") + line.count("{") > line.count("]") + line.count("}") or line.lstrip().startswith('"')


def _with_letters(source: str, escape: re.Pattern[str]) -> str:
    return escape.sub(_letter, source) if "\\" in source else source


def _letter(match: re.Match[str]) -> str:
    """Return the letter that an escape stands for; the escape where it is none that can be shown."""
    groups = match.groupdict()
    if pair := groups["pair"]:
        high, low = int(pair[:4], 16), int(pair[6:], 16)
        return chr(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF))
    digits = groups["four"] or groups.get("eight") or groups.get("two")
    code = int(digits, 16) if digits else 0
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return match.group()
    letter = chr(code)
    return letter if letter == " " or (letter.isprintable() and letter not in '"\\') else match.group()
