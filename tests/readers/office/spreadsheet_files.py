"""Workbooks with styles, made for a test."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from desktop_rag.readers.file import load_file
from tests.helpers.office import package, relations

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REFERS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def text_of(path: Path) -> str:
    return "\n".join(page.text for page in load_file(path))


def rows_of(path: Path) -> list[str]:
    """The rows of all tables in a file, without the rules below their heads."""
    return [line for line in text_of(path).split("\n") if line.startswith("|") and not line.startswith("| ---")]


def text(place: str, words: str, style: int = 0) -> str:
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t>{escape(words)}</t></is></c>'


def number(place: str, value: float | str, style: int = 0) -> str:
    return f'<c r="{place}" s="{style}"><v>{value}</v></c>'


def formula(place: str, words: str, value: str = "", more: str = "") -> str:
    return f'<c r="{place}"><f{more}>{escape(words)}</f><v>{value}</v></c>'


def row(at: int, *cells: str) -> str:
    return f'<row r="{at}">{"".join(cells)}</row>'


def workbook(
    path: Path,
    sheets: Mapping[str, str],
    formats: Sequence[str | int] = (),
    *,
    behind: str = "",
    strings: Sequence[str] = (),
    about: str = "",
    fonts: str = "<font/>",
    links: Mapping[str, str] | None = None,
) -> Path:
    """A workbook of some sheets, given as their rows; the n-th format is that of style n.

    ``behind`` follows the rows of each sheet; ``links`` are the addresses that it refers to, by their ids.
    """
    names = [f"xl/worksheets/sheet{at}.xml" for at in range(1, len(sheets) + 1)]
    own = [code for code in formats if isinstance(code, str)]
    codes = "".join(f'<numFmt numFmtId="{200 + at}" formatCode="{escape(code)}"/>' for at, code in enumerate(own))
    numbers = [200 + own.index(one) if isinstance(one, str) else one for one in formats]
    styles = "".join(f'<xf numFmtId="{one}" fontId="0" applyNumberFormat="1"/>' for one in (0, *numbers))
    raised = '<xf numFmtId="0" fontId="1"/>' if fonts != "<font/>" else ""
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    targets = [("worksheet", name.removeprefix("xl/")) for name in names]
    external = "".join(
        f'<Relationship Id="{one}" Type="{_REFERS}/hyperlink" Target="{escape(address)}" TargetMode="External"/>'
        for one, address in (links or {}).items()
    )
    space = f'xmlns="{MAIN}" xmlns:r="{_REFERS}"'
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{_KINDS}.worksheet+xml"/>' for name in names)
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_KINDS}.sheet.main+xml"/>{overrides}</Types>'
        ),
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f"<workbook {space}>{about}<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            *targets, ("sharedStrings", "sharedStrings.xml"), ("styles", "styles.xml")
        ),
        "xl/styles.xml": (
            f"<styleSheet {space}><numFmts>{codes}</numFmts><fonts>{fonts}</fonts>"
            f'<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>{styles}{raised}</cellXfs></styleSheet>'
        ),
        "xl/sharedStrings.xml": f"<sst {space}>{''.join(f'<si>{one}</si>' for one in strings)}</sst>",
    }
    for name, rows in zip(names, sheets.values(), strict=True):
        parts[name] = f"<worksheet {space}><sheetData>{rows}</sheetData>{behind}</worksheet>"
        parts[f"xl/worksheets/_rels/{name.rpartition('/')[2]}.rels"] = (
            f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{external}'
            "</Relationships>"
        )
    return package(path, parts)
