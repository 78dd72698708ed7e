"""Keeps what the person has selected in an answer while a part of it is written again."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

from desktop_rag.gui.chat.markdown import CHIP
from desktop_rag.gui.evidence.evidence import common_length


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
    """Return where a place of a text is in a newer text, counted without the citations of both."""
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
