"""The text of a Word draft, each character with its place in the part that holds it.

It reads as library readers write Word files (``readers.office.word_text``): headings, labels of lists, tables, notes
behind the word that refers to them. Left out is what is no text of the person: comments, headers, tables of contents,
what was deleted. What was inserted counts.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import hexdigits
from typing import NamedTuple, cast
from xml.etree import ElementTree as ET

from desktop_rag.evidence.tables import names_columns
from desktop_rag.readers import formulas
from desktop_rag.readers.base import damaged
from desktop_rag.readers.office.extra_text import word_main
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.word_runs import shown_of_control
from desktop_rag.readers.office.word_styles import BULLET, Numbers, Styles, look_of
from desktop_rag.readers.office.word_text import NOTE_BEGINS, arranges_tables, cells_of, is_headed, rows_of
from desktop_rag.readers.office.xml_parts import attribute, name_of, parsed_beside, value_of
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.symbol_fonts import sign_of
from desktop_rag.services.drafts.placed_xml import PlacedElement, PlacedXml, local_children

_GONE = frozenset(
    "del delText instrText delInstrText moveFrom Fallback pPr rPr sectPr tblPr tblGrid trPr tcPr sdtPr sdtEndPr rt"
    " annotationRef".split()
)
_CONTENTS = re.compile(r"\s*TO[CA]\b|\s*INDEX\b", re.IGNORECASE)
_GALLERY = "Table of Contents"
_FIXED = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_SIGNS = str.maketrans("\n\r\t", "   ")
_CHOSEN = frozenset(["text", "dropDownList", "comboBox", "date", "checkbox", "dataBinding", "picture", "equation"])
_ONE_PIECE = frozenset(["oMath", "oMathPara", "ruby", "fldSimple"])
_REFERENCE_LIKE = re.compile(
    r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\.\w{2,4}\b|https?://|\b(?:ibid|ebd|op\. cit)\b", re.IGNORECASE
)
_REMARK = re.compile(r"(?:\S+\s+){5,}\S+[.!?…]|\S{12,}[。！？]")
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_LONGEST_CODE = 6  # hexadecimal digits
_WIDEST = 60  # columns that a cell may reach over
_BEFORE = 80  # characters that tell what a raised one belongs to


@dataclass(slots=True)
class Field:
    """A field of Word: its instruction, and the runs in which it begins and ends."""

    begin: PlacedElement
    code: str = ""
    is_result: bool = False
    end: PlacedElement | None = None

    @property
    def is_inside(self) -> bool:
        """True if it begins and ends in the same element: marks may stand around it."""
        return self.end is not None and self.end.parent is self.begin.parent


class Bit(NamedTuple):
    """Characters of the text that stand in the XML: in ``element``, which holds them alone or with others.

    Where ``text`` (of a run) is known they stand in it one for one, from ``byte`` on. Others, as those of a formula, go
    with the whole element. ``is_apart``: they stand elsewhere, in a note or a text box, and ``element`` is what refers
    to it.
    """

    words: str
    element: PlacedElement
    text: PlacedElement | None = None
    byte: int = 0
    field: Field | None = None
    is_apart: bool = False


@dataclass(frozen=True)
class WordDraft:
    """A Word draft: ``starts`` are the places in its text at which ``bits`` stand, in order."""

    text: str
    starts: Sequence[int]
    bits: Sequence[Bit]

    def first(self, start: int, end: int) -> tuple[Bit, int] | None:
        """Return the first bit of a range of the text, and which of its characters is meant; None for no bit."""
        number = max(0, bisect_right(self.starts, start) - 1)
        for at in range(number, len(self.starts)):
            if self.starts[at] >= end:
                break
            if self.starts[at] + len(self.bits[at].words) > start:
                return self.bits[at], max(0, start - self.starts[at])
        return None

    def last(self, start: int, end: int) -> tuple[Bit, int] | None:
        """Return the last bit of a range of the text, and behind which of its characters the range ends."""
        for at in range(bisect_right(self.starts, end - 1) - 1, -1, -1):
            if self.starts[at] + len(self.bits[at].words) <= start:
                break
            return self.bits[at], min(len(self.bits[at].words), end - self.starts[at])
        return None


class WordParts(NamedTuple):
    """The parts of a Word file that its text is read from."""

    main: str
    document: PlacedXml
    styles: Styles
    numbers: Numbers
    notes: Mapping[tuple[str, str], str]


def word_parts(path: Path) -> WordParts:
    """Return the parts of a Word file.

    Raises:
        UserError: it is damaged or protected.

    """
    with Parts(path) as parts:
        main = word_main(parts)
        if not main:
            raise damaged()
        styles = Styles(parsed_beside(parts.read("word/styles.xml", missing=b"")))
        numbers = Numbers(parsed_beside(parts.read("word/numbering.xml", missing=b"")), styles)
        notes = {
            (kind, attribute(note, "id")): _plain(note)
            for kind in _NOTES.values()
            for note in parsed_beside(parts.read(f"word/{kind}.xml", missing=b""))
            if not attribute(note, "type")
        }
        return WordParts(main, PlacedXml(parts.read(main)), styles, numbers, notes)


def read_word(parts: WordParts) -> WordDraft:
    """Return the text of a Word file with its places.

    Raises:
        UserError: it is damaged.

    """
    try:
        return _Reader(parts).draft()
    except RecursionError as error:
        raise damaged() from error


def _plain(element: ET.Element) -> str:
    """Return the words of a note in one line."""
    pieces: list[str] = []

    def gather(part: ET.Element) -> None:
        name = name_of(part)
        if name == "t":
            pieces.append(part.text or "")
        elif name in _FIXED:
            pieces.append(_FIXED[name])
        elif name == "p":
            pieces.append(" ")
        if name not in _GONE:
            for inner in part:
                gather(inner)

    gather(element)
    return " ".join("".join(pieces).split())


@dataclass(slots=True)
class _Line:
    """The bits of a paragraph with the words between them that stand nowhere: those have no bit."""

    pieces: list[tuple[str, Bit | None]] = field(default_factory=list)

    @property
    def words(self) -> str:
        return "".join(words for words, _ in self.pieces)

    def trimmed(self) -> "_Line":
        """Return the line without white space around it."""
        pieces = list(self.pieces)
        while pieces and (cut := _cut(pieces[0], len(pieces[0][0]) - len(pieces[0][0].lstrip()), None)) != pieces[0]:
            pieces[:1] = [cut] if cut[0] else []
        while pieces and (cut := _cut(pieces[-1], 0, len(pieces[-1][0].rstrip()))) != pieces[-1]:
            pieces[-1:] = [cut] if cut[0] else []
        return _Line(pieces)

    def in_one_line(self) -> "_Line":
        """Return the line without breaks and tabulators."""
        return _Line([(words.translate(_SIGNS), bit) for words, bit in self.pieces])

    def in_cell(self) -> "_Line":
        """Return the line as a cell of a table has it, bars escaped."""
        found = _Line()
        for words, bit in self.in_one_line().pieces:
            begin = 0
            for bar in re.finditer(r"\|", words):
                found.pieces += [_cut((words, bit), begin, bar.start()), ("\\", None)]
                begin = bar.start()
            found.pieces.append(_cut((words, bit), begin, None))
        return found


def _cut(piece: tuple[str, Bit | None], start: int, stop: int | None) -> tuple[str, Bit | None]:
    """Return a part of a piece, its place with it."""
    words, bit = piece
    taken = words[start:stop]
    if bit is None or bit.text is None or not start:
        return taken, bit
    return taken, bit._replace(byte=bit.byte + len(bit.words[:start].encode()), words=bit.words[start:])


class _Reader:
    """Reads one file; ``_anchor`` is what refers to a text that stands apart, ``_after`` are notes that say more."""

    def __init__(self, parts: WordParts) -> None:
        self._document = parts.document
        self._styles = parts.styles
        self._numbers = parts.numbers
        self._notes = parts.notes
        self._pieces: list[str] = []
        self._length = 0
        self._starts: list[int] = []
        self._bits: list[Bit] = []
        self._fields: list[Field] = []
        self._anchor: PlacedElement | None = None
        self._boxes: list[tuple[PlacedElement, ET.Element]] = []
        self._after: list[tuple[PlacedElement, str]] = []
        self._was_item = self._is_joined = False

    def draft(self) -> WordDraft:
        """Return the whole text."""
        for body in local_children(self._document.root, "body"):
            self._blocks(body)
        return WordDraft("".join(self._pieces), self._starts, self._bits)

    # -- blocks

    def _blocks(self, element: ET.Element) -> None:
        for part in element:
            name = name_of(part)
            if name == "p":
                self._paragraph(part)
            elif name == "tbl":
                self._table(part)
            elif name not in _GONE and not (name == "sdt" and _is_contents(part)):
                self._blocks(part)

    def _paragraph(self, paragraph: ET.Element) -> None:
        style, label, line = self._labelled(paragraph)
        line = line.trimmed()
        level = self._styles.level(style)
        is_item = bool(label) and not level
        if line.words:
            prefix = f"{'#' * min(level, 6)} " if level else "- " if label == BULLET else ""
            if label and label != BULLET:
                prefix += f"{label} "
            self._begin(is_item=is_item)
            self._put(prefix)
            self._put_line(line.in_one_line() if level else line)
            self._is_joined = _has_no_end(paragraph)
        self._beside()

    def _beside(self) -> None:
        """Write what stands beside the last block: notes that say more than a source, and text boxes."""
        notes, self._after = self._after, []
        for run, words in notes:
            self._begin()
            self._put_line(_Line([(words, Bit(words, run, is_apart=True))]))
        boxes, self._boxes = self._boxes, []
        for run, box in boxes:
            before, self._anchor = self._anchor, self._anchor or run
            self._blocks(box)
            self._anchor = before

    def _begin(self, *, is_item: bool = False) -> None:
        """Begin a block, items of a list without an empty line between them."""
        if self._pieces:
            self._put(" " if self._is_joined else "\n" if is_item and self._was_item else "\n\n")
        self._was_item, self._is_joined = is_item, False

    def _put(self, words: str, bit: Bit | None = None) -> None:
        if words:
            if bit is not None:
                self._starts.append(self._length)
                self._bits.append(bit._replace(words=words))
            self._pieces.append(words)
            self._length += len(words)

    def _put_line(self, line: _Line) -> None:
        for words, bit in line.pieces:
            self._put(words, bit)

    def _labelled(self, paragraph: ET.Element) -> tuple[str, str, _Line]:
        """Return the style of a paragraph, its number and its words."""
        properties = next(local_children(paragraph, "pPr"), None)
        style = ("" if properties is None else value_of(properties, "pStyle")) or self._styles.usual
        line = _Line()
        self._inside(paragraph, line)
        if not line.words.strip() and properties is not None and _has_no_end(paragraph):
            return style, "", line
        return style, self._numbers.label(properties, style) or "", _raised(line, self._styles)

    def _table(self, table: ET.Element) -> None:
        rows = [row for is_gone, row in rows_of(table) if not is_gone and not _is_deleted(row)]
        if arranges_tables([(False, row) for row in rows]):
            for row in rows:
                for cell in cells_of(row):
                    self._blocks(cell)
            return
        every = [list(self._row(row)) for row in rows]
        grid = [row for row in every if any(cell.words.strip() for cell in row)]
        if grid:
            self._begin()
            self._put_grid(grid, has_head=is_headed(rows))
        self._beside()

    def _put_grid(self, grid: list[list[_Line]], *, has_head: bool | None) -> None:
        width = max(map(len, grid))
        even = [row + [_Line()] * (width - len(row)) for row in grid]
        if has_head is None:
            has_head = names_columns([[cell.words for cell in row] for row in even])
        rule = markdown_text.rule(width)
        if not has_head:
            self._put(f"{markdown_text.no_names(width)}\n{rule}\n")
        for number, row in enumerate(even):
            self._put("\n" if number else "")
            for cell in row:
                self._put("| ")
                self._put_line(cell)
                self._put(" ")
            self._put(f"|\n{rule}" if has_head and not number else "|")

    def _row(self, row: ET.Element) -> Iterator[_Line]:
        """Yield the words of a row's cells; one that reaches over several columns is followed by empty ones."""
        for cell in cells_of(row):
            properties = next(local_children(cell, "tcPr"), None)
            told = "" if properties is None else value_of(properties, "gridSpan")
            span = min(int(told), _WIDEST) if told.isdecimal() and len(told) < 6 else 1
            lines = [line for line in self._cell(cell) if line.words]
            whole = _Line()
            for number, line in enumerate(lines):
                whole.pieces += [(" ", None)] if number else []
                whole.pieces += line.in_cell().pieces
            yield whole
            yield from [_Line()] * (span - 1)

    def _cell(self, element: ET.Element) -> Iterator[_Line]:
        for part in element:
            name = name_of(part)
            if name == "p":
                _, label, line = self._labelled(part)
                line = line.trimmed()
                if line.words and label and label != BULLET:
                    line.pieces.insert(0, (f"{label} ", None))
                yield line
            elif name not in _GONE:
                yield from self._cell(part)

    # -- words of a paragraph

    def _inside(self, element: ET.Element, line: _Line) -> None:
        for part in element:
            self._part(cast("PlacedElement", part), line)

    def _part(self, part: PlacedElement, line: _Line) -> None:
        name = name_of(part)
        if name == "r":
            self._run(part, line)
        elif name == "sdt":
            self._control(part, line)
        elif name in _ONE_PIECE:
            self._whole(part, line)
        elif name not in _GONE:
            self._inside(part, line)

    def _control(self, control: PlacedElement, line: _Line) -> None:
        """Read a content control; one that holds a choice, or a value bound to data, goes as a whole."""
        properties = next(local_children(control, "sdtPr"), None)
        kinds = {name_of(part) for part in properties} if properties is not None else set()
        inner = _Line()
        for content in local_children(control, "sdtContent"):
            self._inside(content, inner)
        shown = shown_of_control(properties, inner.words)
        if kinds & _CHOSEN:
            words = (inner.words if shown is None else shown).translate(_SIGNS)
            line.pieces += [(words, self._bit(words, control))] if words else []
        else:
            line.pieces += inner.pieces

    def _whole(self, element: PlacedElement, line: _Line) -> None:
        """Read a formula, words with a reading above them, or a simple field."""
        name = name_of(element)
        if name.startswith("oMath"):
            words = formulas.of_omml(element)
        else:
            inner = _Line()
            self._inside(element, inner)
            is_contents = name == "fldSimple" and _CONTENTS.match(attribute(element, "instr"))
            words = "" if is_contents else inner.words
        words = words.translate(_SIGNS)
        line.pieces += [(words, self._bit(words, element))] if words else []

    def _run(self, run: PlacedElement, line: _Line) -> None:
        properties = next(local_children(run, "rPr"), None)
        is_hidden = properties is not None and any(
            attribute(one, "val") not in {"0", "false", "off"} for one in local_children(properties, "vanish")
        )
        for part in run:
            self._run_part(cast("PlacedElement", part), run, line, is_hidden=is_hidden)

    def _run_part(self, part: PlacedElement, run: PlacedElement, line: _Line, *, is_hidden: bool) -> None:
        name = name_of(part)
        if name == "fldChar":
            self._field_sign(attribute(part, "fldCharType"), run)
        elif name == "instrText":
            if self._fields and not self._fields[-1].is_result:
                self._fields[-1].code += part.text or ""
        elif name == "txbxContent":
            self._boxes.append((_outermost(run), part))
        elif is_hidden or any(one.is_result and _CONTENTS.match(one.code) for one in self._fields):
            return
        elif name == "t":
            for byte, words in part.pieces:
                bit = self._bit(words, run, part if part.parent is run else None, byte)
                line.pieces.append((words.translate(_SIGNS), bit))
        elif name == "sym":
            line.pieces.append((sign := _sign(part), self._bit(sign, run)))
        elif name in _FIXED:
            is_page = attribute(part, "type") in {"page", "column"}
            line.pieces.append(("\n" if is_page else _FIXED[name], None))
        elif name in _NOTES:
            self._note(self._notes.get((_NOTES[name], attribute(part, "id")), ""), run, line)
        elif name not in _GONE:  # of alternatives the first one: the last ones are in _GONE
            for inner in part:
                self._run_part(cast("PlacedElement", inner), run, line, is_hidden=is_hidden)

    def _note(self, words: str, run: PlacedElement, line: _Line) -> None:
        """Read a note: as the source of the words before it, or, where it says more, as a paragraph of its own."""
        if not words:
            return
        if _REMARK.fullmatch(words) and not _REFERENCE_LIKE.search(words):
            self._after.append((self._anchor or run, words))
        else:
            bit = self._bit(words, run)._replace(is_apart=True)
            line.pieces += [(NOTE_BEGINS, None), (words, bit), ("]", None)]

    def _bit(self, words: str, element: PlacedElement, text: PlacedElement | None = None, byte: int = 0) -> Bit:
        if self._anchor is not None:
            return Bit(words, self._anchor, is_apart=True)
        around = self._fields[0] if self._fields else None
        return Bit(words, element, text, byte, around)

    def _field_sign(self, kind: str, run: PlacedElement) -> None:
        if kind == "begin":
            self._fields.append(Field(run))
        elif kind == "separate" and self._fields:
            self._fields[-1].is_result = True
        elif kind == "end" and self._fields:
            self._fields.pop().end = run


def _raised(line: _Line, styles: Styles) -> _Line:
    """Return a line with raised figures written so: “m²”."""
    found, before = _Line(), ""
    for number, (words, bit) in enumerate(line.pieces):
        shown, placed = words, bit
        if bit is not None and bit.text is not None and _is_raised(bit.element, styles):
            after = line.pieces[number + 1][0] if number + 1 < len(line.pieces) else ""
            shown = formulas.raised(words, before, after)
            placed = bit if len(shown) == len(words) else bit._replace(text=None)
        found.pieces.append((shown, placed))
        before = (before + shown)[-_BEFORE:]
    return found


def _is_raised(run: PlacedElement, styles: Styles) -> bool:
    properties = next(local_children(run, "rPr"), None)
    if properties is None:
        return False
    position, _ = look_of(properties)
    return (position or styles.position(value_of(properties, "rStyle"))) == "superscript"


def _sign(symbol: PlacedElement) -> str:
    """Return the sign that an element names by its font and code."""
    code = attribute(symbol, "char")
    is_code = 0 < len(code) <= _LONGEST_CODE and set(code) <= set(hexdigits)
    return (sign_of(int(code, 16), attribute(symbol, "font")) if is_code else "") or "□"


def _outermost(run: PlacedElement) -> PlacedElement:
    """Return the run of the body that a run stands in."""
    return next((one for one in reversed([run, *run.above()]) if name_of(one) == "r"), run)


def _is_contents(control: ET.Element) -> bool:
    """Return True if a content control holds the table of contents."""
    return any(name_of(part) == "docPartGallery" and attribute(part, "val") == _GALLERY for part in control.iter())


def _has_no_end(paragraph: ET.Element) -> bool:
    """Return True if the end of a paragraph was deleted or moved elsewhere: the next one goes on in it."""
    marks: Iterable[ET.Element] = (
        mark
        for properties in local_children(paragraph, "pPr")
        for looks in local_children(properties, "rPr")
        for mark in looks
    )
    return any(name_of(mark) in {"del", "moveFrom"} for mark in marks)


def _is_deleted(row: ET.Element) -> bool:
    """Return True if a row of a table was deleted."""
    return any(name_of(mark) == "del" for look in local_children(row, "trPr") for mark in look)
