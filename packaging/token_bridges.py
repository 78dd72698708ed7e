"""Finds which characters tokens reach over and writes it to ``resources``: ``python packaging/token_bridges.py``."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.paths import resource_path
from desktop_rag.text.tokenizer import get_tokenizer
from desktop_rag.text.unspaced_cuts import LETTER, MARK, Bridges, UnspacedCuts, unspaced_kinds

_CODES = 0x10000
_THREE_BYTES = 0x800  # from here on, UTF-8 has three bytes for a character

Flags = NDArray[np.bool_]
Ids = NDArray[np.int64]


def bridges(vocabulary: list[bytes]) -> Bridges:
    """Return which characters tokens reach over."""
    kinds = unspaced_kinds().of(np.arange(_CODES, dtype=np.uint32))
    reached = _reached_over(vocabulary)
    beginnings = set().union(*reached.values())
    codes = np.flatnonzero((kinds == LETTER) | (kinds == MARK))
    left, lefts = _grouped(codes, reached, ends=True)
    right, rights = _grouped(codes, beginnings, ends=False)
    by_beginning = defaultdict[bytes, list[int]](list)
    for column, begins in enumerate(rights):
        for beginning in begins:
            by_beginning[beginning].append(column)
    table = np.zeros((len(lefts), len(rights)), dtype=bool)
    for row, ends in enumerate(lefts):
        for beginning in set().union(*(reached[end] for end in ends)):
            table[row, by_beginning[beginning]] = True
    return Bridges(left.astype(np.uint16), right.astype(np.uint16), table)


def _grouped(codes: Ids, parts: Collection[bytes], *, ends: bool) -> tuple[Ids, list[list[bytes]]]:
    """Group characters of one byte or three by which of their ends (or beginnings) are among ``parts``.

    Return the group of every character, and what each group has; group 0 has nothing.
    """
    whole = np.where(
        codes < _THREE_BYTES, codes, 0xE08080 | (codes >> 12) << 16 | (codes >> 6 & 0x3F) << 8 | codes & 0x3F
    )
    keys = np.zeros(len(codes), np.int64)
    for size in (1, 2, 3):
        shown = whole & (1 << 8 * size) - 1 if ends else np.where(codes < _THREE_BYTES, whole, whole >> 8 * (3 - size))
        wanted = [int.from_bytes(part) for part in parts if len(part) == size]
        asked = _among(shown, wanted) & ((codes >= _THREE_BYTES) | (size == 1))
        keys = keys << 8 * size | np.where(asked, shown, 0)
    _, first, groups = np.unique(np.append(0, keys), return_index=True, return_inverse=True)
    table = np.zeros(_CODES, np.int64)
    table[codes] = groups[1:]
    named: list[list[bytes]] = [[]]
    for code in codes[first[1:] - 1].tolist():
        data = chr(code).encode()
        sides = [data[i:] if ends else data[: i + 1] for i in range(len(data))]
        named.append([side for side in sides if side in parts])
    return table, named


def _among(values: Ids, wanted: Sequence[int]) -> Flags:
    """Return which values are among the wanted ones: ``np.isin``, whose sorting of all takes ten times as long."""
    if not wanted:
        return np.zeros(len(values), dtype=bool)
    known = np.sort(np.array(wanted, np.int64))
    found: Flags = known[np.minimum(np.searchsorted(known, values), len(known) - 1)] == values
    return found


def _reached_over(vocabulary: list[bytes]) -> dict[bytes, set[bytes]]:
    """Return the beginnings of tokens' right parts for each end of their left parts, within one character."""
    reached = defaultdict(set)
    for token in [token for token in vocabulary if not token.isascii()]:
        for end, beginning in _junctions(token):
            reached[end].add(beginning)
    return reached


def _junctions(token: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what a token has on the two sides of every place between characters, one character of each at most."""
    leads = [i for i in range(1, len(token)) if not 0x80 <= token[i] < 0xC0]
    bounds = [0, *leads, len(token)]
    for i in range(1, len(bounds) - 1):
        yield token[bounds[i - 1] : bounds[i]], token[bounds[i] : bounds[i + 1]]


if __name__ == "__main__":
    path = resource_path("tokenizers") / f"{UnspacedCuts.ENCODING}.bridges"
    path.write_bytes(bridges(get_tokenizer(UnspacedCuts.ENCODING).vocabulary()).packed())
