#!/usr/bin/env python3
"""Check the set:  verify.py [OUTDIR]

1. every value in cells.toml that is not "-" occurs, in some written form, in texts/*.txt
2. the halves are balanced
3. with OUTDIR (built by build.py): the values occur in the built files' own text, too, and scans have none
"""
import re
import sys
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
CELLS = tomllib.loads((HERE / "cells.toml").read_text(encoding="utf-8"))
WRITTEN = tomllib.loads((HERE / "written.toml").read_text(encoding="utf-8"))
COLUMNS = tomllib.loads((HERE / "columns.toml").read_text(encoding="utf-8"))
MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
}
WORDS = {
    "en": {1: "one", 2: "two", 3: "three", 5: "five", 6: "six", 10: "ten"},
    "de": {1: "ein|eine|einer|einen", 2: "zwei", 3: "drei", 4: "vier"},
}
UNITS = {
    "en": {"days": "days?", "weeks": "weeks?", "months": "months?", "years": "years?"},
    "de": {"days": "Tagen?|Tage", "weeks": "Wochen?", "months": "Monate?n?", "years": "Jahre?n?"},
    "ja": {"days": "日", "weeks": "週", "months": "か月", "years": "年"},
    "zh": {"days": "天|日", "weeks": "周|星期", "months": "个月", "years": "年"},
}
SIGN = {"GBP": "£|GBP", "USD": r"\$|USD", "EUR": "€|EUR|Euro|euros", "CHF": "CHF", "JPY": "円", "CNY": "元|人民币"}
KINDS = {"lease", "invoice", "minutes", "offer", "letter", "policy"}


def norm(s):
    return unicodedata.normalize("NFKC", s).replace("\u2011", "-").replace("\xad", "")


def amount(value):
    number, iso = value.split()
    whole, _, cents = number.partition(".")
    cents = cents.ljust(2, "0")
    group = r"[,.' ]?".join([whole[max(0, i - 3):i] for i in range(len(whole), 0, -3)][::-1])
    tail = rf"(?:[.,]{cents}|[.,]0)(?!\d)" if cents != "00" else r"(?:[.,](?:00|–|-|0)(?!\d))?(?![.,]?\d)"
    return rf"(?<![\d.,]){group}{tail}", SIGN[iso]


def date(value, lang):
    y, m, d = map(int, value.split("-"))
    sep = r"[年\-./]"
    out = [rf"{y}-{m:02}-{d:02}", rf"(?<!\d){d:02}[./]{m:02}[./]{y}", rf"(?<!\d){d}\.{m}\.{y}", rf"{y}{sep}0?{m}[月\-./]0?{d}(?!\d)"]
    if lang in MONTHS:
        name = MONTHS[lang][m - 1]
        out += [rf"(?<!\d){d}(?:st|nd|rd|th|\.)? {name} {y}", rf"{name} {d}, {y}", rf"{d} {name}"]
    else:
        out += [rf"令和{y - 2018}年{m}月{d}日", rf"{y}年{m}月{d}日"]
    return "|".join(out)


def period(value, lang):
    n, unit = value.split()
    forms = [n] + [w for w in WORDS.get(lang, {}).get(int(n), "").split("|") if w]
    return rf"(?<![\d])(?:{'|'.join(forms)})[ -]?(?:{UNITS[lang][unit]})"


def found(fn, col, value, text):
    lang = fn[:2]
    if value in WRITTEN.get(fn, {}):
        return norm(WRITTEN[fn][value]) in text
    if col == 3:
        number, sign = amount(value)
        return bool(re.search(number, text)) and bool(re.search(sign, text))
    if col == 2:
        return bool(re.search(date(value, lang), text))
    if col == 4:
        return bool(re.search(period(value, lang), text, re.I))
    return norm(value) in text


def content(path):
    """The text somebody reads in a built file."""
    ext = path.suffix
    if ext == ".docx":
        import docx
        d = docx.Document(path)
        s = d.sections[0]
        parts = [p.text for p in d.paragraphs] + [c.text for t in d.tables for r in t.rows for c in r.cells]
        return "\n".join(parts + [p.text for p in s.header.paragraphs + s.footer.paragraphs])
    if ext == ".xlsx":
        import datetime
        import openpyxl
        out = []
        for ws in openpyxl.load_workbook(path):
            for c in (c for row in ws.iter_rows() for c in row if c.value is not None):
                v = c.value
                text = f"{v:%Y-%m-%d}" if isinstance(v, datetime.datetime) else f"{v:.2f}" if isinstance(v, float) else str(v)
                out.append(text + (" " + c.number_format if not isinstance(v, str) else ""))
        return "\n".join(out)
    if ext == ".pdf":
        import pymupdf
        return "".join(p.get_text() for p in pymupdf.open(path))
    if ext == ".eml":
        import email
        import html
        from email import policy
        m = email.message_from_bytes(path.read_bytes(), policy=policy.default)
        body = html.unescape(re.sub(r"<[^>]+>", " ", m.get_body(("plain", "html")).get_content()))
        return f"{m['from']}\n{m['to']}\n{m['subject']}\n{m['date'].datetime:%Y-%m-%d}\n{body}"
    return ""


def main():
    bad = []
    for fn, row in CELLS.items():
        stem, ext = fn.split(".")
        if len(row["cells"]) != 8 or row["kind"] not in KINDS or row["half"] not in ("seen", "held_out"):
            bad.append((fn, "shape"))
        texts = [("source", norm((HERE / "texts" / f"{stem}.txt").read_text(encoding="utf-8").replace("**", "")))]
        if len(sys.argv) > 1:
            got = norm(content(Path(sys.argv[1]) / fn))
            if ext == "png":
                if (Path(sys.argv[1]) / fn).read_bytes()[:4] != b"\x89PNG":
                    bad.append((fn, "not a png"))
            else:
                texts += [("built", got)]
        for col, cell in enumerate(row["cells"]):
            if cell == "-":
                continue
            if col == 6:
                if cell not in ("yes", "no"):
                    bad.append((fn, cell))
                continue
            for value in cell.split(" | "):
                for where, text in texts:
                    flat = text if where == "source" else re.sub(r"\s*\n\s*", " " if stem[:2] in ("en", "de") else "", text)
                    if not found(fn, col, value, text) and not found(fn, col, value, flat):
                        bad.append((fn, where, col + 1, value))
    for lang, c in COLUMNS.items():
        if [x["type"] for x in c["columns"]] != "party party date money number text yes_no text".split():
            bad.append((lang, "columns"))
    for what, key in (("language", lambda f, r: f[:2]), ("kind", lambda f, r: r["kind"]), ("format", lambda f, r: f.split(".")[1])):
        print(what, {half: dict(Counter(key(f, r) for f, r in CELLS.items() if r["half"] == half)) for half in ("seen", "held_out")})
    print("halves", dict(Counter(r["half"] for r in CELLS.values())))
    for half in ("seen", "held_out"):
        rows = [r["cells"] for r in CELLS.values() if r["half"] == half]
        print(half, "not stated per column", [sum(c[i] == "-" for c in rows) for i in range(8)],
              "disagreeing", sum(" | " in x for c in rows for x in c), "pets", Counter(c[6] for c in rows))
    for b in bad:
        print("BAD", *b)
    print("ok" if not bad else f"{len(bad)} bad")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
