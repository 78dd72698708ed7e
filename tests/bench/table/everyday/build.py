"""Build the sixty documents:  build.py OUTDIR

Reads texts/*.txt (light markup, see README.md) and the file names in cells.toml.
One process, no network, same bytes on every run with the same library versions.
Needs python-docx, openpyxl, pymupdf, numpy (see README.md).
"""

import datetime as dt
import html
import io
import os
import re
import struct
import sys
import tomllib
import zipfile
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, parseaddr
from pathlib import Path
from typing import TYPE_CHECKING, Any

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import docx
import numpy as np
import openpyxl  # type: ignore[import-untyped]
import pymupdf
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Pt
from openpyxl.styles import Alignment, Font  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Callable

    from docx.document import Document
    from openpyxl.worksheet.worksheet import Worksheet  # type: ignore[import-untyped]

Meta = dict[str, str]
Block = tuple[str, list[str]]  # the kind, and the lines without their mark (a table's lines as they stand)

HERE = Path(__file__).resolve().parent
STAMP = dt.datetime(2026, 11, 20, 9, 0, 0, tzinfo=dt.UTC)
A4 = pymupdf.paper_rect("a4")
CURRENCY = {"EUR": '#,##0.00 "€"', "GBP": '"£"#,##0.00', "USD": '"$"#,##0.00'}
DATEFORMAT = {"en": "dd/mm/yyyy", "de": "dd.mm.yyyy", "ja": 'yyyy"年"m"月"d"日"', "zh": "yyyy-mm-dd"}
DOCXFONT = {"ja": "Noto Serif CJK JP", "zh": "Noto Sans CJK SC"}
FACE = {"ja": 0, "zh": 2}
NOTO = "/usr/share/fonts/opentype/noto/Noto{}CJK-Regular.ttc"


# ---------------------------------------------------------------- markup


def parse(text: str) -> tuple[Meta, list[Block]]:
    """The settings at the top of a text, and its blocks."""
    meta: Meta = {}
    blocks: list[Block] = []
    lines = text.split("\n")
    while lines and lines[0].startswith("%"):
        key, _, value = lines.pop(0)[1:].partition(":")
        meta[key.strip()] = value.strip()

    def add(kind: str, line: str) -> None:
        if blocks and blocks[-1][0] == kind:
            blocks[-1][1].append(line)
        else:
            blocks.append((kind, [line]))

    for line in lines:
        if not line.strip():
            blocks.append(("gap", []))
        elif line.startswith("=== "):
            blocks.append(("sheet", [line[4:]]))
        elif line.startswith("# "):
            blocks.append(("h1", [line[2:]]))
        elif line.startswith("## "):
            blocks.append(("h2", [line[3:]]))
        elif line.startswith("|"):
            add("table", line)
        elif line.startswith("> "):
            add("right", line[2:])
        elif line.startswith("- "):
            add("list", line[2:])
        else:
            add("p", line)
    return meta, blocks


def rows_of(lines: list[str]) -> tuple[list[list[str]], bool]:
    """A table's rows, all of one width, and whether the first is a header row."""
    rows: list[list[str]] = []
    head = False
    for line in lines:
        row = line.strip()
        if set(row) <= set("|-"):  # the row before is a header row
            head = len(rows) == 1 or head
        elif row.endswith("|"):
            rows.append([c.strip() for c in row.strip("|").split("|")])
        else:
            rows.append([line])
    width = max(map(len, rows))
    return [r + [""] * (width - len(r)) for r in rows], head


def spans(line: str) -> list[tuple[str, bool]]:
    """The pieces of a line, each with whether it is bold."""
    parts = line.split("**")
    return [(p, i % 2 == 1) for i, p in enumerate(parts) if p]


def plain(line: str) -> str:
    """The line without its marks for bold."""
    return line.replace("**", "")


# ---------------------------------------------------------------- zip files with fixed times


def rezip(data: bytes, path: Path) -> None:
    """Write the zip file anew, with the same time on everything in it."""
    stamp = f"{STAMP:%Y-%m-%dT%H:%M:%SZ}".encode()
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as src, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as dst:
        for name in src.namelist():
            body = src.read(name)
            if name == "docProps/core.xml":
                body = re.sub(rb"(<dcterms:(created|modified)[^>]*>)[^<]*", rb"\g<1>" + stamp, body)
            info = zipfile.ZipInfo(name, STAMP.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            dst.writestr(info, body)
    path.write_bytes(out.getvalue())


# ---------------------------------------------------------------- docx


def docx_page(d: "Document", lang: str, meta: Meta) -> None:
    """Set the font, and the lines at the head and foot of each page."""
    style: Any = d.styles["Normal"]
    style.font.name = {"en": "Cambria", "de": "Calibri"}.get(lang, DOCXFONT.get(lang))
    style.font.size = Pt(11)
    if lang in DOCXFONT:
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        fonts.set(qn("w:eastAsia"), DOCXFONT[lang])
    if "header" in meta:
        d.sections[0].header.paragraphs[0].text = meta["header"]
    if "footer" in meta:
        d.sections[0].footer.paragraphs[0].text = meta["footer"]


def docx_para(
    d: "Document", lines: list[str], style: str | None = None, align: WD_ALIGN_PARAGRAPH | None = None
) -> None:
    """Add one paragraph, with a line break between its lines."""
    p = d.add_paragraph(style=style)
    for n, line in enumerate(lines):
        if n:
            p.add_run().add_break()
        for text, bold in spans(line):
            p.add_run(text).bold = bold or None
    if align is not None:
        p.alignment = align


def docx_table(d: "Document", lines: list[str]) -> None:
    """Add a table, and an empty paragraph after it."""
    rows, head = rows_of(lines)
    t = d.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for y, r in enumerate(rows):
        for x, c in enumerate(r):
            run = t.cell(y, x).paragraphs[0].add_run(plain(c))
            run.bold = True if (head and y == 0) or c.startswith("**") else None
    d.add_paragraph()


def build_docx(lang: str, meta: Meta, blocks: list[Block], path: Path) -> None:
    """Write a Word file."""
    d = docx.Document()
    docx_page(d, lang, meta)
    for kind, lines in blocks:
        if kind == "h1":
            d.add_heading(plain(lines[0]), 1)
        elif kind == "h2":
            d.add_heading(plain(lines[0]), 2)
        elif kind == "p":
            docx_para(d, lines)
        elif kind == "right":
            docx_para(d, lines, align=WD_ALIGN_PARAGRAPH.RIGHT)
        elif kind == "list":
            for line in lines:
                docx_para(d, [line], style="List Bullet")
        elif kind == "table":
            docx_table(d, lines)
    d.core_properties.author = ""
    d.core_properties.title = ""
    d.core_properties.comments = ""
    buf = io.BytesIO()
    d.save(buf)
    rezip(buf.getvalue(), path)


# ---------------------------------------------------------------- xlsx


def put(ws: "Worksheet", y: int, x: int, text: str, lang: str, bold: bool = False) -> None:
    """Write one cell: an amount, a number, a date or text."""
    cell = ws.cell(y, x)
    m = re.fullmatch(r"~(-?\d+(?:\.\d+)?) ([A-Z]{3})", text)
    if m:
        cell.value = float(m[1])
        cell.number_format = CURRENCY[m[2]]
    elif re.fullmatch(r"-?[1-9]\d*|0", text):
        cell.value = int(text)
    elif re.fullmatch(r"-?\d+\.\d+", text):
        cell.value = float(text)
        cell.number_format = "0.00"
    elif re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        cell.value = dt.datetime.combine(dt.date.fromisoformat(text), dt.time())  # Excel knows no time zones
        cell.number_format = DATEFORMAT[lang]
    elif text:
        cell.value = plain(text)
    if bold or text.startswith("**"):
        cell.font = Font(bold=True)


def add_sheet(wb: openpyxl.Workbook, title: str) -> "Worksheet":
    """A new sheet, with the width of its columns set."""
    ws = wb.create_sheet(title)
    for n, w in enumerate((34, 30, 16, 24, 16)):
        ws.column_dimensions["ABCDE"[n]].width = w
    return ws


def wrap_long_text(wb: openpyxl.Workbook) -> None:
    """Let long text in a cell run over several lines, except in the first column."""
    for ws in wb:
        for row in ws.iter_rows():
            for c in row:
                if isinstance(c.value, str) and len(c.value) > 40 and c.column > 1:
                    c.alignment = Alignment(wrap_text=True, vertical="top")


def build_xlsx(lang: str, meta: Meta, blocks: list[Block], path: Path) -> None:
    """Write an Excel file."""
    wb = openpyxl.Workbook()
    wb.remove(wb.active)
    ws, y = None, 1
    for kind, lines in blocks:
        if kind == "sheet":
            ws, y = add_sheet(wb, lines[0]), 1
        elif kind == "gap":
            y += 1 if y > 1 else 0
        elif kind == "table":
            rows, head = rows_of(lines)
            for n, r in enumerate(rows):
                for x, c in enumerate(r):
                    put(ws, y, x + 1, c, lang, bold=head and n == 0)
                y += 1
        else:
            for line in lines:
                put(ws, y, 1, line, lang, bold=(y == 1))
                y += 1
    wrap_long_text(wb)
    wb.properties.creator = ""
    buf = io.BytesIO()
    wb.save(buf)
    rezip(buf.getvalue(), path)


# ---------------------------------------------------------------- html, for pdf, scan and mail


def inline_html(line: str) -> str:
    """One line as HTML."""
    return "".join(f"<b>{html.escape(t)}</b>" if b else html.escape(t) for t, b in spans(line))


def table_html(lines: list[str], mail: bool) -> str:
    """A table as HTML, one line a row; numbers are set to the right, except in a mail."""
    rows, head = rows_of(lines)
    out = ['<table border="1">' if mail else "<table>"]
    for y, r in enumerate(rows):
        tag = "th" if head and y == 0 else "td"
        tds = []
        for x, c in enumerate(r):
            num = x and re.fullmatch(r"[*£€$–\-]*[\d.,]+[ 円元€*]*", c)
            style = ' class="n"' if num and not mail else ""
            tds.append(f"<{tag}{style}>{inline_html(c) or '&nbsp;'}</{tag}>")
        out.append("<tr>" + "".join(tds) + "</tr>")
    out.append("</table>")
    return "\n".join(out)


def to_html(blocks: list[Block], mail: bool = False) -> str:
    """The blocks as HTML."""
    out = []
    for kind, lines in blocks:
        if kind in ("h1", "h2"):
            out.append(f"<{kind}>{inline_html(lines[0])}</{kind}>")
        elif kind == "p":
            out.append("<p>" + "<br>".join(map(inline_html, lines)) + "</p>")
        elif kind == "right":
            out.append('<p class="r">' + "<br>".join(map(inline_html, lines)) + "</p>")
        elif kind == "list":
            out.append("<ul>" + "".join(f"<li>{inline_html(v)}</li>" for v in lines) + "</ul>")
        elif kind == "table":
            out.append(table_html(lines, mail))
    return "\n".join(out)


def noto(lang: str, serif: bool) -> bytes | None:
    """The Japanese or simplified Chinese face out of the Noto collection, as a font of its own."""
    path = Path(NOTO.format("Serif" if serif else "Sans"))
    if not path.exists():
        return None  # then pymupdf's own fallback font is used
    data = path.read_bytes()
    start = struct.unpack_from(">I", data, 12 + 4 * FACE[lang])[0]
    version, count, *rest = struct.unpack_from(">4sHHHH", data, start)
    head, pos = struct.pack(">4sHHHH", version, count, *rest), 12 + 16 * count
    body: list[bytes] = []
    for n in range(count):
        tag, check, offset, length = struct.unpack_from(">4sIII", data, start + 12 + 16 * n)
        head += struct.pack(">4sIII", tag, check, pos, length)
        body.append(data[offset : offset + length] + bytes(-length % 4))
        pos += len(body[-1])
    return head + b"".join(body)


def css(meta: Meta, face: bytes | None) -> str:
    """The style sheet of a printed page."""
    size = float(meta.get("size", 10.5))
    family = "serif" if meta.get("font") == "serif" else "sans-serif"
    rule = ""
    if face:
        rule, family = "@font-face {font-family: cjk; src: url(cjk.otf);}", "cjk"
    return (
        rule
        + f"""
* {{font-family: {family};}}
body {{font-size: {size}pt; line-height: 1.35;}}
h1 {{font-size: {size * 1.55}pt; margin: 6pt 0 8pt 0;}}
h2 {{font-size: {size * 1.15}pt; margin: 9pt 0 3pt 0;}}
p {{margin: 0 0 7pt 0;}}
.r {{text-align: right;}}
table {{margin: 3pt 0 9pt 0; border-collapse: collapse;}}
td, th {{border: 0.6pt solid #555; padding: 2.5pt 6pt; text-align: left;}}
.n {{text-align: right;}}
"""
    )


def make_pdf(lang: str, meta: Meta, blocks: list[Block], scan: bool = False) -> pymupdf.Document:
    """An open pymupdf document with a text layer.

    Noto CJK is used for scans only: pymupdf cannot subset it, a PDF would have 15 MB.
    """
    arch = pymupdf.Archive()
    face = noto(lang, meta.get("font") == "serif") if scan and lang in FACE else None
    if face:
        arch.add(face, "cjk.otf")
    story = pymupdf.Story(html=f"<body>{to_html(blocks)}</body>", user_css=css(meta, face), archive=arch)
    buf = io.BytesIO()
    writer = pymupdf.DocumentWriter(buf)
    where = pymupdf.Rect(A4.x0 + 62, A4.y0 + 68, A4.x1 - 58, A4.y1 - 66)
    more = 1
    while more:
        dev = writer.begin_page(A4)
        more, _ = story.place(where)
        story.draw(dev)
        writer.end_page()
    writer.close()
    doc = pymupdf.open("pdf", buf.getvalue())
    small = "<style>* {font-family: sans-serif; font-size: 8pt; color: #444;}</style>"
    for n, page in enumerate(doc):
        if "header" in meta:
            page.insert_htmlbox(pymupdf.Rect(62, 30, A4.x1 - 58, 56), small + f"<p>{html.escape(meta['header'])}</p>")
        foot = meta.get("footer", "")
        if len(doc) > 1:
            foot = f"{foot} · {n + 1}/{len(doc)}".strip(" ·")
        if foot:
            page.insert_htmlbox(
                pymupdf.Rect(62, A4.y1 - 52, A4.x1 - 58, A4.y1 - 26), small + f"<p>{html.escape(foot)}</p>"
            )
    return doc


def build_pdf(lang: str, meta: Meta, blocks: list[Block], path: Path) -> None:
    """Write a PDF with a text layer."""
    stamp = f"D:{STAMP:%Y%m%d%H%M%S}Z"
    doc = make_pdf(lang, meta, blocks)
    doc.subset_fonts()
    doc.set_metadata({"creationDate": stamp, "modDate": stamp})
    doc.save(path, garbage=4, deflate=True, no_new_id=True)


def build_png(lang: str, meta: Meta, blocks: list[Block], path: Path) -> None:
    """Write a scan: one page at 200 dpi, slightly turned, grey noise, no text layer."""
    src = make_pdf(lang, meta, blocks, scan=True)
    if len(src) != 1:
        raise SystemExit(f"{path.name}: a scan has one page, this has {len(src)}")
    rng = np.random.default_rng(int.from_bytes(path.stem.encode(), "big") % 2**32)
    angle = float(rng.uniform(0.12, 0.5) * rng.choice([-1, 1]))
    scale = 200 / 72
    m = pymupdf.Matrix(scale, scale) * pymupdf.Matrix(angle)
    pix = src[0].get_pixmap(matrix=m, colorspace=pymupdf.csGRAY, alpha=False)
    h, w = pix.height, pix.width
    img = np.frombuffer(pix.samples, np.uint8).reshape(h, pix.stride)[:, :w].astype(np.float32)
    top, left = (h - 2339) // 2, (w - 1654) // 2
    canvas = np.full((2339, 1654), 255, np.float32)
    cut = img[max(top, 0) : max(top, 0) + 2339, max(left, 0) : max(left, 0) + 1654]
    canvas[: cut.shape[0], : cut.shape[1]] = cut
    # paper is not white, ink is not black, light falls off to one side
    shade = np.linspace(0, float(rng.uniform(4, 12)), 1654, dtype=np.float32)[None, :]
    canvas = 38 + canvas * (205 / 255) - shade
    canvas += rng.normal(0, 5, canvas.shape).astype(np.float32)
    specks = rng.integers(0, [2339, 1654], size=(60, 2))
    canvas[specks[:, 0], specks[:, 1]] = 90
    grey = np.clip(canvas, 0, 255).astype(np.uint8)
    grey = (grey // 8) * 8  # fewer levels: smaller files
    out = pymupdf.Pixmap(pymupdf.csGRAY, 1654, 2339, grey.tobytes(), False)
    out.set_dpi(200, 200)
    path.write_bytes(out.tobytes("png"))


# ---------------------------------------------------------------- mail


def to_text(blocks: list[Block]) -> str:
    """The blocks as plain text."""
    out: list[str] = []
    for kind, lines in blocks:
        if kind == "gap":
            if out and out[-1] != "":
                out.append("")
        elif kind == "table":
            rows, _ = rows_of(lines)
            out += ["  ".join(map(plain, r)).rstrip() for r in rows]
        elif kind == "list":
            out += ["- " + plain(v) for v in lines]
        elif kind == "right":  # in a mail: the quoted mail before
            out += ["> " + plain(v) for v in lines]
        else:
            out += [plain(v) for v in lines]
    return "\n".join(out) + "\n"


def build_eml(lang: str, meta: Meta, blocks: list[Block], path: Path) -> None:
    """Write a mail."""
    zone = {"en": 0, "de": 1, "ja": 9, "zh": 8}[lang]
    when = dt.datetime.strptime(meta["date"], "%Y-%m-%d %H:%M").replace(tzinfo=dt.timezone(dt.timedelta(hours=zone)))
    msg = EmailMessage()
    for key in ("from", "to", "cc"):
        if key in meta:
            msg[key.title()] = formataddr(parseaddr(meta[key])) if meta[key].isascii() else meta[key]
    msg["Subject"] = meta["subject"]
    msg["Date"] = format_datetime(when)
    msg["Message-ID"] = f"<{path.stem}.{when:%Y%m%d}@sixty.example>"
    text = to_text(blocks)
    cte = "quoted-printable" if lang in ("en", "de") else "base64"
    if meta.get("html") == "yes":
        page = f'<html><body style="font-family: sans-serif">\n{to_html(blocks, mail=True)}\n</body></html>\n'
        if lang in ("en", "zh"):  # html only
            msg.set_content(page, subtype="html", cte=cte)
        else:
            msg.set_content(text, cte=cte)
            msg.add_alternative(page, subtype="html", cte=cte)
            msg.set_boundary("=-sixty-" + path.stem)
    else:
        msg.set_content(text, cte=cte)
    path.write_bytes(bytes(msg))


BUILD: "dict[str, Callable[[str, Meta, list[Block], Path], None]]" = {
    "docx": build_docx,
    "xlsx": build_xlsx,
    "pdf": build_pdf,
    "png": build_png,
    "eml": build_eml,
}


def main() -> None:
    """Build every file that cells.toml names."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    names = list(tomllib.loads((HERE / "cells.toml").read_text(encoding="utf-8")))
    for name in names:
        stem, ext = name.split(".")
        meta, blocks = parse((HERE / "texts" / f"{stem}.txt").read_text(encoding="utf-8"))
        BUILD[ext](stem[:2], meta, blocks, out / name)
    print(f"{len(names)} files in {out}")


if __name__ == "__main__":
    main()
