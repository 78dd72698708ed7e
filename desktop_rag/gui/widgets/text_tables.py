"""Tables in texts: columns in which no word is broken, and how far a text that is too wide is scrolled sideways."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextLayout, QTextLength, QTextOption, QTextTable
from PySide6.QtWidgets import QTextEdit

from desktop_rag.gui.widgets.theme import scaled

_LONGEST_WORD = 240  # pixels at most that a column gets for the sake of one word; an address is broken
_ADDRESS = re.compile(r"\S+@\S+\.\S+|\w+://\S+|www\.\S+")
_BETWEEN = re.compile(r"[@/.]")  # the parts of an address
_MEASURED = 4  # cells of a column that are measured: those with the longest words or texts
_EDGE = 2.0  # pixels of a column's hairline, and for rounding
_FRAME = 6.0  # pixels around all columns
_NO_END = 1e6


@dataclass(frozen=True, slots=True)
class TableColumns:
    """A table that begins at ``position``: the room each column needs for its longest word, and for its whole text.

    ``broken`` is the room for its longest word when addresses are broken into their parts.
    """

    position: int
    least: tuple[float, ...]
    whole: tuple[float, ...]
    broken: tuple[float, ...]

    def fit(self, document: QTextDocument, width: float) -> None:
        """Share ``width`` pixels out among the columns; addresses are broken before the table becomes wider."""
        cursor = QTextCursor(document)
        cursor.setPosition(self.position)
        table = cursor.currentTable()
        wanted = [QTextLength(QTextLength.Type.FixedLength, pixels) for pixels in self.shares(width)]
        form = table.format().toTableFormat()
        if form.columnWidthConstraints() != wanted:
            form.setColumnWidthConstraints(wanted)
            table.setFormat(form)

    def shares(self, width: float) -> list[float]:
        """Return the width of each column, nothing where each has room for its whole text."""
        room = width - _FRAME
        if sum(self.whole) <= room:
            return []
        tight, wide = (self.least, self.whole) if sum(self.least) <= room else (self.broken, self.least)
        missing = [most - least for most, least in zip(wide, tight, strict=True)]
        spare = max(0.0, room - sum(tight)) / max(1.0, sum(missing))
        return [least + spare * more for least, more in zip(tight, missing, strict=True)]


def tables_from(document: QTextDocument, start: int) -> list[TableColumns]:
    """Measure the tables that begin behind a position; one with a single cell is the ground of something else."""
    found: list[TableColumns] = []
    block, end = document.findBlock(start), start
    while block.isValid():
        table = QTextCursor(block).currentTable() if block.position() >= end else None
        if table is not None:
            end = table.lastPosition()
            if table.columns() > 1 or table.rows() > 1:
                found.append(_measured(table))
        block = block.next()
    return found


def scrolled_sideways(editor: QTextEdit) -> int:
    """Return the number of pixels of a text out of sight at the left."""
    bar = editor.horizontalScrollBar()
    return bar.maximum() - bar.value() if editor.isRightToLeft() else bar.value()


def _measured(table: QTextTable) -> TableColumns:
    around = 2 * table.format().toTableFormat().cellPadding() + _EDGE
    widths = [_column_widths(_cells(table, column)) for column in range(table.columns())]
    longest = scaled(_LONGEST_WORD)
    least, broken = (tuple(min(row[at], longest) + around for row in widths) for at in (0, 2))
    return TableColumns(table.firstPosition(), least, tuple(whole + around for _, whole, _ in widths), broken)


def _cells(table: QTextTable, column: int) -> list[QTextBlock]:
    return [table.cellAt(row, column).firstCursorPosition().block() for row in range(table.rows())]


def _column_widths(cells: Sequence[QTextBlock]) -> tuple[float, float, float]:
    """Return the room that cells need for their longest word, their longest text, and their longest unbroken part."""
    texts = [(block, block.text()) for block in cells]
    by_text = sorted(texts, key=lambda pair: len(pair[1]), reverse=True)[:_MEASURED]
    by_word = sorted(texts, key=lambda pair: _longest(pair[1]), reverse=True)[:_MEASURED]
    by_part = sorted(texts, key=lambda pair: _longest(_in_parts(pair[1])), reverse=True)[:_MEASURED]
    measured = [_text_widths(block, text) for block, text in (*texts[:1], *by_text, *by_word)]
    parts = [_text_widths(block, _in_parts(text))[0] for block, text in (*texts[:1], *by_part)]
    words, wholes = (max((row[at] for row in measured), default=0.0) for at in (0, 1))
    return words, wholes, max(parts, default=0.0)


def _longest(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _in_parts(text: str) -> str:
    """Return a text as long with blanks where its addresses may be broken."""
    return _ADDRESS.sub(lambda address: _BETWEEN.sub(" ", address[0]), text)


def _text_widths(block: QTextBlock, text: str) -> tuple[float, float]:
    """Return the room that a text's longest word needs, and that it needs on one line; pictures are as one word."""
    layout = QTextLayout(text, block.charFormat().font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.setFormats(block.textFormats())
    layout.beginLayout()
    layout.createLine().setLineWidth(_NO_END)
    layout.endLayout()
    pictures = _picture_widths(block)
    return max((layout.minimumWidth(), *pictures)), layout.maximumWidth() + sum(pictures)


def _picture_widths(block: QTextBlock) -> list[float]:
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        form = iterator.fragment().charFormat()
        if form.isImageFormat():
            found.append(form.toImageFormat().width())
        iterator += 1
    return found
