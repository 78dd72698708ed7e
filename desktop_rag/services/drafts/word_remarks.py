"""Remarks written into a Word file: comments on their places, citations as footnotes; all else stays byte for byte.

Marks are inserted between the bytes of the text's part. A run is parted only where a range begins or ends inside of it;
both halves have its looks.
"""

import datetime as dt
import html
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import attribute, name_of, relations
from desktop_rag.services.drafts.placed_xml import PlacedElement, PlacedXml, local_children, namespace_of
from desktop_rag.services.drafts.remark import Remark
from desktop_rag.services.drafts.word import Bit, WordDraft, WordParts
from desktop_rag.services.exports.document import is_right_to_left, one_line

AUTHOR, _INITIALS = "Desktop RAG", "DR"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STRICT_OFFICE, _STRICT_WORD = (
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = "[Content_Types].xml"
_PREFIX = "\0"  # stands for that of the part that an element is put into
_LOOKS = frozenset(["rPr", "pPr", "sdtPr", "sdtEndPr", "tcPr", "trPr", "tblPr"])
_WRAPPERS = frozenset(
    ["hyperlink", "ins", "moveTo", "smartTag", "customXml", "sdt", "sdtContent", "fldSimple", "dir", "bdo"]
)
_END_MARKS = re.compile(r"[.!?。！？…]*[\"”’»』」)）]*[.!?。！？…]*")
_SEPARATORS = (
    '<{w}footnote{declared} {w}type="separator" {w}id="-1"><{w}p><{w}r><{w}separator/></{w}r></{w}p></{w}footnote>'
    '<{w}footnote{declared} {w}type="continuationSeparator" {w}id="0"><{w}p><{w}r><{w}continuationSeparator/>'
    "</{w}r></{w}p></{w}footnote>"
)
_RAISED = '<{w}rPr><{w}vertAlign {w}val="superscript"/></{w}rPr>'


class _Place(NamedTuple):
    """Where marks are put: before the byte ``byte``; inside ``run`` it is parted there, inside ``text`` that too."""

    byte: int
    run: PlacedElement | None = None
    text: PlacedElement | None = None


@dataclass(slots=True)
class _Marks:
    """What is put at one place: what ends there goes first."""

    place: _Place
    ending: list[str] = field(default_factory=list)
    beginning: list[str] = field(default_factory=list)


class _Names(NamedTuple):
    """How elements of Word are written in a part: with a prefix (``w:``), and a declaration where it has none."""

    prefix: str
    declared: str = ""

    @classmethod
    def of(cls, xml: PlacedXml) -> "_Names":
        prefix = xml.prefix(xml.root)
        return cls(prefix) if prefix else cls("w:", f' xmlns:w="{namespace_of(xml.root)}"')


def write_reviewed_word(
    draft: Path, parts: WordParts, read: WordDraft, remarks: Sequence[Remark], target: Path, at: dt.datetime
) -> None:
    """Write a copy of a Word file with remarks at their places, made ``at`` a time.

    Raises:
        UserError: a part is damaged.

    """
    comments = [one for one in remarks if not one.is_citation]
    notes = [one for one in remarks if one.is_citation]
    with Parts(draft) as package:
        writer = _Writer(package, parts, read)
        if comments:
            writer.add_comments(comments, at)
        if notes:
            writer.add_footnotes(notes)
        changed = writer.changed()
    _copy(draft, changed, target)


def _copy(draft: Path, changed: Mapping[str, bytes], target: Path) -> None:
    """Copy a package, parts that changed in their places, new ones at its end."""
    left = dict(changed)
    with Parts(draft) as parts, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for info in parts.infos():
            copied = zipfile.ZipInfo(info.filename, info.date_time)
            is_stored = info.compress_type == zipfile.ZIP_STORED
            copied.compress_type = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
            copied.external_attr, copied.create_system = info.external_attr, info.create_system
            data = left.pop(info.filename, None)
            package.writestr(copied, parts.read(info.filename) if data is None else data)
        for name, data in left.items():
            package.writestr(name, data)


class _Writer:
    """Gathers what is inserted into the parts of one package."""

    def __init__(self, package: Parts, parts: WordParts, read: WordDraft) -> None:
        self._package = package
        self._read = read
        self._main = parts.main
        self._xml = parts.document
        self._names = _Names.of(parts.document)
        self._space = namespace_of(parts.document.root)
        self._styles = parts.styles
        self._marks: dict[int, _Marks] = {}
        self._parts: dict[str, bytes] = {}
        self._types = ""
        self._relations = ""

    def changed(self) -> dict[str, bytes]:
        """Return the parts that are new or others than before."""
        found = dict(self._parts)
        if self._marks:
            found[self._main] = self._xml.packed(self._insertions())
        if self._types:
            found[_TYPES] = _with_more(self._package.read(_TYPES), self._types)
        if self._relations:
            name = self._relations_name
            empty = f'{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships"/>'.encode()
            found[name] = _with_more(self._package.read(name, missing=empty), self._relations)
        return found

    # -- comments and notes

    def add_comments(self, remarks: Iterable[Remark], at: dt.datetime) -> None:
        """Add a comment for each remark whose place is in the text."""
        name, xml = self._part("comments")
        names, known = _Names.of(xml), [attribute(one, "id") for one in xml.root.iter() if name_of(one) == "comment"]
        known += [attribute(one, "id") for one in self._xml.root.iter() if name_of(one).startswith("comment")]
        number, written = _next_number(known), list[str]()
        for remark in remarks:
            place = self._range(remark.start, remark.end)
            if place is not None:
                self._mark(place, number)
                written.append(_comment(remark, number, names, at))
                number += 1
        if written:
            self._put(name, "comments", xml.with_children(xml.root, "".join(written)))

    def add_footnotes(self, remarks: Iterable[Remark]) -> None:
        """Add a footnote for each remark that a footnote can be set at: those in boxes and notes have none."""
        name, xml = self._part("footnotes")
        names, written = _Names.of(xml), list[str]()
        if not len(xml.root):
            written.append(_SEPARATORS.format(w=names.prefix, declared=names.declared))
        number = max(1, _next_number(attribute(one, "id") for one in xml.root))
        for remark in remarks:
            marks = _END_MARKS.match(self._read.text, remark.end)
            last = self._read.last(remark.start, marks.end() if marks else remark.end)
            if last is None or last[0].is_apart:
                continue
            self._marks_at(self._behind(*last)).ending.append(self._note_reference(number))
            written.append(_footnote(remark, number, names))
            number += 1
        if number > 1 and written:
            self._put(name, "footnotes", xml.with_children(xml.root, "".join(written)))

    def _mark(self, place: tuple[_Place, _Place], number: int) -> None:
        w, declared = self._names
        begin, end = place
        self._marks_at(begin).beginning.append(f'<{w}commentRangeStart{declared} {w}id="{number}"/>')
        reference = f'<{w}r{declared}><{w}commentReference {w}id="{number}"/></{w}r>'
        self._marks_at(end).ending.append(f'<{w}commentRangeEnd{declared} {w}id="{number}"/>{reference}')

    def _note_reference(self, number: int) -> str:
        w, declared = self._names
        return f'<{w}r{declared}>{_RAISED.format(w=w)}<{w}footnoteReference {w}id="{number}"/></{w}r>'

    def _marks_at(self, place: _Place) -> _Marks:
        return self._marks.setdefault(place.byte, _Marks(place))

    # -- places

    def _range(self, start: int, end: int) -> tuple[_Place, _Place] | None:
        """Return where a range of the text begins and ends in the XML, None for none that stands there."""
        first, last = self._read.first(start, end), self._read.last(start, end)
        if first is None or last is None:
            return None
        begin, behind = self._before(*first), self._behind(*last)
        return (begin, behind) if begin.byte <= behind.byte else None

    def _before(self, bit: Bit, character: int) -> _Place:
        """Return the place before a character."""
        if bit.field is not None and bit.field.is_inside:
            return _Place(_climbed(bit.field.begin, 0).start)
        run, text = bit.element, bit.text
        if text is None or not self._is_run(run):
            return _Place(_climbed(run, 0).start)
        byte = self._byte(bit, character)
        if byte > self._first_byte(text) and self._can_part(text):
            return _Place(byte, run, text)
        content = [part for part in run if name_of(part) != "rPr"]
        return _Place(_climbed(run, 0).start) if content[0] is text else _Place(text.start, run)

    def _behind(self, bit: Bit, character: int) -> _Place:
        """Return the place behind as many characters."""
        if bit.field is not None and bit.field.is_inside and bit.field.end is not None:
            return _Place(_climbed(bit.field.end, -1).end)
        run, text = bit.element, bit.text
        if text is None or not self._is_run(run):
            return _Place(_climbed(run, -1).end)
        byte = self._byte(bit, character)
        if byte < text.close and self._can_part(text):
            return _Place(byte, run, text)
        return _Place(_climbed(run, -1).end) if run[-1] is text else _Place(text.end, run)

    def _is_run(self, run: PlacedElement) -> bool:
        return name_of(run) == "r" and run.parent is not None

    def _byte(self, bit: Bit, character: int) -> int:
        """Return the byte of a character, or behind the last one."""
        if not character:
            return bit.byte
        if self._xml.data[bit.byte : bit.byte + 1] == b"&":  # written as an entity, which stands alone in its bit
            return self._xml.data.index(b";", bit.byte) + 1
        return bit.byte + len(bit.words[:character].encode())

    def _first_byte(self, text: PlacedElement) -> int:
        return text.pieces[0][0] if text.pieces else text.close

    def _can_part(self, text: PlacedElement) -> bool:
        """Return True if both halves of a text show what the whole shows."""
        words = text.text or ""
        is_kept = any(key.endswith("}space") and value == "preserve" for key, value in text.items())
        return (is_kept or words == words.strip()) and b"<!" not in self._xml.data[text.start : text.close]

    def _insertions(self) -> Iterator[tuple[int, bytes]]:
        """Yield what is inserted into the text's part, each with the byte before which it goes."""
        for byte, marks in self._marks.items():
            inserted = "".join([*marks.ending, *marks.beginning]).encode()
            run, text = marks.place.run, marks.place.text
            if run is not None:
                name, looks = self._xml.tag_name(run).encode(), list(local_children(run, "rPr"))
                look = self._xml.data[looks[0].start : looks[0].end] if looks else b""
                inserted = b"</%b>%b%b%b" % (name, inserted, self._xml.start_tag(run), look)
            if text is not None:
                name = self._xml.tag_name(text).encode()
                inserted = b'</%b>%b<%b xml:space="preserve">' % (name, inserted, name)
            yield byte, inserted
        parted = {id(one.place.text): one.place.text for one in self._marks.values() if one.place.text is not None}
        for text in parted.values():
            if not any(key.endswith("}space") for key, _ in text.items()):
                yield self._xml.tag_end(text) - 1, b' xml:space="preserve"'

    # -- parts of the package

    def _part(self, kind: str) -> tuple[str, PlacedXml]:
        """Return the name of a part of a kind and the part; an empty one where there is none."""
        known = relations(self._package, self._main).values()
        name = next((name for one, name in known if one.rpartition("/")[2] == kind), "")
        data = self._package.read(name, missing=b"") if name else b""
        if data:
            return name, PlacedXml(data)
        folder = posixpath.dirname(self._main)
        names = {one.casefold() for one in self._package.names()}
        count = 0
        while not name or name.casefold() in names:
            name = f"{folder}/{kind}{count or ''}.xml"
            count += 1
        return name, PlacedXml(f'{_DECLARATION}<w:{kind} xmlns:w="{self._space}"/>'.encode())

    def _put(self, name: str, kind: str, data: bytes) -> None:
        """Put a part into the package, and where it is new its type and the relation to it."""
        self._parts[name] = data
        known = relations(self._package, self._main)
        if name not in {target for _, target in known.values()}:
            strict = self._space == _STRICT_WORD
            identity = _free_name([*known, *re.findall(r'Id="([^"]+)"', self._relations)])
            self._relations += (
                f'<{_PREFIX}Relationship Id="{identity}" '
                f'Type="{_STRICT_OFFICE if strict else _OFFICE}/{kind}" Target="{posixpath.basename(name)}"/>'
            )
        types = ET.fromstring(self._package.read(_TYPES))  # noqa: S314 - expat refuses entities that swell
        if not any(attribute(one, "PartName").casefold() == f"/{name}".casefold() for one in types):
            self._types += (
                f'<{_PREFIX}Override PartName="/{html.escape(name)}" ContentType="{_TYPE.format(kind=kind)}"/>'
            )

    @property
    def _relations_name(self) -> str:
        folder, name = posixpath.split(self._main)
        return f"{folder}/_rels/{name}.rels"


def _climbed(element: PlacedElement, end: int) -> PlacedElement:
    """Return the outermost element around one that begins (``end`` 0) or ends (-1) with it, inside its paragraph."""
    while (parent := element.parent) is not None and name_of(parent) in _WRAPPERS:
        content = [part for part in parent if name_of(part) not in _LOOKS]
        if content[end] is not element:
            break
        element = parent
    return element


def _next_number(known: Iterable[str]) -> int:
    return max((int(one) for one in known if one.isdecimal() and len(one) < 10), default=-1) + 1


def _free_name(known: Sequence[str]) -> str:
    number = len(known) + 1
    while f"rId{number}" in known:
        number += 1
    return f"rId{number}"


def _with_more(data: bytes, children: str) -> bytes:
    xml = PlacedXml(data)
    return xml.with_children(xml.root, children.replace(_PREFIX, xml.prefix(xml.root)))


def _comment(remark: Remark, number: int, names: _Names, at: dt.datetime) -> str:
    w, declared = names
    told = f'{w}id="{number}" {w}author="{AUTHOR}" {w}date="{at.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}"'
    paragraphs = "".join(_paragraph(line, w) for line in remark.lines)
    return f'<{w}comment{declared} {told} {w}initials="{_INITIALS}">{paragraphs}</{w}comment>'


def _footnote(remark: Remark, number: int, names: _Names) -> str:
    w, declared = names
    mark = f"<{w}r>{_RAISED.format(w=w)}<{w}footnoteRef/></{w}r>"
    first, *others = remark.lines
    paragraphs = _paragraph(f" {one_line(first)}", w, mark) + "".join(_paragraph(line, w) for line in others)
    return f'<{w}footnote{declared} {w}id="{number}">{paragraphs}</{w}footnote>'


def _paragraph(line: str, w: str, before: str = "") -> str:
    is_rtl = is_right_to_left(line)
    direction = f"<{w}pPr><{w}bidi/></{w}pPr>" if is_rtl else ""
    look = f"<{w}rPr><{w}rtl/></{w}rPr>" if is_rtl else ""
    lead = line[: len(line) - len(line.lstrip())]
    text = html.escape(lead + one_line(line), quote=False)
    return f'<{w}p>{direction}{before}<{w}r>{look}<{w}t xml:space="preserve">{text}</{w}t></{w}r></{w}p>'
