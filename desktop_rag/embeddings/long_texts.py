"""Texts that are longer than a model can read: they are cut, and the parts' vectors become one.

A model that gets too much refuses it or, worse, leaves out the rest without a word.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.core.schema import Matrix
from desktop_rag.core.similarity import unit

_TINY = 1e-30


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, or a part of one: ``owner`` is its place among the texts, ``tokens`` about how long it is."""

    owner: int
    text: str
    tokens: int = 0


def cut(texts: Sequence[str], limit: int, count: Callable[[Sequence[str]], Sequence[int]]) -> list[Piece]:
    """Return texts of at most ``limit`` tokens, in their order; ``count`` counts those of some texts.

    Longer ones are cut into parts of about the same size, between words where there are any.
    """
    fitting: list[Piece] = []
    waiting = [Piece(place, text) for place, text in enumerate(texts)]
    while waiting:
        parts: list[Piece] = []
        for piece, tokens in zip(waiting, count([piece.text for piece in waiting]), strict=True):
            if tokens <= limit or len(piece.text) < 2:
                fitting.append(Piece(piece.owner, piece.text, tokens))
            else:
                parts += [Piece(piece.owner, part) for part in in_parts(piece.text, -(-tokens // max(1, limit)))]
        waiting = parts
    return sorted(fitting, key=_owner)


def in_parts(text: str, count: int) -> list[str]:
    """Cut a text of at least two characters into ``count`` parts of about the same size (2 at least)."""
    count = min(max(2, count), len(text))
    size = len(text) / count
    places = [0]
    for number in range(1, count):
        place = int(number * size)
        # looked for in the last quarter only: parts must stay of about one size, or one is too long again
        blank = max(text.rfind(" ", place - int(size / 4), place), text.rfind("\n", place - int(size / 4), place))
        places.append(max(blank + 1 if blank >= 0 else place, places[-1] + 1))
    places.append(len(text))
    return [text[start:end] for start, end in itertools.pairwise(places) if end > start]


def joined(vectors: Matrix, pieces: Sequence[Piece], count: int) -> Matrix:
    """Return the vectors of ``count`` texts from those of their pieces (in order).

    That of a text in parts is the mean direction of its parts, weighted by their lengths, of unit length.
    """
    if len(pieces) == count:
        return vectors
    owners = np.array([piece.owner for piece in pieces])
    whole = np.zeros((count, vectors.shape[1]), np.float32)
    for owner in range(count):
        places = np.flatnonzero(owners == owner).tolist()
        if len(places) == 1:
            whole[owner] = vectors[places[0]]
        else:
            whole[owner] = mean_direction(vectors[places], [len(pieces[place].text) for place in places])
    return whole


def mean_direction(vectors: Matrix, weights: Sequence[int]) -> Matrix:
    """Return the weighted mean of directions, of unit length."""
    directions = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _TINY)
    return unit(np.average(directions, axis=0, weights=weights))


def _owner(piece: Piece) -> int:
    """Return the number of the text a piece belongs to."""
    return piece.owner
