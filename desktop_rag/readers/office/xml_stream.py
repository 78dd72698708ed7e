"""Parts made of XML, read in a stream: their elements are looked at as they are whole, and forgotten."""

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.readers.office.xml_parts import name_of


class TornError(Exception):
    """A part is no XML from somewhere on, or cannot be unpacked."""


FAULTS = (ET.ParseError, ValueError, LookupError, UserError)
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
