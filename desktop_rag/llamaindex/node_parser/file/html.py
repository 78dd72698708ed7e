"""The source of a web page: one node for each run of elements of a kind, such as paragraphs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import accumulate, groupby
from typing import Unpack

from desktop_rag.core.schema import TextNode
from desktop_rag.node_parser.base import FromDefaults, NodeParser, NodeParserOptions, Piece

TAG_KEY = "tag"
DEFAULT_TAGS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "b", "i", "u", "section")
_UNSEEN = frozenset({"script", "style", "template"})
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


class HTMLNodeParser(FromDefaults, NodeParser):
    """Makes nodes of the elements of HTML that have one of the ``tags``, in the order in which they begin.

    The metadata ``tag`` names the element's; neighbours of one tag are one node, a line each. What stands in several
    such elements belongs to the innermost; what a page does not show (scripts, styles, comments) to none, and
    elements without a text of their own make no node. Offsets are known where the text stands in the source as it is.
    """

    def __init__(self, tags: Iterable[str] = DEFAULT_TAGS, **options: Unpack[NodeParserOptions]) -> None:
        super().__init__(**options)
        self.tags = list(tags)

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one page."""
        return self._nodes(document, self._pieces(document.text))

    def _pieces(self, source: str) -> Iterator[Piece]:
        """Yield the texts of a page, neighbours of one tag as one."""
        page = _Page(source, frozenset(self.tags))
        for tag, neighbours in groupby(page.elements, key=lambda element: element.tag):
            parts = [part for element in neighbours for part in element.parts if part.text.strip()]
            if not parts:
                continue
            metadata = {TAG_KEY: tag} if self.include_metadata else {}
            text = "\n".join(part.text.strip() for part in parts)
            yield Piece(text, parts[0].place_in(source) if len(parts) == 1 else None, dict(metadata))


@dataclass(slots=True)
class _Part:
    """One line of an element's text: what stands between two elements within it, or in one of them."""

    key: int  # the same for all that is in this line
    start: int  # where it begins in the source
    text: str

    def place_in(self, source: str) -> int | None:
        """Return where the text begins in the source, None where it does not stand there as it is."""
        stripped = self.text.strip()
        start = self.start + self.text.index(stripped)
        return start if source.startswith(stripped, start) else None


@dataclass(slots=True)
class _Element:
    """An element that makes a node: its tag, how many elements it is in, itself included, and its own text."""

    tag: str
    depth: int
    parts: list[_Part] = field(default_factory=list)

    def add(self, key: int, start: int, text: str) -> None:
        """Add text to its line."""
        if self.parts and self.parts[-1].key == key:
            self.parts[-1].text += text
        else:
            self.parts.append(_Part(key, start, text))


class _Page(HTMLParser):
    """Reads a page: ``elements`` are those with one of the tags, in the order in which they begin.

    An element ends with its end tag or that of one around it; an end tag that ends nothing is passed over.
    """

    def __init__(self, source: str, tags: frozenset[str]) -> None:
        super().__init__()
        self.elements: list[_Element] = []
        self._tags = tags
        self._lines = list(accumulate((len(line) + 1 for line in source.split("\n")), initial=0))
        self._open: list[tuple[str, int]] = []  # the tags of open elements, with their numbers
        self._counts: Counter[str] = Counter()  # of the same tags
        self._inside: list[_Element] = []  # the open ones that make nodes
        self._number = 0  # of the last element that began
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser's
        """Open an element."""
        self._number += 1
        if tag in _VOID:
            return
        self._open.append((tag, self._number))
        self._counts[tag] += 1
        if tag in self._tags:
            self._inside.append(_Element(tag, len(self._open)))
            self.elements.append(self._inside[-1])

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element of this tag, and all that are in it."""
        if not self._counts[tag]:
            return
        closed = ""
        while closed != tag:
            closed, _ = self._open.pop()
            self._counts[closed] -= 1
        while self._inside and self._inside[-1].depth > len(self._open):
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        """Give text to the innermost element that makes a node."""
        if not self._inside or any(self._counts[tag] for tag in _UNSEEN):
            return
        element = self._inside[-1]
        is_its_own = len(self._open) == element.depth
        line, column = self.getpos()
        element.add(-self._number if is_its_own else self._open[element.depth][1], self._lines[line - 1] + column, data)
