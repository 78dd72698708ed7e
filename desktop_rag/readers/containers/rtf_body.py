"""The text of a message that was written as RTF, packed as Outlook does."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from desktop_rag.core.errors import UserError
from desktop_rag.readers.office.rtf import rtf_markdown

_PACKED, _PLAIN = b"LZFu", b"MELA"
_KNOWN = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW = 4096
_MOST = 64 << 20


def rtf_text(packed: bytes) -> str:
    """Return the visible text of a packed RTF body, "" when there is none."""
    try:
        return rtf_markdown(unpacked_rtf(packed)).strip()
    except UserError:
        return ""


def rtf_html(packed: bytes) -> str:
    """Return the HTML that Outlook keeps within a packed RTF body, "" where there is none.

    Its marks are in groups of their own (``htmltag``), the texts between them are those of the RTF, except what
    stands there for other readers alone (from ``htmlrtf`` to ``htmlrtf0``).
    """
    source = unpacked_rtf(packed).decode("latin-1")
    if "\\fromhtml1" not in source[:_BEGINNING]:
        return ""
    charset = re.search(r"\\ansicpg(\d+)", source[:_BEGINNING])
    return "".join(_html_pieces(source, f"cp{charset[1]}" if charset else "cp1252"))


def _html_pieces(source: str, charset: str) -> Iterator[str]:
    """Yield the marks and texts of the HTML in an RTF."""
    state = _State()
    groups: list[_State] = []
    skipped = 0
    for token in _RTF_TOKEN.finditer(source):
        group, word, number, escaped, sign, text = token.groups()
        if group == "{":
            groups.append(replace(state))
        elif group == "}":
            state = groups.pop() if groups else state
        elif word is not None:
            if word == "u" and state.is_shown:
                yield chr(int(number or 0) % 65536)
                skipped = 1
                continue
            state.take(word, number)
            if state.is_shown and word in _WORDS:
                yield _WORDS[word]
        elif sign == "*":
            state.is_ignorable = True
        elif escaped or sign or text:
            if skipped:  # what readers without Unicode show in the place of a letter
                skipped = 0
                text = text[1:] if text else ""
                if not text:
                    continue
            if state.is_shown:
                yield _bytes_text(escaped, charset) if escaped else _SIGNS.get(sign, sign) if sign else text


@dataclass
class _State:
    """The state within a group: a mark of the HTML, to be ignored, or meant for other readers."""

    is_ignorable: bool = False
    is_tag: bool = False
    is_hidden: bool = False
    is_other: bool = False

    @property
    def is_shown(self) -> bool:
        return not self.is_hidden and (self.is_tag or not (self.is_ignorable or self.is_other))

    def take(self, word: str, number: str) -> None:
        if word == "htmltag":
            self.is_tag = True
        elif word == "htmlrtf":
            self.is_hidden = number != "0"
        elif word in {"fonttbl", "colortbl", "stylesheet", "info", "pict"}:
            self.is_other = True


def _bytes_text(escaped: str, charset: str) -> str:
    """Return the letters that some bytes in a row are."""
    data = bytes.fromhex(escaped.replace("\\'", ""))
    try:
        return data.decode(charset, "replace")
    except LookupError:
        return data.decode("cp1252", "replace")


_BEGINNING = 500  # characters of a body that say what it is
_RTF_TOKEN = re.compile(
    r"([{}])|\\([a-zA-Z]+)(-?\d*) ?|((?:\\'[0-9a-fA-F]{2})+)|\\([^a-zA-Z0-9])|[\r\n]+|([^{}\\\r\n]+)"
)
_WORDS = {"par": "\r\n", "line": "\r\n", "tab": "\t", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
          "bullet": "•", "endash": "–", "emdash": "—"}  # fmt: skip
_SIGNS = {"~": "&nbsp;", "_": "&shy;", "-": "", "\r": "\r\n", "\n": "\n"}


def unpacked_rtf(packed: bytes) -> bytes:
    """Return RTF as it was before Outlook packed it, b"" when it is none."""
    if len(packed) < 16:
        return b""
    _, size, kind, _ = struct.unpack_from("<LL4sL", packed)
    if kind == _PLAIN:
        return packed[16 : 16 + size]
    return _inflate(packed, min(size, _MOST)) if kind == _PACKED else b""


def _inflate(packed: bytes, size: int) -> bytes:
    """Undo the packing: bytes as they are, or a place and a length among the last 4096."""
    window = bytearray(_WINDOW)
    window[: len(_KNOWN)] = _KNOWN
    write, out = len(_KNOWN), bytearray()
    for is_place, value in _tokens(packed[16:]):
        start = value >> 4 if is_place else 0
        if len(out) >= size or (is_place and start == write % _WINDOW):
            break
        for step in range((value & 15) + 2 if is_place else 1):
            byte = window[(start + step) % _WINDOW] if is_place else value
            window[write % _WINDOW] = byte
            out.append(byte)
            write += 1
    return bytes(out)


def _tokens(data: bytes) -> Iterator[tuple[bool, int]]:
    """Yield bytes and places: each eight of them are preceded by eight flags that distinguish them."""
    place = 0
    while place < len(data):
        flags = data[place]
        place += 1
        for bit in range(8):
            size = 2 if flags >> bit & 1 else 1
            if place + size > len(data):
                return
            yield size > 1, int.from_bytes(data[place : place + size], "big")
            place += size
