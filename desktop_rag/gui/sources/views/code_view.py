"""Shows source code, data and logs: coloured, with line numbers, the cited lines marked."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop_rag.gui.sources.views.source_view import (
    MarkClicks,
    Marks,
    Range,
    Selection,
    TextSearch,
    Zoom,
    open_menu,
    selection,
)
from desktop_rag.gui.widgets.code_colours import COLOUR_OF
from desktop_rag.gui.widgets.theme import BODY, Appearance, font, monospaced_families
from desktop_rag.readers.shapes.model import Code, Colour
from desktop_rag.readers.shapes.shape import Shape

_FOREIGN = str.maketrans("\r\u2028\u2029\ufdd0\ufdd1", "   \ufffd\ufffd")  # Qt ends paragraphs with some of these
_GUTTER = 12
_WIDEST = 5_000  # characters of a line that are measured


class _Places:
    """Turns offsets of a text into positions of Qt, which counts characters beyond U+FFFF twice."""

    def __init__(self, text: str) -> None:
        self._wide = [at for at, char in enumerate(text) if char > "\uffff"] if not text.isascii() else []

    def of(self, offset: int) -> int:
        return offset + bisect_right(self._wide, offset - 1)


class _Colouring:
    """Colours lines by Pygments' ranges when they come into sight: a long file would block the window."""

    def __init__(self, document: QTextDocument, appearance: Appearance) -> None:
        self._document = document
        self._appearance = appearance
        self._colours: Sequence[Colour] = ()
        self._places = _Places("")
        self._done: set[int] = set()

    def take(self, colours: Sequence[Colour], places: _Places) -> None:
        """Colour these ranges from now on; they are in order and do not overlap."""
        self._colours, self._places = colours, places
        self.begin_again()

    def begin_again(self) -> None:
        """Colour every line again when it is next seen."""
        self._done.clear()

    def colour(self, block: QTextBlock) -> None:
        """Colour one line, once."""
        if block.blockNumber() in self._done:
            return
        self._done.add(block.blockNumber())
        formats = list(self._formats(block.position(), block.position() + block.length()))
        if formats or block.layout().formats():
            block.layout().setFormats(formats)
            self._document.markContentsDirty(block.position(), block.length())

    def _formats(self, begin: int, end: int) -> Iterator[QTextLayout.FormatRange]:
        first = max(0, bisect_right(self._colours, begin, key=self._start) - 1)
        for number in range(first, bisect_left(self._colours, end, key=self._start)):
            one = self._colours[number]
            start, stop = max(begin, self._start(one)), min(end, self._places.of(one.end))
            if start < stop:
                found = QTextLayout.FormatRange()
                found.start, found.length = start - begin, stop - start
                found.format.setForeground(self._appearance.theme.color(COLOUR_OF[one.role]))
                yield found

    def _start(self, colour: Colour) -> int:
        return self._places.of(colour.start)


class _LineNumbers(QWidget):
    """The numbers to the left of the lines."""

    def __init__(self, view: "CodeView") -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        """Return the room for the longest number."""
        return QSize(self._view.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the numbers of the lines in sight."""
        self._view.paint_numbers(self, event.rect())


class CodeView(QPlainTextEdit):
    """A read-only text in a font of equal widths that opens at its passage."""

    found = Signal(int, int, bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._code: Code | None = None
        self._marks = Marks()
        self._places = _Places("")
        self.setObjectName("code_view")
        self.setAccessibleName(self.tr("Code"))
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QFrame.Shape.NoFrame)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self._colouring = _Colouring(self.document(), appearance)
        self._numbers = _LineNumbers(self)
        self._zoom = Zoom(self)
        self._zoom.changed.connect(self._set_font)
        self._search = TextSearch(self, appearance)
        self._search.found.connect(self.found)
        self.mark_clicks = MarkClicks(self, self._is_marked)
        self.updateRequest.connect(self._move_numbers)
        self.blockCountChanged.connect(self._make_room)
        appearance.changed.connect(self._recolour)

    def show_shape(self, shape: Shape, marks: Marks) -> None:
        """Show code and go to its passage."""
        if not isinstance(shape, Code):
            return
        self._code, self._marks = shape, marks.moved(-shape.start)
        self._places = _Places(shape.text)
        self._search.keep(())
        self._set_font()
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if shape.has_long_lines else modes.NoWrap)
        self.setPlainText(shape.text.translate(_FOREIGN))
        self._colouring.take(shape.colours, self._places)
        self._search.keep(list(self._marked_lines()))
        QTimer.singleShot(0, self, self.reveal)

    def reveal(self) -> None:
        """Scroll to the passage."""
        place = self._places.of(self._marks.first)
        block = self.document().findBlock(place)
        self.blockBoundingRect(block)  # lays it out
        line = max(0, block.layout().lineForTextPosition(place - block.position()).lineNumber())
        lines = self.viewport().height() // max(1, self.fontMetrics().lineSpacing())
        self.verticalScrollBar().setValue(max(0, block.firstLineNumber() + line - lines // 4))
        before = self.fontMetrics().horizontalAdvance(block.text()[: place - block.position()][:_WIDEST])
        seen = self.viewport().width()
        wrapped = self.lineWrapMode() != QPlainTextEdit.LineWrapMode.NoWrap
        self.horizontalScrollBar().setValue(0 if wrapped or before < seen * 3 // 4 else before - seen // 3)

    def marked_text(self) -> str:
        """Return the words that carry a mark."""
        if self._code is None:
            return ""
        cursor = self._cursor(self._marks.passage)
        return cursor.selection().toPlainText()

    def zoom_by(self, steps: int) -> None:
        """Make the letters larger or smaller, as usual with 0."""
        self._zoom.by(steps)

    def percent(self) -> int:
        """Return the magnification in percent."""
        return self._zoom.percent

    def look_for(self, text: str) -> None:
        """Mark every place of a text and go to the nearest one."""
        self._search.look_for(text)

    def step_to(self, direction: int) -> None:
        """Go to the next place found, or to the one before."""
        self._search.step_to(direction)

    def selected_text(self) -> str:
        """Return the words that are selected."""
        return self.textCursor().selection().toPlainText()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's standard menu with the actions of the view."""
        open_menu(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers as high as the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), self.gutter_width(), inside.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines in sight, coloured."""
        for block, _, _ in self._in_sight(event.rect().bottom()):
            self._colouring.colour(block)
        super().paintEvent(event)

    def gutter_width(self) -> int:
        """Return the width of the line numbers in pixels."""
        return self.fontMetrics().horizontalAdvance(str(max(99, self.blockCount() + self._first_line))) + 2 * _GUTTER

    def paint_numbers(self, numbers: QWidget, area: QRect) -> None:
        """Paint line numbers into ``area``; those of marked lines are darker."""
        painter = QPainter(numbers)
        painter.setFont(self.font())
        theme = self._appearance.theme
        painter.fillRect(area, theme.color("window"))
        marked = self._lines(self._marks.passage)
        for block, top, height in self._in_sight(area.bottom()):
            painter.setPen(theme.color("text" if block.blockNumber() in marked else "faint"))
            box = QRect(0, round(top), numbers.width() - _GUTTER, round(height))
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + self._first_line))
        painter.end()

    def _in_sight(self, bottom: int) -> Iterator[tuple[QTextBlock, float, float]]:
        """Yield the lines from the first one in sight down to ``bottom``, with their tops and heights in pixels."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= bottom:
            height = self.blockBoundingRect(block).height()
            yield block, top, height
            top += height
            block = block.next()

    @property
    def _first_line(self) -> int:
        return self._code.first_line if self._code is not None else 1

    def _set_font(self) -> None:
        code = self._code.text[:500] if self._code is not None else ""
        usual = font(max(1, round(BODY * self._zoom.scale)), sample=code)
        usual.setFamilies([*monospaced_families(), *usual.families()])
        usual.setStyleHint(QFont.StyleHint.Monospace)
        self.setFont(usual)
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self._make_room()

    def _marked_lines(self) -> Iterator[Selection]:
        """Yield the marks: lines that are the passage's as wholes, otherwise the words themselves."""
        theme = self._appearance.theme
        for line in self._lines(self._marks.passage):
            block = self.document().findBlockByNumber(line)
            if not self._is_whole(block):
                continue
            place = QTextCursor(block)
            yield selection(place, theme.passage, theme.on_highlight, full_width=True)
        if self._marks.passage[0] < self._marks.passage[1]:
            yield selection(self._cursor(self._marks.passage), theme.passage, theme.on_highlight)
        if self._marks.cited[0] < self._marks.cited[1]:
            yield selection(self._cursor(self._marks.cited), theme.sentence, theme.on_highlight)

    def _is_whole(self, block: QTextBlock) -> bool:
        """Return True if all words of a line belong to the passage."""
        begin, end = map(self._places.of, self._marks.passage)
        words = block.text()
        first = block.position() + len(words) - len(words.lstrip())
        return begin <= first and block.position() + len(words.rstrip()) <= end

    def _is_marked(self, at: QPoint) -> bool:
        return self.cursorForPosition(at).blockNumber() in self._lines(self._marks.passage)

    def _lines(self, marked: Range) -> range:
        """Return the lines that a range of the text touches."""
        if marked[0] >= marked[1]:
            return range(0)
        first, last = (self.document().findBlock(self._places.of(at)) for at in (marked[0], marked[1] - 1))
        return range(first.blockNumber(), last.blockNumber() + 1)

    def _cursor(self, marked: Range) -> QTextCursor:
        cursor = QTextCursor(self.document())
        most = max(0, self.document().characterCount() - 1)
        cursor.setPosition(min(self._places.of(marked[0]), most))
        cursor.setPosition(min(self._places.of(marked[1]), most), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _recolour(self) -> None:
        self._colouring.begin_again()
        self.viewport().update()
        self._search.keep(list(self._marked_lines()))
        self._numbers.update()

    def _make_room(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)

    def _move_numbers(self, area: QRect, moved: int) -> None:
        if moved:
            self._numbers.scroll(0, moved)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())
