#!/usr/bin/env python3
"""Build the sixty documents:  build.py OUTDIR

Reads texts/*.txt (light markup, see README.md) and the file names in cells.toml.
One process, no network, same bytes on every run with the same library versions.
Needs python-docx, openpyxl, pymupdf, numpy (see README.md).
"""
import datetime as dt
import html
import io
import re
import struct
import sys
import tomllib
import zipfile
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr, formataddr
from pathlib import Path

import docx
import numpy as np
import openpyxl
import pymupdf
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Pt
from openpyxl.styles import Alignment, Font

HERE = Path(__file__).resolve().parent
STAMP = dt.datetime(2026, 11, 20, 9, 0, 0)
A4 = pymupdf.paper_rect("a4")
CURRENCY = {"EUR": '#,##0.00 "€"', "GBP": '"£"#,##0.00', "USD": '"$"#,##0.00'}
DATEFORMAT = {"en": "dd/mm/yyyy", "de": "dd.mm.yyyy", "ja": 'yyyy"年"m"月"d"日"', "zh": "yyyy-mm-dd"}
DOCXFONT = {"ja": "Noto Serif CJK JP", "zh": "Noto Sans CJK SC"}
FACE = {"ja": 0, "zh": 2}
NOTO = "/usr/share/fonts/opentype/noto/Noto{}CJK-Regular.ttc"


# ---------------------------------------------------------------- markup

def parse(text):
    """(meta, blocks); a block is (kind, value)."""
    meta, blocks = {}, []
    lines = text.split("\n")
    while lines and lines[0].startswith("%"):
        key, _, value = lines.pop(0)[1:].partition(":")
        meta[key.strip()] = value.strip()

    def add(kind, line):
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
            if set(line.strip()) <= set("|-"):
                add("table", None)          # the row before is a header row
            else:
                add("table", [c.strip() for c in line.strip().strip("|").split("|")]
                    if line.strip().endswith("|") else [line])
        elif line.startswith("> "):
            add("right", line[2:])
        elif line.startswith("- "):
            add("list", line[2:])
        else:
            add("p", line)
    return meta, blocks


def rows_of(value):
    """rows, has_header"""
    rows, head = [], False
    for r in value:
        if r is None:
            head = len(rows) == 1 or head
        else:
            rows.append(r)
    width = max(map(len, rows))
    return [r + [""] * (width - len(r)) for r in rows], head


def spans(line):
    """[(text, bold)]"""
    parts = line.split("**")
    return [(p, i % 2 == 1) for i, p in enumerate(parts) if p]


def plain(line):
    return line.replace("**", "")


# ---------------------------------------------------------------- zip files with fixed times

def rezip(data, path):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as src, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as dst:
        for name in src.namelist():
            body = src.read(name)
            if name == "docProps/core.xml":
                body = re.sub(rb"(<dcterms:(created|modified)[^>]*>)[^<]*", rb"\g<1>2026-11-20T09:00:00Z", body)
            info = zipfile.ZipInfo(name, (2026, 11, 20, 9, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            dst.writestr(info, body)
    path.write_bytes(out.getvalue())


# ---------------------------------------------------------------- docx

def build_docx(lang, meta, blocks, path):
    d = docx.Document()
    style = d.styles["Normal"]
    style.font.name = {"en": "Cambria", "de": "Calibri"}.get(lang, DOCXFONT.get(lang))
    style.font.size = Pt(11)
    if lang in DOCXFONT:
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        fonts.set(qn("w:eastAsia"), DOCXFONT[lang])
    if "header" in meta:
        d.sections[0].header.paragraphs[0].text = meta["header"]
    if "footer" in meta:
        d.sections[0].footer.paragraphs[0].text = meta["footer"]

    def para(lines, style=None, align=None):
        p = d.add_paragraph(style=style)
        for n, line in enumerate(lines):
            if n:
                p.add_run().add_break()
            for text, bold in spans(line):
                p.add_run(text).bold = bold or None
        if align is not None:
            p.alignment = align

    for kind, value in blocks:
        if kind == "h1":
            d.add_heading(plain(value[0]), 1)
        elif kind == "h2":
            d.add_heading(plain(value[0]), 2)
        elif kind == "p":
            para(value)
        elif kind == "right":
            para(value, align=WD_ALIGN_PARAGRAPH.RIGHT)
        elif kind == "list":
            for line in value:
                para([line], style="List Bullet")
        elif kind == "table":
            rows, head = rows_of(value)
            t = d.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
            for y, r in enumerate(rows):
                for x, c in enumerate(r):
                    run = t.cell(y, x).paragraphs[0].add_run(plain(c))
                    run.bold = True if (head and y == 0) or c.startswith("**") else None
            d.add_paragraph()
    d.core_properties.author = ""
    d.core_properties.title = ""
    d.core_properties.comments = ""
    buf = io.BytesIO()
    d.save(buf)
    rezip(buf.getvalue(), path)


# ---------------------------------------------------------------- xlsx

def put(ws, y, x, text, lang, bold=False):
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
        cell.value = dt.datetime.strptime(text, "%Y-%m-%d")
        cell.number_format = DATEFORMAT[lang]
    elif text:
        cell.value = plain(text)
    if bold or text.startswith("**"):
        cell.font = Font(bold=True)


def build_xlsx(lang, meta, blocks, path):
    wb = openpyxl.Workbook()
    wb.remove(wb.active)
    ws, y = None, 1
    for kind, value in blocks:
        if kind == "sheet":
            ws, y = wb.create_sheet(value[0]), 1
            for n, w in enumerate((34, 30, 16, 24, 16)):
                ws.column_dimensions["ABCDE"[n]].width = w
        elif kind == "gap":
            y += 1 if y > 1 else 0
        elif kind == "table":
            rows, head = rows_of(value)
            for n, r in enumerate(rows):
                for x, c in enumerate(r):
                    put(ws, y, x + 1, c, lang, bold=head and n == 0)
                y += 1
        else:
            for line in value:
                put(ws, y, 1, line, lang, bold=(y == 1))
                y += 1
    for ws in wb:
        for row in ws.iter_rows():
            for c in row:
                if isinstance(c.value, str) and len(c.value) > 40 and c.column > 1:
                    c.alignment = Alignment(wrap_text=True, vertical="top")
    wb.properties.creator = ""
    buf = io.BytesIO()
    wb.save(buf)
    rezip(buf.getvalue(), path)


# ---------------------------------------------------------------- html, for pdf, scan and mail

def to_html(blocks, mail=False):
    def inline(line):
        return "".join(f"<b>{html.escape(t)}</b>" if b else html.escape(t) for t, b in spans(line))

    out = []
    for kind, value in blocks:
        if kind in ("h1", "h2"):
            out.append(f"<{kind}>{inline(value[0])}</{kind}>")
        elif kind == "p":
            out.append("<p>" + "<br>".join(map(inline, value)) + "</p>")
        elif kind == "right":
            out.append('<p class="r">' + "<br>".join(map(inline, value)) + "</p>")
        elif kind == "list":
            out.append("<ul>" + "".join(f"<li>{inline(v)}</li>" for v in value) + "</ul>")
        elif kind == "table":
            rows, head = rows_of(value)
            out.append('<table border="1">' if mail else "<table>")
            for y, r in enumerate(rows):
                tag = "th" if head and y == 0 else "td"
                tds = []
                for x, c in enumerate(r):
                    num = x and re.fullmatch(r"[*£€$–\-]*[\d.,]+[ 円元€*]*", c)
                    style = ' class="n"' if num and not mail else ""
                    tds.append(f"<{tag}{style}>{inline(c) or '&nbsp;'}</{tag}>")
                out.append("<tr>" + "".join(tds) + "</tr>")
            out.append("</table>")
    return "\n".join(out)


def noto(lang, serif):
    """The Japanese or simplified Chinese face out of the Noto collection, as a font of its own."""
    path = Path(NOTO.format("Serif" if serif else "Sans"))
    if not path.exists():
        return None                                       # then pymupdf's own fallback font is used
    data = path.read_bytes()
    start = struct.unpack_from(">I", data, 12 + 4 * FACE[lang])[0]
    version, count, *rest = struct.unpack_from(">4sHHHH", data, start)
    head, body, pos = struct.pack(">4sHHHH", version, count, *rest), [], 12 + 16 * count
    for n in range(count):
        tag, check, offset, length = struct.unpack_from(">4sIII", data, start + 12 + 16 * n)
        head += struct.pack(">4sIII", tag, check, pos, length)
        body.append(data[offset:offset + length] + bytes(-length % 4))
        pos += len(body[-1])
    return head + b"".join(body)


def css(meta, face):
    size = float(meta.get("size", 10.5))
    family = "serif" if meta.get("font") == "serif" else "sans-serif"
    rule = ""
    if face:
        rule, family = "@font-face {font-family: cjk; src: url(cjk.otf);}", "cjk"
    return rule + f"""
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


def make_pdf(lang, meta, blocks, scan=False):
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
    where = A4 + (62, 68, -58, -66)
    more = 1
    while more:
        dev = writer.begin_page(A4)
        more, _ = story.place(where)
        story.draw(dev)
        writer.end_page()
    writer.close()
    doc = pymupdf.open("pdf", buf.getvalue())
    small = f"<style>* {{font-family: sans-serif; font-size: 8pt; color: #444;}}</style>"
    for n, page in enumerate(doc):
        if "header" in meta:
            page.insert_htmlbox(pymupdf.Rect(62, 30, A4.x1 - 58, 56), small + f"<p>{html.escape(meta['header'])}</p>")
        foot = meta.get("footer", "")
        if len(doc) > 1:
            foot = f"{foot} · {n + 1}/{len(doc)}".strip(" ·")
        if foot:
            page.insert_htmlbox(pymupdf.Rect(62, A4.y1 - 52, A4.x1 - 58, A4.y1 - 26), small + f"<p>{html.escape(foot)}</p>")
    return doc


def build_pdf(lang, meta, blocks, path):
    doc = make_pdf(lang, meta, blocks)
    doc.subset_fonts()
    doc.set_metadata({"creationDate": "D:20261120090000Z", "modDate": "D:20261120090000Z"})
    doc.save(path, garbage=4, deflate=True, no_new_id=True)


def build_png(lang, meta, blocks, path):
    """A scan: one page at 200 dpi, slightly turned, grey noise, no text layer."""
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
    cut = img[max(top, 0):max(top, 0) + 2339, max(left, 0):max(left, 0) + 1654]
    canvas[:cut.shape[0], :cut.shape[1]] = cut
    # paper is not white, ink is not black, light falls off to one side
    shade = np.linspace(0, float(rng.uniform(4, 12)), 1654, dtype=np.float32)[None, :]
    canvas = 38 + canvas * (205 / 255) - shade
    canvas += rng.normal(0, 5, canvas.shape).astype(np.float32)
    specks = rng.integers(0, [2339, 1654], size=(60, 2))
    canvas[specks[:, 0], specks[:, 1]] = 90
    grey = np.clip(canvas, 0, 255).astype(np.uint8)
    grey = (grey // 8) * 8                                # fewer levels: smaller files
    out = pymupdf.Pixmap(pymupdf.csGRAY, 1654, 2339, grey.tobytes(), False)
    out.set_dpi(200, 200)
    path.write_bytes(out.tobytes("png"))


# ---------------------------------------------------------------- mail

def to_text(blocks):
    out = []
    for kind, value in blocks:
        if kind == "gap":
            if out and out[-1] != "":
                out.append("")
        elif kind == "table":
            rows, _ = rows_of(value)
            out += ["  ".join(map(plain, r)).rstrip() for r in rows]
        elif kind == "list":
            out += ["- " + plain(v) for v in value]
        elif kind == "right":                             # in a mail: the quoted mail before
            out += ["> " + plain(v) for v in value]
        else:
            out += [plain(v) for v in value]
    return "\n".join(out) + "\n"


def build_eml(lang, meta, blocks, path):
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
        page = f"<html><body style=\"font-family: sans-serif\">\n{to_html(blocks, mail=True)}\n</body></html>\n"
        if lang in ("en", "zh"):                          # html only
            msg.set_content(page, subtype="html", cte=cte)
        else:
            msg.set_content(text, cte=cte)
            msg.add_alternative(page, subtype="html", cte=cte)
            msg.set_boundary("=-sixty-" + path.stem)
    else:
        msg.set_content(text, cte=cte)
    path.write_bytes(bytes(msg))


BUILD = {"docx": build_docx, "xlsx": build_xlsx, "pdf": build_pdf, "png": build_png, "eml": build_eml}


def main():
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
