"""Writes an answer into a text editor's document without ever holding the window up.

The document is made of pieces, whole paragraphs of the answer. A newer state of the answer replaces only the pieces
that changed; a long finished answer is written a piece for each turn of the event loop.
"""

import bisect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from desktop_rag.citations.quoted_places import parts_at
from desktop_rag.citations.tagged_markers import (
    FIRST_NUMBER,
    MARK_CLOSE,
    MARK_OPEN,
    WIDTH,
    SupportMark,
    addresses_of,
    marks_of,
    visible_parts,
)
from desktop_rag.core.results.answers import CheckedSentence, Verdict
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.chat.markdown import CHIP
from desktop_rag.gui.evidence.evidence import Range, ShownAnswer, common_length
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.text_tables import TableColumns, tables_from
from desktop_rag.gui.widgets.theme import TEXT, Theme, font
from desktop_rag.gui.widgets.timers import single_shot

_OWN_PLACE = ("<table", "<ul", "<ol")  # these never continue the paragraph at the cursor
_ABOVE, _BELOW = 17, 7  # how far a quotation's bar reaches above its first and below its last baseline
PIECE = 1_500  # characters that are cheap to write at once
_COLOURS = {Verdict.PARTLY: "warning", Verdict.CONTRADICTED: "error", Verdict.NOT_SAID: "muted"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a sentence that stands on one line of the answer's Markdown, and how it is marked."""

    start: int
    end: int
    mark: SupportMark | None = None

    @property
    def place(self) -> Range:
        """Its range of the text."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class DrawnStretch:
    """The place of a stretch in the document: from ``first`` up to ``last``."""

    first: int
    last: int
    stretch: Stretch


def stretches_of(answer: ShownAnswer, ranges: Sequence[Range], start: int, end: int) -> tuple[Stretch, ...]:
    """Return the stretches of the sentences that begin in a part of the answer, of all its ``ranges``, in order."""
    part = answer.text[start:end]
    inside = ranges[bisect.bisect_left(ranges, (start, 0)) : bisect.bisect_left(ranges, (end, 0))]
    checked = answer.sentences
    some = checked[bisect.bisect_left(checked, start, key=_start) : bisect.bisect_left(checked, end, key=_start)]
    moved = [
        replace(one, start=one.start - start, unsupported=tuple((a - start, b - start) for a, b in one.unsupported))
        for one in some
    ]
    found: list[Stretch] = []
    addresses = addresses_of(part)
    for one in _cut([(a - start, min(b - start, len(part))) for a, b in inside], marks_of(part, moved)):
        for first, last in visible_parts(part, one.start, one.end, addresses) if one.mark is None else [one.place]:
            found.append(Stretch(start + first, start + last, one.mark))
    return tuple(found)


def draw(document: QTextDocument, start: int, stretches: Sequence[Stretch], theme: Theme) -> list[DrawnStretch]:
    """Underline the marked words, from a position of the document on, and remove the marks; return the places.

    Dots are below what no passage says, dashes below words that lack support or that a passage contradicts.
    """
    drawn = []
    opened = document.find(MARK_OPEN, start)
    while not opened.isNull():
        first = opened.selectionStart()
        which = str(document.characterAt(first + 1))
        closed = document.find(MARK_CLOSE + which, first)
        _select(document, first, first + WIDTH).removeSelectedText()
        if not closed.isNull():
            last = closed.selectionStart()
            closed.removeSelectedText()
            stretch = stretches[ord(which) - FIRST_NUMBER]
            if stretch.mark is not None:
                _select(document, first, last).mergeCharFormat(_format(stretch.mark, theme))
            drawn.append(DrawnStretch(first, last, stretch))
        opened = document.find(MARK_OPEN, first)
    return drawn


def _cut(ranges: Sequence[Range], marks: Sequence[SupportMark]) -> Iterator[Stretch]:
    """Yield the marks and what of the ranges lies between them, in order, none overlapping."""
    position, number = 0, 0
    for start, end in ranges:
        position = max(position, start)
        while number < len(marks) and marks[number].start < end:
            mark = marks[number]
            number += 1
            if mark.start < position:
                continue
            yield Stretch(position, mark.start)
            yield Stretch(mark.start, mark.end, mark)
            position = mark.end
        if position < end:
            yield Stretch(position, end)
            position = end


def _start(sentence: CheckedSentence) -> int:
    return sentence.start


def _select(document: QTextDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _format(mark: SupportMark, theme: Theme) -> QTextCharFormat:
    style = QTextCharFormat.UnderlineStyle
    form = QTextCharFormat()
    form.setUnderlineStyle(style.DotLine if mark.verdict is Verdict.NOT_SAID else style.DashUnderline)
    form.setUnderlineColor(theme.color(_COLOURS[mark.verdict]))
    form.setToolTip(words.sentence(mark.reason))
    return form


@contextmanager
def kept_selection(editor: QTextEdit, start: int) -> Iterator[None]:
    """Restore the selection after the text from ``start`` on was replaced: it stays on the same words.

    Citations may come and go between the words. Where the words at one of its ends were replaced, that end goes to the
    beginning of what is new.
    """
    cursor = editor.textCursor()
    if not cursor.hasSelection():
        yield
        return
    places = cursor.anchor(), cursor.position()
    before = _text_from(editor, start)
    yield
    after = _text_from(editor, start)
    anchor, position = (place if place <= start else start + _moved(place - start, before, after) for place in places)
    cursor = editor.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def _text_from(editor: QTextEdit, start: int) -> str:
    """Return the text from a position on, one character for each position."""
    cursor = QTextCursor(editor.document())
    cursor.setPosition(min(start, max(0, editor.document().characterCount() - 1)))
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    # positions count units of UTF-16
    units = memoryview(cursor.selectedText().encode("utf-16-le", "surrogatepass")).cast("H")
    return "".join(map(chr, units))


def _moved(place: int, before: str, after: str) -> int:
    """Return the position in a newer text for a place of a text, counted without the citations of both."""
    words, newer = (CHIP.sub("", text) for text in (before, after))
    offset = place - sum(
        min(chip.end(), place) - chip.start() for chip in CHIP.finditer(before) if chip.start() < place
    )
    same = common_length(words, newer)
    if offset > same:
        tail = common_length(words[same:][::-1], newer[same:][::-1])
        offset = offset + len(newer) - len(words) if offset >= len(words) - tail else same
    for chip in CHIP.finditer(after):
        if chip.start() < offset:
            offset += chip.end() - chip.start()
    return offset


@dataclass(frozen=True, slots=True)
class Chip:
    """A link's place in the document; a citation marker's ``href`` begins with “cite:”."""

    position: int
    length: int
    href: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the answer that ends at ``end``, and at ``last`` in the document."""

    end: int
    last: int = 0
    is_final: bool = False  # nothing that comes later in the text can change it
    is_part: bool = False  # of a list that goes on; the whole answer has it in one piece


class AnswerDocument(QObject):
    """Fills an editor's document and knows where citations, links and sentences stand in it."""

    changed = Signal()

    def __init__(self, editor: QTextEdit, theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self.document = editor.document()
        self.theme = theme
        self.answer = ShownAnswer()
        self.chips: list[Chip] = []
        self.links: list[Chip] = []
        self.stretches: list[DrawnStretch] = []
        self._ranges: list[Range] = []
        self._quotes: list[int] = []
        self._tables: list[TableColumns] = []
        self._pieces: list[_Piece] = []
        self._gap: float | None = None  # the gap that was taken away below the last paragraph
        self._scratch = QTextDocument(self)
        self._more = single_shot(self, 0, self._write_next)

    def write(self, answer: ShownAnswer) -> None:
        """Show a whole answer, a piece at once; what stands there already stays."""
        shown = self.document.characterCount() > 1
        parts = [place for place, piece in enumerate(self._pieces) if piece.is_part]
        if parts:
            del self._pieces[parts[0] :]
        if self._take(answer, again=bool(parts)):
            few = len(answer.text) - self._written <= 4 * PIECE
            (self._write_all if shown and (few or parts) else self._write_next)()

    def stream(self, answer: ShownAnswer) -> None:
        """Show an answer as far as it has come."""
        if self._take(answer):
            self._write_all(in_parts=True)

    def rewrite(self, theme: Theme) -> None:
        """Write the same text in other colours."""
        self.theme = theme
        answer, self.answer = self.answer, ShownAnswer()
        self.write(answer)

    def fit_tables(self) -> None:
        """Share the width that there is out among the columns of each table."""
        self._fit(self._tables)

    def positions(self, ranges: list[Range]) -> list[Range]:
        """Return the document ranges of ranges of the answer's text, as far as they are written."""
        found = []
        for start, end in ranges:
            first = bisect.bisect_right(self.stretches, start, key=lambda one: one.stretch.end)
            last = bisect.bisect_left(self.stretches, end, key=lambda one: one.stretch.start)
            if first < last:
                found.append((self.stretches[first].first, self.stretches[last - 1].last))
        return found

    def chip_rect(self, chip: Chip) -> QRectF:
        """Return the ground of a citation in document coordinates."""
        block = self.document.findBlock(chip.position)
        start = chip.position - block.position()
        line = block.layout().lineForTextPosition(start)
        if not line.isValid():
            return QRectF()
        origin = self.document.documentLayout().blockBoundingRect(block).topLeft()
        left, right = line_x(line.cursorToX(start)), line_x(line.cursorToX(start + chip.length))
        # from the baseline, not the line's top: lines with other scripts are higher
        baseline = origin.y() + line.y() + line.ascent()
        return QRectF(origin.x() + left, baseline - 12.5, right - left, 17)

    def quotes(self) -> list[QRectF]:
        """Return the bars at the left of quoted paragraphs, in document coordinates."""
        return [self._bar(position) for position in self._quotes]

    def _bar(self, position: int) -> QRectF:
        """Return the bar beside the paragraph that begins at ``position``."""
        block = self.document.findBlock(position)
        lines = block.layout()
        if not lines.lineCount():
            return QRectF()
        first, last = lines.lineAt(0), lines.lineAt(lines.lineCount() - 1)
        origin = self.document.documentLayout().blockBoundingRect(block).y()
        top = origin + first.y() + first.ascent() - _ABOVE
        return QRectF(0, top, 3, origin + last.y() + last.ascent() + _BELOW - top)

    def _fit(self, tables: list[TableColumns]) -> None:
        for table in tables:
            table.fit(self.document, self._editor.viewport().width())

    def _take(self, answer: ShownAnswer, *, again: bool = False) -> bool:
        """Keep the pieces that a newer state leaves as they are; return whether there is anything to write."""
        if answer == self.answer and not again and not self._more.isActive():
            return False
        self._more.stop()
        same = self.answer.unchanged_until(answer)
        while self._pieces and not (self._pieces[-1].is_final and self._pieces[-1].end <= same):
            self._pieces.pop()
        self.answer, self._ranges = answer, answer.ranges()
        if not self._pieces:
            for document in (self.document, self._scratch):
                document.setDefaultStyleSheet(markdown.css(self.theme))
        usual = font(TEXT, sample=answer.text[:PIECE])
        if usual != self.document.defaultFont():
            self.document.setDefaultFont(usual)
        return True

    def _write_next(self) -> None:
        """Write the next piece of a finished answer, and plan the one after it."""
        rest = self.answer.text[self._written :]
        stable = markdown.stable_length(rest, PIECE) if len(rest) > PIECE else 0
        if 0 < stable < len(rest):
            self._write([_Piece(self._written + stable, is_final=True)])
            self._more.start()
        else:
            self._write([_Piece(len(self.answer.text))])

    def _write_all(self, *, in_parts: bool = False) -> None:
        """Write the missing text, paragraph by paragraph, so that little is rewritten when more comes.

        A long list that is still being written is cut into parts, too.
        """
        text, written = self.answer.text, self._written
        pieces = [_Piece(written + end, is_final=True) for end in markdown.paragraph_ends(text[written:])]
        end = pieces[-1].end if pieces else written
        while in_parts and (items := markdown.items_length(text[end:], PIECE)):
            end += items
            pieces.append(_Piece(end, is_final=True, is_part=True))
        if not pieces or end < len(text):
            pieces.append(_Piece(len(text)))
        self._write(pieces)

    @property
    def _written(self) -> int:
        return self._pieces[-1].end if self._pieces else 0

    @property
    def _tail(self) -> int:
        """The end of the kept pieces in the document."""
        return self._pieces[-1].last if self._pieces else 0

    def _write(self, pieces: list[_Piece]) -> None:
        """Replace the text behind the pieces that are kept.

        The document lays itself out once, and what is selected stays so.
        """
        tail = self._tail
        with kept_selection(self._editor, tail):
            edit = QTextCursor(self.document)
            edit.beginEditBlock()
            self._cut_tail()
            for piece in pieces:
                self._append(piece)
            self._take_gap()
            edit.endEditBlock()
            # inside the edit block a document does not know its tables yet
            self._fit(found := tables_from(self.document, tail))
            self._tables += found
        self.changed.emit()

    def _cut_tail(self) -> None:
        """Give the last paragraph its gap back and remove what may be replaced."""
        tail, cursor = self._tail, QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._gap is not None:
            _set_gap(cursor, self._gap)
            self._gap = None
        end = cursor.position()
        cursor.setPosition(tail)
        kept = cursor.blockFormat()
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        # an empty paragraph, as behind a table, would take the format of the one that was removed
        cursor.setBlockFormat(kept)
        self.chips = [one for one in self.chips if one.position < tail]
        self.links = [one for one in self.links if one.position < tail]
        self.stretches = [one for one in self.stretches if one.first < tail]
        self._quotes = [position for position in self._quotes if position < tail]
        self._tables = [table for table in self._tables if table.position < tail]

    def _append(self, piece: _Piece) -> None:
        start, end, tail, answer = self._written, piece.end, self._tail, self.answer
        stretches = stretches_of(answer, self._ranges, start, end)
        html = "".join(
            markdown.place_html(place, self.theme, is_first=a == 0)
            + markdown.to_html(answer.text[a:b], self.theme, answer.sources, answer.citations, a, stretches)
            for a, b, place in parts_at(answer.places, start, end)
        )
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if html:
            self._insert(cursor, html)
            self.stretches += draw(self.document, tail, stretches, self.theme)
            self._find_links(tail)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if piece.is_part:
            _set_gap(cursor, markdown.ITEM_GAP)
        self._pieces.append(replace(piece, last=cursor.position()))

    def _insert(self, cursor: QTextCursor, html: str) -> None:
        """Insert HTML; its first paragraph would take the format of the one before, so it is given its own."""
        if html.startswith(_OWN_PLACE):
            self._insert_apart(cursor, html)
            return
        # a document of its own tells the format that the first paragraph would have
        self._scratch.setHtml(html)
        first = self._scratch.begin().blockFormat()
        first.setObjectIndex(-1)
        if self._tail:
            cursor.insertBlock(first, QTextCharFormat())
        else:
            cursor.setBlockFormat(first)
        cursor.insertHtml(html)

    def _insert_apart(self, cursor: QTextCursor, html: str) -> None:
        """Insert a list or table; the first item of a list would continue the last item of another."""
        tail = cursor.position()
        continues = bool(self._pieces) and self._pieces[-1].is_part
        if continues:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        cursor.insertHtml(html)
        if continues:
            cursor.setPosition(tail)
            cursor.deleteChar()

    def _take_gap(self) -> None:
        """Take away the gap below the last paragraph."""
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._gap = cursor.blockFormat().bottomMargin()
        _set_gap(cursor, 0)

    def _find_links(self, start: int) -> None:
        block = self.document.findBlock(start)
        while block.isValid():
            for link in _links_of(block):
                if link.position >= start:
                    (self.chips if link.href.startswith(f"{markdown.CITE}:") else self.links).append(link)
            quoted = block.blockFormat().leftMargin() >= markdown.QUOTE_INDENT and not block.textList()
            if quoted and block.position() >= start and block.position() not in self._quotes:
                self._quotes.append(block.position())
            block = block.next()


def _set_gap(cursor: QTextCursor, gap: float) -> None:
    """Set the space below the paragraph at ``cursor``."""
    block_format = cursor.blockFormat()
    block_format.setBottomMargin(gap)
    cursor.setBlockFormat(block_format)


def _links_of(block: QTextBlock) -> list[Chip]:
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        if href := fragment.charFormat().anchorHref():
            found.append(Chip(fragment.position(), fragment.length(), href))
        iterator += 1
    return found


def line_x(value: object) -> float:
    """Return the x of ``cursorToX``, which some versions return together with the cursor's position."""
    return float(value[0]) if isinstance(value, tuple) else float(str(value))
