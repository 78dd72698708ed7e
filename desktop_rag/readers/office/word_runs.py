"""The words of a paragraph of a Word file as people see them, beside what is drawn of them.

MuPDF draws the letters of the XML one after the other: without the lines of fractions, boxes, signs of symbol fonts
and hyphens that do not break, but with the readings above words, hidden copies, and text that was moved elsewhere.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.readers import formulas
from desktop_rag.readers.office.drawn_text import differing, drawn_here, drawn_of, shown_of, without_marks
from desktop_rag.readers.office.field_codes import text_of_code
from desktop_rag.readers.office.word_styles import Styles, look_of
from desktop_rag.readers.office.xml_parts import attribute, name_of
from desktop_rag.readers.symbol_fonts import is_symbol_font, sign_of, with_signs

TICKED, UNTICKED = "☒", "☐"
_BEFORE = 80  # letters that tell what a raised one belongs to
_OFF = frozenset(["0", "false", "off", "none"])
_FIXED = {"tab": "\t", "ptab": "\t", "br": "\n"}
_GONE = frozenset(["del", "delText", "instrText", "delInstrText", "pPr", "rPr", "sectPr", "tblPr", "sdtPr", "sdtEndPr"])
_DRAWN_ONLY = frozenset(["moveFrom", "Fallback"])
_WORD_LETTER = re.compile(r"[\w\u3005\u3006\u30fc]")
_SYMBOL_CODE = re.compile(r"0?[xX]?([0-9a-fA-F]{2,6})")


@dataclass(slots=True)
class _Field:
    """A field that is open: its code, what a form keeps of it, and where its result begins."""

    code: str = ""
    data: ET.Element | None = None
    begins: int = -1  # among the pieces


class _Piece(NamedTuple):
    """Letters of one look: raised, lowered, or with a reading above them."""

    text: str
    position: str = ""
    reading: str = ""


class _Words:
    """The pieces of a paragraph."""

    def __init__(self) -> None:
        self.pieces: list[_Piece] = []

    def add(self, text: str, position: str = "", reading: str = "") -> None:
        if text:
            self.pieces.append(_Piece(text, position, reading))


class Runs:
    """Writes the paragraphs of one file.

    ``notes`` are the texts of notes by the name of their reference and identifier. Text boxes in a paragraph are
    kept: ``boxes`` gives them away.
    """

    def __init__(self, styles: Styles, notes: Mapping[tuple[str, str], str]) -> None:
        self._styles = styles
        self._notes = notes
        self._fields: list[_Field] = []
        self._boxes: list[tuple[int, ET.Element]] = []
        self._descriptions: list[str] = []
        self._count = 0
        self._style: str = ""
        self._write: dict[str, Callable[[ET.Element, _Words, str], None]] = {
            "r": self._run,
            "sdt": self._control,
            "ruby": self._ruby,
            "oMath": self._formula,
            "oMathPara": self._formula,
            "fldChar": self._field_sign,
            "AlternateContent": self._alternatives,
            "txbxContent": self._box,
            "sym": self._symbol,
            "docPr": self._describe,
            "shape": self._shape,
        }

    def paragraph(self, element: ET.Element, style: str = "") -> str:
        """Return the marked words of a paragraph (``drawn_text``)."""
        self._style = style
        words = _Words()
        for part in element:
            self._part(part, words, "")
        return _written(words)

    def shown(self, element: ET.Element) -> str:
        """Return the words of a paragraph as people see them, without text boxes in it."""
        text = shown_of(self.paragraph(element))
        self._boxes, self._descriptions = [], []
        return text

    def boxes(self) -> list[tuple[int, ET.Element]]:
        """Give away the text boxes of the paragraphs that were written, with the numbers of their places."""
        boxes, self._boxes = self._boxes, []
        return boxes

    def descriptions(self) -> list[str]:
        """Give away the descriptions of pictures in the paragraphs that were written."""
        found, self._descriptions = self._descriptions, []
        return list(dict.fromkeys(found))

    def _part(self, part: ET.Element, words: _Words, position: str) -> None:
        name = name_of(part)
        if name == "t":
            words.add(without_marks(part.text or ""), position)
            return
        write = self._write.get(name)
        if write is not None:
            write(part, words, position)
        elif name in _FIXED:
            words.add(_FIXED[name])
        elif name == "cr":
            words.add(differing("\n", ""))
        elif name == "noBreakHyphen":
            words.add(differing("-", ""), position)
        elif name == "instrText":
            if self._fields and self._fields[-1].begins < 0:
                self._fields[-1].code += part.text or ""
        elif name in {"footnoteReference", "endnoteReference"}:
            words.add(self._notes.get((name.removesuffix("Reference"), attribute(part, "id")), ""))
        elif name in _DRAWN_ONLY:
            words.add(differing("", drawn_letters(part)))
        elif name == "fldSimple":
            self._simple_field(part, words, position)
        elif name not in _GONE:
            for inner in part:
                self._part(inner, words, position)

    def _run(self, run: ET.Element, words: _Words, _position: str) -> None:
        properties = next((part for part in run if name_of(part) == "rPr"), None)
        position, font = (None, None) if properties is None else look_of(properties)
        if properties is not None and (position is None or font is None):
            style = next((attribute(part, "val") for part in properties if name_of(part) == "rStyle"), "")
            if style:
                position = self._styles.position(style) if position is None else position
                font = self._styles.font(style) if font is None else font
        if self._style:
            position = self._styles.position(self._style) if position is None else position
            font = self._styles.font(self._style) if font is None else font
        if position is None and properties is not None:
            position = _shifted(properties)
        at = len(words.pieces)
        for part in run:
            self._part(part, words, position if position in {"superscript", "subscript"} else "")
        if at < len(words.pieces):
            words.pieces[at:] = [piece._replace(text=_in_font(piece.text, font or "")) for piece in words.pieces[at:]]

    def _symbol(self, symbol: ET.Element, words: _Words, position: str) -> None:
        match = _SYMBOL_CODE.fullmatch(attribute(symbol, "char"))
        sign = sign_of(int(match[1], 16), attribute(symbol, "font")) if match else ""
        words.add(differing(sign or "□", ""), position)

    def _ruby(self, ruby: ET.Element, words: _Words, position: str) -> None:
        reading = "".join(drawn_letters(part) for part in ruby if name_of(part) == "rt")
        base = _Words()
        for part in ruby:
            if name_of(part) == "rubyBase":
                self._part(part, base, position)
        # the reading is drawn first
        words.add(differing("", reading) + "".join(piece.text for piece in base.pieces), position, reading.strip())

    def _formula(self, formula: ET.Element, words: _Words, _position: str) -> None:
        words.add(differing(without_marks(formulas.of_omml(formula)), drawn_letters(formula)))

    def _alternatives(self, element: ET.Element, words: _Words, position: str) -> None:
        """Write the first choice; MuPDF draws the others as well."""
        parts = list(element)
        if not any(drawn_letters(part) for part in parts[:1]) and len(parts) > 1 and drawn_letters(parts[-1]):
            parts = [parts[-1], *parts[:-1]]
        for number, part in enumerate(parts):
            if number:
                words.add(differing("", drawn_letters(part)))
            else:
                for inner in part:
                    self._part(inner, words, position)

    def _box(self, box: ET.Element, words: _Words, _position: str) -> None:
        self._count += 1
        self._boxes.append((self._count, box))
        words.add(drawn_here(self._count))

    def _describe(self, element: ET.Element, _words: _Words, _position: str) -> None:
        if any(name_of(part) == "decorative" and attribute(part, "val") not in _OFF for part in element.iter()):
            return
        self._descriptions.append(attribute(element, "descr") or attribute(element, "title"))

    def _shape(self, element: ET.Element, words: _Words, position: str) -> None:
        self._descriptions.append(attribute(element, "alt"))
        for part in element:
            self._part(part, words, position)

    def _control(self, control: ET.Element, words: _Words, position: str) -> None:
        """Write a content control: a box that is ticked or not, the label of what was chosen, or what is in it."""
        at = len(words.pieces)
        for part in control:
            if name_of(part) == "sdtContent":
                self._part(part, words, position)
        properties = next((part for part in control if name_of(part) == "sdtPr"), None)
        written = "".join(piece.text for piece in words.pieces[at:])
        shown = shown_of_control(properties, shown_of(written))
        if shown is not None:
            words.pieces[at:] = [_Piece(differing(shown, drawn_of(written)))]

    def _simple_field(self, element: ET.Element, words: _Words, position: str) -> None:
        at = len(words.pieces)
        for part in element:
            self._part(part, words, position)
        if len(words.pieces) == at:
            words.add(differing(text_of_code(attribute(element, "instr")), ""), position)

    def _field_sign(self, sign: ET.Element, words: _Words, position: str) -> None:
        kind = attribute(sign, "fldCharType")
        if kind == "begin":
            data = next((part for part in sign if name_of(part) == "ffData"), None)
            self._fields.append(_Field(data=data))
        elif kind == "separate" and self._fields:
            self._fields[-1].begins = len(words.pieces)
        elif kind == "end" and self._fields:
            done = self._fields.pop()
            at = min(done.begins, len(words.pieces)) if done.begins >= 0 else len(words.pieces)
            result = "".join(piece.text for piece in words.pieces[at:])
            text = _form_text(done.data, done.code)
            if text is None:
                text = "" if shown_of(result).strip() else text_of_code(done.code)
            elif not text and shown_of(result).strip():
                return
            if text:
                words.pieces[at:] = [_Piece(differing(text, drawn_of(result)), position)]


def shown_of_control(properties: ET.Element | None, written: str) -> str | None:
    """Return the text shown by a content control if it differs from the text written in it, else None."""
    for kind in () if properties is None else properties:
        name = name_of(kind)
        if name == "checkbox":
            checked = next((attribute(part, "val") for part in kind if name_of(part) == "checked"), "0")
            return UNTICKED if checked in _OFF or not checked else TICKED
        if name in {"dropDownList", "comboBox"}:
            items = [(attribute(item, "value"), attribute(item, "displayText")) for item in kind]
            chosen = written.strip() or attribute(kind, "lastValue")
            if chosen and chosen not in {label for _, label in items}:
                label = next((label for value, label in items if value == chosen and label), chosen)
                return None if label == written.strip() else label
    return None


def _form_text(data: ET.Element | None, code: str) -> str | None:
    """Return the text shown by a box or a list of a form; None for other data."""
    kind = code.split()[:1]
    parts = {} if data is None else {name_of(part): part for part in data}
    if "checkBox" in parts or kind == ["FORMCHECKBOX"]:
        values = {name_of(part): attribute(part, "val") or "1" for part in parts.get("checkBox", ())}
        return UNTICKED if values.get("checked", values.get("default", "0")) in _OFF else TICKED
    if "ddList" in parts:
        items = [attribute(part, "val") for part in parts["ddList"] if name_of(part) == "listEntry"]
        values = {name_of(part): attribute(part, "val") for part in parts["ddList"]}
        chosen = values.get("result", values.get("default", "0"))
        return items[int(chosen)] if chosen.isdecimal() and int(chosen[:9]) < len(items) else ""
    return None


def drawn_letters(element: ET.Element) -> str:
    """Return the letters of an element that MuPDF draws: all that is not deleted."""
    name = name_of(element)
    if name == "t":
        return without_marks(element.text or "")
    if name in _FIXED:
        return _FIXED[name]
    if name in _GONE:
        return ""
    end = " " if name in {"p", "tc"} else ""
    return "".join(map(drawn_letters, element)) + end


def _shifted(properties: ET.Element) -> str | None:
    """Return the position of letters that were moved up or down by hand and made smaller."""
    values = {name_of(part): attribute(part, "val") for part in properties}
    shift = values.get("position", "")
    if (
        not shift.removeprefix("-").isdecimal() or abs(int(shift[:9])) < 4
    ):  # half points: less than two points are no script
        return None
    return "subscript" if shift.startswith("-") else "superscript"


def _in_font(text: str, font: str) -> str:
    """Return text with the signs of a symbol font; what is marked has been looked at already."""
    if text.isascii() and not is_symbol_font(font):
        return text
    if shown_of(text) != text:
        return text
    return differing(with_signs(text, font), text)


def _written(words: _Words) -> str:
    """Return pieces one behind the other, raised and lowered ones as such, readings behind their words."""
    out: list[str] = []
    before = readings = ""
    pieces = _merged(words.pieces)
    for number, piece in enumerate(pieces):
        text, shown = piece.text, shown_of(piece.text)
        if readings and not piece.reading and shown:
            # inside a word a reading would tear it apart
            out.append("" if _WORD_LETTER.match(shown) else differing(f"（{readings}）", ""))
            readings = ""
        readings += piece.reading
        if piece.position and shown:
            after = shown_of(pieces[number + 1].text) if number + 1 < len(pieces) else ""
            is_raised = piece.position == "superscript"
            shown = formulas.raised(shown, before, after) if is_raised else formulas.lowered(shown, before)
            text = differing(shown, drawn_of(text))
        out.append(text)
        before = (before + shown)[-_BEFORE:]
    out.append(differing(f"（{readings}）", "") if readings else "")
    return "".join(out)


def _merged(pieces: list[_Piece]) -> list[_Piece]:
    """Return pieces with raised or lowered neighbours as one: programs part them as they like."""
    merged: list[_Piece] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if last is not None and piece.position and last[1:] == piece[1:] and not piece.reading:
            merged[-1] = last._replace(text=last.text + piece.text)
        else:
            merged.append(piece)
    return merged
