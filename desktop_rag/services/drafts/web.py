"""HTML drafts: their text, and remarks in them, as marks around words and a list at the end of the page."""

import html
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from desktop_rag.readers.plain import markdown_text
from desktop_rag.services.drafts.plain_file import PlainFile
from desktop_rag.services.drafts.remark import Remark
from desktop_rag.services.exports.document import one_line

_LEFT_OUT = frozenset("head script style template noscript svg nav select textarea button iframe object del".split())
_BLOCKS = frozenset(
    "p div section article main header footer aside blockquote ul ol dl dt dd figure figcaption table caption thead"
    " tbody tfoot pre address form fieldset hr details summary body html".split()
)
_HEADING = re.compile(r"h([1-6])\Z")
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f\ufeff]+")
_CELL = re.compile(r"<(t[dh])\b|</?(?:tr|table|tbody)\b", re.IGNORECASE)
_BODY_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
_END_MARKS = re.compile(r"[.!?。！？…]*[\"”’»』」)）]*[.!?。！？…]*")
_LIST = "desktop-rag"


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Characters of the text from ``start`` on, that stand at ``source`` to ``source_end`` of the file.

    Where both are equally long they stand there one for one. ``is_linked``: inside a link.
    """

    start: int
    length: int
    source: int
    source_end: int
    is_linked: bool

    def place(self, offset: int) -> int:
        """Return the place in the file of a character, or behind the last one."""
        if self.source_end - self.source == self.length:
            return self.source + offset
        return self.source if not offset else self.source_end


@dataclass(frozen=True)
class WebDraft:
    """An HTML draft: its text, made of ``stretches`` in order and of what stands between them."""

    text: str
    stretches: Sequence[_Stretch]
    starts: Sequence[int]

    def ranges(self, start: int, end: int) -> list[tuple[int, int, bool]]:
        """Return where a range of the text stands in the file, in pieces without tags; and whether each is a link."""
        found = list[tuple[int, int, bool]]()
        for one in self.stretches[max(0, bisect_right(self.starts, start) - 1) :]:
            if one.start >= end:
                break
            first, last = max(0, start - one.start), min(one.length, end - one.start)
            if first < last:
                begin, stop = one.place(first), one.place(last)
                if found and found[-1][1] == begin and found[-1][2] == one.is_linked:
                    begin = found.pop()[0]
                found.append((begin, stop, one.is_linked))
        return found


def read_web(file: PlainFile) -> WebDraft:
    """Return the text of a page with headings, lists and tables as in Markdown."""
    parser = _Parser(file.source)
    parser.feed(file.source)
    parser.close()
    parser.finish()
    return WebDraft("".join(parser.pieces), parser.stretches, [one.start for one in parser.stretches])


def reviewed_web(file: PlainFile, read: WebDraft, remarks: Sequence[Remark]) -> bytes:
    """Return a page with remarks."""
    insertions, items = list[tuple[int, str]](), list[str]()
    for remark in remarks:
        marks = _END_MARKS.match(read.text, remark.end)
        ranges = read.ranges(remark.start, remark.end)
        behind = read.ranges(remark.start, marks.end() if marks else remark.end)
        if not ranges:
            continue
        number = len(items) + 1
        for begin, stop, _ in ranges if not remark.is_citation else ():
            title = html.escape(one_line(remark.lines[0]))
            insertions.append((begin, f'<mark class="{_LIST} {remark.name}" title="{title}">'))
            insertions.append((stop, "</mark>"))
        _, end, is_linked = behind[-1]
        sign = f"[{number}]" if is_linked else f'<a href="#{_LIST}-{number}">[{number}]</a>'
        insertions.append((end, f"<sup>{sign}</sup>"))
        lines = "<br>".join(html.escape(one_line(line), quote=False) for line in remark.lines)
        items.append(f'<li id="{_LIST}-{number}">{lines}</li>\n')
    if items:
        ends = list(_BODY_END.finditer(file.source))
        body = [one for one in ends if one.group().lower().startswith("</body")]
        place = body[-1].start() if body else ends[-1].start() if ends else len(file.source)
        insertions.append((place, f'<aside id="{_LIST}">\n<p>Desktop RAG</p>\n<ol>\n{"".join(items)}</ol>\n</aside>\n'))
    return file.with_inserted(insertions)


@dataclass
class _Row:
    """A row of a table whose cells are being read; ``is_head`` where all of them are heads."""

    cells: int = 0
    is_head: bool = True
    is_open: bool = False


@dataclass
class _Table:
    rows: int = 0
    row: _Row = field(default_factory=_Row)


class _Parser(HTMLParser):
    """Reads a page; ``_at`` is the place in the file of what is handled."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self._source = source
        self._at = 0
        self.pieces: list[str] = []
        self.stretches: list[_Stretch] = []
        self._length = 0
        self._hidden: list[str] = []
        self._links = self._kept = 0
        self._tables: list[_Table] = []
        self._waits = ""  # what goes before the next words: a break, the sign of a heading or an item
        self._was_space = True

    def updatepos(self, i: int, j: int) -> int:
        """Note where in the file the parser is."""
        self._at = j
        return super().updatepos(i, j)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what a tag begins."""
        told = dict(attrs)
        if self._hidden or tag in _LEFT_OUT or "hidden" in told or _HIDDEN.search(told.get("style") or ""):
            if tag not in _VOID:
                self._hidden.append(tag)
            return
        level = _HEADING.match(tag)
        if tag == "br":
            self._break(" " if self._tables else "\n")
        elif level:
            self._block("#" * int(level[1]) + " ")
        elif tag == "li":
            self._block("- ", "\n")
        elif tag == "table":
            self._block("")
            self._tables.append(_Table())
        elif tag == "tr" and self._tables:
            self._begin_row()
        elif tag in {"td", "th"} and self._tables:
            self._begin_cell(is_head=tag == "th")
        elif tag in _BLOCKS:
            self._kept += tag == "pre"
            self._block("")
        elif tag == "a":
            self._links += 1

    def handle_endtag(self, tag: str) -> None:
        """End what a tag ends."""
        if self._hidden:
            if tag in self._hidden:
                while self._hidden.pop() != tag:
                    pass
            return
        if tag == "table" and self._tables:
            self._end_row()
            self._tables.pop()
            self._block("")
        elif tag == "tr" and self._tables:
            self._end_row()
        elif tag == "a":
            self._links = max(0, self._links - 1)
        elif tag == "li":
            self._block("", "\n")
        elif tag in _BLOCKS or _HEADING.match(tag):
            self._kept = max(0, self._kept - (tag == "pre"))
            self._block("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a tag without content; one that HTML gives a content stays open, as in browsers."""
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        """Read characters, white space as one blank."""
        if self._hidden:
            return
        if self._kept:
            self._add(data.replace("\r", " "), self._at, self._at + len(data))
            return
        at = 0
        for space in _SPACE.finditer(data):
            self._words(data[at : space.start()], at)
            if not self._was_space:
                self._add(" ", self._at + space.start(), self._at + space.end())
                self._was_space = True
            at = space.end()
        self._words(data[at:], at)

    def handle_entityref(self, name: str) -> None:
        """Read a named character."""
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        """Read a numbered character."""
        self._reference(f"&#{name}")

    def _reference(self, written: str) -> None:
        if self._hidden:
            return
        end = self._at + len(written)
        end += self._source[end : end + 1] == ";"
        self._words(html.unescape(self._source[self._at : end]).replace("\xa0", " "), 0, end)

    def _words(self, words: str, at: int, end: int | None = None) -> None:
        if not words:
            return
        self._was_space = False
        start = self._at + at
        if self._tables and "|" in words:
            words = words.replace("|", "¦")
        self._add(words, start, start + len(words) if end is None else end)

    def _add(self, words: str, source: int, source_end: int) -> None:
        """Add characters that stand in the file."""
        if self._waits:
            self._put(self._waits if self.pieces else self._waits.lstrip("\n"))
            self._waits = ""
        self.stretches.append(_Stretch(self._length, len(words), source, source_end, bool(self._links)))
        self._put(words)

    def _put(self, words: str) -> None:
        self.pieces.append(words)
        self._length += len(words)

    def _block(self, sign: str, gap: str = "\n\n") -> None:
        """Begin a block, or end one (``sign`` ""); items of a list have no empty line between them."""
        if self._tables:
            self._break(" ")
        elif not sign and self._waits.strip():
            return  # a paragraph in an item
        elif gap == "\n" and (not sign or self._waits == "\n"):
            self._waits = (self._waits or "\n") + sign
        else:
            self._waits = f"\n\n{sign}"
        self._was_space = True

    def _break(self, sign: str) -> None:
        if not self._waits:
            self._waits = sign
        self._was_space = True

    # -- tables: one in another is read as words of its cell

    def _begin_row(self) -> None:
        if len(self._tables) == 1:
            self._end_row()
            self._tables[0].row = _Row(is_open=True)

    def _begin_cell(self, *, is_head: bool) -> None:
        if len(self._tables) > 1:
            self._break(" ")
            return
        table = self._tables[0]
        row = table.row
        if not row.is_open:
            table.row = row = _Row(is_open=True)
        if not row.cells and not table.rows:
            self._put("\n\n" if self.pieces else "")
            if not is_head:
                width = self._width()
                self._put(f"{markdown_text.no_names(width)}\n{markdown_text.rule(width)}\n")
                table.rows = 1
        elif not row.cells:
            self._put("\n")
        self._put("| " if not row.cells else " | ")
        self._waits, self._was_space = "", True
        row.cells += 1
        row.is_head = row.is_head and is_head

    def _width(self) -> int:
        """Return the number of cells from the one that begins here to the end of its row."""
        count = 1
        for tag in _CELL.finditer(self._source, self._at + 1):
            if tag.group(1) is None:
                break
            count += 1
        return count

    def _end_row(self) -> None:
        if len(self._tables) != 1:
            return
        table = self._tables[0]
        row = table.row
        if row.is_open and row.cells:
            self._put(" |")
            if not table.rows:
                self._put(f"\n{markdown_text.rule(row.cells)}")
            table.rows += 1
        table.row = _Row()
        self._waits, self._was_space = "", True

    def finish(self) -> None:
        """End a table that is left open."""
        while self._tables:
            self._end_row()
            self._tables.pop()
