"""Writes an exported document as a Word file, its references as footnotes of Word.

Styles, numbering and relations are the same in every export.
"""

import datetime as dt
import html
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
_MARGINS = (
    '<w:pgMar w:top="1304" w:right="1361" w:bottom="1304" w:left="1361" w:header="709" w:footer="709" w:gutter="0"/>'
)
_UPRIGHT = f'<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>{_MARGINS}</w:sectPr>'
_LANDSCAPE = f'<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>{_MARGINS}</w:sectPr>'
_SEPARATORS = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
)
_RULE = '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="DEDAD2"/></w:pBdr></w:pPr></w:p>'
_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="DEDAD2"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PARTS = {"document": "document.main", "styles": "styles", "numbering": "numbering", "footnotes": "footnotes",
          "settings": "settings"}  # fmt: skip

CONTENT_TYPES = (
    f'{DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    + "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_OFFICE}.{kind}+xml"/>' for name, kind in _PARTS.items()
    )
    + '<Override PartName="/docProps/core.xml" '
    'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>'
)
PACKAGE_RELATIONS = (
    f'{DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/>'
    '<Relationship Id="rId2" '
    'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" '
    'Target="docProps/core.xml"/></Relationships>'
)
DOCUMENT_RELATIONS = (
    f'{DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    + "".join(
        f'<Relationship Id="rId{number}" Type="{R}/{name}" Target="{name}.xml"/>'
        for number, name in enumerate(("styles", "numbering", "footnotes", "settings"), 1)
    )
    + "</Relationships>"
)
SETTINGS = (
    f'{DECLARATION}<w:settings xmlns:w="{W}"><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>'
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
    'w:val="15"/></w:compat></w:settings>'
)
_BORDER = '<w:left w:val="single" w:sz="18" w:space="8" w:color="{color}"/>'


def write_docx(document: ExportDocument, *, landscape: bool = False) -> bytes:
    """Return a document as a Word file with headings, lists, tables and footnotes.

    One in ``landscape`` has small print in its tables, for their many columns.
    """
    writer = _Writer(landscape=landscape)
    body = "".join(writer.document(document))
    notes = "".join(_footnote(one) for exchange in document.exchanges for one in exchange.references)
    return packed(document.title, body, notes, writer.starts, landscape=landscape)


def packed(title: str, body: str, notes: str = "", starts: Sequence[int] = (), *, landscape: bool = False) -> bytes:
    """Return a Word file with these paragraphs and footnotes; ``starts`` are the first numbers of numbered lists."""
    now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    names, section = f'xmlns:w="{W}" xmlns:r="{R}"', _LANDSCAPE if landscape else _UPRIGHT
    files = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": PACKAGE_RELATIONS,
        "word/document.xml": f"{DECLARATION}<w:document {names}><w:body>{body}{section}</w:body></w:document>",
        "word/_rels/document.xml.rels": DOCUMENT_RELATIONS,
        "word/styles.xml": STYLES,
        "word/numbering.xml": numbering(list(starts)),
        "word/settings.xml": SETTINGS,
        "word/footnotes.xml": f"{DECLARATION}<w:footnotes {names}>{_SEPARATORS}{notes}</w:footnotes>",
        "docProps/core.xml": core_properties(html.escape(title), now),
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(name, content)
    return file.getvalue()


@dataclass(frozen=True, slots=True)
class _Place:
    """The format of a paragraph: its style, and its list (``number`` 0: none)."""

    style: str = ""
    number: int = 0
    level: int = 0
    indent: int = 0  # levels of lists around what is no first paragraph of an item


class _Writer:
    """Writes blocks one after the other; ``starts`` are the first numbers of the numbered lists."""

    def __init__(self, *, landscape: bool = False) -> None:
        self.starts: list[int] = []
        self._landscape = landscape

    def document(self, document: ExportDocument) -> Iterator[str]:
        """Yield the paragraphs of the whole document."""
        yield text_paragraph(document.title, "Title")
        yield text_paragraph(" · ".join(document.facts), "Facts")
        if document.has_doubts:
            yield text_paragraph(document.labels.legend, "Facts")
        is_single = len(document.exchanges) == 1 and one_line(document.exchanges[0].question) == document.title
        for exchange in document.exchanges:
            yield from self._exchange(exchange, with_question=not is_single)

    def _exchange(self, exchange: Exchange, *, with_question: bool) -> Iterator[str]:
        if with_question:
            yield text_paragraph(one_line(exchange.question), "Heading1")
            if exchange.facts:
                yield text_paragraph(" · ".join(exchange.facts), "Facts")
        yield from (text_paragraph(notice, "Notice") for notice in exchange.notices)
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
                yield text_paragraph(place_of_quotation, "QuotedFrom")
            case CodeBlock(text):
                for line in text.split("\n"):
                    yield _paragraph((Run(line),), _Place("Code"))
            case Table(rows):
                yield _table(rows, landscape=self._landscape)
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
    before, place, after = one.line.partition(one.place)
    said = "".join(map(_run, (Run(f" {before}"), Run(place, link=one.link), Run(after))))
    return (
        f'<w:footnote w:id="{one.number}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/>{_direction(one.line)}</w:pPr>'
        '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
        f"{said}</w:p></w:footnote>"
    )


def text_paragraph(text: str, style: str) -> str:
    """Return a paragraph of plain text in a style."""
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
    written = f'<w:r><w:rPr>{form}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'
    if not run.link:
        return written
    # a field needs no list of addresses beside the text, as a link of another kind does
    return f'<w:fldSimple w:instr=" HYPERLINK &quot;{html.escape(run.link)}&quot; ">{written}</w:fldSimple>'


def _table(rows: Sequence[Sequence[Inlines]], *, landscape: bool) -> str:
    columns = max(map(len, rows))
    width = (14_116 if landscape else 9_184) // columns
    grid = f'<w:gridCol w:w="{width}"/>' * columns
    place = _Place("SmallPrint" if landscape else "")
    written = "".join(_row(row, place, is_heading=not number) for number, row in enumerate(rows))
    return (
        f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>{_BORDERS}</w:tblBorders></w:tblPr>'
        f"<w:tblGrid>{grid}</w:tblGrid>{written}</w:tbl><w:p/>"
    )


def _row(cells: Sequence[Inlines], place: _Place, *, is_heading: bool) -> str:
    form = "<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>" if is_heading else "<w:trPr><w:cantSplit/></w:trPr>"
    return f"<w:tr>{form}{''.join(f'<w:tc>{_paragraph(cell, place)}</w:tc>' for cell in cells)}</w:tr>"


def _style(name: str, based: str, paragraph: str, run: str, kind: str = "paragraph", shown: str = "") -> str:
    base = f'<w:basedOn w:val="{based}"/>' if based else ""
    default = ' w:default="1"' if name == "Normal" else ""
    paragraphs = f"<w:pPr>{paragraph}</w:pPr>" if paragraph else ""
    return (
        f'<w:style w:type="{kind}"{default} w:styleId="{name}"><w:name w:val="{shown or name}"/>{base}'
        f"{paragraphs}<w:rPr>{run}</w:rPr></w:style>"
    )


def _heading(level: int, size: int) -> str:
    paragraph = f'<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="{level - 1}"/>'
    run = f'<w:b/><w:bCs/><w:sz w:val="{size}"/><w:szCs w:val="{size}"/>'
    return _style(f"Heading{level}", "Normal", paragraph, run, shown=f"heading {level}")


STYLES = (
    f'{DECLARATION}<w:styles xmlns:w="{W}"><w:docDefaults><w:rPrDefault><w:rPr>'
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="21"/><w:szCs w:val="21"/></w:rPr>'
    '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="300" w:lineRule="auto"/></w:pPr>'
    "</w:pPrDefault></w:docDefaults>"
    + _style("Normal", "", "", "")
    + _style("Title", "Normal", '<w:spacing w:after="80"/>', '<w:b/><w:bCs/><w:sz w:val="38"/><w:szCs w:val="38"/>')
    + "".join(_heading(level, size) for level, size in ((1, 28), (2, 24), (3, 22), (4, 21), (5, 21), (6, 21)))
    + _style("Facts", "Normal", "", '<w:color w:val="5F5B54"/><w:sz w:val="18"/><w:szCs w:val="18"/>')
    + _style(
        "SmallPrint", "Normal", '<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
        '<w:sz w:val="16"/><w:szCs w:val="16"/>', shown="Small print",
    )
    + _style("QuotedFrom", "Facts", '<w:keepNext/><w:spacing w:after="40"/>', "")
    + _style(
        "Notice",
        "Normal",
        f'<w:pBdr>{_BORDER.format(color="B3261E")}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="FBEEED"/>',
        "",
    )
    + _style("Quote", "Normal", f'<w:pBdr>{_BORDER.format(color="DEDAD2")}</w:pBdr><w:ind w:left="360"/>', "")
    + _style(
        "Code",
        "Normal",
        '<w:shd w:val="clear" w:color="auto" w:fill="F5F3EF"/><w:spacing w:after="0"/>',
        '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="19"/>',
    )
    + _style(
        "FootnoteText", "Normal", '<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
        '<w:sz w:val="18"/><w:szCs w:val="18"/>', shown="footnote text",
    )
    + _style(
        "FootnoteReference", "", "", '<w:vertAlign w:val="superscript"/>', kind="character", shown="footnote reference"
    )
    + "</w:styles>"
)  # fmt: skip


def numbering(starts: list[int]) -> str:
    """Return the part that numbers lists: number 1 stands for bullets, the next ones for lists that begin so."""
    bullets = "".join(_level(level, "bullet", "•◦▪"[level % 3]) for level in range(9))
    decimals = "".join(_level(level, "decimal", f"%{level + 1}.") for level in range(9))
    overrides = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="1"/>'
        + "".join(
            f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="{start}"/></w:lvlOverride>' for level in range(9)
        )
        + "</w:num>"
        for number, start in enumerate(starts, 2)
    )
    return (
        f'{DECLARATION}<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="0">{bullets}</w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="1">{decimals}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{overrides}</w:numbering>'
    )


def _level(level: int, kind: str, text: str) -> str:
    left = 360 * (level + 1)
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/>'
        f'<w:pPr><w:ind w:left="{left}" w:hanging="360"/></w:pPr></w:lvl>'
    )


def core_properties(title: str, created: str) -> str:
    """Return the part with title (escaped already) and time."""
    return (
        f'{DECLARATION}<cp:coreProperties '
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>{title}</dc:title>'
        f'<dc:creator>Desktop RAG</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">{created}</dcterms:created>'
        "</cp:coreProperties>"
    )  # fmt: skip
