"""Counting tokens as OpenAI's encodings do, from the files under ``resources``: nothing is downloaded.

``SAFE_CUT`` finds places where a text can be cut without changing its tokens: see ``text.token_cuts``.
"""

import base64
import re
from collections import deque
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.paths import resource_path

if TYPE_CHECKING:
    import tiktoken

Positions = NDArray[np.int64]

_BLOCK = 1 << 17  # characters encoded at once: tiktoken panics on a million blanks and slows down on endless words
_LOOK_BACK = 4096
_SURROGATE = re.compile("[\ud800-\udfff]")

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
VISIBLE_BEFORE_BLANK = re.compile(rf"[^{UNSEEN}]")
_WORDS_REMEMBERED = 200_000
_LONGEST_WORD = 48


class TokenPlaces(NamedTuple):
    """For every token, the character in which it begins, ascending, and whether it begins with its first byte."""

    starts: Positions
    whole: NDArray[np.bool_]


@runtime_checkable
class Tokenizer(Protocol):
    """Counts the tokens of texts."""

    def __hash__(self) -> int:
        """Tokenizers are shared: what was counted is remembered for each."""

    @property
    def name(self) -> str:
        """The name of the encoding."""

    def count(self, text: str) -> int:
        """Return how many tokens the text has."""


@runtime_checkable
class Encoding(Tokenizer, Protocol):
    """A tokenizer that also tells the tokens of a text, and so where texts can be cut."""

    def count_anew(self, text: str) -> int:
        """Return what ``count`` does, remembering nothing: sooner for what is short and was never counted."""

    def encode(self, text: str) -> list[int]:
        """Return the text's tokens."""

    def __call__(self, text: str) -> list[int]:
        """Return the text's tokens, as ``encode`` does."""

    def token_starts(self, text: str) -> Positions:
        """Return, for every token, the character in which it begins; ascending."""

    def token_places(self, text: str) -> TokenPlaces:
        """Return where the tokens begin, and which of them begin between two characters."""

    def is_additive(self, text: str) -> bool:
        """Whether the text may be cut at safe places (not when special tokens stand in it)."""

    def vocabulary(self) -> list[bytes]:
        """Return the bytes of every token but the special ones."""


@dataclass(frozen=True)
class FunctionTokenizer:
    """A function that returns a text's tokens, as tiktoken's ``encode`` and Hugging Face's tokenizers have it."""

    tokens_of: Callable[[str], Sized]

    @property
    def name(self) -> str:
        """What the function is called."""
        return str(getattr(self.tokens_of, "__name__", type(self.tokens_of).__name__))

    def count(self, text: str) -> int:
        """Return how many tokens the text has."""
        return len(self.tokens_of(text))


def as_tokenizer(tokenizer: Tokenizer | Callable[[str], Sized] | None) -> Tokenizer:
    """Return what counts tokens: cl100k_base for None, a function by the length of what it returns."""
    if tokenizer is None:
        return get_tokenizer()
    return tokenizer if isinstance(tokenizer, Tokenizer) else FunctionTokenizer(tokenizer)


def without_surrogates(text: str) -> str:
    """Return ``text``, of the same length, with lone surrogates replaced (tokenizers refuse them)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


@cache
def get_tokenizer(name: str = "cl100k_base") -> Encoding:
    """Return an encoding by name; its file is read when it is first used.

    Raises:
        ValueError: there is no encoding of this name.

    """
    if name not in PATTERNS:
        raise ValueError(f"no encoding named {name!r}; there are {', '.join(PATTERNS)}")
    return _TiktokenTokenizer(name)


class _TiktokenTokenizer:
    """An encoding of tiktoken; special tokens in a text count as such."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._special = frozenset(_SPECIAL[name])
        self._words = _WordCounter(self._count_ordinary)

    def __reduce__(self) -> tuple[Callable[[str], Encoding], tuple[str]]:
        """Pickle the name alone: there is one of each, and what it remembers is not part of it."""
        return get_tokenizer, (self.name,)

    def count(self, text: str) -> int:
        """Return how many tokens the text has."""
        if self._has_special(text):
            return self._count_directly(text)
        return self._words.count(text)

    def count_anew(self, text: str) -> int:
        """Return what ``count`` does, remembering nothing: sooner for what is short and was never counted."""
        return self._count_directly(text) if self._has_special(text) else self._count_ordinary(text)

    def encode(self, text: str) -> list[int]:
        """Return the text's tokens."""
        return [token for part in safe_blocks(without_surrogates(text)) for token in self._encode(part)]

    __call__ = encode

    def token_starts(self, text: str) -> Positions:
        """Return, for every token, the character in which it begins; ascending."""
        return self.token_places(text).starts

    def token_places(self, text: str) -> TokenPlaces:
        """Return where the tokens begin, and which of them begin between two characters."""
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
        """Whether the text may be cut at safe places."""
        return not self._has_special(text)

    def vocabulary(self) -> list[bytes]:
        """Return the bytes of every token but the special ones."""
        return self._encoding.token_byte_values()

    def _count_directly(self, text: str) -> int:
        """Return how many tokens the text has by encoding it."""
        if len(text) > _BLOCK:
            return sum(len(self._encode(part)) for part in safe_blocks(without_surrogates(text)))
        return len(self._encode(text))

    def _count_ordinary(self, text: str) -> int:
        """Return how many tokens a text without special tokens has."""
        return len(self._encoding.encode_ordinary(text)) if len(text) <= _BLOCK else self._count_directly(text)

    def _places(self, part: str) -> TokenPlaces:
        """Return where the tokens of a block begin."""
        special = self._special if self._has_special(part) else frozenset[str]()
        tokens = self._encoding.encode_to_numpy(part, allowed_special=special, disallowed_special=())
        starts = np.zeros(len(tokens) + 1, np.int64)
        np.cumsum(self._lengths.take(tokens), out=starts[1:])
        starts = starts[:-1]
        if part.isascii():
            return TokenPlaces(starts, np.ones(len(starts), dtype=bool))
        begins = (np.frombuffer(part.encode(), np.uint8) & 0xC0) != 0x80
        character = np.cumsum(begins, dtype=np.int32) - 1  # ten times as fast as in 64 bits
        return TokenPlaces(character.take(starts).astype(np.int64), begins.take(starts))

    def _encode(self, part: str) -> list[int]:
        if self._has_special(part):
            return self._encoding.encode(part, allowed_special=self._special)
        return self._encoding.encode_ordinary(part)

    def _has_special(self, text: str) -> bool:
        """Whether a special token stands in the text."""
        return "<|" in text and any(token in text for token in self._special)

    @property
    def _encoding(self) -> "tiktoken.Encoding":
        """The encoding, read from its file."""
        return self._loaded[0]

    @property
    def _lengths(self) -> NDArray[np.int32]:
        """How many bytes each token stands for."""
        return self._loaded[1]

    @cached_property
    def _loaded(self) -> "tuple[tiktoken.Encoding, NDArray[np.int32]]":
        """The encoding and the lengths of its tokens: both at once, for to read the file takes a while."""
        import tiktoken
        from tiktoken import registry

        ranks = {data: rank for rank, data in self._ranks()}
        special = _SPECIAL[self.name]
        encoding = tiktoken.Encoding(
            self.name, pat_str=PATTERNS[self.name], mergeable_ranks=ranks, special_tokens=special
        )
        lengths = np.zeros(encoding.max_token_value + 1, np.int32)
        lengths[list(ranks.values())] = list(map(len, ranks))
        lengths[list(special.values())] = list(map(len, special))
        # a program that asks tiktoken for it by name has this one: nothing is downloaded, and it is there once
        registry.ENCODINGS.setdefault(self.name, encoding)
        return encoding, lengths

    def _ranks(self) -> Iterator[tuple[int, bytes]]:
        """Read the tokens and their bytes."""
        for line in resource_path("tokenizers", f"{self.name}.tiktoken").read_bytes().splitlines():
            data, _, rank = line.partition(b" ")
            yield int(rank), base64.b64decode(data)


class _Words(dict[str, int]):
    """The sizes of words, each with ``prefix`` before it; filled as they are asked for.

    Raises KeyError for words that end in something that may grow together with a blank after it.
    """

    def __init__(self, count: Callable[[str], int], prefix: str, *, last: bool = False) -> None:
        super().__init__()
        self._count = count
        self._prefix = prefix
        self._last = last

    def __missing__(self, word: str) -> int:
        """Count a new word."""
        if not self._last and not VISIBLE_BEFORE_BLANK.match(word[-1:]):
            raise KeyError(word)
        size = self._count(self._prefix + word)
        if len(self) < _WORDS_REMEMBERED and len(word) <= _LONGEST_WORD:
            self[word] = size
        return size


class _WordCounter:
    """Adds up the sizes of a text's words, remembering them: much faster than encoding, with the same result.

    No token reaches from something visible into the blank after it, and a blank belongs to the word after it.
    """

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._first = _Words(count, "")
        self._inner = _Words(count, " ")
        self._last = _Words(count, " ", last=True)
        self._alone = _Words(count, "", last=True)

    def count(self, text: str) -> int:
        """Return the size of a text without special tokens."""
        words = text.split(" ")
        if len(words) == 1:
            return self._alone[text]
        if len(words) == 2 and not words[0]:
            return self._last[words[1]]
        last = words.pop()
        try:
            size = self._first[words[0]] + self._last[last]
            words[0] = "a"  # counted; one token with its blank, taken off again below
            return size + sum(map(self._inner.__getitem__, words)) - self._inner["a"]
        except KeyError:
            return self._count(text)


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
