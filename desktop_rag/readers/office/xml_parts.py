"""What the readers of Office files share: parts made of XML, and how they refer to each other."""

import posixpath
from xml.etree import ElementTree as ET

from desktop_rag.readers.base import damaged
from desktop_rag.readers.office.parts import Parts

LEFT_OUT = frozenset(["del", "moveFrom", "Fallback", "instrText", "delText", "pPr", "rPr", "tblPr", "sectPr"])
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NOT_INLINE = LEFT_OUT | {"txbxContent"}


def parsed(data: bytes) -> ET.Element:
    """Return the root of a part.

    Raises:
        UserError: it is damaged.

    """
    try:
        return ET.fromstring(data)  # noqa: S314 - expat refuses entities that swell
    except (ET.ParseError, ValueError, LookupError) as error:
        raise damaged() from error


def relations(parts: Parts, part: str) -> dict[str, tuple[str, str]]:
    """Return what a part refers to: the kind and the name of the other part by its identifier."""
    folder, name = posixpath.split(part)
    data = parts.read(f"{folder}/_rels/{name}.rels", missing=b"")
    if not data:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for relation in parsed(data):
        target = relation.get("Target", "")
        whole = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        found[relation.get("Id", "")] = (relation.get("Type", ""), whole)
    return found


def inline(element: ET.Element) -> str:
    """Return the words of a paragraph without text boxes in it."""
    name = name_of(element)
    if name == "t":
        return element.text or ""
    if name in _BREAKS:
        return _BREAKS[name]
    return "".join(inline(part) for part in element if name_of(part) not in _NOT_INLINE)


def attribute(element: ET.Element, name: str, *, spaced: bool = False) -> str:
    """Return an attribute whatever its namespace; with ``spaced``, one that has a namespace."""
    return next(
        (
            value
            for key, value in element.attrib.items()
            if key.rpartition("}")[2] == name and (not spaced or key != name)
        ),
        "",
    )


def name_of(element: ET.Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
