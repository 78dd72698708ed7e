"""Shared parts of the readers of Office files: XML parts, read whole or in a stream, and the relations between them."""

import posixpath
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from xml.etree import ElementTree as ET
from xml.parsers import expat

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.base import damaged, note_missing
from desktop_rag.readers.office.parts import Parts

TORN = UserText("The file is damaged; only what comes before the damage was read.")
DAMAGED_BESIDE = UserText("Something beside the text, as comments or charts, is damaged and was left out.")
LEFT_OUT = frozenset(["del", "moveFrom", "Fallback", "instrText", "delText", "pPr", "rPr", "tblPr", "sectPr"])
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NOT_INLINE = LEFT_OUT | {"txbxContent"}
FAULTS = (ET.ParseError, ValueError, LookupError, UserError)


def parsed(data: bytes) -> ET.Element:
    """Return the root of a part.

    Raises:
        UserError: it is damaged.

    """
    try:
        return ET.fromstring(data)  # noqa: S314 - expat refuses entities that swell
    except (ET.ParseError, ValueError, LookupError) as error:
        raise damaged() from error


def parsed_as_far(data: bytes) -> ET.Element:
    """Return the root of a part; of a torn one, what stands before the damage, which is noted.

    Raises:
        UserError: nothing of it can be read.

    """
    try:
        return parsed(data)
    except UserError:
        closed = closed_where_torn(data)
        if not closed:
            raise
        note_missing(TORN)
        return parsed(closed)


def parsed_beside(data: bytes) -> ET.Element:
    """Return the root of a part beside the text; an empty one where there is none, or it is damaged, which is noted."""
    if data:
        try:
            return parsed(data)
        except UserError:
            note_missing(DAMAGED_BESIDE)
    return ET.Element("none")


def closed_where_torn(data: bytes) -> bytes:
    """Return a part that is no XML up to the damage, with the elements closed that are open there; b"" for nothing."""
    opened: list[tuple[str, int]] = []
    cut, left_open = 0, [""]
    parser = expat.ParserCreate()

    def start(name: str, _: object) -> None:
        opened.append((name, parser.CurrentByteIndex))

    def end(name: str) -> None:
        nonlocal cut, left_open
        _, began = opened.pop()
        cut = parser.CurrentByteIndex
        # an element without content ends where it begins: it is cut off as well
        left_open = [one for one, _ in opened] + ([name] if began != cut else [])

    parser.StartElementHandler, parser.EndElementHandler = start, end
    with suppress(expat.ExpatError, ValueError, LookupError):
        parser.Parse(data, True)  # noqa: FBT003 - it is all there is
    closing = "".join(f"</{name}>" for name in reversed(left_open))
    return data[:cut] + closing.encode() if cut else b""


def relations(parts: Parts, part: str) -> dict[str, tuple[str, str]]:
    """Return the references of a part: the kind and the name of the other part by its identifier."""
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


def addresses(parts: Parts, part: str) -> dict[str, str]:
    """Return the places outside of the file that a part refers to, as they are written, by their identifiers."""
    folder, name = posixpath.split(part)
    data = parts.read(f"{folder}/_rels/{name}.rels", missing=b"")
    outside = (one for one in parsed(data) if one.get("TargetMode") == "External") if data else ()
    return {relation.get("Id", ""): relation.get("Target", "") for relation in outside}


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
    for key, value in element.items():
        if key.endswith(name) and _local(key) == name and (not spaced or key != name):
            return value
    return ""


def value_of(element: ET.Element, name: str) -> str:
    """Return the attribute ``val`` of the first child with a name, as Office files write properties; "" without."""
    return next((attribute(part, "val") for part in element if name_of(part) == name), "")


def name_of(element: ET.Element) -> str:
    """Return an element's name without its namespace."""
    return _local(element.tag)


@lru_cache(maxsize=4_096)  # a file has few names, and asks for them more often than for anything else
def _local(name: str) -> str:
    """Return a name without its namespace; "" for what marks a comment."""
    return name.rpartition("}")[2] if isinstance(name, str) else ""


class TornError(Exception):
    """A part is no XML from somewhere on, or cannot be unpacked."""


"""What is raised where a part is no XML, or cannot be unpacked."""


class GrowingTree:
    """The tree of a part while it is read. Who looks at it takes out what is whole; the last elements may not be."""

    def __init__(self) -> None:
        self._builder = ET.TreeBuilder()
        self._parser: ET.XMLParser = ET.XMLParser(target=self._builder)  # noqa: S314 - expat refuses entities that swell
        self._torn: ET.Element | None = None
        self.is_open = True

    def feed(self, block: bytes) -> ET.Element | None:
        """Read on, and return the root as far as it is; None before it begins. Raises one of ``FAULTS``."""
        self._parser.feed(block)
        return self._builder.close()  # the tree can go on growing

    def close(self) -> None:
        """Finish reading; raises one of ``FAULTS`` where something is missing."""
        self._parser.close()
        self.is_open = False

    def tear(self) -> None:
        """Note that the tree ends early: what is open now is not whole."""
        self._torn = self._builder.start("torn", {})
        self.is_open = False

    def roots(self, blocks: Iterable[bytes]) -> Iterator[ET.Element]:
        """Yield the root after each block, and once more when all is there, or as far as it is.

        Raises:
            TornError: the part ends early; what is whole of it was yielded.

        """
        root: ET.Element | None = None
        try:
            for block in blocks:
                root = self.feed(block)
                if root is not None:
                    yield root
            self.close()
        except FAULTS as error:
            if root is not None:
                self.tear()
                yield root
            raise TornError from error
        if root is not None:
            yield root

    def is_whole(self, element: ET.Element) -> bool:
        """Return True if the damage is not in an element."""
        return self._torn is None or all(part is not self._torn for part in element.iter())


def children(blocks: Iterable[bytes], inside: str = "") -> Iterator[ET.Element]:
    """Yield the children of the root of a part, or of its child of a name, as they are whole, and forget them.

    Raises:
        TornError: the part ends early; those before the damage were yielded.

    """
    tree = GrowingTree()
    holder: ET.Element | None = None
    for root in tree.roots(blocks):
        if holder is None:
            holder = root if not inside else next((child for child in root if name_of(child) == inside), None)
        if holder is None:
            continue
        if tree.is_open:
            if len(holder) > 1:
                whole = holder[:-1]
                del holder[:-1]
                yield from whole
        else:
            yield from filter(tree.is_whole, holder)
