"""Reads an answer's Markdown into blocks. Links become their words and address, pictures their caption."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from desktop_rag.citations.quoted_places import QuotedPlace, parts_at
from desktop_rag.citations.support_marks import CLOSE, FIRST, OPEN, SupportMark, marks_of
from desktop_rag.citations.tagged_markers import (
    TAG,
    TaggedMarker,
    marker_of,
    tagged_markdown,
    untagged,
    untagged_address,
)
from desktop_rag.core.results.answers import Answer
from desktop_rag.services.exports.document import (
    Block,
    CodeBlock,
    Heading,
    Inline,
    Inlines,
    ItemList,
    LineBreak,
    NoteMark,
    Paragraph,
    Quotation,
    QuotedFrom,
    Rule,
    Run,
    Table,
    writable,
)

_STAND_IN = re.compile(f"([{TAG}{OPEN}{CLOSE}])(.)", re.DOTALL)
_MARK = re.compile(f"[{OPEN}{CLOSE}].", re.DOTALL)
_SCHEMES = ("http://", "https://", "mailto:")


def answer_blocks(
    answer: Answer,
    top: int,
    places: Sequence[QuotedPlace],
    note: Callable[[TaggedMarker], int | None],
    doubt: Callable[[str], str],
) -> tuple[Block, ...]:
    """Return the blocks of an answer, whose highest headings become headings of level ``top``.

    ``places`` are the lines above its quotations. ``note`` is called with each citation and returns its reference's
    number, None where it is left out; ``doubt`` words the reason why a sentence lacks support, "" where none is known.
    """
    blocks: list[Block] = []
    for start, end, place in parts_at(places, 0, len(answer.text)):
        blocks += [QuotedFrom(place)] if place else []
        blocks += _part(answer, start, end, top, note, doubt)
    return tuple(blocks)


def _part(
    answer: Answer,
    start: int,
    end: int,
    top: int,
    note: Callable[[TaggedMarker], int | None],
    doubt: Callable[[str], str],
) -> Iterator[Block]:
    """Yield the blocks of a part of an answer."""
    marks = marks_of(answer.text, answer.sentences)
    text, markers = tagged_markdown(answer.text[start:end], answer.sources, answer.citations, start, marks)
    tree = SyntaxTreeNode(_parser().parse(text))
    highest = min((int(node.tag[1]) for node in tree.walk() if node.type == "heading"), default=top)
    yield from _Reader(markers, marks, note, doubt, top - highest).blocks(tree.children)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


class _Reader:
    """Walks through the tree; a mark that was opened in one node may be closed in another."""

    def __init__(
        self,
        markers: Sequence[TaggedMarker],
        marks: Sequence[SupportMark],
        note: Callable[[TaggedMarker], int | None],
        doubt: Callable[[str], str],
        lower: int,
    ) -> None:
        self._markers = markers
        self._marks = marks
        self._note = note
        self._worded_doubt = doubt
        self._lower = lower
        self._doubt = ""

    def blocks(self, nodes: Iterable[SyntaxTreeNode]) -> Iterator[Block]:
        """Yield the blocks of some nodes."""
        for node in nodes:
            yield from self._block(node)

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                yield Heading(min(6, int(node.tag[1]) + self._lower), self._inlines(node))
            case "paragraph":
                yield Paragraph(self._inlines(node))
            case "bullet_list" | "ordered_list":
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                yield ItemList(tuple(tuple(self.blocks(item.children)) for item in node.children), start)
            case "blockquote":
                yield Quotation(tuple(self.blocks(node.children)))
            case "fence" | "code_block":
                yield CodeBlock(self._verbatim(node.content).rstrip("\n"))
            case "table":
                rows = [row for part in node.children for row in part.children]
                yield Table(tuple(tuple(self._inlines(cell) for cell in row.children) for row in rows))
            case "hr":
                yield Rule()

    def _inlines(self, node: SyntaxTreeNode) -> Inlines:
        return tuple(_joined(self._parts(node.children, Run(""))))

    def _parts(self, nodes: Iterable[SyntaxTreeNode], look: Run) -> Iterator[Inline]:
        for node in nodes:
            match node.type:
                case "text":
                    yield from self._text(node.content, look)
                case "code_inline":
                    yield replace(look, text=self._verbatim(node.content), code=True, doubt=self._doubt)
                case "softbreak":
                    yield replace(look, text=" ", doubt=self._doubt)
                case "hardbreak":
                    yield LineBreak()
                case "image":
                    yield replace(look, text=self._verbatim(node.content), doubt=self._doubt)
                case "link":
                    yield from self._link(node, look)
                case _:
                    yield from self._parts(node.children, _look(node.type, look))

    def _text(self, text: str, look: Run) -> Iterator[Inline]:
        """Yield words between stand-ins, and what these stand for."""
        position = 0
        for match in _STAND_IN.finditer(text):
            yield replace(look, text=writable(text[position : match.start()]), doubt=self._doubt)
            position = match.end()
            if match[1] == TAG:
                number = self._note(marker_of(match[2], self._markers))
                if number is not None:
                    yield NoteMark(number)
            else:
                opens = match[1] == OPEN
                self._doubt = self._worded_doubt(self._marks[ord(match[2]) - FIRST].reason) if opens else ""
        yield replace(look, text=writable(text[position:]), doubt=self._doubt)

    def _link(self, node: SyntaxTreeNode, look: Run) -> Iterator[Inline]:
        parts = list(self._parts(node.children, look))
        yield from parts
        address = untagged_address(str(node.attrs.get("href", "")), self._markers)
        shown = "".join(part.text for part in parts if isinstance(part, Run))
        if address.lower().startswith(_SCHEMES) and address not in (shown, f"mailto:{shown}"):
            yield replace(look, text=f" ({writable(address)})", doubt=self._doubt)

    def _verbatim(self, text: str) -> str:
        """Return code as it was written, without stand-ins."""
        return writable(_MARK.sub("", untagged(text, self._markers)))


def _look(kind: str, look: Run) -> Run:
    """Return the look of what stands in an element."""
    match kind:
        case "strong":
            return replace(look, bold=True)
        case "em":
            return replace(look, italic=True)
        case "s":
            return replace(look, struck=True)
    return look


def _joined(parts: Iterable[Inline]) -> Iterator[Inline]:
    """Join neighbours of one look, and leave out empty ones."""
    filled = (part for part in parts if not isinstance(part, Run) or part.text)
    for look, together in groupby(filled, _look_of):
        if look is None:
            yield from together
        else:
            yield replace(look, text="".join(part.text for part in together if isinstance(part, Run)))


def _look_of(part: Inline) -> Run | None:
    """Return words of a look without the words, None for what is none."""
    return replace(part, text="") if isinstance(part, Run) else None
