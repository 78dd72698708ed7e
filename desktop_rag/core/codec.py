"""Values as bytes for another process, which makes them again by their type: nothing that it is sent can run code."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_origin

import msgspec

from desktop_rag.core.arrays import Vector
from desktop_rag.core.user_text import UserText

T = TypeVar("T")
_PLAIN, _ESCAPED = b"p", b"e"
_NUMBERS = re.compile("[<>|][biuf][1248]")  # arrays of these are sent: truth values, whole numbers, fractions


class UndecodableError(ValueError):
    """The bytes are not of the type that was expected."""


class _Array(msgspec.Struct, array_like=True):
    """An array of numbers on its way."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes


def encode(value: object) -> bytes:
    """Return the bytes of a value: plain types, dataclasses, named tuples, enumerations, paths, arrays of numbers.

    Raises:
        TypeError: it holds something else.

    """
    try:
        return _PLAIN + msgspec.msgpack.encode(value, enc_hook=_to_plain)
    except UnicodeEncodeError:  # halves of characters: names of files on Linux may have them
        tree = msgspec.to_builtins(value, builtin_types=(bytes,), enc_hook=_to_plain)
        return _ESCAPED + msgspec.msgpack.encode(_with_strings(tree, _escape))


def decode(data: bytes | memoryview, kind: type[T]) -> T:
    """Return the value of a type encoded in some bytes; the bytes may be untrusted.

    Raises:
        UndecodableError: they are not such a value.

    """
    try:
        if data[:1] == _PLAIN:
            return msgspec.msgpack.decode(data[1:], type=kind, dec_hook=_from_plain)
        tree = _with_strings(msgspec.msgpack.decode(data[1:]), _unescape)
        return msgspec.convert(tree, kind, builtin_types=(bytes,), dec_hook=_from_plain)
    except (ValueError, TypeError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise UndecodableError(str(error)) from error


def _to_plain(value: object) -> object:
    if isinstance(value, Path | UserText):  # msgspec takes no classes derived from str
        return str(value)
    import numpy as np  # imported late: it starts threads, which children must not have before they are confined

    if isinstance(value, np.ndarray) and _NUMBERS.fullmatch(value.dtype.str):
        return _Array(value.dtype.str, value.shape, value.tobytes())
    raise TypeError(f"{type(value).__name__} cannot be sent")


def _from_plain(kind: Any, value: object) -> object:  # noqa: ANN401 - msgspec asks with the type it was given
    if kind is Path and isinstance(value, str):
        return Path(value)
    import numpy as np

    if kind is Vector or get_origin(kind) is np.ndarray:
        array = msgspec.convert(value, _Array, builtin_types=(bytes,))
        if _NUMBERS.fullmatch(array.dtype):  # numpy would evaluate other names of types
            return np.frombuffer(array.data, array.dtype).reshape(array.shape).copy()  # the caller may write to it
    raise TypeError(f"{kind} cannot be received")


def _escape(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


def _unescape(text: str) -> str:
    return text.encode("ascii").decode("unicode_escape")


def _with_strings(tree: object, change: Callable[[str], str]) -> object:
    """Return plain values with every string changed."""
    if isinstance(tree, str):
        return change(tree)
    if isinstance(tree, dict):
        return {_with_strings(key, change): _with_strings(value, change) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [_with_strings(value, change) for value in tree]
    return tree
