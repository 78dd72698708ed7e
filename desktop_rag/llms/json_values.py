"""Look into JSON of unknown shape without trusting it."""

import json


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
    """Return the text found there, else ""."""
    found = dig(value, *path)
    return found if isinstance(found, str) else ""


def count_at(value: object, *path: str | int) -> int | None:
    """Return the whole number found there, None for anything else; some servers say -1 for what they do not know."""
    found = dig(value, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def items_at(value: object, *path: str | int) -> list[object]:
    """Return the list found there, else an empty one."""
    found = dig(value, *path)
    return found if isinstance(found, list) else []


def parsed(raw: bytes | str) -> object:
    """Return the JSON value, None when it is none; bytes that are not UTF-8 become U+FFFD."""
    text = raw.decode("utf-8-sig", errors="replace") if isinstance(raw, bytes) else raw
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value
