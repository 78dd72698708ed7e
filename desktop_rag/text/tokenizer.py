"""Counting tokens as OpenAI's encodings do, from the files under ``resources``: nothing is downloaded.

``SAFE_CUT`` finds places where a text can be cut without changing its tokens: see ``text.token_cuts``.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.paths import resource_path

if TYPE_CHECKING:
    import gigatoken
    import tiktoken

Positions = NDArray[np.int64]
Tokens = NDArray[np.uint32]

_BLOCK = 1 << 17  # characters encoded at once, for other threads wait; tiktoken panics on a million blanks
_LOOK_BACK = 4096
_REMEMBERED = 1 << 22  # tokens after which what is remembered of texts is dropped

# The published patterns that cut a text before byte pairs are merged.
PATTERNS = {
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k_base": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
}
_SPECIAL = {
    "cl100k_base": {
        "<|endoftext|>": 100257,
        "<|fim_prefix|>": 100258,
        "<|fim_middle|>": 100259,
        "<|fim_suffix|>": 100260,
        "<|endofprompt|>": 100276,
    },
    "o200k_base": {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
}

# No token reaches over a place between a letter and a mark, or between anything visible and a blank: neither in the
# whole text nor in a part of it. (Letters and marks are those every version of Unicode agrees on. Apostrophes are
# left out: contractions reach over them. A line end may join the marks before it, so it only counts after a letter.)
LETTERS = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0410-\u044f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3"
)
MARKS = (
    '!"#$%&()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~\u00ab\u00bb\u2013\u2014\u2018\u2019\u201c\u201d\u2026'
    "\u3001\u3002\u300a-\u300f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
)
UNSEEN = r"\s\u180e"
SAFE_CUT = re.compile(rf"[{LETTERS}](?=[{MARKS}\n])|[^{UNSEEN}](?= )")


class TokenPlaces(NamedTuple):
    """For every token, the character in which it begins, ascending, and whether it begins with its first byte."""

    starts: Positions
    whole: NDArray[np.bool_]


@runtime_checkable
class Tokenizer(Protocol):
    """Counts the tokens of texts."""

    def __hash__(self) -> int:
        """Return a hash: tokenizers are shared, and counts are remembered for each."""

    @property
    def name(self) -> str:
        """The name of the encoding."""

    def count(self, text: str) -> int:
        """Return the number of tokens of the text."""


@runtime_checkable
class Encoding(Tokenizer, Protocol):
    """A tokenizer that also gives the tokens of a text, and so the places where texts can be cut."""

    def encode(self, text: str) -> list[int]:
        """Return the text's tokens."""

    def __call__(self, text: str) -> list[int]:
        """Return the text's tokens, as ``encode`` does."""

    def token_places(self, text: str) -> TokenPlaces:
        """Return the starts of the tokens, and a mask of those between two characters."""

    def is_additive(self, text: str) -> bool:
        """Return True if the text may be cut at safe places (not when special tokens stand in it)."""


@dataclass(frozen=True)
class FunctionTokenizer:
    """A function that returns a text's tokens, as tiktoken's ``encode`` and Hugging Face's tokenizers have it."""

    tokens_of: Callable[[str], Sized]

    @property
    def name(self) -> str:
        """The name of the function."""
        return str(getattr(self.tokens_of, "__name__", type(self.tokens_of).__name__))

    def count(self, text: str) -> int:
        """Return the number of tokens of the text."""
        return len(self.tokens_of(text))


def as_tokenizer(tokenizer: Tokenizer | Callable[[str], Sized] | None) -> Tokenizer:
    """Return a tokenizer: cl100k_base for None; for a function, one that counts the items it returns."""
    if tokenizer is None:
        return get_tokenizer()
    return tokenizer if isinstance(tokenizer, Tokenizer) else FunctionTokenizer(tokenizer)


def get_tokenizer(name: str = "cl100k_base") -> Encoding:
    """Return an encoding by name; its file is read when it is first used.

    Raises:
        ValueError: there is no encoding of this name.

    """
    if name not in PATTERNS:
        raise ValueError(f"no encoding named {name!r}; there are {', '.join(PATTERNS)}")
    return _shared(name)


@cache
def _shared(name: str) -> "_TiktokenTokenizer":
    return _TiktokenTokenizer(name)


class _TiktokenTokenizer:
    """An encoding of tiktoken; special tokens in a text count as such.

    Texts without them are left to gigatoken, which finds the same tokens several times as fast. (The two can differ by
    characters that came with Unicode 17, while only one of them knows these as letters.)
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._special = frozenset(_SPECIAL[name])

    def __reduce__(self) -> tuple[Callable[[str], Encoding], tuple[str]]:
        """Pickle the name alone: there is one of each."""
        return get_tokenizer, (self.name,)

    def count(self, text: str) -> int:
        """Return the number of tokens of the text."""
        text = without_surrogates(text)
        if len(text) <= _BLOCK:
            return len(self._tokens(text))
        return sum(len(self._tokens(part)) for part in safe_blocks(text))

    def encode(self, text: str) -> list[int]:
        """Return the text's tokens."""
        return [token for part in safe_blocks(without_surrogates(text)) for token in self._tokens(part).tolist()]

    __call__ = encode

    def token_places(self, text: str) -> TokenPlaces:
        """Return the starts of the tokens, and a mask of those between two characters."""
        found = [TokenPlaces(np.zeros(0, np.int64), np.zeros(0, dtype=bool))]
        offset = 0
        for part in safe_blocks(without_surrogates(text)):
            starts, whole = self._places(part)
            found.append(TokenPlaces(offset + starts, whole))
            offset += len(part)
        if len(found) == 2:
            return found[1]
        return TokenPlaces(np.concatenate([one.starts for one in found]), np.concatenate([one.whole for one in found]))

    def is_additive(self, text: str) -> bool:
        """Return True if the text may be cut at safe places."""
        return not self._has_special(text)

    def _places(self, part: str) -> TokenPlaces:
        """Return the starts of the tokens of a block."""
        tokens = self._tokens(part)
        starts = np.zeros(len(tokens) + 1, np.int64)
        np.cumsum(self._loaded.lengths.take(tokens), out=starts[1:])
        starts = starts[:-1]
        if part.isascii():
            return TokenPlaces(starts, np.ones(len(starts), dtype=bool))
        begins = (np.frombuffer(part.encode(), np.uint8) & 0xC0) != 0x80
        character = np.cumsum(begins, dtype=np.int32) - 1  # ten times as fast as in 64 bits
        return TokenPlaces(character.take(starts).astype(np.int64), begins.take(starts))

    def _tokens(self, part: str) -> Tokens:
        """Return the tokens of a block."""
        if self._has_special(part):
            return self._encoding.encode_to_numpy(part, allowed_special=self._special, disallowed_special=())
        return self._loaded.encode(part)

    def _has_special(self, text: str) -> bool:
        """Return True if a special token stands in the text."""
        return "<|" in text and any(token in text for token in self._special)

    @cached_property
    def _loaded(self) -> "_OrdinaryTokens":
        """The encoder of texts without special tokens.

        From then on tiktoken makes its own encoding of the same file: a program that asks for it by name downloads
        nothing.
        """
        import tiktoken
        from tiktoken import registry

        tiktoken.list_encoding_names()  # makes the table of constructors
        if registry.ENCODING_CONSTRUCTORS is not None:
            registry.ENCODING_CONSTRUCTORS[self.name] = self._parameters
        return _OrdinaryTokens(self.name)

    @cached_property
    def _encoding(self) -> "tiktoken.Encoding":
        """The encoding of tiktoken itself, made from the loaded data."""
        import tiktoken

        return tiktoken.get_encoding(self._loaded.name)

    def _parameters(self) -> dict[str, object]:
        """Return the arguments for tiktoken's own encoding."""
        ranks = {data: rank for rank, data in self._loaded.vocabulary().items()}
        return {
            "name": self.name,
            "pat_str": PATTERNS[self.name],
            "mergeable_ranks": ranks,
            "special_tokens": _SPECIAL[self.name],
        }


class VocabularyFile(NamedTuple):
    """The file of an encoding: a line for each token, in ascending order, with its bytes in Base64 and its number."""

    data: NDArray[np.uint8]
    starts: Positions  # of the Base64 in ``data``
    ends: Positions

    @staticmethod
    def read(name: str) -> "VocabularyFile":
        """Read the file of an encoding."""
        data = np.frombuffer(_vocabulary_path(name).read_bytes(), dtype=np.uint8)
        ends = np.flatnonzero(data == ord(" "))
        return VocabularyFile(data, np.append(0, np.flatnonzero(data == ord("\n"))[: len(ends) - 1] + 1), ends)

    def lengths(self) -> Positions:
        """Return the length of each token in bytes."""
        last, before = self.data[self.ends - 1], self.data[self.ends - 2]
        padding: Positions = (last == ord("=")).astype(np.int64) + (before == ord("="))
        return (self.ends - self.starts) // 4 * 3 - padding


def _vocabulary_path(name: str) -> Path:
    return resource_path("tokenizers", f"{name}.tiktoken")


class _OrdinaryTokens:
    """Finds the tokens of texts without special tokens: gigatoken's tokenizer of an encoding.

    What it remembers of the words it met grows without bound, 10 MB for a million tokens of books or of noise, so after
    some texts it is made anew, which takes a tenth of a second.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = Lock()
        self._found = 0  # tokens
        self._tokenizer = self._read()
        special = _SPECIAL[name]
        self.lengths = np.zeros(max(special.values()) + 1, np.int32)  # how many bytes each token stands for
        lengths = VocabularyFile.read(name).lengths()
        self.lengths[: len(lengths)] = lengths
        self.lengths[list(special.values())] = list(map(len, special))

    def encode(self, part: str) -> Tokens:
        """Return the tokens of a block."""
        with self._lock:
            if self._found > _REMEMBERED:
                self._found = 0
                del self._tokenizer  # its memory is given back before the next one takes as much
                self._tokenizer = self._read()
            tokens = self._tokenizer.encode(part)
            self._found += len(tokens)
            return tokens

    def vocabulary(self) -> dict[int, bytes]:
        """Return the bytes of every token."""
        with self._lock:
            return self._tokenizer.vocab

    def _read(self) -> "gigatoken.Tokenizer":
        """Read the file of the encoding."""
        import gigatoken

        path = _vocabulary_path(self.name)
        tokenizer = gigatoken.Tokenizer.from_tiktoken(path, self.name.removesuffix("_base"), {})
        tokenizer.encode("a")  # makes its tables
        return tokenizer


def safe_blocks(text: str, size: int = _BLOCK) -> Iterator[str]:
    """Yield the text in blocks that are safe to encode, cut at a safe place where there is one near."""
    position = 0
    while len(text) - position > size:
        cut = position + size
        for start in (cut - _LOOK_BACK // 16, cut - _LOOK_BACK):
            last = deque(SAFE_CUT.finditer(text, start, cut), maxlen=1)
            if last:
                cut = last[0].end()
                break
        yield text[position:cut]
        position = cut
    yield text[position:] if position else text
