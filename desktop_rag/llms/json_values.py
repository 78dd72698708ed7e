"""Look into JSON of unknown shape without trusting it."""

import json
import re

MOST_MEMORY = 64_000_000
"""Bytes that the values of one reply may take, of which two may be there at a time; the longest answer there may be,
with its thoughts and in Chinese, takes 40 MB, and OpenRouter's list of models 4 MB."""
LARGEST_COUNT = 2**53
"""Beyond it a number is no count: neither floats nor SQLite nor Qt hold all of these."""
_DEEPEST = 100  # levels; what is deeper is no reply, and brings down what walks through it
_WEIGHTS = ((b",", 64), (b":", 120), (b"[", 88), (b"{", 64))  # bytes of a value in Python, of a pair with its key …
_ALIKE, _NO_SIGNS = bytes.maketrans(b"[]", b"{}"), bytes(set(range(256)).difference(b'[]{}"'))
_STRING = re.compile(rb'"[^"]*+"?')


def dig(value: object, *path: str | int) -> object:
    """Follow keys and positions; None where there is nothing."""
    for step in path:
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and len(value) > step:
            value = value[step]
        else:
            return None
    return value


def text_at(value: object, *path: str | int) -> str:
    """Return the text found there, without half characters, else ""."""
    found = dig(value, *path)
    return whole_characters(found) if isinstance(found, str) else ""


def count_at(value: object, *path: str | int) -> int | None:
    """Return the whole number found there, None for anything else; some servers say -1 for unknown numbers."""
    found = dig(value, *path)
    if not isinstance(found, int) or isinstance(found, bool):
        return None
    return found if 0 <= found <= LARGEST_COUNT else None


def items_at(value: object, *path: str | int) -> list[object]:
    """Return the list found there, else an empty one."""
    found = dig(value, *path)
    return found if isinstance(found, list) else []


def number_in(text: str) -> int | None:
    """Return the count that a text of digits names, commas left out; None for anything else."""
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(LARGEST_COUNT))):
        return None
    return min(int(digits), LARGEST_COUNT)


def parsed(raw: bytes | str, most_memory: int = MOST_MEMORY) -> object:
    """Return the JSON value, None when it is none; bytes that are not UTF-8 become U+FFFD.

    What would take more than about ``most_memory`` bytes, or is more than 100 levels deep, counts as none.
    """
    data = raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass")
    texts = len(data) * (2 if data.isascii() else 8)  # the whole, and what is cut out of it
    if texts + sum(data.count(sign) * weight for sign, weight in _WEIGHTS) > most_memory or _is_too_deep(data):
        return None
    text = raw.decode("utf-8-sig", errors="replace") if isinstance(raw, bytes) else raw
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def whole_characters(text: str) -> str:
    """Return a text with its surrogates made characters, or U+FFFD where there is only half of one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _is_too_deep(data: bytes) -> bool:
    """Return True if brackets outside of strings are nested too deeply, or do not match.

    Without a list of all that there is in the data, which would take many times its size.
    """
    if data.count(b"[") + data.count(b"{") <= _DEEPEST:
        return False
    # an escaped mark ends no string; two marks in a row end one and begin the next, or hold nothing
    signs = data.replace(rb"\\", b"").replace(rb"\"", b"").translate(_ALIKE, _NO_SIGNS).replace(b'""', b"")
    signs = _STRING.sub(b"", signs)
    for _ in range(_DEEPEST):
        signs = signs.replace(b"{}", b"")  # the deepest level
        if not signs:
            return False
    return True
