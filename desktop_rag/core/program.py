"""Defaults that a program sets once for all its calls; the application passes everything explicitly."""

from collections.abc import Callable
from typing import Any


class _Choices:
    """Who is asked for them; nobody unless a program has made its choices."""

    of: Callable[[str], Any] | None = None


def let_choose(choices: Callable[[str], Any]) -> None:
    """Ask here for what is chosen, by its name."""
    _Choices.of = choices


def program_choice(name: str) -> Any:  # noqa: ANN401 - of whatever kind is chosen under this name
    """Return what a program chose under a name ("llm", "embed_model" …), None where it chose nothing."""
    return None if _Choices.of is None else _Choices.of(name)
