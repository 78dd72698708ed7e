"""Rows of workbooks made of XML: those in the form that programs write are cut out of the text, which is quick.

All else of a sheet goes through the parser of XML: what stands around the rows, and each row with anything unusual in
it. So what is damaged ends where it would without the short cut. Of 30,000 rows of eight cells, elements of a tree
take .4 s to make and .4 s to look at, and cells cut out of the text .2 s together.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.readers.office.xml_stream import FAULTS, GrowingTree, TornError, children

_ROWS = "sheetData"
_BEGIN = re.compile(rb"<sheetData\s*>")
_LONGEST_HEAD = 1 << 20  # bytes before the rows
_UNUSUAL_HEAD = re.compile(rb"<!|(?<!\A)(?<!\A\xef\xbb\xbf)<\?|encoding\s*=\s*[\"'](?!utf-8[\"'])", re.IGNORECASE)
_UNUSUAL = re.compile(r"<[!?]|</?(?:\w+:)?sheetData")  # what may hold the end of a row that is none
_END = "</row>"
_TEXT = r"[^<\x00-\x1f\ufffe\uffff]*"
_ROW = re.compile(  # each attribute once, as XML has it
    r'\s*<row(?: r="(\d{1,7})")?(?: spans="[\d: ]*")?(?: s="\d+")?(?: customFormat="\w+")?(?: ht="[\d.]+")?'
    r'(?: hidden="\w+")?(?: customHeight="\w+")?(?: outlineLevel="\d+")?(?: collapsed="\w+")?(?: thickTop="\w+")?'
    r'(?: thickBot="\w+")?( x14ac:dyDescent="[\d.]+")?>'
)
_CELL = re.compile(
    r'<c(?: r="([A-Z]{1,3})\d{1,7}")?(?: s="(\d{1,9})")?(?: t="(n|s|str|inlineStr|b|e)")?(?:/>|>'
    rf'(<f(?: t="shared" si="\d+"/>|(?: aca="\w+")?>{_TEXT}</f>))?(?:<v>({_TEXT})</v>'
    rf'|<is><t(?: xml:space="preserve")?>({_TEXT})</t></is>)?</c>)|(.+)',
    re.DOTALL,
)
_REFERENCE = re.compile("&(?:(amp|lt|gt|quot|apos)|#([0-9]{2,7})|#x([0-9A-Fa-f]{2,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

PlainCell = tuple[str, str, str, str, str, str, str]
"""The letters of its column, number of its style, kind, formula as it is written, value, and text within the cell; the
last is what is no such cell: then the row has to be looked at."""


class PlainRow(NamedTuple):
    """A row as it stands in the text: its number, 0 where it says none, its cells, and all of it."""

    number: int
    cells: list[PlainCell]
    source: str


class SheetRows:
    """The rows of a sheet, in their order."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self._tree = GrowingTree()
        self._holder: ET.Element | None = None

    def __iter__(self) -> Iterator[PlainRow | ET.Element]:
        """Yield the rows that are whole.

        Raises:
            TornError: the sheet ends early; the rows before the damage were yielded.

        """
        head = b""
        begin: re.Match[bytes] | None = None
        try:
            for block in self._blocks:
                head += block
                if (begin := _BEGIN.search(head)) or len(head) > _LONGEST_HEAD:
                    break
        except UserError as error:
            raise TornError from error
        if begin is None or _UNUSUAL_HEAD.search(head, 0, begin.start()):
            yield from children(chain([head], self._blocks), _ROWS)
            return
        try:
            yield from self._rows(head[: begin.end()], head[begin.end() :])
        except FAULTS as error:
            self._tree.tear()
            yield from filter(self._tree.is_whole, self._taken())
            raise TornError from error

    def element(self, row: PlainRow) -> ET.Element:
        """Return the element of a row that is not as plain as it seemed; the row that was yielded last.

        Raises:
            TornError: it is no XML.

        """
        try:
            self._feed(row.source.encode())
        except FAULTS as error:
            raise TornError from error
        return self._taken()[-1]

    def _rows(self, head: bytes, rest: bytes) -> Iterator[PlainRow | ET.Element]:
        self._feed(head)
        declared = b"xmlns:x14ac=" in head
        is_usual = True
        for block in chain([b""], self._blocks):
            rest += block
            end = rest.rfind(_END.encode()) + len(_END)
            if end < len(_END):
                continue
            whole, rest = rest[:end], rest[end:]
            text = ""
            try:
                text = whole.decode() if is_usual else ""
            except UnicodeDecodeError:
                is_usual = False
            at = 0
            while is_usual and at < len(text):
                to = text.index(_END, at) + len(_END)
                begin = _ROW.match(text, at, to)
                if begin is not None and (declared or not begin[2]):
                    cells = _CELL.findall(text, begin.end(), to - len(_END))
                    yield PlainRow(int(begin[1] or 0), cells, text[at:to])
                else:
                    piece = text[at:to]
                    if _UNUSUAL.search(piece):
                        is_usual = False
                        break
                    self._feed(piece.encode())
                    yield from self._taken()
                at = to
            if not is_usual:
                self._feed(whole[len(text[:at].encode()) :])
                yield from self._taken(all_but=1)
        self._feed(rest)
        self._tree.close()
        yield from self._taken()

    def _feed(self, block: bytes) -> None:
        root = self._tree.feed(block)
        if self._holder is None and root is not None:
            self._holder = next((child for child in root if child.tag.rpartition("}")[2] == _ROWS), None)

    def _taken(self, all_but: int = 0) -> list[ET.Element]:
        """Return the rows that the parser has made, all or without the last ones, which may go on; forgets them."""
        if self._holder is None:
            return []
        end = max(len(self._holder) - all_but, 0)
        whole = self._holder[:end]
        del self._holder[:end]
        return whole


def resolved(text: str) -> str | None:
    """Return a text of a plain row with the letters that are written by name; None when it is none of XML."""
    if ">" in text and "]]>" in text:
        return None
    if "&" not in text:
        return text
    if text.count("&") != len(_REFERENCE.findall(text)):
        return None
    found = _REFERENCE.sub(_letter, text)
    return found if "\0" not in found else None


def _letter(reference: re.Match[str]) -> str:
    """Return the letter that is written by name or number; a null character for one that XML has not, or seldom."""
    name, decimal, hexadecimal = reference.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE else "\0"
