"""Make the PDF editions of the user's guide from its Markdown text.

Run ``python packaging/build_guide.py`` after editing ``resources/guide/guide.*.md`` and commit what it writes.
It needs ``pip install pymupdf markdown-it-py fonttools`` and the Noto CJK fonts (Debian: fonts-noto-cjk).
The same text gives the same bytes, so nothing changes in the repository without a reason.
"""

import argparse
import itertools
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf
from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont
from guide_text import EDITIONS, Edition, code_characters, to_html

GUIDE = Path(__file__).resolve().parent.parent / "resources" / "guide"
FONT_FOLDERS = (
    Path("/usr/share/fonts/opentype/noto"),
    Path("/usr/share/fonts/noto-cjk"),
    Path("/usr/share/fonts/google-noto-cjk"),
    Path("/Library/Fonts"),
)
PAGE = pymupdf.paper_rect("a4")
MARGINS = (64, 62, -64, -70)
ROOM = 46  # a heading needs at least this much below it
MUTED = (0.373, 0.357, 0.329)
CSS = """
@font-face { font-family: guide; src: url(regular.otf); }
@font-face { font-family: guide; font-weight: bold; src: url(bold.otf); }
@font-face { font-family: guidecode; src: url(code.otf); }
body { font-family: guide; font-size: 10.5pt; line-height: 1.5; color: #1F1D1A; }
h1 { font-size: 23pt; line-height: 1.25; margin: 0 0 14pt 0; color: #2F5D50; }
h2 { font-size: 15pt; line-height: 1.3; margin: 20pt 0 6pt 0; color: #2F5D50; }
h3 { font-size: 11.5pt; line-height: 1.3; margin: 13pt 0 4pt 0; }
p { margin: 0 0 7pt 0; }
ul, ol { margin: 0 0 8pt 0; padding-left: 18pt; }
img { width: 440pt; height: 275pt; }
li { margin: 0 0 4pt 0; }
code { font-family: guidecode; font-size: 9.5pt; color: #2F5D50; }
table { border-collapse: collapse; margin: 4pt 0 12pt 0; width: 100%; font-size: 9.5pt; line-height: 1.4; }
th { text-align: left; font-weight: bold; color: #2F5D50; padding: 4pt 7pt; border: 0.6pt solid #DEDAD2; }
td { text-align: left; padding: 4pt 7pt; border: 0.6pt solid #DEDAD2; }
"""


def main() -> int:
    """Write every edition, or the languages named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("languages", nargs="*", default=[edition.language for edition in EDITIONS])
    wanted = parser.parse_args().languages
    for edition in EDITIONS:
        if edition.language in wanted:
            markdown = (GUIDE / f"guide.{edition.language}.md").read_text(encoding="utf-8")
            pdf = GUIDE / f"guide.{edition.language}.pdf"
            write_pdf(markdown, edition, pdf)
            check_pdf(markdown, pdf)
            print(f"{pdf.name}: {pdf.stat().st_size // 1024} kB, {pymupdf.open(pdf).page_count} pages")
    return 0


def write_pdf(markdown: str, edition: Edition, target: Path) -> None:
    """Lay the text out on A4 pages with embedded fonts, bookmarks and page numbers."""
    with tempfile.TemporaryDirectory() as name:
        fonts = Path(name)
        _subset(edition.font, "Regular", markdown, fonts / "regular.otf")
        _subset(edition.font, "Bold", markdown, fonts / "bold.otf")
        _subset(edition.code_font, "Regular", code_characters(markdown), fonts / "code.otf")
        raw = fonts / "raw.pdf"
        headings = _lay_out(to_html(markdown), fonts, raw)
        with pymupdf.open(raw) as document:
            _number_pages(document, edition, fonts / "regular.otf")
            document.set_toc(headings)
            document.set_metadata({"title": edition.title, "author": "Desktop RAG", "subject": edition.subject})
            document.set_language(edition.language)
            document.save(target, garbage=4, deflate=True, use_objstms=1, no_new_id=True)


def _subset(family: str, weight: str, text: str, target: Path) -> None:
    """Keep only the characters of ``text``; no ligatures, so that copied text is what is written."""
    path = _font_file(weight)
    collection = TTCollection(path)
    wanted = f"{family} {weight}" if weight != "Regular" else family
    numbers = [
        i for i, font in enumerate(collection.fonts) if font["name"].getDebugName(4) in {wanted, f"{family} {weight}"}
    ]
    if not numbers:
        sys.exit(f"{path} has no face named {wanted}")
    options = subset.Options(font_number=numbers[0], layout_features=["kern"], notdef_outline=True, desubroutinize=True)
    font = subset.load_font(str(path), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text + "0123456789/ •-–")
    subsetter.subset(font)
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    subset.save_font(font, str(target), options)
    _renumber(target)


def _renumber(path: Path) -> None:
    """Make the character numbers of the font equal to the order of its glyphs, which is what PDF writers count in."""
    font = TTFont(path, recalcTimestamp=False)
    top = font["CFF "].cff.topDictIndex[0]
    names = [".notdef", *(f"cid{number:05d}" for number in range(1, len(top.charset)))]
    strings = top.CharStrings
    strings.charStrings = {new: strings.charStrings[old] for old, new in zip(top.charset, names, strict=True)}
    top.charset = names
    font.save(path)


def _font_file(weight: str) -> Path:
    """Find the font collection of the system."""
    for folder in FONT_FOLDERS:
        path = folder / f"NotoSansCJK-{weight}.ttc"
        if path.exists():
            return path
    sys.exit("The Noto CJK fonts are missing. On Debian or Ubuntu: apt-get install fonts-noto-cjk")


def _lay_out(html: str, fonts: Path, target: Path) -> list[list[object]]:
    """Write the pages and return the bookmarks: level, title, page.

    Headings at the foot of a page and tables cut in two are moved to the next page, one after the other.
    """
    # MuPDF does not come to an end when a picture has to be moved to the next page: it gets a page with room for it
    breaks = set(re.findall(r'<h2 id="([^"]*)">(?:(?!<h2).)*<img', _with_breaks(html, set()), re.DOTALL))
    empty, real = _archive(fonts, with_pictures=False), _archive(fonts, with_pictures=True)
    while True:
        marks = _write_pages(_with_breaks(html, breaks), empty, target)
        misplaced = next((mark for mark in _misplaced(marks) if mark not in breaks), None)
        if misplaced is None:
            if _begins_again(marks):
                sys.exit("The pages do not come to an end: reword what stands at the foot of one.")
            _write_pages(_with_breaks(html, breaks), real, target)
            return [[mark.level, mark.text, mark.page] for mark in marks if mark.level]
        breaks.add(misplaced)


@dataclass(frozen=True)
class _Mark:
    """Where a heading or a table is."""

    name: str
    level: int
    text: str
    page: int
    bottom: float


def _write_pages(html: str, archive: pymupdf.Archive, target: Path) -> list[_Mark]:
    """Write the pages once."""
    marks: list[_Mark] = []
    story = pymupdf.Story(html=html, user_css=CSS, archive=archive)
    writer = pymupdf.DocumentWriter(str(target))
    page = 0
    more = True

    def note(at: Any) -> None:  # noqa: ANN401 - pymupdf has no type for it
        if at.open_close & 1 and (at.heading or at.id):
            marks.append(_Mark(at.id or "", at.heading, at.text or "", page, pymupdf.Rect(at.rect).y1))

    while more:
        page += 1
        device = writer.begin_page(PAGE)
        more, _ = story.place(PAGE + MARGINS)
        story.element_positions(note)
        story.draw(device)
        writer.end_page()
        more = more and not _begins_again(marks)
    writer.close()
    return marks


def _begins_again(marks: Sequence[_Mark]) -> bool:
    """Whether MuPDF begins the text again, as it does for ever behind a heading that a table left at a foot."""
    chapters = [mark.name for mark in marks if mark.level == 2]
    return len(set(chapters)) < len(chapters)


def _archive(fonts: Path, *, with_pictures: bool) -> pymupdf.Archive:
    """Return the fonts and the guide's pictures, or empty ones of their sizes: pages are laid out a dozen times."""
    archive = pymupdf.Archive(str(fonts))
    for file in (GUIDE / "pictures").iterdir():
        picture = pymupdf.Pixmap(str(file))
        shown = picture if with_pictures else pymupdf.Pixmap(pymupdf.csGRAY, picture.irect)
        archive.add(shown.tobytes("png"), f"pictures/{file.name}")
    return archive


def _with_breaks(html: str, breaks: set[str]) -> str:
    """Name the headings and tables, and begin a new page before the named headings."""
    names = itertools.count()

    def name(match: re.Match[str]) -> str:
        mark = f"{match[1]}-{next(names)}"
        style = ' style="page-break-before: always"' if mark in breaks else ""
        return f'<{match[1]} id="{mark}"{style}>'

    return re.sub(r"<(h2|h3|table)>", name, html)


def _misplaced(marks: list[_Mark]) -> Iterator[str]:
    """Names of the headings that had better begin a page."""
    foot = PAGE.height + MARGINS[3]
    heading = ""
    for mark in marks:
        if mark.level:
            heading = mark.name
            if mark.bottom > foot - ROOM:
                yield heading
        elif mark.bottom > foot:  # a table that is cut
            yield heading


def _number_pages(document: pymupdf.Document, edition: Edition, font_file: Path) -> None:
    """Put the running title and the page number at the foot of every page."""
    font = pymupdf.Font(fontfile=str(font_file))
    for number, page in enumerate(document, start=1):
        page.clean_contents()
        writer = pymupdf.TextWriter(page.rect, color=MUTED)
        line = page.rect.height - 40
        label = f"{number} / {document.page_count}"
        writer.append((64, line), edition.title, font=font, fontsize=8)
        writer.append((page.rect.width - 64 - font.text_length(label, 8), line), label, font=font, fontsize=8)
        writer.write_text(page)


def _plain(text: str) -> str:
    """Return a text without blanks; East Asian fonts have one glyph for two kinds of dots."""
    return re.sub(r"\s+", "", text).replace("⋯", "…")


def check_pdf(markdown: str, path: Path) -> None:
    """Stop when the text that can be taken out of the PDF is not the text that went in."""
    with pymupdf.open(path) as document:
        extracted = _plain("".join(page.get_text() for page in document))
    for line in markdown.splitlines():
        words = re.sub(r"^(!\[.*|#+|-|\d+\.|\|[-|]+\|$)\s*", "", line)
        for part in re.split(r"\*\*|`|\|", words):
            sought = _plain(part)
            # A passage that runs across the foot of a page is interrupted there: its two halves are looked for.
            half = len(sought) // 2
            if sought not in extracted and (sought[:half] not in extracted and sought[half:] not in extracted):
                sys.exit(f"{path.name}: cannot be read back: {part!r}")


if __name__ == "__main__":
    sys.exit(main())
