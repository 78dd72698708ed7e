"""The header of a GGUF file: what kind of model it is and how large a window fits into the memory that is free.

The model is not loaded. The format is that of ``docs/gguf.md`` of ggml.
"""

import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import psutil

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.user_text import UserText

MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_MOST_FIELDS = 1 << 16
_KEPT_ITEMS = 1024  # longer arrays are vocabularies: their length is enough
_HALF = 2  # bytes of a number in the cache of keys and values
_FALLBACK_WINDOW = 4096
Value = str | int | float | bool | list["Value"]
USUAL_WINDOW = 8192
SMALLEST_WINDOW = 2048
BATCH = 256
_GIB = 1024**3
_BASE = 128 * 1024**2  # the program around the model
_NUMBER = 4  # bytes
_ROWS = 12  # as wide as an embedding, for each token of a batch: what a layer works with
_SPARE = 0.92  # of the memory that is free
_PART = re.compile(r"(?P<stem>.+)-(?P<part>\d{5})-of-(?P<parts>\d{5})\.gguf$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ModelHeader:
    """The header of a model's file. ``cache_bytes`` are needed for each token of the context window."""

    architecture: str
    name: str
    context_length: int
    cache_bytes: int
    embedding_length: int
    vocabulary: int

    @property
    def writes(self) -> bool:
        """True if it writes texts; others only compare texts or see pictures."""
        return self.architecture != "clip" and "bert" not in self.architecture


def is_gguf(path: Path) -> bool:
    """Return True if a file begins as GGUF files do."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def damaged(path: Path) -> UserError:
    """Return the error for a file that is no whole model."""
    return UserError(UserText("The model file {name} is damaged or incomplete.", name=path.name), "Download it again.")


def read_header(path: Path) -> ModelHeader:
    """Return the header of a model file.

    Raises:
        UserError: there is no such file, it cannot be read, is no GGUF file or is damaged.

    """
    try:
        with path.open("rb") as file:
            return _header_of(_Fields(file, path).read())
    except FileNotFoundError as error:
        raise UserError(
            UserText("There is no model file {path}.", path=path), "Choose another file in the settings."
        ) from error
    except OSError as error:
        raise UserError(
            UserText("The model file {path} cannot be read: {reason}.", path=path, reason=reason_of(error)),
            "Check that you may open it.",
        ) from error
    except (struct.error, UnicodeDecodeError, ValueError, MemoryError, OverflowError) as error:
        raise damaged(path) from error


class _Fields:
    """Reads the fields at the beginning of a file; ValueError and struct.error where they make no sense."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._size = path.stat().st_size

    def read(self) -> Mapping[str, Value]:
        """Return all fields by name."""
        if self._file.read(len(MAGIC)) != MAGIC:
            raise UserError(
                UserText("{name} is not a model file.", name=self._path.name), "Choose a file in the GGUF format."
            )
        version, _, count = self._unpack("<IQQ")
        if version not in _VERSIONS:
            raise UserError(
                UserText(
                    "The model file {name} has an unknown version ({version}).", name=self._path.name, version=version
                ),
                "Choose another file.",
            )
        if count > _MOST_FIELDS:
            raise ValueError("too many fields")
        return {self._text(): self._value(self._unpack("<I")[0]) for _ in range(count)}

    def _unpack(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(layout, self._file.read(struct.calcsize(layout)))

    def _text(self) -> str:
        return self._bytes(self._length()).decode("utf-8", "replace")

    def _length(self) -> int:
        (length,) = self._unpack("<Q")
        if length > self._size:
            raise ValueError("longer than its file")
        return length

    def _bytes(self, length: int) -> bytes:
        data = self._file.read(length)
        if len(data) != length:
            raise ValueError("it ends too early")
        return data

    def _value(self, kind: int) -> Value:
        if kind == _STRING:
            return self._text()
        if kind == _ARRAY:
            return self._array()
        return self._unpack(f"<{self._number(kind)}")[0]

    def _array(self) -> Value:
        """Return a short array as it is, and of a long one how many items it has."""
        (kind,) = self._unpack("<I")
        length = self._length()
        if length <= _KEPT_ITEMS:
            return [self._value(kind) for _ in range(length)]
        if kind == _STRING:
            for _ in range(length):
                self._bytes(self._length())
        elif kind == _ARRAY:
            raise ValueError("nested arrays")
        else:
            self._bytes(length * struct.calcsize(f"<{self._number(kind)}"))
        return length

    def _number(self, kind: int) -> str:
        if kind not in _NUMBERS:
            raise ValueError("unknown type")
        return _NUMBERS[kind]


def _header_of(fields: Mapping[str, Value]) -> ModelHeader:
    """Return the header that these fields make."""
    architecture = str(fields.get("general.architecture", ""))

    def number(key: str, default: int) -> int:
        found = fields.get(f"{architecture}.{key}", default)
        values = [int(one) for one in found if isinstance(one, int | float)] if isinstance(found, list) else [found]
        return max((int(one) for one in values if isinstance(one, int | float)), default=default)

    layers, width, heads = number("block_count", 0), number("embedding_length", 0), number("attention.head_count", 1)
    of_head = width // max(1, heads)
    ends = number("attention.key_length", of_head) + number("attention.value_length", of_head)
    tokens = fields.get("tokenizer.ggml.tokens", 0)
    return ModelHeader(
        architecture,
        str(fields.get("general.name", "")),
        max(1, number("context_length", _FALLBACK_WINDOW)),
        layers * _cached_heads(fields.get(f"{architecture}.attention.head_count_kv"), heads) * ends * _HALF,
        width,
        len(tokens) if isinstance(tokens, list) else int(tokens) if isinstance(tokens, int) else 0,
    )


def _cached_heads(found: Value | None, heads: int) -> int:
    """Return the number of heads with keys and values, averaged over layers where they differ."""
    if isinstance(found, list):
        counts = [int(one) for one in found if isinstance(one, int | float)]
        return -(-sum(counts) // len(counts)) if counts else heads
    return int(found) if isinstance(found, int | float) else heads


"""Tokens. Ten passages, a conversation and an answer; more makes each answer wait longer for nothing."""
"""Tokens that are read at a time: a question that is stopped holds up the next one no longer than that."""


def model_bytes(path: Path) -> int:
    """Return the size of a model in bytes, with all its files when it has several.

    Raises:
        UserError: one of them is missing.

    """
    found = _PART.match(path.name)
    if found is None:
        return path.stat().st_size
    count = int(found["parts"])
    parts = [path.with_name(f"{found['stem']}-{number:05}-of-{count:05}.gguf") for number in range(1, count + 1)]
    if not all(part.is_file() for part in parts):
        raise damaged(path)
    return sum(part.stat().st_size for part in parts)


def needed_bytes(header: ModelHeader, size: int, window: int) -> int:
    """Return the bytes of memory that a model of ``size`` bytes needs with a context window."""
    working = BATCH * _NUMBER * (header.vocabulary + _ROWS * header.embedding_length)
    return size + window * header.cache_bytes + working + _BASE


def fitted_window(header: ModelHeader, size: int, wanted: int, available: int) -> int:
    """Return the context window that a model gets: as wanted, or (0) the usual one, smaller where memory is scarce.

    Raises:
        UserError: the model does not fit into the memory that is free.

    """
    room = int(available * _SPARE)
    window = min(wanted or USUAL_WINDOW, header.context_length)
    smallest = window if wanted else min(window, SMALLEST_WINDOW)
    while window > smallest and needed_bytes(header, size, window) > room:
        window = max(window // 2, smallest)
    needed = needed_bytes(header, size, window)
    if needed <= room:
        return window
    fits = (room - needed_bytes(header, size, 0)) // max(1, header.cache_bytes)
    advice = "Close other programs, or choose a smaller model."
    if wanted and fits >= SMALLEST_WINDOW:
        advice = UserText(
            "Set “Context window” to {tokens} or less, or close other programs.", tokens=fits // 1024 * 1024
        )
    raise UserError(
        UserText(
            "The model needs {needed} GB of memory, and {available} GB is free.",
            needed=f"{needed / _GIB:.1f}",
            available=f"{available / _GIB:.1f}",
        ),
        advice,
    )


def available_memory() -> int:
    """Return the bytes of memory still available, also inside a container with a lower limit."""
    available = int(psutil.virtual_memory().available)
    group = Path("/sys/fs/cgroup")
    try:
        most = int((group / "memory.max").read_text())
        return min(available, max(0, most - int((group / "memory.current").read_text())))
    except (OSError, ValueError):  # not on Linux, no limit, or an older kind of groups
        return available
