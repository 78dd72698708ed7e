"""Files written from one description of a document: paragraphs, headings and tables as text, Word, PDF and workbook."""

import os
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf

from tests.helpers.office import package, relations, word_file

Rows = Sequence[Sequence[str]]
Part = str | Rows
"""A paragraph, a heading that begins with ``#``, or the rows of a table."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_CONTENT = "http://schemas.openxmlformats.org/package/2006/content-types"
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def write_text(path: Path, parts: Sequence[Part], width: int = 0) -> Path:
    """Write a text; with a ``width`` its lines are broken there."""
    blocks = []
    for part in parts:
        if not isinstance(part, str):
            blocks.append("\n".join("| " + " | ".join(row) + " |" for row in part))
        elif width:
            blocks.append("\n".join(_lines(part, width)))
        else:
            blocks.append(part)
    path.write_text("\n\n".join(blocks) + "\n", "utf-8")
    return path


def _lines(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def write_word(path: Path, parts: Sequence[Part]) -> Path:
    """Write a Word file."""
    body = []
    for part in parts:
        if not isinstance(part, str):
            rows = ("".join(f"<w:tc>{_word_paragraph(cell)}</w:tc>" for cell in row) for row in part)
            body.append(f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>")
        else:
            level = len(part) - len(part.lstrip("#"))
            body.append(_word_paragraph(part.lstrip("# "), level))
    return word_file(path, "".join(body), {})


def _word_paragraph(text: str, level: int = 0) -> str:
    style = f'<w:pPr><w:outlineLvl w:val="{level - 1}"/></w:pPr>' if level else ""
    return f'<w:p>{style}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def write_pdf(path: Path, parts: Sequence[Part], *, width: int = 595, height: int = 842, size: int = 11) -> Path:
    """Write a PDF; the width and the size of the letters decide where lines and pages end."""
    html = []
    for part in parts:
        if not isinstance(part, str):
            rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in part)
            html.append(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
        elif part.startswith("#"):
            html.append(f"<h2>{escape(part.lstrip('# '))}</h2>")
        else:
            html.append(f"<p>{escape(part)}</p>")
    style = f"body {{font-size: {size}px}} p {{margin-bottom: 10px}} td {{border: 1px solid black; padding: 4px}}"
    story = pymupdf.Story("".join(html), user_css=style)
    writer = pymupdf.DocumentWriter(str(path))
    more = 1
    while more:
        device = writer.begin_page(pymupdf.Rect(0, 0, width, height))
        more, _ = story.place(pymupdf.Rect(60, 60, width - 60, height - 60))
        story.draw(device)
        writer.end_page()
    writer.close()
    return path


def write_book(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """Write a workbook of several sheets; what looks like a number is one."""
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_SHEET}.worksheet+xml"/>'
        for number in range(1, len(sheets) + 1)
    )
    names = "".join(
        f'<sheet name="{escape(name)}" sheetId="{number}" r:id="r{number}"/>' for number, name in enumerate(sheets, 1)
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_CONTENT}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
            f'relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{_SHEET}.sheet.main+xml"/>'
            f"{overrides}</Types>"
        ),
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            *(("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1))
        ),
    }
    for number, rows in enumerate(sheets.values(), 1):
        lines = "".join(
            f'<row r="{place}">{"".join(_cell(place, column, cell) for column, cell in enumerate(row))}</row>'
            for place, row in enumerate(rows, 1)
        )
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'
        )
    return package(path, parts)


def _cell(row: int, column: int, text: str) -> str:
    name = f"{chr(65 + column)}{row}"
    if not text:
        return ""
    if _NUMBER.fullmatch(text):
        return f'<c r="{name}"><v>{text}</v></c>'
    return f'<c r="{name}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
