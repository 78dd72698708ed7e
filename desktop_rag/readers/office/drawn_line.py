"""Words of one paragraph, gathered piece by piece and written in one line that reads as it is drawn."""

from typing import NamedTuple

from desktop_rag.readers import formulas

TELLING_BULLETS = "☐☑☒✓✔✗✘❑❏◻□"
"""Bullets that say something of their paragraph; others only set it off."""
_OPENING = "([{„“‚‘«‹<"
_NOTE_SIGNS = frozenset("*†‡§¶#")


class _Piece(NamedTuple):
    kind: str
    text: str
    place: int = 0


class DrawnLine:
    """Gathers words, raised and lowered ones, readings above words, boxes of forms, formulas and marks of notes."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []

    @property
    def count(self) -> int:
        """The number of pieces: the start of the next one for ``plain``."""
        return len(self._pieces)

    def plain(self, first: int = 0) -> str:
        """Return the words from a piece on, as they stand in the file."""
        return "".join(piece.text for piece in self._pieces[first:] if piece.kind in {"words", "base", "formula"})

    def add(self, text: str, place: int = 0, *, is_base: bool = False) -> None:
        """Add words: ``place`` is 1 for raised, -1 for lowered ones; ``is_base``: a reading of them follows."""
        if text:
            self._pieces.append(_Piece("base" if is_base else "words", text, place))

    def reading(self, text: str) -> None:
        """Add the reading that is drawn above the words before."""
        self._pieces.append(_Piece("reading", text))

    def control(self, text: str) -> None:
        """Add the text of a form's control, separated from the words beside it."""
        if text:
            self._pieces.append(_Piece("control", text))

    def formula(self, text: str) -> None:
        """Add a formula in one line."""
        if text:
            self._pieces.append(_Piece("formula", text))

    def note(self, mark: str) -> None:
        """Add the mark of a note."""
        if mark:
            self._pieces.append(_Piece("note", mark))

    def text(self) -> str:
        """Return the whole line."""
        line = ""
        pieces = _merged(self._pieces)
        if len(pieces) == 1 and pieces[0].kind == "words" and not pieces[0].place:  # nearly always
            return pieces[0].text
        for at, piece in enumerate(pieces):
            after = next((one.text for one in pieces[at + 1 :] if one.kind != "reading" and one.text), "")
            if piece.kind == "reading":
                line += _reading(pieces, at, after)
            elif piece.kind == "note":
                line += _note(piece.text, line, after)
            elif piece.kind in {"control", "formula"}:
                line += _apart(piece, line, after)
            elif piece.place > 0:
                line += formulas.raised(piece.text, line, after)
            else:
                line += formulas.lowered(piece.text, line) if piece.place else piece.text
        return line


def note_mark(mark: str) -> str:
    """Return the mark of a note as it stands before the note's own text, "" for none."""
    return _note(mark, "", "").strip() if mark else ""


def _merged(pieces: list[_Piece]) -> list[_Piece]:
    """Return pieces with those joined that look the same: a raised number may be in several."""
    merged: list[_Piece] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if last is not None and piece.kind == last.kind == "words" and piece.place == last.place:
            merged[-1] = last._replace(text=last.text + piece.text)
        else:
            merged.append(piece)
    return merged


def _reading(pieces: list[_Piece], at: int, after: str) -> str:
    """Return readings in brackets behind their words; none where the word continues."""
    if at + 1 < len(pieces) and pieces[at + 1].kind == "base":
        return ""
    readings = ""
    while at > 0 and pieces[at].kind == "reading" and pieces[at - 1].kind == "base":
        readings = pieces[at].text + readings
        at -= 2
    return f"（{readings}）" if readings and not after[:1].isalnum() else ""


def _note(mark: str, before: str, after: str) -> str:
    if mark.isdecimal():
        return formulas.raised(mark, before, after) or mark
    return mark if mark in _NOTE_SIGNS else f" [{mark}]"


def _apart(piece: _Piece, before: str, after: str) -> str:
    """Return a control or a formula with blanks where it would run into words."""
    both = piece.kind == "control"
    begin = before[-1:] and not before[-1].isspace() and before[-1] not in _OPENING
    lead = " " if begin and (both or (before[-1].isalnum() and piece.text[0].isalnum())) else ""
    trail = " " if after[:1].isalnum() and (both or piece.text[-1].isalnum()) else ""
    return f"{lead}{piece.text}{trail}"
