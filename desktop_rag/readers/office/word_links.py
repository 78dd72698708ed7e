"""Links of a Word file: of its text and notes, written as elements, fields or on pictures."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.readers.office.field_codes import address_of_code
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import addresses, attribute, inline, name_of, parsed, relations

_BESIDE = frozenset(["footnotes", "endnotes", "comments", "header", "footer"])
_PICTURE_LINKS = frozenset(["hlinkClick", "hlinkHover"])


def links_of_word(parts: Parts, main: str, root: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield the text and the address of each link of the part ``main`` with its root, then of what is beside it."""
    names = [main]
    with suppress(UserError):
        names += [name for kind, name in relations(parts, main).values() if kind.rpartition("/")[2] in _BESIDE]
    for name in names:
        with suppress(UserError):  # a damaged part is told of where its text is read
            targets, data = addresses(parts, name), parts.read(name, missing=b"")
            if targets or b"HYPERLINK" in data:
                yield from _links_of(root if name == main else parsed(data), targets)


@dataclass(slots=True)
class _Field:
    code: str = ""
    words: list[str] = field(default_factory=list)
    is_result: bool = False


def _links_of(root: ET.Element, targets: dict[str, str]) -> Iterator[tuple[str, str]]:
    fields: list[_Field] = []
    description = ""
    for part in root.iter():
        match name_of(part):
            case "hyperlink":
                yield inline(part), _target(part, targets)
            case "fldSimple":
                yield inline(part), address_of_code(attribute(part, "instr"))
            case "docPr":
                description = attribute(part, "descr")
            case name if name in _PICTURE_LINKS:
                yield description, _target(part, targets)
            case "instrText":
                if fields and not fields[-1].is_result:
                    fields[-1].code += part.text or ""
            case "t":
                for one in fields:
                    if one.is_result:
                        one.words.append(part.text or "")
            case "fldChar":
                kind = attribute(part, "fldCharType")
                if kind == "begin":
                    fields.append(_Field())
                elif kind == "separate" and fields:
                    fields[-1].is_result = True
                elif kind == "end" and fields:
                    done = fields.pop()
                    yield "".join(done.words), address_of_code(done.code)


def _target(element: ET.Element, targets: dict[str, str]) -> str:
    target = targets.get(attribute(element, "id", spaced=True), "")
    anchor = attribute(element, "anchor")
    return f"{target}#{anchor}" if target and anchor and "#" not in target else target
