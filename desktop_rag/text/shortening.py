"""The beginning of a text, or its two ends, that have at most so many tokens by any way of counting."""

from collections.abc import Callable

CountTokens = Callable[[str], int]
GAP = " … "


def beginning(text: str, limit: int, count: CountTokens) -> str:
    """Return as much of the beginning of a text as has ``limit`` tokens; nothing where not one character fits."""
    return _longest(text, limit, count, lambda size: text[:size])


def both_ends(text: str, limit: int, count: CountTokens) -> str:
    """Return the beginning and the end of a text that together have ``limit`` tokens; "" where that holds no text."""
    return _longest(text, limit, count, lambda size: f"{text[: (size + 1) // 2]}{GAP}{text[len(text) - size // 2 :]}")


def _longest(text: str, limit: int, count: CountTokens, part: Callable[[int], str]) -> str:
    """Return the text, or the longest part (by characters) that was tried and fits; few are tried: each is counted."""
    total = count(text)
    if total <= limit:
        return text
    if limit <= 0:
        return ""
    size = len(text) * limit // total
    while size and (counted := count(part(size))) > limit:
        size = min(size - 1, size * limit // counted)
    return part(size) if size > 1 else ""
