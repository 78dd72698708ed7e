"""A review table as a workbook (XLSX): each cell with a comment that quotes the document, and a link to the page.

Every value is text, so nothing is taken for a formula.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, shown_name
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.review import Cell, CellState, ReviewTable, TableRow
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import has_slides, is_paged

LinkOf = Callable[[str, int, str], str]
"""Returns the link to words on a page of a file, "" where there is none."""
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile(r"_x(?=[0-9A-Fa-f]{4}_)")  # a character by its number, in spreadsheets
_LONGEST = 32_000  # characters of a cell; spreadsheets allow 32,767
_LONGEST_COMMENT = 4_000
_MOST_LINKS = 65_000  # of a sheet; spreadsheets allow 65,530
_STYLES = {  # after the plain one and that of the head
    CellState.NOT_STATED: (2, "FFE7E6E6"),
    CellState.DISAGREES: (3, "FFFFE699"),
    CellState.UNREADABLE: (4, "FFD0CECE"),
    CellState.FAILED: (5, "FFF8CBAD"),
    CellState.BY_HAND: (6, "FFDDEBF7"),
}
_CONTENT = (
    f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>'
    f'<Override PartName="/xl/comments1.xml" ContentType="{_TYPES}.comments+xml"/></Types>'
)
_VML = (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" '
    'o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>'
    '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A cell of the sheet with what hangs on it."""

    reference: str
    row: int
    column: int
    comment: str
    link: str


@dataclass(frozen=True, slots=True)
class QuotedPlace:
    """A quotation of a cell: its page or slide in words, "" where the file has none, and the address of the place."""

    page: str
    quote: str
    link: str


def quoted_places(file: str, cell: Cell, say: Say, link_of: LinkOf) -> list[QuotedPlace]:
    """Return what a cell quotes, with links to the places, else to the file; of one set by hand, what was found."""
    found = cell if cell.places or cell.found is None else cell.found
    paged, address = is_paged(file), file_address(file)
    quoted: list[QuotedPlace] = []
    for one in found.places:
        label, page = one.page_label or str(one.page), ""
        if paged:
            page = say(UserText("page {label}", label=label))
        elif has_slides(file):
            page = say(UserText("slide {label}", label=label))
        if found.state is CellState.NOT_STATED:  # what comes closest speaks for no value
            page = f"{say(UserText('Closest:'))} {page}".strip().rstrip(":：")
        at_page = f"{address}#page={one.page}" if paged and address else address
        quoted.append(QuotedPlace(page, one.quote, link_of(file, one.page, one.quote) or at_page))
    return quoted


def file_address(file: str) -> str:
    """Return the address of a file, of one inside another that of the latter; "" where it is none of this computer."""
    outer = Path(file.partition(INSIDE)[0])
    return outer.as_uri() if outer.is_absolute() else ""


def write_workbook(
    table: ReviewTable,
    rows: Iterable[TableRow],
    target: Path,
    notes: Path | None,
    states: dict[CellState, str],
    say: Say,
    link_of: LinkOf,
) -> int:
    """Write rows of a table as a workbook; return their number. ``states`` are the words for the states.

    What stood in ``target`` stays until everything is written.

    Raises:
        UserError: the file cannot be written.

    """
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                count = _write(archive, table, rows, states, say, link_of)
            part.replace(target)
    except OSError as error:
        raise UserError(
            UserText("The list cannot be written to “{name}”.", name=target.name),
            "Close the file if another program has it open, or choose another folder.",
        ) from error
    return count


def _write(
    archive: zipfile.ZipFile,
    table: ReviewTable,
    rows: Iterable[TableRow],
    states: dict[CellState, str],
    say: Say,
    link_of: LinkOf,
) -> int:
    parts: list[_Part] = []
    number = 1
    heads = [say(UserText("File")), *(column.name for column in table.definition.columns)]
    with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
        sheet.write(
            (
                f'{_XML}<worksheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheetViews><sheetView workbookViewId="0">'
                '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView>'
                f'</sheetViews><cols><col min="1" max="{len(heads)}" width="28" customWidth="1"/></cols><sheetData>'
            ).encode()
        )
        sheet.write(_line(1, [(head, 1) for head in heads]).encode())
        for number, row in enumerate(rows, 2):
            current_token().raise_if_cancelled()
            cells = [(shown_name(row.file), 0), *((_shown(cell, states), _style(cell)) for cell in row.cells)]
            sheet.write(_line(number, cells).encode())
            parts += _hanging(row, number, say, link_of)
        sheet.write(f'</sheetData><autoFilter ref="A1:{_letters(len(heads))}{number}"/>'.encode())
        links = [one for one in parts if one.link][:_MOST_LINKS]
        if links:
            tags = "".join(f'<hyperlink ref="{one.reference}" r:id="l{place}"/>' for place, one in enumerate(links))
            sheet.write(f"<hyperlinks>{tags}</hyperlinks>".encode())
        sheet.write(b'<legacyDrawing r:id="vml"/></worksheet>')
    commented = [one for one in parts if one.comment]
    archive.writestr("xl/worksheets/_rels/sheet1.xml.rels", _sheet_relations(links))
    archive.writestr("xl/comments1.xml", _comments(commented))
    archive.writestr("xl/drawings/vmlDrawing1.vml", _VML + "".join(map(_shape, commented)) + "</xml>")
    archive.writestr("xl/styles.xml", _styles())
    archive.writestr("xl/workbook.xml", _workbook(table.definition.name))
    archive.writestr("[Content_Types].xml", _CONTENT)
    archive.writestr("_rels/.rels", _relations([("w", "officeDocument", "xl/workbook.xml")]))
    parts_of_book = [("s", "worksheet", "worksheets/sheet1.xml"), ("t", "styles", "styles.xml")]
    archive.writestr("xl/_rels/workbook.xml.rels", _relations(parts_of_book))
    return number - 1


def _shown(cell: Cell, states: dict[CellState, str]) -> str:
    """Return what stands in a cell: its value, else its state."""
    return cell.value if cell.state in (CellState.FOUND, CellState.BY_HAND) else cell.value or f"({states[cell.state]})"


def _style(cell: Cell) -> int:
    return _STYLES[cell.state][0] if cell.state in _STYLES else 0


def _hanging(row: TableRow, number: int, say: Say, link_of: LinkOf) -> Iterator[_Part]:
    """Yield the cells of a row that quote the document."""
    yield _Part(f"A{number}", number, 1, "", file_address(row.file))
    for place, cell in enumerate(row.cells, 2):
        quoted = quoted_places(row.file, cell, say, link_of)
        comment = "\n\n".join(f"{one.page}: {one.quote}" if one.page else one.quote for one in quoted)
        comment, link = comment or say(cell.reason), quoted[0].link if quoted else ""
        yield _Part(f"{_letters(place)}{number}", number, place, comment[:_LONGEST_COMMENT], link)


def _line(number: int, cells: Sequence[tuple[str, int]]) -> str:
    tags = "".join(
        f'<c r="{_letters(place)}{number}" s="{style}" t="inlineStr"><is><t xml:space="preserve">'
        f"{_text(value[:_LONGEST])}</t></is></c>"
        for place, (value, style) in enumerate(cells, 1)
        if value
    )
    return f'<row r="{number}">{tags}</row>'


def _comments(parts: Sequence[_Part]) -> str:
    tags = "".join(
        f'<comment ref="{one.reference}" authorId="0"><text><r><t xml:space="preserve">{_text(one.comment)}</t></r>'
        "</text></comment>"
        for one in parts
    )
    authors = "<authors><author>Desktop RAG</author></authors>"
    return f'{_XML}<comments xmlns="{_MAIN}">{authors}<commentList>{tags}</commentList></comments>'


def _shape(one: _Part) -> str:
    """Return the box of a comment, hidden until the cell is pointed at."""
    return (
        f'<v:shape id="c{one.row}_{one.column}" type="#_x0000_t202" style="position:absolute;visibility:hidden;'
        'width:320pt;height:90pt" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
        '<v:path o:connecttype="none"/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:AutoFill>False</x:AutoFill><x:Row>{one.row - 1}</x:Row><x:Column>{one.column - 1}</x:Column>"
        "</x:ClientData></v:shape>"
    )


def _sheet_relations(links: Sequence[_Part]) -> str:
    own = [("vml", "vmlDrawing", "../drawings/vmlDrawing1.vml"), ("comments", "comments", "../comments1.xml")]
    addresses = "".join(
        f'<Relationship Id="l{place}" Type="{_OFFICE}/hyperlink" Target="{_text(one.link)}" TargetMode="External"/>'
        for place, one in enumerate(links)
    )
    return _relations(own, addresses)


def _relations(parts: Sequence[tuple[str, str, str]], more: str = "") -> str:
    tags = "".join(f'<Relationship Id="{key}" Type="{_OFFICE}/{kind}" Target="{to}"/>' for key, kind, to in parts)
    return f'{_XML}<Relationships xmlns="{_PACKAGE}">{tags}{more}</Relationships>'


def _styles() -> str:
    colours = [colour for _, colour in _STYLES.values()]
    fills = "".join(
        f'<fill><patternFill patternType="solid"><fgColor rgb="{colour}"/></patternFill></fill>' for colour in colours
    )
    form = '<xf numFmtId="49" fontId="{font}" fillId="{fill}" borderId="0" xfId="0" applyFill="1"/>'
    formats = [form.format(font=0, fill=0), form.format(font=1, fill=0)]
    formats += [form.format(font=0, fill=2 + place) for place in range(len(colours))]
    return (
        f'{_XML}<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
        f'<fills count="{2 + len(colours)}"><fill><patternFill patternType="none"/></fill>'
        f'<fill><patternFill patternType="gray125"/></fill>{fills}</fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        f'<cellXfs count="{len(formats)}">{"".join(formats)}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )


def _workbook(name: str) -> str:
    sheet = re.sub(r"[\[\]:*?/\\']", " ", name).strip()[:31] or "Table"
    return (
        f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets><sheet name="{_text(sheet)}" sheetId="1" '
        'r:id="s"/></sheets></workbook>'
    )


def _letters(column: int) -> str:
    """Return the letters of a column, counted from 1."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _text(value: str) -> str:
    """Return a text as XML has it, without what XML cannot have."""
    return escape(_ESCAPED.sub("_x005F_x", _FORBIDDEN.sub("\ufffd", value)))
