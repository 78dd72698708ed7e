"""Measure how much of a text is in which script, in units nearly proportional to any model's tokens.

Letters of Latin script and symbols are counted in tokens of cl100k_base, other scripts in bytes of UTF-8, digits one by
one. See decisions/0080 for how close a factor for each of them comes.

What ``text.tokenizer`` takes holds up every thread of the process for a tenth of a second and more when it takes its
vocabulary in, and a window in the same process stands still. Here the vocabulary is a sorted array of hashes, made and
asked in short steps. That is slower for long texts, so whoever reads documents takes the other. Both find the same
tokens.
"""

import base64
import enum
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.characters import without_surrogates
from desktop_rag.text.tokenizer import PATTERNS, Positions, VocabularyFile, safe_blocks

if TYPE_CHECKING:
    import regex

Sizes = NDArray[np.float64]
"""One number for each ``Script``."""
_ASTRAL_IDEOGRAPHS = range(0x20000, 0x40000)
_ENCODING = "cl100k_base"
_BLOCK = 1 << 13  # characters taken at once: no step takes longer than a few milliseconds
_LONGEST = 256  # bytes of a word; of a longer one, these are merged at a time, which may add a token for each
_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd: it has an inverse
_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
_NO_RANK = np.iinfo(np.int64).max
Hashes = NDArray[np.uint64]


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


def token_starts(text: str) -> Positions:
    """Return, for every token of a text without lone surrogates, the character in which it begins; ascending.

    Special tokens are taken as the characters they are written with.
    """
    found: list[Positions] = [np.zeros(0, np.int64)]
    offset = 0
    for block in filter(None, safe_blocks(text, _BLOCK)):
        data = np.frombuffer(block.encode(), dtype=np.uint8)
        character = np.cumsum((data & 0xC0) != 0x80) - 1
        found.append(offset + character[_byte_starts(block, data)])
        offset += len(block)
    return np.concatenate(found)


class _Vocabulary:
    """The hashes of all tokens in ascending order, and the rank of each."""

    def __init__(self, hashes: Hashes) -> None:
        order = np.argsort(hashes)
        self._ranks = order.astype(np.int64)
        self._hashes = hashes[order]

    def ranks(self, hashes: Hashes) -> Positions:
        """Return the ranks of the tokens with these hashes, ``_NO_RANK`` where there is none."""
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return np.where(self._hashes[places] == hashes, self._ranks[places], _NO_RANK)


class _Parts:
    """The ranks of the parts of some bytes: the hash of each follows from sums over all that stands before."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        terms = (data.astype(np.uint64) + np.uint64(1)) * _powers(_BASE, len(data))
        self._sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(terms, dtype=np.uint64)])
        self._inverses = _powers(_INVERSE, len(data))

    def ranks(self, starts: Positions, ends: Positions) -> Positions:
        """Return the ranks of parts that are tokens; no part is empty."""
        return _vocabulary().ranks((self._sums[ends] - self._sums[starts]) * self._inverses[starts])


def _byte_starts(block: str, data: NDArray[np.uint8]) -> Positions:
    """Return the offsets of the tokens of a block in its bytes."""
    ends = np.fromiter((match.end() for match in _pattern().finditer(block)), np.int64)
    before = np.concatenate([np.flatnonzero((data & 0xC0) != 0x80), [len(data)]])
    ends = _cut(before[ends])
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
    parts = _Parts(data)
    is_token = parts.ranks(starts, ends) != _NO_RANK
    others = _merged(parts, starts[~is_token], ends[~is_token])
    return np.sort(np.concatenate([starts[is_token], *others]))


def _cut(ends: Positions) -> Positions:
    """Return the ends of words, and places within words that are too long."""
    sizes = np.diff(ends, prepend=0)
    long = np.flatnonzero(sizes > _LONGEST)
    inner = (range(ends[i] - sizes[i] + _LONGEST, ends[i], _LONGEST) for i in long.tolist())
    return np.sort(np.concatenate([ends, np.fromiter(chain.from_iterable(inner), np.int64)]))


def _merged(parts: _Parts, starts: Positions, ends: Positions) -> list[Positions]:
    """Return the starts of the tokens of several pieces: in all at once, the lowest pair is merged first."""
    done: list[Positions] = []
    tokens = np.fromiter(chain.from_iterable(map(range, starts.tolist(), ends.tolist())), np.int64)
    piece = np.repeat(np.arange(len(starts)), ends - starts)
    ranks = _pair_ranks(parts, tokens, piece, ends, np.arange(len(tokens)))
    while len(tokens):
        first = np.flatnonzero(np.diff(piece, prepend=-1))
        lowest = np.minimum.reduceat(ranks, first)
        sizes = np.diff(np.append(first, len(piece)))
        if (whole := lowest == _NO_RANK).any():
            is_done = np.repeat(whole, sizes)
            done.append(tokens[is_done])
            tokens, piece, ranks = tokens[~is_done], piece[~is_done], ranks[~is_done]
            continue
        candidates = np.flatnonzero(ranks == np.repeat(lowest, sizes))
        merging = candidates[np.flatnonzero(np.diff(piece[candidates], prepend=-1))]
        stays = np.ones(len(tokens), dtype=bool)
        stays[merging + 1] = False
        tokens, piece, ranks = tokens[stays], piece[stays], ranks[stays]
        now = merging - np.arange(len(merging))
        changed = np.concatenate([now, now[now > 0] - 1])
        ranks[changed] = _pair_ranks(parts, tokens, piece, ends, changed)
    return done


def _pair_ranks(parts: _Parts, tokens: Positions, piece: Positions, ends: Positions, at: Positions) -> Positions:
    """Return, for the tokens ``at`` these places, the rank that each has together with the one after it."""
    count = len(tokens)
    after, behind = np.minimum(at + 1, count - 1), np.minimum(at + 2, count - 1)
    is_pair = (at + 1 < count) & (piece[after] == piece[at])
    has_third = (at + 2 < count) & (piece[behind] == piece[at])
    ranks = parts.ranks(tokens[at], np.where(has_third, tokens[behind], ends[piece[at]]))
    return np.where(is_pair, ranks, _NO_RANK)


def _powers(base: np.uint64, count: int) -> Hashes:
    factors = np.full(count, base, dtype=np.uint64)
    factors[:1] = 1
    return np.cumprod(factors, dtype=np.uint64)


@cache
def _pattern() -> "regex.Pattern[str]":
    import regex

    return regex.compile(PATTERNS[_ENCODING])


@cache
def _vocabulary() -> _Vocabulary:
    """Read the hashes from the file of the encoding, all lines at once: each is a token in Base64 and its rank."""
    raw, starts, ends = file = VocabularyFile.read(_ENCODING)
    lengths, decoded = file.lengths(), (ends - starts) // 4 * 3  # with the padding
    edges = np.zeros(len(raw) + 1, dtype=np.int8)
    edges[starts], edges[ends] = 1, -1
    written = raw[np.cumsum(edges[:-1], dtype=np.int8) > 0]
    data = np.frombuffer(base64.b64decode(written.tobytes().replace(b"=", b"A")), dtype=np.uint8)
    begins = np.cumsum(decoded) - decoded
    place = np.arange(len(data)) - np.repeat(begins, decoded)
    terms = (data.astype(np.uint64) + np.uint64(1)) * _powers(_BASE, int(place.max()) + 1)[place]
    terms[place >= np.repeat(lengths, decoded)] = 0
    return _Vocabulary(np.add.reduceat(terms, begins))
