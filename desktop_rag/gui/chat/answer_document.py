"""Writes an answer into a ``QTextDocument`` without ever holding the window up.

Short texts are written as a whole. Of a long stream only the unfinished end is written again; a long finished
answer is written paragraph by paragraph, a piece for each turn of the event loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument

from desktop_rag.citations.support_marks import SupportMark, marks_of
from desktop_rag.core.results.answers import CheckedSentence, Citation, Source
from desktop_rag.gui.chat import markdown, support_marks
from desktop_rag.gui.widgets.theme import TEXT, Theme, font
from desktop_rag.gui.widgets.timers import single_shot

_OWN_PLACE = ("<table", "<ul", "<ol")  # these never continue the paragraph at the cursor
_ABOVE, _BELOW = 17, 7  # how far a quotation's bar reaches above its first and below its last baseline
PIECE = 1_500  # characters that are cheap to write at once


@dataclass(frozen=True, slots=True)
class Chip:
    """A citation marker's place in the document."""

    position: int
    length: int
    href: str


class AnswerDocument(QObject):
    """Fills ``document`` and knows where its citations stand."""

    changed = Signal()

    def __init__(self, document: QTextDocument, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.document = document
        self.theme = theme
        self.chips: list[Chip] = []
        self._quotes: list[int] = []
        self._text = ""
        self._sources: tuple[Source, ...] = ()
        self._citations: tuple[Citation, ...] = ()
        self._sentences: tuple[CheckedSentence, ...] = ()
        self._marks: tuple[SupportMark, ...] = ()
        self._written = 0  # characters of the text that stay as they are
        self._tail = 0  # where in the document the rest begins
        self._gap = (0, 0.0)  # where the gap below a last paragraph was taken away, and its size
        self._more = single_shot(self, 0, self._write_next)

    def write(
        self,
        text: str,
        sources: Sequence[Source],
        citations: Sequence[Citation],
        sentences: Sequence[CheckedSentence] = (),
    ) -> None:
        """Replace everything by a whole answer; what its ``sentences`` lack support for is underlined."""
        self._text, self._sources, self._citations = text, tuple(sources), tuple(citations)
        self._sentences, self._marks = tuple(sentences), marks_of(text, sentences)
        self._start()
        self._write_next()

    def stream(self, text: str, sources: Sequence[Source]) -> None:
        """Show an answer as far as it has come; ``text`` continues what was shown before."""
        continues = self._text and text.startswith(self._text) and not self._more.isActive()
        self._text, self._sources, self._citations = text, tuple(sources), ()
        self._sentences = self._marks = ()
        if not continues:
            self._start()
        stable = markdown.stable_length(text)
        # what is finished is written for good: drawing costs as much as what still changes, not as the whole answer
        if stable - self._written > PIECE:
            self._append(self._written, stable)
        self._write_rest()
        self._finish_piece()

    def rewrite(self, theme: Theme) -> None:
        """Write the same text in other colours."""
        self.theme = theme
        self.write(self._text, self._sources, self._citations, self._sentences)

    def chip_rect(self, chip: Chip) -> QRectF:
        """Return the ground of a citation in document coordinates."""
        block = self.document.findBlock(chip.position)
        start = chip.position - block.position()
        line = block.layout().lineForTextPosition(start)
        if not line.isValid():
            return QRectF()
        origin = self.document.documentLayout().blockBoundingRect(block).topLeft()
        left, right = _x(line.cursorToX(start)), _x(line.cursorToX(start + chip.length))
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

    def _start(self) -> None:
        self._more.stop()
        self.document.clear()
        self.document.setDefaultFont(font(TEXT, sample=self._text[:PIECE]))
        self.document.setDefaultStyleSheet(markdown.css(self.theme))
        self._written = self._tail = 0
        self._gap = (0, 0.0)
        self.chips, self._quotes = [], []

    def _write_next(self) -> None:
        """Write the next piece of a finished answer, and plan the one after it."""
        remaining = self._text[self._written :]
        stable = markdown.stable_length(remaining, PIECE) if len(remaining) > PIECE else 0
        if stable and stable < len(remaining):
            self._append(self._written, self._written + stable)
            self._more.start()
        else:
            self._write_rest()
        self._finish_piece()

    def _append(self, start: int, end: int) -> None:
        cursor = self._cut_tail()
        self._insert(cursor, self._html(start, end))
        support_marks.draw(self.document, self._marks, self.theme)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._written, self._tail = end, cursor.position()

    def _write_rest(self) -> None:
        rest = self._html(self._written, len(self._text))
        if not self._written:
            self.document.setHtml(rest)
        else:
            cursor = self._cut_tail()
            if rest:
                self._insert(cursor, rest)
        support_marks.draw(self.document, self._marks, self.theme)

    def _insert(self, cursor: QTextCursor, html: str) -> None:
        """Insert HTML; its first paragraph would take the format of the one before, so it is given its own."""
        if html.startswith(_OWN_PLACE):
            cursor.insertHtml(html)
            return
        # a document of its own tells the format that the first paragraph would have
        scratch = QTextDocument()
        scratch.setDefaultStyleSheet(self.document.defaultStyleSheet())
        scratch.setHtml(html)
        first = scratch.begin().blockFormat()
        first.setObjectIndex(-1)
        if self._tail:
            cursor.insertBlock(first, QTextCharFormat())
        else:
            cursor.setBlockFormat(first)
        cursor.insertHtml(html)

    def _cut_tail(self) -> QTextCursor:
        """Remove what may be replaced; return a cursor at the end."""
        position, gap = self._gap
        if position == self._tail and position:
            cursor = QTextCursor(self.document)
            cursor.setPosition(position)
            _set_gap(cursor, gap)
        cursor = QTextCursor(self.document)
        cursor.setPosition(min(self._tail, max(0, self.document.characterCount() - 1)))
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        return cursor

    def _html(self, start: int, end: int) -> str:
        part = self._text[start:end]
        return markdown.to_html(part, self.theme, self._sources, self._citations, start, self._marks)

    def _finish_piece(self) -> None:
        """Find the new citations and take away the gap below the last paragraph."""
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._gap = (cursor.position(), cursor.blockFormat().bottomMargin())
        _set_gap(cursor, 0)
        self._find_chips()
        self.changed.emit()

    def _find_chips(self) -> None:
        self.chips = []
        self._quotes = []
        block = self.document.begin()
        while block.isValid():
            self.chips.extend(_chips_of(block))
            if block.blockFormat().leftMargin() >= markdown.QUOTE_INDENT and not block.textList():
                self._quotes.append(block.position())
            block = block.next()


def _set_gap(cursor: QTextCursor, gap: float) -> None:
    """Set the space below the paragraph at ``cursor``."""
    block_format = cursor.blockFormat()
    block_format.setBottomMargin(gap)
    cursor.setBlockFormat(block_format)


def _chips_of(block: QTextBlock) -> list[Chip]:
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        href = fragment.charFormat().anchorHref()
        if href.startswith(f"{markdown.CITE}:"):
            found.append(Chip(fragment.position(), fragment.length(), href))
        iterator += 1
    return found


def _x(value: object) -> float:
    """Return the x of ``cursorToX``, which some versions return together with the cursor's position."""
    return float(value[0]) if isinstance(value, tuple) else float(str(value))
