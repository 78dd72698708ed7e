"""Answers that come in pieces, and what becomes of them where the model turns out to have thought aloud until then."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager


class AnswerStart(str):
    """The piece that begins the answer proper: all pieces before it were the model's thoughts.

    Some chat templates open a model's thoughts themselves, so that its text has their end alone, long after the first
    words were passed on. A piece is a text: what only passes pieces on need not know of this.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        """Return True: an empty one says something, too."""
        return True


def appended(text: str, piece: str) -> str:
    """Return an answer with its next piece."""
    return str(piece) if isinstance(piece, AnswerStart) else text + piece


def joined_pieces(pieces: Iterable[str]) -> str:
    """Return the answer that pieces make."""
    kept: list[str] = []
    for piece in pieces:
        if isinstance(piece, AnswerStart):
            kept.clear()
        kept.append(piece)
    return "".join(kept)


@contextmanager
def reading_pieces(pieces: Iterable[str]) -> Iterator[Iterable[str]]:
    """Close a stream of pieces when its reader is done, also when the reader fails.

    The connection to the model's server hangs on the stream. Without this it would stay open for as long as somebody
    keeps the fault, whose traceback holds the stream.
    """
    try:
        yield pieces
    finally:
        if isinstance(pieces, Generator):
            pieces.close()
