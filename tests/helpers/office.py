"""Office files of a few parts, made for a test."""

import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def relations(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def package(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


def word_file(path: Path, body: str, beside_it: Mapping[str, str]) -> Path:
    """A Word file; ``beside_it`` are its other parts by the kind of the relation to them."""
    return package(path, word_parts(body, beside_it))


def word_parts(body: str, beside_it: Mapping[str, str]) -> dict[str, str | bytes]:
    """The parts of a Word file."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    types = (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.'
        f'openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{_TYPE}"/>'
        "</Types>"
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": types,
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relations(*((kind, f"{kind}.xml") for kind in beside_it)),
        "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>",
    }
    others = {f"word/{kind}.xml": f"<w:{kind} {space}>{text}</w:{kind}>" for kind, text in beside_it.items()}
    return parts | others


def picture(*lines: str) -> bytes:
    """A picture of some lines."""
    with pymupdf.open() as document:
        page = document.new_page(width=300, height=20 + 24 * len(lines))
        for number, line in enumerate(lines, 1):
            page.insert_text((10, 24 * number), line, fontsize=16)
        return bytes(page.get_pixmap(dpi=144).tobytes("png"))


def word_with(path: Path, body: str, *pictures: bytes) -> Path:
    """A Word file that shows pictures."""
    names = [f"media/image{number}.png" for number in range(len(pictures))]
    media = {f"word/{name}": data for name, data in zip(names, pictures, strict=True)}
    related = {"word/_rels/document.xml.rels": relations(*(("image", name) for name in names))}
    return package(path, word_parts(body, {}) | related | media)


def words(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def deck(path: Path, slides: Sequence[str], *beside_it: tuple[str, str, str | bytes]) -> Path:
    """A presentation; ``beside_it`` are the kind, the name and the text of the parts that the first slide refers to."""
    order = "".join(f'<p:sldId id="{255 + number}" r:id="r{number}"/>' for number in range(1, len(slides) + 1))
    names = [f"slides/slide{number}.xml" for number in range(len(slides), 0, -1)]  # shown in another order than stored
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "ppt/presentation.xml": f'<p:main xmlns:p="p" xmlns:r="r">{order}</p:main>',
        "ppt/_rels/presentation.xml.rels": relations(*(("slide", name) for name in names)),
        f"ppt/slides/_rels/{names[0][7:]}.rels": relations(*((kind, f"../{name}") for kind, name, _ in beside_it)),
    }
    parts |= {f"ppt/{name}": slide for name, slide in zip(names, slides, strict=True)}
    return package(path, parts | {f"ppt/{name}": text for _, name, text in beside_it})


def shape(text: str, place: str = "body") -> str:
    return f'<p:sp><p:nvPr><p:ph type="{place}"/></p:nvPr><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sp>'


def slide_of(*shapes: str) -> str:
    return f'<p:sld xmlns:p="p" xmlns:a="a"><p:spTree>{"".join(shapes)}</p:spTree></p:sld>'


_ONE_CELL = '<row r="1"><c r="A1" t="inlineStr"><is><t>City</t></is></c></row>'


def workbook(path: Path, *beside_it: tuple[str, str, str | bytes], rows: str = _ONE_CELL, above: str = "") -> Path:
    """A workbook of some rows, with what stands above its sheet in the file.

    ``beside_it`` are kind, name and text of other parts, no kind when the sheet has none.
    """
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    content = f"{_PACKAGE}/content-types"
    spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    named = [(kind, f"../{name}") for kind, name, _ in beside_it if kind]
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": (
            f'<Types xmlns="{content}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
            f'relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{spreadsheet}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{spreadsheet}.worksheet+xml"/></Types>'
        ),
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": (
            f'<workbook xmlns="{main}" xmlns:r="{_OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>'
            "</workbook>"
        ),
        "xl/_rels/workbook.xml.rels": relations(("worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": (f'{above}<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'),
        "xl/worksheets/_rels/sheet1.xml.rels": relations(*named),
    }
    return package(path, parts | {f"xl/{name}": text for _, name, text in beside_it})
