"""The Word edition of the user's guide."""

# ruff: noqa: SLF001 - python-docx gives the XML of its parts under private names only

import copy
import datetime as dt
import io
import zipfile
from pathlib import Path

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.table import _Cell
from docx.text.paragraph import Paragraph
from docx.text.run import Run
from guide_text import Edition, parser
from markdown_it.tree import SyntaxTreeNode

ACCENT = RGBColor(0x2F, 0x5D, 0x50)
TEXT = RGBColor(0x1F, 0x1D, 0x1A)
MUTED = RGBColor(0x5F, 0x5B, 0x54)
LONG_AGO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def write_docx(markdown: str, edition: Edition, target: Path) -> None:
    """Write the guide as a Word file with real headings, lists, tables and page numbers."""
    document = Document()
    _set_up(document, edition)
    builder = _Builder(document)
    for node in SyntaxTreeNode(parser().parse(markdown)).children:
        builder.block(node)
    buffer = io.BytesIO()
    document.save(buffer)
    target.write_bytes(_without_times(buffer.getvalue()))


class _Builder:
    """Turns Markdown blocks into paragraphs of the document."""

    def __init__(self, document: WordDocument) -> None:
        self._document = document

    def block(self, node: SyntaxTreeNode) -> None:
        """Append one block."""
        if node.type == "heading":
            level = int(node.tag[1])
            _inline(self._document.add_paragraph(style="Title" if level == 1 else f"Heading {level - 1}"), node)
        elif node.type == "paragraph":
            _inline(self._document.add_paragraph(), node)
        elif node.type in {"bullet_list", "ordered_list"}:
            self._list(node)
        elif node.type == "table":
            self._table(node)
        else:
            raise ValueError(f"the guide uses {node.type}, which the Word edition cannot show yet")

    def _list(self, node: SyntaxTreeNode) -> None:
        """Append a list; every numbered list starts at 1."""
        ordered = node.type == "ordered_list"
        numbering = self._new_numbering() if ordered else None
        for item in node.children:
            paragraph = self._document.add_paragraph(style="List Number" if ordered else "List Bullet")
            for child in item.children:
                _inline(paragraph, child)
            if numbering is not None:
                properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
                properties.get_or_add_numId().val = numbering
                properties.get_or_add_ilvl().val = 0

    def _new_numbering(self) -> int:
        """Return the number of a copy of the numbered list style that begins at 1."""
        numbering = self._document.part.numbering_part.element
        style = self._document.styles["List Number"].element
        original = numbering.num_having_numId(style.pPr.numPr.numId.val)
        number = numbering.add_num(original.abstractNumId.val)
        number.add_lvlOverride(ilvl=0).add_startOverride(1)
        return int(number.numId)

    def _table(self, node: SyntaxTreeNode) -> None:
        """Append a table with a header row that is repeated on every page."""
        rows = [row for part in node.children for row in part.children]
        table = self._document.add_table(rows=len(rows), cols=len(rows[0].children), style="Table Grid")
        for number, row in enumerate(rows):
            for cell, content in zip(table.rows[number].cells, row.children, strict=True):
                paragraph = cell.paragraphs[0]
                paragraph.paragraph_format.space_after = Pt(2)
                paragraph.paragraph_format.space_before = Pt(2)
                _inline(paragraph, content, bold=number == 0)
                if number == 0:
                    _shade(cell)
        header = table.rows[0]._tr.get_or_add_trPr()
        header.append(OxmlElement("w:tblHeader"))
        for row in table.rows:
            row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
        self._document.add_paragraph().paragraph_format.space_after = Pt(4)


def _inline(paragraph: Paragraph, node: SyntaxTreeNode, *, bold: bool = False) -> None:
    """Add the text of a block with its bold and fixed-width parts."""
    for child in node.children:
        if child.type in {"text", "code_inline"}:
            run = paragraph.add_run(child.content)
            run.bold = bold or None
            if child.type == "code_inline":
                _code(run)
        elif child.type == "softbreak":
            paragraph.add_run(" ")
        else:
            _inline(paragraph, child, bold=bold or child.type == "strong")


def _code(run: Run) -> None:
    """Set a command or an address apart."""
    run.font.name = "Consolas"
    run.font.size = Pt(9.5)
    run.font.color.rgb = ACCENT


def _shade(cell: _Cell) -> None:
    """Give a header cell its ground."""
    shading = OxmlElement("w:shd")
    for name, value in (("val", "clear"), ("color", "auto"), ("fill", "E8EFEC")):
        shading.set(qn(f"w:{name}"), value)
    cell._tc.get_or_add_tcPr().append(shading)


def _set_up(document: WordDocument, edition: Edition) -> None:
    """Page, styles, footer and properties."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.4)
    section.top_margin = section.bottom_margin = Cm(2.3)
    _style(document, "Normal", edition, 10.5, TEXT, after=6)
    _style(document, "Title", edition, 23, ACCENT, after=12)
    _style(document, "Heading 1", edition, 15, ACCENT, before=18, after=5)
    _style(document, "Heading 2", edition, 11.5, TEXT, before=12, after=3)
    for name in ("List Bullet", "List Number"):
        _style(document, name, edition, 10.5, TEXT, after=3)
    _footer(section.footer.paragraphs[0], edition)
    properties = document.core_properties
    properties.title, properties.subject = edition.title, edition.subject
    properties.author = properties.last_modified_by = "Desktop RAG"
    properties.language, properties.comments, properties.revision = edition.locale, "", 1
    properties.created = properties.modified = LONG_AGO


def _style(
    document: WordDocument,
    name: str,
    edition: Edition,
    size: float,
    color: RGBColor,
    *,
    before: float = 0,
    after: float = 0,
) -> None:
    """Give a built-in style the guide's look, in both its Latin and its East Asian font."""
    style = document.styles[name]
    style.font.name, style.font.size, style.font.color.rgb = edition.word_font, Pt(size), color
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
    style.paragraph_format.line_spacing = 1.35 if size < 13 else 1.15
    run_properties = style.element.get_or_add_rPr()
    fonts = run_properties.get_or_add_rFonts()
    for theme in [key for key in fonts.attrib if key.endswith("Theme")]:
        del fonts.attrib[theme]
    for script in ("ascii", "hAnsi", "eastAsia", "cs"):
        fonts.set(qn(f"w:{script}"), edition.word_font)
    language = OxmlElement("w:lang")
    language.set(qn("w:val"), "en-GB")
    language.set(qn("w:eastAsia"), edition.locale)
    run_properties.append(language)
    for border in style.element.findall(".//" + qn("w:pBdr")):
        border.getparent().remove(border)


def _footer(paragraph: Paragraph, edition: Edition) -> None:
    """Write the running title and the page number."""
    title = paragraph.add_run(f"{edition.title}    ")
    number = paragraph.add_run()
    for kind, text in (("begin", ""), ("", "PAGE"), ("separate", ""), ("end", "")):
        element = OxmlElement("w:fldChar" if kind else "w:instrText")
        if kind:
            element.set(qn("w:fldCharType"), kind)
        else:
            element.text = text
        number._r.append(element)
    for run in (title, number):
        run.font.size, run.font.color.rgb = Pt(8), MUTED


def _without_times(data: bytes) -> bytes:
    """Return the same package with one fixed time on all its parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            entry = copy.copy(zipfile.ZipInfo(name, date_time=LONG_AGO.timetuple()[:6]))
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read(name))
    return buffer.getvalue()
