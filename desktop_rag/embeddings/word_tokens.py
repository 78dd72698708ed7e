"""Tokenises text word by word, and each word only once: the same words come again and again.

That is what a SentencePiece tokenizer makes of the text as well: none of its tokens reaches over white space, which
it takes for the beginning of the word that follows.
"""

import re
import threading
import unicodedata
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Numbers = NDArray[np.int64]
Ranges = NDArray[np.int64]
Encode = Callable[[str], Sequence[tuple[int, int]] | Ranges]
_BLANKS = " \t\n\r"
_WORD = re.compile(rf"[^{_BLANKS}]+")
# Such a word is not tokenised as if it stood alone: white space of other kinds, what the tokenizer leaves out, and the
# sign with which it marks the beginnings of words itself.
_ODD = re.compile(r"[\s\u2581\x00-\x1f\x7f\u00ad\u200b\u200e\u200f\ufeff]")
_LONGEST = 256  # characters; lines of Chinese or Japanese, base64: they do not come again
_REMEMBERED = 1 << 16  # words: about 15 MB
_ODD_WORD = -1
_IS_BLANK = np.array([chr(code) in _BLANKS for code in range(34)])
_MARK = "\u2581"  # how the model writes the blank before a word
_CODES = 128
_PIECES_REMEMBERED = 1 << 17  # pieces: about 20 MB


class WordPieces:
    """Returns the character range of each token, shape ``(tokens, 2)``, of ASCII words with a blank before each.

    Words are tokenised in pieces, each piece only once: long names share what they are made of. A SentencePiece model
    of the kind Unigram takes the likeliest row of tokens. Where two characters follow each other in no token of its
    vocabulary, every row has a boundary, so what stands before and behind is tokenised for itself:
    ``id="us-gaap_AssetsNet"`` is ``id``, ``="``, ``us``, ``-``, ``ga``… with the tokens of the whole.

    ``tokenizer`` is a Unigram model that has all ASCII characters and changes none.
    """

    def __init__(self, tokenizer: "Tokenizer") -> None:
        self._model = tokenizer.model
        self._neighbours = _neighbours(tokenizer)
        self._known: dict[str, tuple[int, ...]] = {}

    def __call__(self, text: str) -> NDArray[np.int64]:
        """Return the ranges in ``text``, in order: each begins where the one before ends."""
        if len(self._known) > _PIECES_REMEMBERED:
            self._known = {}
        codes = np.frombuffer(text.encode("ascii"), np.uint8)
        cuts = np.flatnonzero(~self._neighbours[codes[:-1], codes[1:]]) + 1
        lengths: list[int] = []
        start = 0
        for end in [*cuts.tolist(), len(text)]:
            piece = text[start:end]
            known = self._known.get(piece)
            lengths += self._learn(piece) if known is None else known
            start = end
        ends = np.cumsum(np.array(lengths, np.int64))
        return np.stack([ends - lengths, ends], axis=1)

    def _learn(self, piece: str) -> tuple[int, ...]:
        """Tokenise a piece; return how many characters each of its tokens has."""
        tokens = self._model.tokenize(piece.replace(" ", _MARK))
        self._known[piece] = lengths = tuple(len(token.value) for token in tokens)
        return lengths


def _neighbours(tokenizer: "Tokenizer") -> NDArray[np.bool_]:
    """Return a table of the ASCII characters that follow each other in a token; none is followed by a blank."""
    # one by one that takes a fifth of the time of ``get_vocab``
    tokens = [tokenizer.id_to_token(number) or "" for number in range(tokenizer.get_vocab_size())]
    codes = np.frombuffer("\n".join(tokens).replace(_MARK, " ").encode("utf-32-le"), np.uint32)
    first, second = codes[:-1], codes[1:]
    ascii_pairs = (first < _CODES) & (second < _CODES) & (second != ord(" "))
    found = np.zeros((_CODES, _CODES), np.bool_)
    found[first[ascii_pairs], second[ascii_pairs]] = True
    return found


class WordTokens:
    """Returns the character range of each token of a text, as an array of the shape ``(tokens, 2)``.

    ``encode`` tokenises a whole text, ``encode_plain`` ASCII words with a blank before each, which may be quicker.
    Safe to use from several threads.
    """

    def __init__(self, encode: Encode, encode_plain: Encode | None = None) -> None:
        self._encode = encode
        self._encode_plain = encode_plain or encode
        self._lock = threading.Lock()
        self._forget()

    def __call__(self, text: str) -> Ranges:
        """Return the ranges in ``text``, in order."""
        words, starts = _words(text)
        with self._lock:
            numbers = self._numbers(words)
            parts = list(self._parts(text, words, starts, numbers))
        return np.concatenate(parts) if parts else np.empty((0, 2), np.int64)

    def _forget(self) -> None:
        self._known: dict[str, int] = {}
        # of all words, from the word's beginning; then up to where they are the first word's, the second's …
        self._ranges = array("h")
        self._ends = array("i", [0])

    def _numbers(self, words: Sequence[str]) -> Numbers:
        """Return the numbers of words, after learning those that are new."""
        if len(self._known) > _REMEMBERED:
            self._forget()
        plain: list[str] = []
        others: list[str] = []
        for word in dict.fromkeys(words):
            if word in self._known:
                continue
            if _is_odd(word):
                self._known[word] = _ODD_WORD
            else:
                (plain if word.isascii() else others).append(word)
        for new, encode in (plain, self._encode_plain), (others, self._encode):
            if new:
                self._learn(new, encode)
        return np.array([self._known[word] for word in words], np.int64)

    def _learn(self, words: Sequence[str], encode: Encode) -> None:
        """Tokenise words that are not odd, all at once."""
        self._known.update(zip(words, range(len(self._ends) - 1, len(self._ends) - 1 + len(words)), strict=True))
        found = _ranges(encode(f" {' '.join(words)}"))
        lengths = np.array([len(word) + 1 for word in words])
        begins = np.cumsum(lengths) - lengths  # with the blank before the word
        firsts = np.searchsorted(found[:, 0], begins)
        counts = np.diff(firsts, append=len(found))
        own = found - np.repeat(begins + 1, counts)[:, None]
        self._ends.frombytes((self._ends[-1] + np.cumsum(counts)).astype(np.int32).tobytes())
        self._ranges.frombytes(own.astype(np.int16).tobytes())

    def _parts(self, text: str, words: Sequence[str], starts: Numbers, numbers: Numbers) -> Iterator[Ranges]:
        """Yield the ranges in pieces: known words, and the text to be tokenised as it is."""
        done = rest = 0
        for place in np.flatnonzero(numbers == _ODD_WORD).tolist():
            if place < done:
                continue
            yield self._of_known(starts[done:place], numbers[done:place])
            begin = max(0, int(starts[place]) - 1)
            # an odd word may melt into the white space behind it, so the next one that is not belongs to it
            last = place
            while last + 1 < len(words) and numbers[last] == _ODD_WORD:
                last += 1
            done = last + 1
            rest = int(starts[last]) + len(words[last]) if numbers[last] != _ODD_WORD else len(text)
            yield _ranges(self._encode(text[begin:rest])) + begin
        yield self._of_known(starts[done:], numbers[done:])
        if text and rest < len(text) and text[-1] in _BLANKS:
            yield np.array([(len(text) - 1, len(text))], np.int64)

    def _of_known(self, starts: Numbers, numbers: Numbers) -> Ranges:
        """Return the ranges of words that are known; the first may stand where the text begins."""
        ends, ranges = np.frombuffer(self._ends, np.int32), np.frombuffer(self._ranges, np.int16).reshape(-1, 2)
        firsts = ends[numbers]
        counts = ends[numbers + 1] - firsts
        places = np.arange(counts.sum()) + np.repeat(firsts - np.cumsum(counts) + counts, counts)
        found: Ranges = ranges[places] + np.repeat(starts, counts)[:, None]
        if len(starts) and not starts[0]:
            # there is no blank before it, so the token of the blank, if it is one, takes the first character
            found[0] = 0, max(1, int(found[0, 1]))
        return found


def _words(text: str) -> tuple[list[str], Numbers]:
    """Return the words between blanks and where they begin."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    filled = ~_IS_BLANK[np.minimum(codes, len(_IS_BLANK) - 1)]
    words = text.split()
    if sum(map(len, words)) != np.count_nonzero(filled):  # there is white space that is no blank
        words = _WORD.findall(text)
    return words, np.flatnonzero(filled & ~np.concatenate([[False], filled[:-1]]))


def _ranges(found: Sequence[tuple[int, int]] | Ranges) -> Ranges:
    return np.array(found, np.int64).reshape(-1, 2)


def _is_odd(word: str) -> bool:
    """Return True if a word must be tokenised where it stands."""
    if len(word) > _LONGEST or _ODD.search(word):
        return True
    return not word.isascii() and _ODD.search(unicodedata.normalize("NFKC", word)) is not None
