"""Measure how much of a text is in which script, in units nearly proportional to any model's tokens.

Letters of Latin script and symbols are counted in tokens of cl100k_base, other scripts in bytes of UTF-8, digits one by
one. See decisions/0080 for how close a factor for each of them comes.
"""

import enum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.characters import without_surrogates
from desktop_rag.text.byte_pairs import token_starts

Sizes = NDArray[np.float64]
"""One number for each ``Script``."""


class Script(enum.IntEnum):
    """The scripts that tokenizers treat differently."""

    LATIN = 0
    SYMBOLS = 1
    DIGITS = 2
    CJK = 3
    HANGUL = 4
    UNSPACED = 5  # Thai, Lao, Burmese, Khmer, Tibetan: written without blanks between words
    ALPHABETS = 6  # Cyrillic, Greek, Arabic, Hebrew, the scripts of India and all others


_IN_TOKENS = (Script.LATIN, Script.SYMBOLS)
_ASTRAL_IDEOGRAPHS = range(0x20000, 0x40000)
_RANGES = (
    (Script.SYMBOLS, ((0x00, 0xC0), (0xD7, 0xD8), (0xF7, 0xF8), (0x2000, 0x2C00), (0xFE00, 0xFE10))),
    (Script.LATIN, ((0x41, 0x5B), (0x61, 0x7B), (0xAA, 0xAB), (0xB5, 0xB6), (0xBA, 0xBB), (0xC0, 0xD7), (0xD8, 0xF7))),
    (Script.LATIN, ((0xF8, 0x180),)),
    (Script.DIGITS, ((0x30, 0x3A), (0xFF10, 0xFF1A))),
    (Script.CJK, ((0x2E80, 0xA4D0), (0xF900, 0xFB00), (0xFE30, 0xFE50), (0xFF00, 0xFF10), (0xFF1A, 0xFFA0))),
    (Script.HANGUL, ((0x1100, 0x1200), (0x3130, 0x3190), (0xA960, 0xA980), (0xAC00, 0xD800), (0xFFA0, 0xFFE0))),
    (Script.UNSPACED, ((0x0E00, 0x10A0), (0x1780, 0x1800), (0x1950, 0x1AB0))),
)


def script_sizes(text: str) -> Sizes:
    """Return the size of a text in each script."""
    text = without_surrogates(text)
    if not text:
        return np.zeros(len(Script))
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    scripts = _scripts(codes)
    widths = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
    widths[scripts == Script.DIGITS] = 1
    sizes = np.bincount(scripts, widths, len(Script))
    sizes[list(_IN_TOKENS)] = _token_counts(text, scripts)[list(_IN_TOKENS)]
    return np.asarray(sizes, dtype=np.float64)


def _token_counts(text: str, scripts: NDArray[np.uint8]) -> Sizes:
    """Return the number of cl100k_base tokens ending in each script: a token begins with the blank before its word."""
    starts = token_starts(text)
    ends = np.maximum(np.append(starts[1:], len(text)) - 1, starts)
    return np.asarray(np.bincount(scripts[ends], minlength=len(Script)), dtype=np.float64)


def _scripts(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return the script of each code point."""
    table = _table()
    if codes.max() < len(table):
        return table[codes]
    scripts = table[np.minimum(codes, len(table) - 1)]
    astral = codes >= len(table)
    ideographs = (codes >= _ASTRAL_IDEOGRAPHS.start) & (codes < _ASTRAL_IDEOGRAPHS.stop)
    scripts[astral] = Script.SYMBOLS
    scripts[astral & ideographs] = Script.CJK
    return scripts


@cache
def _table() -> NDArray[np.uint8]:
    """Return the script of each code point of the first plane."""
    table = np.full(1 << 16, Script.ALPHABETS, dtype=np.uint8)
    for script, ranges in _RANGES:
        for start, end in ranges:
            table[start:end] = script
    return table
