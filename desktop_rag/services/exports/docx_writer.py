"""Writes an exported document as a Word file, its references as footnotes of Word."""

import datetime as dt
import html
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.services.exports import docx_parts as parts
from desktop_rag.services.exports.document import (
    Block,
    CodeBlock,
    Exchange,
    ExportDocument,
    Heading,
    Inlines,
    ItemList,
    LineBreak,
    NoteMark,
    Paragraph,
    Quotation,
    QuotedFrom,
    Reference,
    Rule,
    Run,
    Table,
    is_right_to_left,
    one_line,
    words_of,
)

_DEEPEST = 8  # level of lists that Word knows, from 0
_DOUBT = '<w:u w:val="dotted" w:color="B3261E"/>'
_SECTION = (
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1361" w:bottom="1304" w:left="1361" '
    'w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>'
)
_SEPARATORS = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
)
_RULE = '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="DEDAD2"/></w:pBdr></w:pPr></w:p>'
_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="DEDAD2"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)


def write_docx(document: ExportDocument) -> bytes:
    """Return a document as a Word file with headings, lists, tables and footnotes."""
    writer = _Writer()
    body = "".join(writer.document(document))
    notes = "".join(_footnote(one) for exchange in document.exchanges for one in exchange.references)
    now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    names = f'xmlns:w="{parts.W}" xmlns:r="{parts.R}"'
    files = {
        "[Content_Types].xml": parts.CONTENT_TYPES,
        "_rels/.rels": parts.PACKAGE_RELATIONS,
        "word/document.xml": f"{parts.DECLARATION}<w:document {names}><w:body>{body}{_SECTION}</w:body></w:document>",
        "word/_rels/document.xml.rels": parts.DOCUMENT_RELATIONS,
        "word/styles.xml": parts.STYLES,
        "word/numbering.xml": parts.numbering(writer.starts),
        "word/settings.xml": parts.SETTINGS,
        "word/footnotes.xml": f"{parts.DECLARATION}<w:footnotes {names}>{_SEPARATORS}{notes}</w:footnotes>",
        "docProps/core.xml": parts.core_properties(html.escape(document.title), now),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(name, content)
    return packed.getvalue()


@dataclass(frozen=True, slots=True)
class _Place:
    """The format of a paragraph: its style, and its list (``number`` 0: none)."""

    style: str = ""
    number: int = 0
    level: int = 0
    indent: int = 0  # levels of lists around what is no first paragraph of an item


class _Writer:
    """Writes blocks one after the other; ``starts`` are the first numbers of the numbered lists."""

    def __init__(self) -> None:
        self.starts: list[int] = []

    def document(self, document: ExportDocument) -> Iterator[str]:
        """Yield the paragraphs of the whole document."""
        yield _text(document.title, "Title")
        yield _text(" · ".join(document.facts), "Facts")
        if document.has_doubts:
            yield _text(document.labels.legend, "Facts")
        is_single = len(document.exchanges) == 1 and one_line(document.exchanges[0].question) == document.title
        for exchange in document.exchanges:
            yield from self._exchange(exchange, with_question=not is_single)

    def _exchange(self, exchange: Exchange, *, with_question: bool) -> Iterator[str]:
        if with_question:
            yield _text(one_line(exchange.question), "Heading1")
            if exchange.facts:
                yield _text(" · ".join(exchange.facts), "Facts")
        yield from (_text(notice, "Notice") for notice in exchange.notices)
        yield from self._blocks(exchange.blocks, _Place())

    def _blocks(self, blocks: Iterable[Block], place: _Place) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block, place)

    def _block(self, block: Block, place: _Place) -> Iterator[str]:
        match block:
            case Heading(level, inlines):
                yield _paragraph(inlines, _Place(f"Heading{level - 1}"))
            case Paragraph(inlines):
                yield _paragraph(inlines, place)
            case ItemList(items, start):
                yield from self._items(items, start, place)
            case Quotation(inner):
                yield from self._blocks(inner, _Place("Quote", indent=place.indent))
            case QuotedFrom(place_of_quotation):
                yield _text(place_of_quotation, "QuotedFrom")
            case CodeBlock(text):
                for line in text.split("\n"):
                    yield _paragraph((Run(line),), _Place("Code"))
            case Table(rows):
                yield _table(rows)
            case Rule():
                yield _RULE

    def _items(self, items: Sequence[tuple[Block, ...]], start: int | None, place: _Place) -> Iterator[str]:
        number, level = 1, min(_DEEPEST, place.indent)
        if start is not None:
            self.starts.append(min(start, 32_767))
            number = len(self.starts) + 1
        for item in items:
            first, *others = item or (Paragraph(()),)
            begins = isinstance(first, Paragraph)
            yield _paragraph(first.inlines if isinstance(first, Paragraph) else (), _Place("", number, level))
            inside = _Place("", indent=level + 1)
            yield from self._blocks(others if begins else item, inside)


def _footnote(one: Reference) -> str:
    return (
        f'<w:footnote w:id="{one.number}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/>{_direction(one.line)}</w:pPr>'
        '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
        f"{_run(Run(f' {one.line}'))}</w:p></w:footnote>"
    )


def _text(text: str, style: str) -> str:
    return _paragraph((Run(text),), _Place(style))


def _paragraph(inlines: Inlines, place: _Place) -> str:
    style = f'<w:pStyle w:val="{place.style}"/>' if place.style else ""
    numbered = f'<w:numPr><w:ilvl w:val="{place.level}"/><w:numId w:val="{place.number}"/></w:numPr>'
    indent = f'<w:ind w:left="{360 * place.indent}"/>' if place.indent and not place.style else ""
    form = f"{style}{numbered if place.number else ''}{_direction(words_of(inlines))}{indent}"
    return f"<w:p><w:pPr>{form}</w:pPr>{''.join(map(_inline, inlines))}</w:p>"


def _direction(text: str) -> str:
    return "<w:bidi/>" if is_right_to_left(text) else ""


def _inline(one: Run | NoteMark | LineBreak) -> str:
    if isinstance(one, LineBreak):
        return "<w:r><w:br/></w:r>"
    if isinstance(one, NoteMark):
        reference = f'<w:footnoteReference w:id="{one.number}"/>'
        return f'<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>{reference}</w:r>'
    return _run(one)


def _run(run: Run) -> str:
    """Return words with their look; Word wants the elements of a look in this order."""
    looks = (
        ('<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>', run.code),
        ("<w:b/><w:bCs/>", run.bold),
        ("<w:i/><w:iCs/>", run.italic),
        ("<w:strike/>", run.struck),
        (_DOUBT, bool(run.doubt)),
        ("<w:rtl/>", is_right_to_left(run.text)),
    )
    form = "".join(look for look, wanted in looks if wanted)
    text = html.escape(run.text).replace("\t", '</w:t><w:tab/><w:t xml:space="preserve">')
    return f'<w:r><w:rPr>{form}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _table(rows: Sequence[Sequence[Inlines]]) -> str:
    columns = max(map(len, rows))
    width = 9184 // columns
    grid = f'<w:gridCol w:w="{width}"/>' * columns
    written = "".join(_row(row, is_heading=not number) for number, row in enumerate(rows))
    return (
        f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>{_BORDERS}</w:tblBorders></w:tblPr>'
        f"<w:tblGrid>{grid}</w:tblGrid>{written}</w:tbl><w:p/>"
    )


def _row(cells: Sequence[Inlines], *, is_heading: bool) -> str:
    form = "<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>" if is_heading else "<w:trPr><w:cantSplit/></w:trPr>"
    return f"<w:tr>{form}{''.join(f'<w:tc>{_paragraph(cell, _Place())}</w:tc>' for cell in cells)}</w:tr>"
