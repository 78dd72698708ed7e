"""Files of each kind that people have, for ``tests.bench.reading_rate``: of real words, the same ones each time."""

import csv
import os
import random
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from email.message import EmailMessage
from html import escape
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf

from desktop_rag.core.paths import resource_path
from tests.helpers.office import deck, relations, word_parts

_ROWS = 30_000
_CSV_ROWS = 100_000
_PARAGRAPHS = 1_600  # some 200 pages
_SHORT = 40  # slides, messages, web pages
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REFERS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_FORMATS = (
    "General",
    "yyyy-mm-dd",
    "#,##0.00",
    "0.0%",
    "[$€-407] #,##0.00;[Red]-[$€-407] #,##0.00",
    "dd/mm/yyyy hh:mm",
)
_FIRST_DAY = date(2019, 1, 1)


class Words:
    """Words of the guide by chance."""

    def __init__(self) -> None:
        self.random = random.Random(1)
        text = resource_path("guide", "guide.en.md").read_text(encoding="utf-8")
        self._known = re.findall(r"[A-Za-z][\w’-]*[.,]?", text)

    def some(self, count: int) -> str:
        return " ".join(self.random.choices(self._known, k=count))

    def sentence(self) -> str:
        return f"{self.some(self.random.randint(6, 24)).capitalize().rstrip('.,')}."

    def paragraph(self) -> str:
        """Sentences, and now and then a figure, an address or a name with a hyphen."""
        said = [self.sentence() for _ in range(self.random.randint(2, 6))]
        return " ".join(
            [
                *said,
                *self.random.choices(
                    (
                        "",
                        f"It cost ${self.random.randint(1, 9_999):,}.50 in 2023.",
                        "Write to office@example.org (Mon-Fri, 9:00-17:30).",
                        "See section 4.2 of ISO-9001.",
                    ),
                    (6, 1, 1, 1),
                ),
            ]
        ).strip()

    def row(self, number: int) -> list[str | int | float | date]:
        """An order: its number, day, customer, article, amount, price, discount, remark."""
        chance = self.random
        return [
            10_000 + number, _FIRST_DAY + timedelta(days=number // 20), self.some(2), self.some(3),
            chance.randint(1, 500), round(chance.uniform(1, 5_000), 2), round(chance.random(), 3),
            self.sentence() if chance.random() < 0.2 else chance.choice(["open", "paid", "sent"]),
        ]  # fmt: skip


_NAMES = ["Order", "Date", "Customer", "Article", "Amount", "Price", "Discount", "Remark"]


def make_files(folder: Path, kinds: list[str]) -> dict[str, list[Path]]:
    """Make files of these kinds, of all without any, and return them by their kind."""
    made: dict[str, list[Path]] = {}
    for kind, make in MAKERS.items():
        if kinds and kind not in kinds:
            continue
        inside = folder / kind
        inside.mkdir(parents=True, exist_ok=True)
        make(inside, Words())
        made[kind] = sorted(inside.iterdir())
    return made


def _plain_workbook(folder: Path, words: Words) -> None:
    _workbook(folder / "plain.xlsx", words, styles={})


def _workbook_with_formats(folder: Path, words: Words) -> None:
    _workbook(folder / "formats.xlsx", words, styles={1: 1, 4: 2, 5: 4, 6: 3})


def _workbook(path: Path, words: Words, styles: dict[int, int]) -> None:
    """A workbook as Excel writes it: texts in a table of their own, numbers with the format of their column."""
    texts: dict[str, int] = {}
    rows = []
    for at, values in enumerate([_NAMES, *map(words.row, range(_ROWS))], 1):
        cells = []
        for column, value in enumerate(values):
            place = f"{chr(65 + column)}{at}"
            style = f' s="{styles[column]}"' if column in styles and at > 1 else ""
            if isinstance(value, str):
                cells.append(f'<c r="{place}" t="s"><v>{texts.setdefault(value, len(texts))}</v></c>')
            elif isinstance(value, date) and not styles:
                cells.append(f'<c r="{place}" t="s"><v>{texts.setdefault(value.isoformat(), len(texts))}</v></c>')
            else:
                number = (value - date(1899, 12, 30)).days if isinstance(value, date) else value
                cells.append(f'<c r="{place}"{style}><v>{number}</v></c>')
        rows.append(f'<row r="{at}" spans="1:{len(values)}">{"".join(cells)}</row>')
    codes = "".join(f'<numFmt numFmtId="{164 + at}" formatCode="{escape(code)}"/>' for at, code in enumerate(_FORMATS))
    uses = "".join(f'<xf numFmtId="{164 + at if at else 0}" fontId="0"/>' for at in range(len(_FORMATS)))
    space = f'xmlns="{_SHEET}" xmlns:r="{_REFERS}"'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": (
            f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default '
            'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
            f'PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/><Override '
            f'PartName="/xl/worksheets/sheet1.xml" ContentType="{kinds}.worksheet+xml"/></Types>'
        ),
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": (
            f'{head}<workbook {space}><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": relations(
            ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml"), ("styles", "styles.xml")
        ),
        "xl/styles.xml": (
            f"{head}<styleSheet {space}><numFmts>{codes}</numFmts><fonts><font/></fonts><cellStyleXfs><xf "
            f'numFmtId="0"/></cellStyleXfs><cellXfs>{uses}</cellXfs></styleSheet>'
        ),
        "xl/sharedStrings.xml": (
            f"{head}<sst {space}>{''.join(f'<si><t>{escape(text)}</t></si>' for text in texts)}</sst>"
        ),
        "xl/worksheets/sheet1.xml": (
            f'{head}<worksheet {space}><dimension ref="A1:H{_ROWS + 1}"/><sheetData>{"".join(rows)}</sheetData>'
            "</worksheet>"
        ),
    }
    _packed(path, parts)


def _separated(folder: Path, words: Words) -> None:
    with (folder / "orders.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([_NAMES, *map(words.row, range(_CSV_ROWS))])


def _open_sheet(folder: Path, words: Words) -> None:
    kinds = {int: "float", float: "float"}
    rows = []
    for values in [_NAMES, *map(words.row, range(_ROWS))]:
        cells = []
        for value in values:
            if isinstance(value, date):
                told = f'office:value-type="date" office:date-value="{value}"'
            elif isinstance(value, str):
                told = 'office:value-type="string"'
            else:
                told = f'office:value-type="{kinds[type(value)]}" office:value="{value}"'
            cells.append(f"<table:table-cell {told}><text:p>{escape(str(value))}</text:p></table:table-cell>")
        rows.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    body = f'<office:spreadsheet><table:table table:name="Orders">{"".join(rows)}</table:table></office:spreadsheet>'
    _open_document(folder / "orders.ods", "spreadsheet", body)


def _open_text(folder: Path, words: Words) -> None:
    table = (
        '<table:table table:name="T">{}</table:table>',
        "<table:table-row>{}</table:table-row>",
        "<table:table-cell><text:p>{}</text:p></table:table-cell>",
    )
    parts = []
    for number in range(_PARAGRAPHS):
        if number % 12 == 0:
            parts.append(f'<text:h text:outline-level="2">{escape(words.some(4))}</text:h>')
        elif number % 12 == 6:
            items = (f"<text:list-item><text:p>{escape(words.sentence())}</text:p></text:list-item>" for _ in "abc")
            parts.append(f"<text:list>{''.join(items)}</text:list>")
        elif number % 40 == 7:
            parts.append(_table(words, 10, 5, table))
        else:
            first, _, rest = words.paragraph().partition(" ")
            parts.append(f"<text:p><text:span>{escape(first)}</text:span> {escape(rest)}</text:p>")
    _open_document(folder / "report.odt", "text", f"<office:text>{''.join(parts)}</office:text>")


def _open_document(path: Path, kind: str, body: str) -> None:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style")
    )
    content = f"<office:document-content {spaces}><office:body>{body}</office:body></office:document-content>"
    _packed(path, {"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content})


def _run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def _table(words: Words, rows: int, columns: int, form: tuple[str, str, str]) -> str:
    """A table of a file made of XML: what stands around it, around a row, and around the words of a cell."""
    whole, row, cell = form
    return whole.format(
        "".join(row.format("".join(cell.format(escape(words.some(2))) for _ in range(columns))) for _ in range(rows))
    )


def _word(folder: Path, words: Words) -> None:
    """A report with headings, lists with automatic numbers, tables, and runs as an editing person leaves them."""
    table = "<w:tbl><w:tblPr/>{}</w:tbl>", "<w:tr>{}</w:tr>", f"<w:tc><w:p>{_run('{}')}</w:p></w:tc>"
    body = []
    for number in range(_PARAGRAPHS):
        if number % 12 == 0:
            body.append(f'<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr>{_run(words.some(4))}</w:p>')
        elif number % 12 in {6, 7, 8}:
            numbered = f'<w:numPr><w:ilvl w:val="{number % 2}"/><w:numId w:val="1"/></w:numPr>'
            body.append(f"<w:p><w:pPr>{numbered}</w:pPr>{_run(words.sentence())}</w:p>")
        elif number % 40 == 9:
            body.append(_table(words, 10, 5, table))
        else:
            pieces = words.paragraph().split(" ")
            cut = len(pieces) // 3
            runs = _run(" ".join(pieces[:cut]) + " ") + _run(" ".join(pieces[cut : 2 * cut]), "<w:b/>")
            body.append(f'<w:p w:rsidR="00A{number:05}">{runs}{_run(" " + " ".join(pieces[2 * cut :]))}</w:p>')
    styles = (
        '<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/>'
        "</w:pPr></w:style>"
    )
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="{text}"/></w:lvl>'
        for level, text in enumerate(("%1.", "%1.%2"))
    )
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/>'
        "</w:num>"
    )
    _packed(folder / "report.docx", word_parts("".join(body), {"styles": styles, "numbering": numbering}))


def _packed(path: Path, parts: Mapping[str, str | bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)


def _slides(folder: Path, words: Words) -> None:
    """Presentations with a title, lines on two levels and a table on each slide."""
    space = (
        'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    )
    run = '<a:r><a:rPr lang="en-US"/><a:t>{}</a:t></a:r>'
    box = "<p:sp><p:nvSpPr><p:nvPr><p:ph {}/></p:nvPr></p:nvSpPr><p:txBody>{}</p:txBody></p:sp>"
    table = (
        "<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>",
        '<a:tr h="1">{}</a:tr>',
        f"<a:tc><a:txBody><a:p>{run}</a:p></a:txBody></a:tc>",
    )
    for number in range(4):
        slides = []
        for _ in range(_SHORT):
            title = f"<a:p>{run.format(escape(words.some(5)))}</a:p>"
            lines = "".join(
                f'<a:p><a:pPr lvl="{level}"/>{run.format(escape(words.sentence()))}</a:p>' for level in (0, 0, 1, 1, 0)
            )
            shapes = box.format('type="title"', title) + box.format('idx="1"', lines) + _table(words, 5, 4, table)
            slides.append(f"<p:sld {space}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>")
        deck(folder / f"slides{number}.pptx", slides)


def _page(words: Words, paragraphs: int = 60) -> str:
    """A web page with headings, links, lists and tables."""
    table = '<table class="data">{}</table>', "<tr>{}</tr>", "<td>{}</td>"
    menu = "<nav><ul><li><a href='/'>Home</a></li><li><a href='/b'>Other</a></li></ul></nav>"
    parts = [f"<h1>{escape(words.some(4))}</h1>{menu}"]
    for number in range(paragraphs):
        if number % 10 == 0:
            parts.append(f"<h2>{escape(words.some(3))}</h2>")
        elif number % 10 == 5:
            parts.append("<ul>" + "".join(f"<li>{escape(words.sentence())}</li>" for _ in range(4)) + "</ul>")
        elif number % 10 == 8:
            parts.append(_table(words, 12, 5, table))
        else:
            first, _, rest = escape(words.paragraph()).partition(" ")
            link = f'<a href="https://example.org/{number}">{words.some(2)}</a>'
            parts.append(f'<p class="text"><b>{first}</b> {rest} {link}</p>')
    style = "<style>.data td { padding: 2px } .text { color: #222 }</style>"
    head = f"<head><meta charset='utf-8'><title>Page</title>{style}</head>"
    return f"<!DOCTYPE html><html>{head}<body>{''.join(parts)}</body></html>"


def _web_pages(folder: Path, words: Words) -> None:
    for number in range(_SHORT):
        (folder / f"page{number}.html").write_text(_page(words), encoding="utf-8")


def _messages(folder: Path, words: Words) -> None:
    for number in range(4 * _SHORT):
        message = EmailMessage()
        message["From"], message["To"] = "Ann Smith <ann@example.org>", "Bob Jones <bob@example.org>"
        message["Subject"] = words.some(5)
        message["Date"] = "Tue, 02 May 2023 10:00:00 +0000"
        message["Message-ID"] = f"<{number}@example.org>"
        text = "\n\n".join(words.paragraph() for _ in range(6))
        message.set_content(f"{text}\n\n> {words.paragraph()}\n")
        if number % 2:
            message.add_alternative(_page(words, 12), subtype="html")
        (folder / f"message{number}.eml").write_bytes(message.as_bytes())


def _plain_text(folder: Path, words: Words) -> None:
    (folder / "notes.txt").write_text("\n\n".join(words.paragraph() for _ in range(2 * _PARAGRAPHS)), encoding="utf-8")


def _markdown(folder: Path, words: Words) -> None:
    parts = []
    for number in range(2 * _PARAGRAPHS):
        if number % 12 == 0:
            parts.append(f"## {words.some(4)}")
        elif number % 12 == 6:
            parts.append("\n".join(f"- {words.sentence()}" for _ in range(4)))
        elif number % 40 == 9:
            rows = (f"| {' | '.join(words.some(2) for _ in range(5))} |" for _ in range(10))
            parts.append("\n".join(["| a | b | c | d | e |", "|---|---|---|---|---|", *rows]))
        else:
            parts.append(words.paragraph())
    (folder / "notes.md").write_text("\n\n".join(parts), encoding="utf-8")


def _paper(folder: Path, words: Words) -> None:
    """A paper of many pages, of which every third has raised marks."""
    with pymupdf.open() as document:
        for number in range(60):
            raised = "<sup>2</sup>" if number % 3 == 0 else ""
            paragraphs = "".join(
                f"<p>{escape(words.paragraph())}{raised} {escape(words.sentence())}</p>" for _ in range(7)
            )
            page = document.new_page()
            page.insert_htmlbox((50, 50, 545, 790), f"<h2>{escape(words.some(4))}</h2>{paragraphs}")
        document.subset_fonts()
        document.save(folder / "paper.pdf", garbage=3, deflate=True)


MAKERS: dict[str, Callable[[Path, Words], None]] = {
    "pdf": _paper,
    "docx": _word,
    "odt": _open_text,
    "pptx": _slides,
    "xlsx": _plain_workbook,
    "xlsx with formats": _workbook_with_formats,
    "ods": _open_sheet,
    "csv": _separated,
    "html": _web_pages,
    "eml": _messages,
    "txt": _plain_text,
    "md": _markdown,
}
