r"""Rich text (RTF) as people see it: paragraphs, tables as Markdown, raised text, signs, labels, boxes and links.

A file is a tree of groups. A control word changes how what follows in its group is taken; a group that begins with
``\*`` or with a known name holds something else than text.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.schema import Document
from desktop_rag.readers import formulas
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import damaged
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.field_codes import address_of_code, text_of_code
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages
from desktop_rag.readers.section_headings import link_lines
from desktop_rag.readers.symbol_fonts import is_symbol_font, with_signs

NOTE_BEGINS = " [* "
TICKED, UNTICKED = "☒", "☐"
_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)
_DEEPEST = 500  # groups in groups: more is no document
_CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
_CODE_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850", "ansi": "cp1252"}
_SIGNS = {
    "tab": "\t", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "emspace": "\u2003", "enspace": "\u2002",
    "qmspace": "\u2005", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "zwj": "\u200d", "zwnj": "\u200c", "softline": "\n",
}  # fmt: skip
_ESCAPED = {"~": "\xa0", "_": "-", "-": "\xad", "{": "{", "}": "}", "\\": "\\"}
_SKIPPED = frozenset(
    "annotation atnid atnauthor atndate atnref atnparent atrfstart atrfend atnicn bkmkstart bkmkend background buptim"
    " colortbl comment colorschememapping creatim datafield datastore do docvar falt filetbl fontemb fontfile"
    " footer footerf footerl footerr ftncn ftnsep ftnsepc aftncn aftnsep aftnsepc generator header headerf headerl"
    " headerr info keycode latentstyles lfolevel list listlevel listname listoverride listoverridetable listpicture"
    " liststylename listtable mailmerge mmathPict nextfile nonesttables nonshppict objalias objclass objdata objname"
    " objsect objtime panose password passwordhash pgp pgptbl picprop pict pn pnseclvl pntxta pntxtb private printim"
    " protusertbl revtbl revtim rsidtbl rxe shppict shprslt sp stylesheet tc tcn template themedata title"
    " userprops wgrffmtfilter windowcaption writereservation writereservhash xe xform xmlnstbl oleclsid blipuid"
    " defchp defpap ebcstart ebcend factoidname htmltag mhtmltag fldtype formprot ffname ffdeftext ffentrymcr ffexitmcr"
    " ffformat ffhelptext ffstattext author operator company manager category keywords subject doccomm".split()
)
_READ = frozenset("shpinst shptxt listtext pntext fldinst fldrslt formfield ffl moMath moMathPara ud".split())
_NO_TEXT = frozenset(["skipped", "shape", "form", "two wordings"])
_BULLETS = frozenset("•·▪■●○◦‣–-—*➢✓❖◆□◻oo§→")
_MOST_COLUMNS = 200


@dataclass(slots=True)
class _State:
    """The state of the reader for text; a group begins with a copy."""

    into: str = "text"  # or what else the group holds
    font: int = -1
    position: str = ""
    hidden: bool = False
    skip: int = 1  # letters after \u that repeat it
    math: ET.Element | None = None


@dataclass(slots=True)
class _Cell:
    """The borders of a cell of a row."""

    right: int = 0
    down: str = ""  # "first" of those that are merged downwards, or a "next" one
    across: str = ""


@dataclass(slots=True)
class _Field:
    """A field that is open; ``begins`` is where its result begins among the pieces."""

    code: str = ""
    begins: int = 0
    kind: int = -1
    result: int | None = None
    usual: int = 0
    entries: list[str] = field(default_factory=list)


@dataclass(slots=True)
class RichText:
    """The content of a file: paragraphs, or lists of rows; and the texts of links with their addresses."""

    blocks: list[str | list[list[str]]]
    links: list[tuple[str, str]]


def rich_text(data: bytes) -> RichText:
    """Return the text of a file.

    Raises:
        UserError: it is damaged.

    """
    return _Reader(data.decode("latin-1")).read()


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._state = _State()
        self._stack: list[_State] = []
        self._page = "cp1252"
        self._fonts: dict[int, tuple[str, str]] = {}  # name, encoding
        self._naming: tuple[int, str, str] | None = None  # the font whose name is read
        self._bytes = bytearray()
        self._unread = 0  # letters that repeat one which was read
        self._pieces: list[tuple[str, str]] = []
        self._fields: list[_Field] = []
        self._label = ""
        self._note_begins: list[int] = []
        self._kept: list[list[tuple[str, str]]] = []  # the paragraphs around text boxes
        self._usual_font = -1
        self._in_table = False
        self._cells: list[str] = []
        self._cell: list[str] = []
        self._layout: list[_Cell] = []
        self._next_cell = _Cell()
        self._above: dict[int, str] = {}
        self._rows: list[list[str]] = []
        self._found = RichText([], [])

    def read(self) -> RichText:
        at = 0
        star = opened = False
        while at < len(self._source):
            token = _TOKEN.match(self._source, at)
            if token is None:
                at += 1
                continue
            at = token.end()
            word, number, byte, escaped, brace, text = token.groups()
            if brace:
                self._flush()
                if brace == "{":
                    self._open()
                    star, opened = False, True
                else:
                    self._close()
                    opened = False
                continue
            if escaped == "*" and opened:
                star = True
                continue
            if word:
                if word == "bin":
                    at += max(0, int(number or 0))
                else:
                    self._word(word, int(number) if number else None, star=star, first=opened)
            elif byte:
                self._take(bytes([int(byte, 16)]))
            elif escaped:
                self._escaped(escaped)
            elif text:
                self._take(text.encode("latin-1"))
            star = opened = False
        self._flush()
        self._end_paragraph()
        self._end_table()
        return self._found

    # -- groups

    def _open(self) -> None:
        if len(self._stack) >= _DEEPEST:
            raise damaged()
        self._unread = 0
        self._stack.append(self._state)
        self._state = replace(self._state)

    def _close(self) -> None:
        self._unread = 0
        if not self._stack:
            return
        ended, self._state = self._state, self._stack.pop()
        if ended.into == self._state.into:
            return
        if ended.into == "note":
            begins = self._note_begins.pop() if self._note_begins else len(self._pieces)
            words = " ".join(_written(self._pieces[begins:]).split())
            self._pieces[begins:] = [(f"{NOTE_BEGINS}{words}]", "")] if words else []
        elif ended.into.startswith("field"):
            self._end_field()
        elif ended.into == "box":
            self._end_paragraph()
            self._pieces = self._kept.pop() if self._kept else []
        elif ended.into == "math" and ended.math is not None:
            self._pieces.append((formulas.of_omml(ended.math), ""))

    def _word(self, word: str, number: int | None, *, star: bool, first: bool) -> None:
        state = self._state
        if first and (word in _SKIPPED or (star and word not in _READ)):
            self._flush()
            state.into = "skipped"
            return
        if state.into == "skipped":
            return
        if state.into == "math" and first and word.startswith("m"):
            state.math = ET.SubElement(state.math if state.math is not None else ET.Element("none"), word[1:])
            return
        known = _DESTINATIONS.get(word) if first else None
        if known is not None:
            self._flush()
            known(self)
            return
        if word == "u":
            self._flush()
            if number is not None:
                self._add(chr(number % 0x10000))
                self._unread = state.skip
            return
        if word in _SIGNS:
            self._flush()
            self._add(_SIGNS[word])
            return
        change = _WORDS.get(word)
        if change is not None:
            self._flush()
            change(self, number)
        elif word in _CODE_PAGES:
            self._page = _CODE_PAGES[word]

    # -- text

    def _take(self, data: bytes) -> None:
        if self._unread:
            dropped = min(self._unread, len(data))
            self._unread -= dropped
            data = data[dropped:]
        if self._state.into != "skipped":
            self._bytes += data

    def _escaped(self, sign: str) -> None:
        if sign in "\r\n":
            self._word("par", None, star=False, first=False)
        elif self._unread:
            self._unread -= 1
        elif sign in _ESCAPED:
            self._flush()
            self._add(_ESCAPED[sign])

    def _flush(self) -> None:
        """Turn the bytes that were read into letters."""
        if not self._bytes:
            return
        data, self._bytes = bytes(self._bytes), bytearray()
        name, encoding = self._fonts.get(self._state.font, ("", ""))
        if is_symbol_font(name):
            self._add(data.decode("latin-1"))
            return
        try:
            self._add(data.decode(encoding or self._page, "replace"))
        except LookupError:
            self._add(data.decode("cp1252", "replace"))

    def _add(self, text: str) -> None:
        state = self._state
        if state.into in _NO_TEXT or state.hidden:
            return
        font = self._fonts.get(state.font, ("", ""))[0]
        if state.into == "fonts":
            self._name_font(text)
        elif state.into == "label":
            self._label += with_signs(text, font)
        elif state.into == "code" and self._fields:
            self._fields[-1].code += text
        elif state.into == "entry" and self._fields:
            self._fields[-1].entries[-1] += text
        elif state.into == "math" and state.math is not None:
            if state.math.tag in {"r", "nor"}:
                ET.SubElement(state.math, "t").text = text
            else:
                state.math.set("val", text.strip())
        else:
            self._pieces.append((with_signs(text, font), state.position))

    def _name_font(self, text: str) -> None:
        if self._naming is not None:
            number, name, encoding = self._naming
            name = (name + text).partition(";")[0].strip()
            self._naming = (number, name, encoding)
            self._fonts[number] = (name, encoding)

    # -- paragraphs and tables

    def _end_paragraph(self) -> None:
        if self._state.into == "note":
            self._pieces.append((" ", ""))
            return
        text = _written(self._pieces).strip()
        self._pieces = []
        for one in self._fields:
            one.begins = 0
        label, self._label = self._label.strip(), ""
        if not text:
            return
        if label:
            text = f"- {text}" if label in _BULLETS else f"{label} {text}"
        if self._in_table:
            self._cell.append(text)
            return
        self._end_table()
        self._found.blocks.append(text)

    def end_cell(self) -> None:
        self._in_table = True
        if self._label.strip() and not _written(self._pieces).strip():
            self._pieces, self._label = [(self._label, "")], ""
        self._end_paragraph()
        if len(self._cells) < _MOST_COLUMNS:
            self._cells.append(" ".join(" ".join(self._cell).split()))
        self._cell = []

    def end_row(self) -> None:
        row: list[str] = []
        below: dict[int, str] = {}
        layout = self._layout if len(self._layout) == len(self._cells) else [_Cell() for _ in self._cells]
        for text, cell in zip(self._cells, layout, strict=True):
            whole = text or (self._above.get(cell.right, "") if cell.down == "next" else "")
            if cell.down:
                below[cell.right] = whole
            row.append("" if cell.across == "next" else whole)
        self._above = below
        if any(row):
            self._rows.append(row)
        self._cells, self._cell, self._in_table = [], [], False

    def _end_table(self) -> None:
        if self._cells or self._cell:
            self.end_cell()
            self.end_row()
        if self._rows:
            self._found.blocks.append(self._rows)
        self._rows, self._above = [], {}

    # -- fields

    def _end_field(self) -> None:
        if not self._fields:
            return
        done = self._fields.pop()
        result = _written(self._pieces[done.begins :])
        address = address_of_code(done.code)
        if address:
            self._found.links.append((result, address))
        shown = _form_text(done) or ("" if result.strip() else text_of_code(done.code))
        if shown:
            self._pieces[done.begins :] = [(shown, "")]

    # -- what control words do

    def begin_fonts(self) -> None:
        self._state.into = "fonts"

    def begin_label(self) -> None:
        self._state.into = "label"
        self._label = ""

    def begin_field(self) -> None:
        self._state.into = f"field {len(self._fields)}"
        self._fields.append(_Field(begins=len(self._pieces)))

    def begin_code(self) -> None:
        self._state.into = "code"

    def begin_form(self) -> None:
        self._state.into = "form"

    def begin_entry(self) -> None:
        self._state.into = "entry"
        if self._fields:
            self._fields[-1].entries.append("")

    def begin_note(self) -> None:
        self._state.into, self._state.position = "note", ""
        self._note_begins.append(len(self._pieces))

    def begin_shape(self) -> None:
        self._state.into = "shape"

    def begin_box(self) -> None:
        self._state.into, self._state.position = "box", ""
        self._kept.append(self._pieces)
        self._pieces = []

    def begin_two(self) -> None:
        self._state.into = "two wordings"

    def begin_unicode(self) -> None:
        self._state.into = self._stack[-2].into if len(self._stack) > 1 else "text"

    def begin_math(self) -> None:
        self._state.into, self._state.math = "math", ET.Element("oMath")

    def set_font(self, number: int | None) -> None:
        if self._state.into == "fonts":
            self._naming = (number or 0, "", "")
        elif number is not None:
            self._state.font = number

    def set_charset(self, number: int | None) -> None:
        if self._naming is not None:
            self._naming = (*self._naming[:2], _CHARSETS.get(number or 0, ""))

    def set_usual_font(self, number: int | None) -> None:
        self._usual_font = self._state.font = -1 if number is None else number

    def set_page(self, number: int | None) -> None:
        self._page = {65001: "utf-8", 10000: "mac_roman", 936: "gb18030"}.get(number or 0, f"cp{number}")

    def set_plain(self, _: int | None) -> None:
        self._state.font, self._state.position, self._state.hidden = self._usual_font, "", False

    def raise_up(self, number: int | None) -> None:
        self._state.position = "" if number == 0 else "super"

    def lower_down(self, number: int | None) -> None:
        self._state.position = "" if number == 0 else "sub"

    def shift_up(self, number: int | None) -> None:
        self._state.position = "super" if (6 if number is None else number) >= _SHIFTED else ""

    def shift_down(self, number: int | None) -> None:
        self._state.position = "sub" if (6 if number is None else number) >= _SHIFTED else ""

    def level(self, _: int | None) -> None:
        self._state.position = ""

    def hide(self, number: int | None) -> None:
        self._state.hidden = number != 0

    def set_skip(self, number: int | None) -> None:
        self._state.skip = 1 if number is None else max(0, number)

    def paragraph(self, _: int | None) -> None:
        if self._state.into not in _NO_TEXT and self._state.into not in {"label", "code"}:
            self._end_paragraph()

    def reset_paragraph(self, _: int | None) -> None:
        if self._state.into not in {"note", "box"}:
            self._in_table = False

    def enter_table(self, _: int | None) -> None:
        self._in_table = True

    def begin_row(self, _: int | None) -> None:
        self._layout, self._next_cell = [], _Cell()

    def add_cell(self, number: int | None) -> None:
        self._next_cell.right = number or 0
        if len(self._layout) < _MOST_COLUMNS:
            self._layout.append(self._next_cell)
        self._next_cell = _Cell()

    def merge(self, down: str = "", across: str = "") -> None:
        self._next_cell.down = down or self._next_cell.down
        self._next_cell.across = across or self._next_cell.across

    def set_form(self, kind: str, number: int | None) -> None:
        if self._fields and number is not None:
            setattr(self._fields[-1], kind, number)


_SHIFTED = 4  # half points: less is no script
_DESTINATIONS: dict[str, Callable[[_Reader], None]] = {
    "fonttbl": _Reader.begin_fonts,
    "listtext": _Reader.begin_label,
    "pntext": _Reader.begin_label,
    "field": _Reader.begin_field,
    "fldinst": _Reader.begin_code,
    "formfield": _Reader.begin_form,
    "ffl": _Reader.begin_entry,
    "footnote": _Reader.begin_note,
    "shpinst": _Reader.begin_shape,
    "shptxt": _Reader.begin_box,
    "upr": _Reader.begin_two,
    "ud": _Reader.begin_unicode,
    "moMath": _Reader.begin_math,
}
_WORDS: dict[str, Callable[[_Reader, int | None], None]] = {
    "f": _Reader.set_font,
    "fcharset": _Reader.set_charset,
    "deff": _Reader.set_usual_font,
    "ansicpg": _Reader.set_page,
    "plain": _Reader.set_plain,
    "super": _Reader.raise_up,
    "sub": _Reader.lower_down,
    "nosupersub": _Reader.level,
    "up": _Reader.shift_up,
    "dn": _Reader.shift_down,
    "v": _Reader.hide,
    "deleted": _Reader.hide,
    "mvf": _Reader.hide,
    "uc": _Reader.set_skip,
    "par": _Reader.paragraph,
    "sect": _Reader.paragraph,
    "page": _Reader.paragraph,
    "pard": _Reader.reset_paragraph,
    "intbl": _Reader.enter_table,
    "nestcell": _Reader.paragraph,
    "trowd": _Reader.begin_row,
    "cellx": _Reader.add_cell,
    "cell": lambda reader, _: reader.end_cell(),
    "row": lambda reader, _: reader.end_row(),
    "clvmgf": lambda reader, _: reader.merge(down="first"),
    "clvmrg": lambda reader, _: reader.merge(down="next"),
    "clmgf": lambda reader, _: reader.merge(across="first"),
    "clmrg": lambda reader, _: reader.merge(across="next"),
    "fftype": lambda reader, number: reader.set_form("kind", number),
    "ffres": lambda reader, number: reader.set_form("result", number),
    "ffdefres": lambda reader, number: reader.set_form("usual", number),
}


def _form_text(done: _Field) -> str:
    """Return the text shown by a box or a list of a form, "" for other fields."""
    code = done.code.split()[:1]
    chosen = done.usual if done.result is None or done.result == 25 else done.result  # 25: as it was at first
    if done.kind == 1 or code == ["FORMCHECKBOX"]:
        return TICKED if chosen else UNTICKED
    if done.kind == 2 and 0 <= chosen < len(done.entries):
        return done.entries[chosen].strip()
    return ""


def _written(pieces: list[tuple[str, str]]) -> str:
    """Return pieces one behind the other, raised and lowered ones as such; pairs of surrogates are one letter."""
    merged: list[tuple[str, str]] = []
    for text, position in pieces:
        if merged and merged[-1][1] == position:
            merged[-1] = (merged[-1][0] + text, position)
        else:
            merged.append((text, position))
    out = ""
    for number, (text, position) in enumerate(merged):
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        after = merged[number + 1][0] if number + 1 < len(merged) else ""
        if position == "super":
            out += formulas.raised(whole, out, after)
        elif position == "sub":
            out += formulas.lowered(whole, out)
        else:
            out += whole
    return out


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text; see ``readers.base.Reader``."""
    return in_pages([rtf_markdown(path.read_bytes())])


def rtf_markdown(data: bytes) -> str:
    """Return the text of a file with its tables, and the addresses behind its links below.

    Raises:
        UserError: it is damaged.

    """
    found = rich_text(data)
    text = "\n\n".join(block if isinstance(block, str) else markdown_text.table(block) for block in found.blocks)
    return extra_text.with_sections(text, [extra_text.Section(headings.LINKS, link_lines(found.links, text))])
