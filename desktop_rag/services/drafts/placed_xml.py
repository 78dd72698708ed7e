"""XML whose elements know their bytes: what is written between them leaves all others as they are."""

import re
from collections.abc import Iterable, Iterator
from typing import cast
from xml.etree import ElementTree as ET
from xml.parsers import expat

from desktop_rag.readers.base import damaged
from desktop_rag.readers.office.xml_parts import name_of

_TAG = re.compile(rb"<(?P<name>[^\s/>]+)(?:\s+[^\s=>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*(?P<empty>/)?>")
_WIDE = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DECLARED = re.compile(rb"""\A\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)""")


class PlacedElement(ET.Element):
    """An element at ``start`` to ``end`` of the bytes, its end tag from ``close`` on.

    ``pieces`` are the characters right in it, each with the byte from which it stands there.
    """

    def __init__(self, tag: str, attributes: dict[str, str], start: int, parent: "PlacedElement | None") -> None:
        super().__init__(tag, attributes)
        self.start = start
        self.close = self.end = start
        self.parent = parent
        self.pieces: list[tuple[int, str]] = []

    def above(self) -> "Iterator[PlacedElement]":
        """Yield the elements that it stands in, the nearest first."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent


class PlacedXml:
    """A part of a package as UTF-8 ``data`` with its ``root``; ``packed`` returns it in the encoding that it had.

    Raises:
        UserError: it is no XML.

    """

    def __init__(self, data: bytes) -> None:
        declared = _DECLARED.match(data)
        self._encoding = next((name for mark, name in _WIDE if data.startswith(mark)), "")
        if not self._encoding:
            self._encoding = declared[1].decode("ascii") if declared else "utf-8"
        try:
            text = data.decode(self._encoding)
            self._is_same = self._encoding.lower() in {"utf-8", "utf8"}
            self.data = data if self._is_same else text.encode()
            self.root = self._parsed()
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise damaged() from error

    def _parsed(self) -> PlacedElement:
        parser = expat.ParserCreate("utf-8", "}")
        opened: list[PlacedElement] = []
        roots: list[PlacedElement] = []

        def start(name: str, attributes: dict[str, str]) -> None:
            spaced = {_spaced(key): value for key, value in attributes.items()}
            element = PlacedElement(_spaced(name), spaced, parser.CurrentByteIndex, opened[-1] if opened else None)
            (opened[-1].append if opened else roots.append)(element)
            opened.append(element)

        def end(_: str) -> None:
            element = opened.pop()
            place = element.close = parser.CurrentByteIndex
            # of one without an end tag it is the byte behind its only tag
            is_empty = self.data[place - 2 : place] == b"/>" and self.is_empty(element)
            element.end = place if is_empty else self.data.index(b">", place) + 1
            element.text = "".join(text for _, text in element.pieces)

        def characters(text: str) -> None:
            if opened:
                opened[-1].pieces.append((parser.CurrentByteIndex, text))

        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler = characters
        parser.Parse(self.data, True)  # noqa: FBT003 - it is all there is
        return roots[0]

    def tag_end(self, element: PlacedElement) -> int:
        """Return the byte behind the start tag of an element."""
        return self._tag(element).end()

    def tag_name(self, element: PlacedElement) -> str:
        """Return the name of an element with its prefix, as it is written."""
        return self._tag(element)["name"].decode()

    def start_tag(self, element: PlacedElement) -> bytes:
        """Return the start tag of an element as it is written."""
        return self._tag(element).group()

    def prefix(self, element: PlacedElement) -> str:
        """Return the prefix of an element's name with its colon, "" for none."""
        name = self.tag_name(element)
        return name[: name.find(":") + 1]

    def is_empty(self, element: PlacedElement) -> bool:
        """Return True if an element has no end tag."""
        return self._tag(element)["empty"] is not None

    def _tag(self, element: PlacedElement) -> re.Match[bytes]:
        match = _TAG.match(self.data, element.start)
        if match is None:
            raise damaged()
        return match

    def with_children(self, element: PlacedElement, children: str) -> bytes:
        """Return the part with more children at the end of an element."""
        if not self.is_empty(element):
            return self.packed([(element.close, children.encode())])
        end, closing = self.tag_end(element), f">{children}</{self.tag_name(element)}>"
        slash = self.data.rindex(b"/", element.start, end)
        return self.encoded(self.data[:slash] + closing.encode() + self.data[end:])

    def packed(self, insertions: Iterable[tuple[int, bytes]]) -> bytes:
        """Return the part with bytes inserted, each before the byte that it names."""
        pieces, at = list[bytes](), 0
        for place, inserted in sorted(insertions, key=lambda one: one[0]):
            pieces += [self.data[at:place], inserted]
            at = place
        return self.encoded(b"".join([*pieces, self.data[at:]]))

    def encoded(self, data: bytes) -> bytes:
        """Return UTF-8 in the encoding of the part."""
        return data if self._is_same else data.decode().encode(self._encoding, "xmlcharrefreplace")


def local_children(element: ET.Element, name: str) -> Iterator[PlacedElement]:
    """Yield the children of an element that have a name, whatever its namespace."""
    return (cast("PlacedElement", part) for part in element if name_of(part) == name)


def namespace_of(element: ET.Element) -> str:
    """Return the namespace of an element's name, "" for none."""
    return element.tag[1:].partition("}")[0] if element.tag.startswith("{") else ""


def _spaced(name: str) -> str:
    """Return a name with its namespace as ElementTree writes it."""
    return f"{{{name}" if "}" in name else name
