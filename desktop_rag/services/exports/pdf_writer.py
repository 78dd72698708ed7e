"""Lays an exported document out as PDF, with PyMuPDF and its fonts, which have the letters of nearly every script."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_rag.core.links import SCHEME
from desktop_rag.readers.pages.mupdf import Paged, Rect, load_pymupdf

_RANGE = re.compile(r"(?mi)^<([0-9a-f]{4})>[ \t]*<([0-9a-f]{4})>[ \t]*<([0-9a-f]{4})>[ \t]*$")
_CHAR = re.compile(r"(?mi)^(<[0-9a-f]{4}>[ \t]*)<([0-9a-f]{4})>[ \t]*$")
_STYLE = """
body { font-family: sans-serif; font-size: 10.5pt; line-height: 1.45; color: #1f1d1a; }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 6pt 0; } h2 { font-size: 14pt; margin: 22pt 0 4pt 0; }
h3, h4, h5, h6 { font-size: 11.5pt; margin: 12pt 0 4pt 0; }
p { margin: 0 0 7pt 0; } li { margin: 0 0 3pt 0; }
.facts, .legend { color: #5f5b54; font-size: 9pt; }
.quoted { color: #5f5b54; font-size: 9pt; margin: 7pt 0 0 0; }
.notice { color: #8a1c15; background-color: #fbeeed; padding: 5pt 7pt; }
.doubt { text-decoration: underline; color: #a8231b; }
blockquote { margin: 6pt 0 6pt 12pt; color: #45413b; }
td, th { border: 0.6pt solid #dedad2; padding: 3pt 6pt; text-align: left; vertical-align: top; }
pre { background-color: #f5f3ef; padding: 6pt; white-space: pre-wrap; font-size: 9pt; }
a { color: #2f5d50; text-decoration: none; }
.references { font-size: 8.5pt; line-height: 1.35; margin: 8pt 0 0 0; } .references p { margin: 0 0 3pt 0; }
"""
_MARGINS = (56, 54, -56, -62)
_FOOT = 34  # from the lower edge to the page number
_MUTED = (0.373, 0.357, 0.329)
_LEAST = 60  # points of a page that are worth beginning an exchange on
_TOGETHER = 8  # parts laid out at once: a layout costs more than its share of a longer one


def spell_out_letters(document: Paged) -> None:
    """Map “ﬁ” to f and i, and each joined Arabic letter to its plain form, in the table of each font."""
    tables = {document.xref_get_key(xref, "ToUnicode")[1] for xref in range(1, document.xref_length())}
    for table in tables:
        if table.endswith(" 0 R"):
            xref = int(table.split()[0])
            written = document.xref_stream(xref).decode("latin-1")
            changed = _CHAR.sub(_spelled_char, _RANGE.sub(_spelled_range, written))
            if changed != written:
                document.update_stream(xref, changed.encode("latin-1"))


def _spelled_char(match: re.Match[str]) -> str:
    return f"{match[1]}{_spelled(int(match[2], 16))}"


def _spelled_range(match: re.Match[str]) -> str:
    """Return a range with the letters of each glyph where one of them is a presentation form."""
    first, last, letter = (int(part, 16) for part in match.groups())
    letters = range(letter, letter + last - first + 1)
    if not any(map(_has_own_form, letters)):
        return match[0]
    return f"<{match[1]}> <{match[2]}> [{' '.join(map(_spelled, letters))}]"


def _spelled(letter: int) -> str:
    char = chr(letter)
    text = unicodedata.normalize("NFKC", char) if _has_own_form(letter) else char
    return f"<{text.encode('utf-16-be', 'surrogatepass').hex()}>"


def _has_own_form(letter: int) -> bool:
    """Return True if a letter is a ligature or a joined form."""
    return 0xFB00 <= letter <= 0xFDFF or 0xFE70 <= letter <= 0xFEFC


def write_pdf(parts: Sequence[str], title: str, target: Path, style: str = "") -> int:
    """Write parts of HTML one below the other on A4 pages, with links and bookmarks; return the number of pages.

    ``style`` adds to that of exports.
    """
    pymupdf = load_pymupdf()
    raw = target.with_suffix(".raw")
    layout = _Layout(pymupdf, raw, _STYLE + style)
    for first in range(0, len(parts), _TOGETHER):
        layout.add("\n".join(parts[first : first + _TOGETHER]))
    layout.close()
    with pymupdf.open(raw, filetype="pdf") as document:
        layout.finish(document, title)
        document.subset_fonts()
        spell_out_letters(document)
        document.save(target, garbage=3, deflate=True, use_objstms=1)
        pages: int = document.page_count
    raw.unlink()
    return pages


@dataclass(slots=True)
class _Layout:
    """Places one part of HTML after the other and notes where links and headings are."""

    pymupdf: Any
    target: Path
    style: str
    writer: Any = field(init=False)
    paper: Rect = field(init=False)
    free: Rect = field(init=False)
    device: Any = None
    page: int = -1
    places: dict[str, tuple[int, tuple[float, ...]]] = field(default_factory=dict)
    links: list[tuple[int, tuple[float, ...], str]] = field(default_factory=list)
    places_elsewhere: list[tuple[int, tuple[float, ...], str]] = field(default_factory=list)
    headings: list[list[object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.writer = self.pymupdf.DocumentWriter(str(self.target))
        self.paper = self.pymupdf.paper_rect("a4")
        self._begin_page()

    def add(self, part: str) -> None:
        """Place a part below the existing ones."""
        story = self.pymupdf.Story(html=f"<html><body>{part}</body></html>", user_css=self.style)
        more = 1
        while more:
            if self.free.height < _LEAST:
                self._begin_page()
            more, filled = story.place(self.free)
            story.element_positions(lambda at: self._note(at))  # noqa: PLW0108 - PyMuPDF takes no bound method
            story.draw(self.device)
            self.free.y0 = self.paper.height if more else filled[3]

    def close(self) -> None:
        """End the last page."""
        self.writer.end_page()
        self.writer.close()

    def finish(self, document: Paged, title: str) -> None:
        """Add links, bookmarks, page numbers and the title."""
        for page, rect, name in self.links:
            if name in self.places:
                to_page, place = self.places[name]
                to = self.pymupdf.Point(place[0], place[1])
                link = {"kind": self.pymupdf.LINK_GOTO, "from": self.pymupdf.Rect(rect), "page": to_page, "to": to}
                document[page].insert_link(link)
        for page, rect, address in self.places_elsewhere:
            document[page].insert_link({"kind": self.pymupdf.LINK_URI, "from": self.pymupdf.Rect(rect), "uri": address})
        document.set_toc(self.headings)
        document.set_metadata({"title": title, "creator": "Desktop RAG"})
        for number, page in enumerate(document, 1):
            label = f"{number} / {document.page_count}"
            x = self.paper.width + _MARGINS[2] - self.pymupdf.get_text_length(label, fontsize=8)
            page.insert_text((x, self.paper.height - _FOOT), label, fontsize=8, color=_MUTED)

    def _begin_page(self) -> None:
        if self.device is not None:
            self.writer.end_page()
        self.device = self.writer.begin_page(self.paper)
        self.page += 1
        self.free = self.paper + _MARGINS

    def _note(self, at: Any) -> None:  # noqa: ANN401 - PyMuPDF has no type for it
        if not at.open_close & 1:
            return
        if at.id:
            self.places.setdefault(at.id, (self.page, at.rect))
        if at.href and at.href.startswith("#") and at.rect[0] < at.rect[2]:
            self.links.append((self.page, at.rect, at.href[1:]))
        elif at.href and at.href.startswith(f"{SCHEME}:") and at.rect[0] < at.rect[2]:
            self.places_elsewhere.append((self.page, at.rect, at.href))
        if at.heading in (1, 2) and at.text:
            # bookmarks begin with level 1, and no level may be skipped
            self.headings.append([at.heading if self.headings else 1, at.text, self.page + 1])
