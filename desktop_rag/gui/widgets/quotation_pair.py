"""Rows of lists with two quotations: beside each other, below each other where there is little room."""

import math
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop_rag.gui.widgets.list_delegate import LineDelegate, Ranges, option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.row_list import ROW_ROLE
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, font, scaled, text_scale

_SIDE, _TOP, _GAP = 14, 10, 16  # pixels
_HEAD, _PLACE, _LINE, _NOTE = 24, 20, 20, 20
_SAMPLE = "The monthly rent is 1,150 euros and is due on the third working day of each month."
_LINES = 3  # of a quotation; where they stand below each other, two
_WIDE = 560  # from here on two quotations stand beside each other
_COUNTED = 500  # letters that are looked at: more fill every line there is
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words on one line with the ranges that are marked in them, and the place where they stand."""

    place: str
    text: str
    marked: Ranges = ()


@dataclass(frozen=True, slots=True)
class QuotationPair:
    """The words of a row: what it is about, its ``kind`` at the right in the colour of a role, and both quotations."""

    title: str
    kind: str
    sides: tuple[Quoted, Quoted]
    role: str = "muted"


class PairDelegate(LineDelegate, Generic[Row]):
    """Paints rows with two quotations; what a row says is asked of it: little for its size, all for its picture."""

    def quotes(self, row: Row) -> tuple[str, str] | None:
        """Return the words of both sides of a row, None for one that the derived class paints otherwise."""
        raise NotImplementedError

    def note(self, row: Row) -> str:
        """Return the line below the quotations, "" for none."""
        raise NotImplementedError

    def pair(self, row: Row) -> QuotationPair:
        """Return what is painted of a row that has quotes."""
        raise NotImplementedError

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's size: as many lines as its longer quotation needs."""
        width, row = option_rect(option).width(), index.data(ROW_ROLE)
        quotes = self.quotes(row) if row is not None else None
        if quotes is None:
            return QSize(width, 0)
        bottom = max(part.bottom() + 1 for part, _ in side_boxes(QRect(0, 0, width, 0), quotes))
        return QSize(width, bottom + scaled(_TOP + (_NOTE if self.note(row) else 0)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        quotes = self.quotes(row) if row is not None else None
        if quotes is None:
            return
        pair = self.pair(row)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_card(painter, box, option_state(option))
        inner = box.adjusted(_SIDE, scaled(_TOP), -_SIDE, -scaled(_TOP))
        head = QRect(inner.left(), inner.top(), inner.width(), scaled(_HEAD))
        self._write(painter, head, pair.kind, SMALL, pair.role, right=True)
        head.setRight(head.right() - QFontMetrics(font(SMALL, sample=pair.kind)).horizontalAdvance(pair.kind) - 12)
        self._write(painter, head, pair.title, TEXT, "text", bold=True)
        for side, (part, lines) in zip(pair.sides, side_boxes(box, quotes), strict=True):
            self._paint_side(painter, part, side, lines)
        if note := self.note(row):
            below = QRect(inner.left(), inner.bottom() - scaled(_NOTE) + 1, inner.width(), scaled(_NOTE))
            self._write(painter, below, note, SMALL, "muted")
        painter.restore()

    def _paint_card(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        theme = self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setBrush(theme.color("accent_soft" if selected else "hover" if hovered else "surface"))
        painter.setPen(QPen(theme.color("accent" if selected else "border"), 1))
        painter.drawRoundedRect(QRectF(box).adjusted(1.5, 3.5, -1.5, -3.5), 8, 8)

    def _paint_side(self, painter: QPainter, part: QRect, side: Quoted, lines: int) -> None:
        place = QRect(part.left(), part.top(), part.width(), scaled(_PLACE))
        self._write(painter, place, side.place, SMALL, "muted", mode=Qt.TextElideMode.ElideMiddle)
        self._write_marked(painter, part.adjusted(0, place.height(), 0, 0), side.text, side.marked, lines=lines)


def side_boxes(box: QRect, quotes: tuple[str, str]) -> tuple[tuple[QRect, int], tuple[QRect, int]]:
    """Return where the two quotations of a row stand, each with how many lines it has."""
    scale = text_scale()  # asked once: every row is measured before the list can scroll

    def height(lines: int) -> int:
        return round((_PLACE + lines * _LINE) * scale)

    inner = box.adjusted(_SIDE, round(_TOP * scale) + round(_HEAD * scale), -_SIDE, 0)
    letter = _letter_width(round(BODY * scale))
    one, other = quotes
    if box.width() >= round(_WIDE * scale):
        width = (inner.width() - _GAP) // 2
        lines = max(_lines_of(side, width / letter, _LINES) for side in quotes)
        right = QRect(inner.right() - width + 1, inner.top(), width, height(lines))
        return (QRect(inner.left(), inner.top(), width, height(lines)), lines), (right, lines)
    lines = _lines_of(one, inner.width() / letter, _LINES - 1)
    first = QRect(inner.left(), inner.top(), inner.width(), height(lines))
    lines_below = _lines_of(other, inner.width() / letter, _LINES - 1)
    below = QRect(inner.left(), first.bottom() + 1, inner.width(), height(lines_below))
    return (first, lines), (below, lines_below)


def _lines_of(quote: str, in_line: float, most: int) -> int:
    """Return how many lines of so many letters a quotation takes, nearly: to lay every row out would take too long."""
    letters = len(quote)
    if not quote.isascii():
        letters += sum(unicodedata.east_asian_width(letter) in "WF" for letter in quote[:_COUNTED])
    return max(1, min(most, math.ceil(letters / max(1.0, in_line))))


@cache
def _letter_width(_size: int) -> float:
    """Return the mean width of a letter, at a size of text."""
    return QFontMetrics(font(BODY, bold=True)).horizontalAdvance(_SAMPLE) / len(_SAMPLE)


def is_at_other(box: QRect, quotes: tuple[str, str], place: QPoint) -> bool:
    """Return True if a place of a row is at its second quotation rather than at the first."""
    (_, _), (other, _) = side_boxes(box, quotes)
    return other.contains(place) or (other.top() <= place.y() and place.x() >= other.left() > _SIDE * 2)
