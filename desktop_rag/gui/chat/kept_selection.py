"""Keeps what the person has selected in an answer while a part of it is written again."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit


@contextmanager
def kept_selection(editor: QTextEdit, start: int) -> Iterator[None]:
    """Restore the selection after the text from ``start`` on was replaced: it stays on the same words.

    Where the words at one of its ends were replaced, that end goes to the beginning of what is new.
    """
    cursor = editor.textCursor()
    if not cursor.hasSelection():
        yield
        return
    places = cursor.anchor(), cursor.position()
    before = _units(editor, start)
    yield
    after = _units(editor, start)
    anchor, position = (_moved(place - start, before, after) + start for place in places)
    cursor = editor.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def _units(editor: QTextEdit, start: int) -> memoryview:
    """Return the text from a position on in the units that positions count."""
    cursor = QTextCursor(editor.document())
    cursor.setPosition(min(start, max(0, editor.document().characterCount() - 1)))
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    return memoryview(cursor.selectedText().encode("utf-16-le", "surrogatepass")).cast("H")


def _moved(place: int, before: memoryview, after: memoryview) -> int:
    """Return where a place of a text is after what lies between its unchanged beginning and end was replaced."""
    shorter = min(len(before), len(after))
    same = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    if place <= same:
        return place
    rest = shorter - same
    tail = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    if place >= len(before) - tail:
        return place + len(after) - len(before)
    return same
