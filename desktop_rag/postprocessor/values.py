"""Read the values of settings written as text; the ValueError of each says in plain words what it must be."""

from functools import partial

from desktop_rag.postprocessor.node import MODES

_TRUE, _FALSE = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
_MOST = 1000


def whole(value: str, *, at_least: int = 1) -> int:
    """Read a whole number."""
    if not value.isdecimal() or not at_least <= int(value) <= _MOST:
        raise ValueError(f"a whole number from {at_least} to {_MOST}")
    return int(value)


def number(value: str, *, low: float = -1e9, high: float = 1e9, said: str = "a number") -> float:
    """Read a number."""
    try:
        found = float(value)
    except ValueError:
        raise ValueError(said) from None
    if not low <= found <= high:
        raise ValueError(said)
    return found


def truth(value: str) -> bool:
    """Read yes or no."""
    if value.lower() not in _TRUE | _FALSE:
        raise ValueError("yes or no")
    return value.lower() in _TRUE


def text(value: str) -> str:
    """Read a text."""
    if not value.strip():
        raise ValueError("some text")
    return value.strip()


def texts(value: str) -> tuple[str, ...]:
    """Read texts separated by commas."""
    items = tuple(item.strip() for item in value.split(",") if item.strip())
    if not items:
        raise ValueError("one or more words, with commas between them")
    return items


def direction(value: str) -> str:
    """Read one of the modes of prev_next."""
    if value not in MODES:
        raise ValueError(" or ".join(MODES))
    return value


share = partial(number, low=0.0, high=1.0, said="a number from 0 to 1")
