"""Pictures inside Office files: their text is recognised, and what people wrote of them is told from programs' names.

Child processes only (see ``readers.pages.pdf``).
"""

import io
import logging
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.formats import of_name
from desktop_rag.readers.ocr.page_recognition import PictureBudget, is_large_enough
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.pages.mupdf import load_pymupdf
from desktop_rag.readers.pages.picture_files import size_of

_SECONDS = 40.0  # for the pictures of one page: a file that takes too long would not be read at all
_LOG = logging.getLogger(__name__)
_LONGEST = 4_000
_NAME = re.compile(
    r"(?:\S+\.(?:png|jpe?g|jpe|jfif|gif|bmp|tiff?|svgz?|wmf|emf|eps|webp|heic|ico|pict?|psd|pdf)"
    r"|(?:image|img|dsc|dscn|picture|pic|photo|foto|bild|grafik|abbildung|figure|graphic|graphics|object|objekt|objet|"
    r"imagen?|immagine|imagem|afbeelding|obraz|рисунок|shape|form|frame|rahmen|textbox|text box|group|gruppe|diagram|"
    r"diagramm|chart|content placeholder|picture placeholder|inhaltsplatzhalter|bildplatzhalter|screenshot|"
    r"図|図表|画像|图片|圖片|그림|formula|formel|formule)[\s_\-(]*\d*\)?"
    r"|[\d\W_]*|https?://\S+|[\w-]*\d{6,}[\w-]*)",
    re.IGNORECASE,
)
_BY_PROGRAM = re.compile(
    r"\s*(?:Description automatically generated(?: with .*)?|AI-generated content may be incorrect\.?|"
    r"Automatisch generierte Beschreibung|自動的に生成された説明|描述已自动生成)\s*$",
    re.IGNORECASE,
)


class EmbeddedPictures:
    """Reads the pictures of one open file, each the first time it is shown: logos are on every slide."""

    def __init__(self, parts: Parts, options: ReadOptions) -> None:
        self._parts = parts
        self._options = options
        self._seen: set[str] = set()
        self._budget = PictureBudget()

    def texts(self, names: Iterable[str], seconds: float = _SECONDS) -> Iterator[str]:
        """Yield the text of each named picture, "" where there is none; none after ``seconds``."""
        end = time.monotonic() + seconds
        for name in dict.fromkeys(names) if self._options.ocr else ():
            if name in self._seen or not _is_drawable(name):
                continue
            if time.monotonic() > end or self._budget.is_spent:
                _LOG.info("pictures from %s on are left out: they take too long, or show no text", name)
                return
            self._seen.add(name)
            text = self._text(name)
            self._budget.note(text=bool(text))
            yield text

    def _text(self, name: str) -> str:
        pymupdf = load_pymupdf()

        from desktop_rag.readers.ocr import page_recognition

        if not page_recognition.is_possible(self._options.ocr_languages):
            return ""
        try:
            data = self._parts.read(name, missing=b"")
            if not data or not is_large_enough(*size_of(io.BytesIO(data))):
                return ""
            with pymupdf.open(stream=data, filetype=PurePosixPath(name).suffix[1:].lower()) as document:
                text = page_recognition.recognise(document.load_page(0), self._options.ocr_languages)
        except (UserError, pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError):
            _LOG.info("the picture %s cannot be read", name)
            return ""
        return text.text.strip() if text is not None else ""


def _is_drawable(name: str) -> bool:
    """Return True if MuPDF opens pictures of this name as they are."""
    known = of_name(name)
    return known.kind == "picture" and known.unit == "page" and not known.converted


def description(*texts: str) -> str:
    """Return the description of a picture in one line: its title and its text; "" where they are empty."""
    said: list[str] = []
    for text in texts:
        line = _BY_PROGRAM.sub("", " ".join(text.split()))[:_LONGEST]
        if line and not _NAME.fullmatch(line) and not any(line in one for one in said):
            said = [one for one in said if one not in line]
            said.append(line)
    return ": ".join(said)
