"""The lines of a first page, with how large they are and what stands raised in them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from desktop_rag.readers.pages.mupdf import Page, load_pymupdf
from desktop_rag.readers.papers.names import GAP, MARK, with_whole_letters

Box = tuple[float, float, float, float]
USUAL_SIZE = 10.0  # points; of running text where a format does not tell sizes
_MOST_LINES = 400  # of a page; a first page with more is a table or a newspaper
_LONGEST = 2000  # characters of a line
_LEAST = 2.0  # points that a letter must have to be read
_RAISED = 0.12  # of the size, from baseline to baseline
_SMALL = 0.92  # of the size: raised letters are smaller
_WIDE_GAP = 1.2  # of the size
_JOINED = 0.6
_SAME_ROW = 0.5  # of the smaller height: what two lines beside each other have in common
_MARK_TEXT = re.compile(r"[\s,;*∗†‡§¶‖∥#✉⁎⋆\d\x00]*(?:[a-z](?:[\s,]*[a-z\d*∗†‡]){0,4})?[\s,;*∗†‡§¶‖∥#✉⁎⋆\d]*")
_ENDS_EASTERN = re.compile(r"[\u3000-\u9fff\uff00-\uffef]$")
_BEGINS_EASTERN = re.compile(r"[\u3000-\u9fff\uff00-\uffef]|——")
_SUPERSCRIPT = 1  # of the flags of a span in PyMuPDF
_BOLD = 16


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a first page: its text, and the same with ``MARK`` for raised marks and ``GAP`` for wide gaps."""

    text: str
    marked: str
    size: float = USUAL_SIZE
    is_bold: bool = False
    font: str = ""
    box: Box = (0, 0, 0, 0)  # in points; of flowing formats from one line to the next
    block: int = 0
    is_upright: bool = True  # not turned, as the stamp at the edge of a preprint

    @property
    def height(self) -> float:
        """The height of the line, in points."""
        return self.box[3] - self.box[1]


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The lines of a first page from top to bottom, and how high and wide it is; 0 where the format has no pages."""

    lines: Sequence[Line]
    height: float = 0
    width: float = 0
    body: float = field(default=USUAL_SIZE)  # the size of most letters

    @property
    def text(self) -> str:
        """Return the text, a line on each."""
        return "\n".join(line.text for line in self.lines)


def of_pdf(page: Page) -> FirstPage:
    """Return the lines of a page of a PDF."""
    pymupdf = load_pymupdf()

    flags = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
    blocks = page.get_text("dict", flags=flags)["blocks"]
    raw = [(number, line) for number, block in enumerate(blocks) for line in block.get("lines", ())]
    if len(raw) > _MOST_LINES:
        raw = raw[:_MOST_LINES]
    lines = [line for number, one in raw if (line := _line(one, number)) is not None]
    upright = [line for line in lines if line.is_upright]
    turned = [line for line in lines if not line.is_upright]
    return of_lines([*_in_rows(_with_marks(upright)), *turned], page.rect.height, page.rect.width)


def of_lines(lines: Sequence[Line], height: float = 0, width: float = 0) -> FirstPage:
    """Return a first page of lines; what most letters have is the size of its text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return FirstPage(lines, height, width, max(sizes, key=sizes.__getitem__, default=USUAL_SIZE))


def of_paragraphs(paragraphs: Iterable[tuple[str, str, float, bool]]) -> FirstPage:
    """Return the page that paragraphs make: each its text, the same with marks, its size and whether it is bold."""
    lines, top = [], 0.0
    for number, (text, marked, size, is_bold) in enumerate(paragraphs):
        # in lines of its own: one that is broken off is no other paragraph
        if text.strip():
            box = (0, top, len(text) * size / 2, top + size)
            lines.append(Line(_plain(text), _plain(marked), size, is_bold, "", box, number))
        top += 1.4 * size
    return of_lines(lines)


def _line(raw: dict[str, Any], block: int) -> Line | None:
    """Return a line of PyMuPDF, None for one without text."""
    spans = [span for span in raw["spans"] if span["text"]]
    letters: Counter[tuple[float, str, bool]] = Counter()
    for span in spans:
        letters[span["size"], span["font"], bool(span["flags"] & _BOLD)] += len(span["text"].strip())
    if not letters.total():
        return None
    size, font, is_bold = max(letters, key=letters.__getitem__)
    if size < _LEAST:
        return None  # for programs that read along, not for people
    largest = max(span["size"] for span in spans if span["text"].strip())
    bases = [span["origin"][1] for span in spans if span["size"] == largest and span["text"].strip()]
    base = bases[0]
    is_upright = abs(raw["dir"][0] - 1) < 0.05
    text, marked, end = "", "", None
    for span in spans:
        raised = span["size"] < _SMALL * largest and base - span["origin"][1] > _RAISED * largest
        raised = raised or bool(span["flags"] & _SUPERSCRIPT and span["size"] < _SMALL * largest)
        gap = span["bbox"][0] - end if end is not None and span["text"].strip() else 0
        wide = is_upright and gap > _WIDE_GAP * size
        between = GAP if wide else ""
        text += (" " if wide else "") + span["text"]
        marked += between + (MARK if raised and _MARK_TEXT.fullmatch(span["text"]) else span["text"])
        if span["text"].strip():
            end = span["bbox"][2]
    return Line(_plain(text), _plain(marked), size, is_bold, font, tuple(raw["bbox"]), block, is_upright)


def _plain(text: str) -> str:
    """Return a line without signs that nobody sees; gaps of several blanks stay, as they part Eastern names."""
    text = with_whole_letters(text.replace("\u00ad", "").replace("\u200b", "").replace("\xa0", " "))
    kept = (char for char in text if char.isprintable() or char in {MARK, GAP, "\u3000"})
    return "".join(kept).strip(" ")[:_LONGEST]


def _with_marks(lines: Sequence[Line]) -> list[Line]:
    """Return lines with each mark that PyMuPDF has as a separate line put behind the text it belongs to."""
    result: list[Line] = []
    for line in sorted(lines, key=lambda one: (one.block, one.box[1], one.box[0])):
        before = result[-1] if result else None
        if before is not None and before.block == line.block and _share_row(before, line):
            gap = line.box[0] - before.box[2]
            is_mark = line.size < _SMALL * before.size and _MARK_TEXT.fullmatch(line.text) is not None
            if -before.size < gap < _JOINED * before.size and (is_mark or line.size <= before.size * 1.05):
                added = MARK if is_mark else line.marked
                box = (before.box[0], min(before.box[1], line.box[1]), line.box[2], max(before.box[3], line.box[3]))
                blank = " " if gap > 0.15 * before.size and not is_mark else ""
                result[-1] = Line(
                    before.text + blank + line.text, before.marked + blank + added,
                    before.size, before.is_bold, before.font, box, before.block,
                )  # fmt: skip
                continue
        result.append(line)
    return result


def _in_rows(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines from top to bottom, those beside each other from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: (one.box[1] + one.box[3]) / 2):
        if rows and _share_row(rows[-1][0], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        yield from sorted(row, key=lambda one: one.box[0])


def _share_row(one: Line, other: Line) -> bool:
    both = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return both > _SAME_ROW * min(one.height, other.height)


def blocks_of(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the text of each block in one line, words that are parted at the end of a line whole."""
    by_block: dict[int, list[str]] = {}
    for line in lines:
        by_block.setdefault(line.block, []).append(line.text)
    for texts in by_block.values():
        yield joined(texts)


def joined(texts: Sequence[str]) -> str:
    """Return lines as one, words that are parted at the end of one whole; Eastern ones follow without a blank."""
    result = texts[0].strip() if texts else ""
    for before, text in pairwise(one.strip() for one in texts):
        if re.search(r"[^\W\d_]{2}-$", before) and re.match(r"[a-zß-ÿ]", text):
            result = result[:-1] + text
        else:
            is_eastern = _ENDS_EASTERN.search(before) and _BEGINS_EASTERN.match(text)
            result += text if is_eastern or re.search(r"\w[-‐–/]$", before) else f" {text}"
    return " ".join(result.split())
