"""Languages that the built-in models do not know, where the person has installed Tesseract with them."""

import os
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from desktop_rag.readers.pages.mupdf import Page
from desktop_rag.readers.pages.page_text import RawWord

_DENSITY = 200  # dots per inch
_NAMES = {
    "ar": "ara", "am": "amh", "as": "asm", "be": "bel", "bg": "bul", "bn": "ben", "bo": "bod", "de": "deu",
    "el": "ell", "en": "eng", "es": "spa", "fa": "fas", "fr": "fra", "gu": "guj", "he": "heb", "hi": "hin",
    "hy": "hye", "it": "ita", "ja": "jpn", "ka": "kat", "kk": "kaz", "km": "khm", "kn": "kan", "ko": "kor",
    "ky": "kir", "lo": "lao", "mk": "mkd", "ml": "mal", "mn": "mon", "mr": "mar", "my": "mya", "ne": "nep",
    "or": "ori", "pa": "pan", "pt": "por", "ru": "rus", "sa": "san", "si": "sin", "sr": "srp", "ta": "tam",
    "te": "tel", "tg": "tgk", "th": "tha", "ti": "tir", "ug": "uig", "uk": "ukr", "ur": "urd", "yi": "yid",
    "zh": "chi_sim",
}  # fmt: skip
_PLACES = (
    "/usr/share/tesseract-ocr/*/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "/opt/local/share/tessdata",
    "C:/Program Files/Tesseract-OCR/tessdata",
)


def languages_for(codes: Sequence[str]) -> str:
    """Return the languages as Tesseract names them ("kor+eng"), "" when the first of them is not installed."""
    folder = data_folder()
    wanted = [_NAMES.get(code.lower().partition("-")[0], "") for code in [*codes[:2], "en"]]
    there = [name for name in dict.fromkeys(wanted) if folder and name and (folder / f"{name}.traineddata").is_file()]
    return "+".join(there) if codes and there and there[0] == wanted[0] else ""


@cache
def data_folder() -> Path | None:
    """Return the folder of its languages, None where it is not installed."""
    return next((folder for folder in _candidates() if any(folder.glob("*.traineddata"))), None)


def words(page: Page, languages: str) -> list[RawWord]:
    """Return the words of a page."""
    text = page.get_textpage_ocr(language=languages, dpi=_DENSITY, full=True, tessdata=str(data_folder()))
    return [word[:7] for word in page.get_text("words", textpage=text, sort=False)]


def _candidates() -> Iterator[Path]:
    """Yield the places where the languages may be."""
    named = os.environ.get("TESSDATA_PREFIX")
    if named:
        yield from (Path(named), Path(named) / "tessdata")
    program = shutil.which("tesseract")
    if program:
        yield Path(program).resolve().parent / "tessdata"
    for place in _PLACES:
        root, _, rest = place.partition("/*/")
        yield from Path(root).glob(f"*/{rest}") if rest else [Path(root)]
