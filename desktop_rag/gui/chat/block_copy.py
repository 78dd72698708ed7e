"""Copies a block of an answer as what it is: code as its text, a table as cells for spreadsheets and text programs."""

import html
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QGuiApplication, QTextCursor, QTextTable, QTextTableCell
from PySide6.QtWidgets import QMenu, QTextEdit

from desktop_rag.gui.chat import markdown
from desktop_rag.gui.widgets.clipboard import mime_data
from desktop_rag.gui.widgets.copy_button import CopyButton
from desktop_rag.gui.widgets.text_tables import scrolled_sideways
from desktop_rag.gui.widgets.theme import Appearance

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
        """Add what can be copied of the block at a place of the document."""
        table = self._table_at(place)
        if table is None:
            return
        text, content = (
            (self.tr("Copy code"), mime_data(_code_of(table)))
            if _is_code(table)
            else (self.tr("Copy table"), mime_data(_as_tabs(table), _as_html(table)))
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
    """Whether a table is the ground of a block of code."""
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


def _as_tabs(table: QTextTable) -> str:
    return "\n".join("\t".join(row) for row in _rows(table))


def _as_html(table: QTextTable) -> str:
    head, *body = _rows(table)
    rows = [("th", head), *(("td", row) for row in body)]
    lines = ("".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) for tag, row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
