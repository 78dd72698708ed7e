"""Files of many kinds in four languages, made for a test, with words written in many ways; and a count of its own."""

import random
import re
import unicodedata
from collections.abc import Iterable
from html import escape
from pathlib import Path

from tests.helpers.office import word_file, words, workbook
from tests.helpers.pages import pdf_of

KINDS = ("txt", "md", "html", "csv", "docx", "xlsx", "pdf")
WAYS = {  # of writing what is looked for, and words that are no mention of it
    "notice period": ("notice period", "Notice Period", "NOTICE-PERIOD", "notice\nperiod", "notice periods", "notices"),
    "Versicherung": ("Versicherung", "VERSICHERUNG", "Versiche-\nrung", "Ver\u00adsicherung", "Versicherungsnehmer"),
    "Wi-Fi": ("Wi-Fi", "wifi", "WiFi", "wi\u2011fi", "Wi-\nFi", "hi-fi"),
    "Müller": ("Müller", "Mu\u0308ller", "MULLER", "Müllerin", "Mueller"),
    "1,250,000": ("1,250,000", "1.250.000", "1250000", "125,000", "11250000"),
    "契約": ("契約", "契約書", "契約期間", "約契"),
    "保险": ("保险", "保险费", "社会保险", "保证"),
    "ガイド": ("ガイド", "ｶﾞｲﾄﾞ", "ガイドライン", "ガード"),
}
_FILLING = (
    "The tenant pays the rent on the third day.",
    "Der Mieter zahlt die Miete am dritten Tag.",
    "借主は毎月の賃料を支払います。",
    "租户每月支付租金。",
    "Nothing else was said about it in the letter.",
    "Davon steht im Brief sonst nichts.",
)


def write_mixed(folder: Path, count: int, seed: int = 1) -> list[Path]:
    """Write ``count`` files of all kinds in turn; a third of them has none of the words."""
    dice = random.Random(seed)
    return [_write(folder, number, dice) for number in range(count)]


def _write(folder: Path, number: int, dice: random.Random) -> Path:
    kind = KINDS[number % len(KINDS)]
    path = folder / f"part {number // 100}" / f"file {number}.{kind}"
    path.parent.mkdir(parents=True, exist_ok=True)
    sentences = [dice.choice(_FILLING) for _ in range(dice.randint(2, 60))]
    for _ in range(dice.randint(1, 9) if number % 3 else 0):
        way = dice.choice(WAYS[dice.choice(list(WAYS))])
        sentences.insert(dice.randrange(len(sentences)), _about(way))
    _WRITERS[kind](path, sentences)
    return path


def _about(way: str) -> str:
    return f"これは{way}について述べる。" if way[0] > "\u3000" else f"It says {way} here, and no more."


def _write_text(path: Path, sentences: list[str]) -> None:
    path.write_text("\n\n".join(" ".join(sentences[at : at + 5]) for at in range(0, len(sentences), 5)), "utf-8")


def _write_html(path: Path, sentences: list[str]) -> None:
    body = "".join(f"<p>{escape(_one_line(one))}</p>" for one in sentences)
    path.write_text(f"<html><meta charset='utf-8'><body>{body}</body></html>", "utf-8")


def _write_csv(path: Path, sentences: list[str]) -> None:
    rows = (f'{number},"{_one_line(one)}"' for number, one in enumerate(sentences))
    path.write_text("number,text\n" + "\n".join(rows), "utf-8")


def _write_word(path: Path, sentences: list[str]) -> None:
    word_file(path, "".join(words(escape(_one_line(one))) for one in sentences), {})


def _write_workbook(path: Path, sentences: list[str]) -> None:
    cells = (
        f'<c r="A{row}" t="inlineStr"><is><t>{escape(_one_line(one))}</t></is></c>' for row, one in _rows(sentences)
    )
    workbook(path, rows="".join(f'<row r="{row}">{cell}</row>' for row, cell in enumerate(cells, 1)))


def _write_pdf(path: Path, sentences: list[str]) -> None:
    pdf_of(
        path,
        *(" ".join(escape(_one_line(one)) for one in sentences[at : at + 20]) for at in range(0, len(sentences), 20)),
    )


def _rows(sentences: Iterable[str]) -> Iterable[tuple[int, str]]:
    return enumerate(sentences, 1)


def _one_line(text: str) -> str:
    return text.replace("-\n", "-").replace("\n", " ")


_WRITERS = {
    "txt": _write_text,
    "md": _write_text,
    "html": _write_html,
    "csv": _write_csv,
    "docx": _write_word,
    "xlsx": _write_workbook,
    "pdf": _write_pdf,
}


def grepped(text: str, wanted: str) -> int:
    """Count what is looked for in a text as grep would, once words that were cut are whole: by a regular expression."""
    text = re.sub(r"[\u00ad\u200b]\s*\n?\s*", "", text)
    text = unicodedata.normalize("NFKC", text).casefold()
    text = "".join(
        one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) != "Mn" or one > "\u3000"
    )
    text = unicodedata.normalize("NFC", text)
    if wanted[0] > "\u3000":
        return re.sub(r"\s*\n\s*", "", text).count(wanted)
    if wanted[0].isdigit():
        digits = wanted.replace(",", "")
        pattern = "[,.]?".join(digits)
        return len(re.findall(rf"(?<![\w.,]){pattern}(?!\w)", text))
    plain = "".join(one for one in unicodedata.normalize("NFD", wanted.casefold()) if unicodedata.category(one) != "Mn")
    letters = [re.escape(one) for one in re.sub(r"[\s-]", "", plain)]
    if len(whole := re.sub(r"[\s-]", "", unicodedata.normalize("NFC", wanted.casefold()))) == len(letters):
        letters = [f"{one}e?" if given in "äöü" else one for one, given in zip(letters, whole, strict=True)]
    within = r"(?:[-\u2010\u2011]\s*)?"
    if " " in plain:
        first = plain.index(" ")
        pattern = within.join(letters[:first]) + r"[-\u2010\s]+" + within.join(letters[first:])
    else:
        pattern = within.join(letters)
    return len(re.findall(rf"(?<!\w){pattern}(?!\w)", text))
