"""Writes documents with tables as the files that people have: Word, Excel, PowerPoint, web pages, PDF and scans."""

import csv
import functools
import html
import os
from collections.abc import Callable, Iterator
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf

from tests.bench.tables.documents import ABOVE, LEFT, Block, Heading, Row, Table, TableDocument
from tests.helpers.office import deck, package, relations, shape, slide_of, word_file, words
from tests.helpers.pages import HEIGHT, WIDTH, scan_of

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_LINE = 16  # points from line to line
_BETWEEN = 22  # points between columns
_STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="H{level}"><w:name w:val="heading {level}"/></w:style>' for level in (1, 2)
)


def write(document: TableDocument, folder: Path) -> Path:
    """Write a document into a folder, in the format that its name says."""
    path = folder / document.file
    if path.name.endswith(".scan.pdf"):
        drawn = folder / "drawn.pdf"
        _pdf(drawn, document.blocks)
        scan_of(path, drawn)
        drawn.unlink()
        return path
    _WRITERS[path.suffix](path, document.blocks)
    return path


def _word(path: Path, blocks: tuple[Block, ...]) -> None:
    word_file(path, "".join(map(_word_block, blocks)), {"styles": _STYLES})


def _word_block(block: Block) -> str:
    if isinstance(block, Heading):
        style = f'<w:pPr><w:pStyle w:val="H{block.level}"/></w:pPr>'
        return f"<w:p>{style}<w:r><w:t>{html.escape(block.text)}</w:t></w:r></w:p>"
    if isinstance(block, str):
        return words(html.escape(block))
    rows = "".join(f"<w:tr>{''.join(_word_cells(row))}</w:tr>" for row in block.rows)
    return f"<w:tbl>{rows}</w:tbl>{words('')}"


def _word_cells(row: Row) -> Iterator[str]:
    for cell, wide in _spans(row):
        merged = "<w:vMerge/>" if cell == ABOVE else ""
        text = "" if cell == ABOVE else html.escape(cell)
        yield f'<w:tc><w:tcPr><w:gridSpan w:val="{wide}"/>{merged}</w:tcPr>{words(text)}</w:tc>'


def _slides(path: Path, blocks: tuple[Block, ...]) -> None:
    slides: list[list[str]] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            slides.append([shape(html.escape(block.text), "title")])
        elif isinstance(block, Table):
            rows = "".join(f"<a:tr>{''.join(map(_slide_cell, row))}</a:tr>" for row in block.rows)
            slides[-1].append(f"<p:graphicFrame><a:tbl>{rows}</a:tbl></p:graphicFrame>")
        else:
            slides[-1].append(shape(html.escape(block.text if isinstance(block, Heading) else block)))
    deck(path, [slide_of(*shapes) for shapes in slides])


def _slide_cell(cell: str) -> str:
    text = "" if cell in {LEFT, ABOVE} else html.escape(cell)
    return f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"


def _sheets(path: Path, blocks: tuple[Block, ...]) -> None:
    sheets: dict[str, list[Row]] = {}
    for block in blocks:
        if isinstance(block, Heading):
            sheets[block.text] = []
            continue
        rows = list(sheets.values())[-1]
        rows += [(block,), ()] if isinstance(block, str) else [*block.rows, ()]
    names = list(sheets)
    entries = "".join(
        f'<sheet name="{html.escape(name)}" sheetId="{number}" r:id="r{number}"/>'
        for number, name in enumerate(names, 1)
    )
    package(
        path,
        {
            "[Content_Types].xml": (
                f'<Types xmlns="{_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-'
                f'package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{_SPREADSHEET}.'
                'sheet.main+xml"/></Types>'
            ),
            "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{entries}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(
                *(("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(names) + 1))
            ),
            **{f"xl/worksheets/sheet{number}.xml": _sheet(sheets[name]) for number, name in enumerate(names, 1)},
        },
    )


def _sheet(rows: list[Row]) -> str:
    lines = "".join(
        f'<row r="{number}">{"".join(_sheet_cell(number, place, cell) for place, cell in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
    )
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _sheet_cell(row: int, place: int, cell: str) -> str:
    if cell in {LEFT, ABOVE, ""}:
        return ""
    name = f"{chr(ord('A') + place)}{row}"
    return f'<c r="{name}" t="inlineStr"><is><t>{html.escape(cell)}</t></is></c>'


def _web_page(path: Path, blocks: tuple[Block, ...]) -> None:
    path.write_text(f"<html><body>{_html(blocks)}</body></html>", encoding="utf-8")


def _html(blocks: tuple[Block, ...]) -> str:
    return "".join(map(_html_block, blocks))


def _html_block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{html.escape(block.text)}</h{block.level}>"
    if isinstance(block, str):
        return f"<p>{html.escape(block)}</p>"
    rows = (f"<tr>{''.join(_html_cells(block, number))}</tr>" for number in range(len(block.rows)))
    return f"<table>{''.join(rows)}</table>"


def _html_cells(table: Table, number: int) -> Iterator[str]:
    tag = "th" if number < table.head else "td"
    place = 0
    for cell, wide in _spans(table.rows[number]):
        tall = 1
        while number + tall < len(table.rows) and table.rows[number + tall][place] == ABOVE:
            tall += 1
        if cell != ABOVE:
            yield f'<{tag} align="left" colspan="{wide}" rowspan="{tall}">{html.escape(cell)}</{tag}>'
        place += wide


def _spans(row: Row) -> Iterator[tuple[str, int]]:
    """Yield the cells of a row, each with how many columns it covers."""
    for place, cell in enumerate(row):
        if cell != LEFT:
            wide = 1
            while place + wide < len(row) and row[place + wide] == LEFT:
                wide += 1
            yield cell, wide


def _pdf(path: Path, blocks: tuple[Block, ...]) -> None:
    """Draw the blocks below each other on one page, tables without lines, as reports have them."""
    with pymupdf.open() as document:
        page = document.new_page(width=WIDTH, height=HEIGHT)
        top = 60.0
        for block in blocks:
            if isinstance(block, Table):
                top = _draw_table(page, block, top)
                continue
            size = 16 if isinstance(block, Heading) else 10
            text = block.text if isinstance(block, Heading) else block
            box = pymupdf.Rect(50, top, 545, HEIGHT - 50)
            top = HEIGHT - 50 - page.insert_textbox(box, text, fontsize=size) + _LINE / 2
        document.save(path)


def _draw_table(page: pymupdf.Page, table: Table, top: float) -> float:
    """Draw a table and return where it ends."""
    widths = [
        max(pymupdf.get_text_length(cell, fontsize=10) for cell in column) for column in zip(*table.rows, strict=True)
    ]
    for row in table.rows:
        left = 50.0
        top += _LINE
        for cell, width in zip(row, widths, strict=True):
            page.insert_text((left, top), cell, fontsize=10)
            left += width + _BETWEEN
    return top + _LINE


def _text(path: Path, blocks: tuple[Block, ...]) -> None:
    path.write_text("\n\n".join(block for block in blocks if isinstance(block, str)), encoding="utf-8")


def _values(between: str, path: Path, blocks: tuple[Block, ...]) -> None:
    """Write the rows of the tables, and nothing else."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=between)
        writer.writerows(row for block in blocks if isinstance(block, Table) for row in block.rows)


_WRITERS: dict[str, Callable[[Path, tuple[Block, ...]], None]] = {
    ".docx": _word,
    ".pptx": _slides,
    ".xlsx": _sheets,
    ".html": _web_page,
    ".pdf": _pdf,
    ".txt": _text,
    ".csv": functools.partial(_values, ";"),
    ".tsv": functools.partial(_values, "\t"),
}
