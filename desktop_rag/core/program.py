"""Defaults that a program sets once for all its calls; the application passes everything explicitly."""

from collections.abc import Callable
from typing import Any


class _Choices:
    """The function that returns a program's choices; None unless a program has made some."""

    of: Callable[[str], Any] | None = None


def let_choose(choices: Callable[[str], Any]) -> None:
    """Register the function that returns a program's choices, by name."""
    _Choices.of = choices


def program_choice(name: str) -> Any:  # noqa: ANN401 - of whatever kind is chosen under this name
    """Return a program's choice for a name ("llm", "embed_model" …), or None."""
    return None if _Choices.of is None else _Choices.of(name)
