"""Shows an answer: Markdown as a page of text, citation markers as small clickable chips."""

import bisect
import html
import math
import time
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextTable,
    QTextTableCell,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QTextBrowser, QTextEdit, QToolTip, QWidget

from desktop_rag.citations.quoted_places import QuotedPlace
from desktop_rag.core.results.answers import CheckedSentence, Citation, Source
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.chat.answer_document import AnswerDocument, Chip
from desktop_rag.gui.chat.formulas import picture
from desktop_rag.gui.evidence.evidence import Range, ShownAnswer
from desktop_rag.gui.evidence.stop_cursor import Stop, StopCursor, cited_by
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.copy_button import CopyButton, mime_data
from desktop_rag.gui.widgets.text_tables import scrolled_sideways
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

_REST = 3.0  # a drawing that took t seconds is followed by at least 3 t without one
_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_SCROLLING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LONGER = 16  # pixels that “Copied” needs more than “Copy”
_INSET = 4  # pixels between the button and the corner of its block


class BlockCopy(QObject):
    """Shows a button on the code under the pointer, and adds to the menu of code and tables."""

    def __init__(self, editor: QTextEdit, appearance: Appearance) -> None:
        super().__init__(editor)
        self._editor = editor
        self._appearance = appearance
        self._code = ""
        self._button: CopyButton | None = None

    def point_at(self, place: QPointF | None) -> None:
        """Offer to copy the code at a place of the document, None when the pointer has left."""
        table = self._table_at(place) if place is not None else None
        if table is None or not _is_code(table):
            if self._button is not None:
                self._button.hide()
            return
        self._code = _code_of(table)
        if self._button is None:
            self._button = CopyButton(self._appearance, "copy_code_button", self._content, "on_code")
            self._button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._button.setParent(self._editor.viewport())
            self._button.setAccessibleName(self.tr("Copy code"))
        hint = self._button.sizeHint()
        self._button.resize(hint.width() + _LONGER, hint.height())
        corner = self._place(table).topRight().toPoint()
        right = min(corner.x() - scrolled_sideways(self._editor), self._editor.viewport().width())
        self._button.move(right - self._button.width() - _INSET, corner.y() + _INSET)
        self._button.show()

    def add_to(self, menu: QMenu, place: QPointF) -> None:
        """Add actions that copy the block at a place of the document."""
        table = self._table_at(place)
        if table is None:
            return
        text, content = (
            (self.tr("Copy code"), mime_data(_code_of(table)))
            if _is_code(table)
            else (self.tr("Copy table"), mime_data("\n".join("\t".join(row) for row in _rows(table)), _as_html(table)))
        )
        action = menu.addAction(text)
        action.setObjectName("copy_block")
        action.triggered.connect(partial(QGuiApplication.clipboard().setMimeData, content))

    def _content(self) -> str:
        return self._code

    def _table_at(self, place: QPointF) -> QTextTable | None:
        layout = self._editor.document().documentLayout()
        position = layout.hitTest(place, Qt.HitTestAccuracy.FuzzyHit)
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(max(0, position))
        table = cursor.currentTable()
        return table if table is not None and self._place(table).contains(place) else None

    def _place(self, table: QTextTable) -> QRectF:
        layout: QAbstractTextDocumentLayout = self._editor.document().documentLayout()
        return layout.frameBoundingRect(table)


def _is_code(table: QTextTable) -> bool:
    """Return True if a table is the ground of a block of code."""
    return table.columns() == 1 and table.rows() == 1


def _code_of(table: QTextTable) -> str:
    return _text_of(table.cellAt(0, 0)).replace(markdown.PAD, " ") + "\n"


def _text_of(cell: QTextTableCell) -> str:
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor.MoveMode.KeepAnchor)
    return markdown.restore_markers(cursor.selectedText())


def _rows(table: QTextTable) -> list[list[str]]:
    return [
        [" ".join(_text_of(table.cellAt(row, column)).split()) for column in range(table.columns())]
        for row in range(table.rows())
    ]


def _as_html(table: QTextTable) -> str:
    head, *body = _rows(table)
    rows = [("th", head), *(("td", row) for row in body)]
    lines = ("".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) for tag, row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


class AnswerView(QTextBrowser):
    """A text as high as its content; only what is too wide scrolls, and it never loads anything."""

    citation_clicked = Signal(int, int)  # marker, index of the citation or -1
    link_clicked = Signal(QUrl)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._waiting: ShownAnswer | None = None
        self._rest = single_shot(self, 0, self._draw_waiting)
        self._answer = AnswerDocument(self, appearance.theme)
        self._cursor = StopCursor(self, self._answer, appearance)
        self.hover = self._cursor.hover
        self._blocks = BlockCopy(self, appearance)
        self._set_up()
        self._answer.changed.connect(self._repaint)
        self._cursor.moved.connect(self._repaint)
        self._cursor.citation_chosen.connect(self.citation_clicked)
        self._cursor.link_chosen.connect(self.link_clicked)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._open)
        appearance.changed.connect(self._recolour)

    def show_text(
        self,
        text: str,
        sources: Sequence[Source],
        citations: Sequence[Citation],
        sentences: Sequence[CheckedSentence] = (),
        places: Sequence[QuotedPlace] = (),
    ) -> None:
        """Show a whole answer; ``sentences`` give the words to underline, ``places`` stand above its quotations."""
        self._rest.stop()
        self._waiting = None
        self._answer.write(ShownAnswer(text, tuple(sources), tuple(citations), tuple(sentences), tuple(places)))

    def stream_text(
        self,
        text: str,
        sources: Sequence[Source],
        citations: Sequence[Citation] = (),
        sentences: Sequence[CheckedSentence] = (),
        *,
        force: bool = False,
    ) -> bool:
        """Show an answer as far as it has come; return False when it is too soon, and it is shown a little later."""
        self._waiting = ShownAnswer(text, tuple(sources), tuple(citations), tuple(sentences))
        if self._rest.isActive() and not force:
            return False
        self._draw_waiting()
        return True

    def answer(self) -> ShownAnswer:
        """Return the answer shown."""
        return self._answer.answer

    def chip_rects(self) -> list[tuple[str, QRectF]]:
        """Return each citation's link and place, in order."""
        return [(chip.href, self._answer.chip_rect(chip)) for chip in self._answer.chips]

    def light_up(self, source: Source, current: int) -> int:
        """Light up the sentences that cite a passage, most of all the one with the index ``current``, and go there.

        The index is taken modulo their number, which is returned. Where no sentences are known, the paragraphs with the
        passage's marker are lit.
        """
        places = self._answer.positions(self.answer().ranges_citing(source)) or self._lines_with(source)
        self.setExtraSelections([])
        if not places:
            return 0
        current %= len(places)
        lit = [self._selection(*place, "passage") for place in places]
        lit[current] = self._selection(*places[current], "sentence")
        self.setExtraSelections(lit)
        area = QRectF()
        for rect in self._cursor.stops.lines(*places[current]):
            area = area.united(rect)
        self._cursor.bring_to_sight(area)
        return len(places)

    def put_out(self) -> None:
        """Show nothing lit up."""
        self.setExtraSelections([])

    def sizeHint(self) -> QSize:
        """Return the height of the text, and of a bar to scroll what is too wide."""
        size = self.document().size()
        bar = self.horizontalScrollBar().sizeHint().height() if size.width() > self.viewport().width() else 0
        return QSize(480, math.ceil(size.height()) + bar)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips' grounds, then the text over them, then where the keyboard is."""
        painter = self._painter()
        theme = self._appearance.theme
        visible = QRectF(event.rect()).translated(scrolled_sideways(self), 0)
        painter.setBrush(theme.color("accent_soft"))
        for chip in self._chips_from(visible.top()):
            rect = self._answer.chip_rect(chip)
            if rect.top() > visible.bottom():
                break
            hovered = self._cursor.hovered is not None and chip.position == self._cursor.hovered.first
            painter.setPen(QPen(theme.color("accent"), 1) if hovered else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(rect, 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("border"))
        for rect in self._answer.quotes():
            if rect.intersects(visible):
                painter.drawRoundedRect(rect, 1.5, 1.5)
        painter.end()
        super().paintEvent(event)
        if self._cursor.current is not None and self.hasFocus():
            self._paint_focus(self._cursor.current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines for the new width."""
        super().resizeEvent(event)
        self.hover.close()
        self._answer.fit_tables()
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways what is too wide; leave the other direction to the conversation."""
        turned = event.angleDelta()
        if abs(turned.x()) > abs(turned.y()):
            super().wheelEvent(event)
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer with the card, unless something is being selected."""
        super().mouseMoveEvent(event)
        if not event.buttons():
            place = event.position() + QPointF(scrolled_sideways(self), 0)
            self._cursor.point_at(place)
            self._blocks.point_at(place)

    def leaveEvent(self, event: QEvent) -> None:
        """Let the card close unless the pointer goes there."""
        super().leaveEvent(event)
        self._cursor.point_at(None)
        self._blocks.point_at(None)

    def event(self, event: QEvent) -> bool:
        """Show where a link leads when the pointer rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            href = self.anchorAt(self.viewport().mapFrom(self, event.pos()))
            is_link = href and not href.startswith(f"{markdown.CITE}:")
            QToolTip.showText(event.globalPos(), plain_tip(href) if is_link else "", self)
            return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's own signature
        """Go to the next marker, link or marked sentence; behind the last one leave the answer."""
        if self._cursor.go(1 if forward else -1):
            return True
        return QTextEdit.focusNextPrevChild(self, forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first marker when the keyboard comes here, at the last one when it comes from behind."""
        super().focusInEvent(event)
        if event.reason() in _TAB:
            self._cursor.current = None
            self._cursor.go(-1 if event.reason() == Qt.FocusReason.BacktabFocusReason else 1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Close the card that the keyboard has opened."""
        super().focusOutEvent(event)
        self._cursor.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from marker to marker with left and right, open one with Enter; leave scrolling to the conversation."""
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self._cursor.go(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._cursor.current is not None:
            self._cursor.choose()
        elif key in _SCROLLING:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put out what is lit up."""
        self.put_out()
        self._cursor.current = None
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy what is selected, and the code or table under the pointer."""
        menu = self.menu_at(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu_at(self, place: QPoint) -> QMenu:
        """Return the menu of a place of the answer."""
        place += QPoint(scrolled_sideways(self), 0)
        menu = self.createStandardContextMenu(place)
        self._blocks.add_to(menu, QPointF(place))
        return menu

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002
        """Draw formulas, and load nothing else, whatever the text asks for."""
        return picture(name.toString() if isinstance(name, QUrl) else name, self.devicePixelRatioF())

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy citations as ``[1]``."""
        return mime_data(markdown.restore_markers(markdown.restore_formulas(self.textCursor())))

    def _set_up(self) -> None:
        self.setObjectName("answer_view")
        self.setAccessibleName(self.tr("Answer"))
        self.setOpenLinks(False)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(24)
        self.document().setUndoRedoEnabled(False)

    def _draw_waiting(self) -> None:
        """Show the newest state, then rest in proportion to how long that took."""
        if self._waiting is None:
            return
        start = time.monotonic()
        self._answer.stream(self._waiting)
        self._waiting = None
        self._rest.start(math.ceil(1000 * _REST * (time.monotonic() - start)))

    def _repaint(self) -> None:
        # PySide never lets go of a connection to a slot of Qt's own: 60 bytes for each answer
        self.viewport().update()

    def _fit(self, *_size: object) -> None:
        # setting the same width lays the whole text out again
        if self.document().textWidth() != self.viewport().width():
            self.document().setTextWidth(self.viewport().width())
        height = max(1, self.sizeHint().height())
        if height != self.height():
            self.setFixedHeight(height)

    def _recolour(self) -> None:
        self.setExtraSelections([])
        self._answer.rewrite(self._appearance.theme)

    def _open(self, url: QUrl) -> None:
        # Qt would leave a dotted frame around what was clicked
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        if url.scheme() == markdown.CITE:
            self.citation_clicked.emit(*cited_by(url.toString()))
        else:
            self.link_clicked.emit(url)

    def _chips_from(self, top: float) -> list[Chip]:
        """Return the citations from a height of the document on."""
        position = self.document().documentLayout().hitTest(QPointF(0, top), Qt.HitTestAccuracy.FuzzyHit)
        chips = self._answer.chips
        return chips[bisect.bisect_left(chips, position, key=lambda chip: chip.position) :]

    def _lines_with(self, source: Source) -> list[Range]:
        """Return the paragraphs that have a marker of a passage, in order."""
        found = []
        for chip in self._answer.chips:
            if cited_by(chip.href)[0] == source.rank:
                block = self.document().findBlock(chip.position)
                found.append((block.position(), block.position() + block.length() - 1))
        return sorted(set(found))

    def _selection(self, first: int, last: int, role: str) -> QTextEdit.ExtraSelection:
        theme = self._appearance.theme
        form = QTextCharFormat()
        form.setBackground(theme.color(role))
        form.setForeground(theme.color("on_highlight"))
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor, selection.format = cursor, form
        return selection

    def _paint_focus(self, stop: Stop) -> None:
        """Draw a line around the stop where the keyboard is."""
        painter = self._painter()
        painter.setPen(QPen(self._appearance.theme.color("accent"), 2))
        for rect in self._cursor.stops.lines(stop.first, stop.last):
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _painter(self) -> QPainter:
        """Return a painter whose origin is that of the text."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-scrolled_sideways(self), 0)
        return painter
