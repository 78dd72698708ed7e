"""Which cases of a test run with every change, and which at night."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def rest_at_night(
    cases: Iterable[T], by_day: Collection[str], name: Callable[[T], str] = str
) -> list[pytest.ParameterSet]:
    """Return all cases for ``parametrize``, by their names; those that are not named in ``by_day`` run at night.

    Raises:
        ValueError: A name in ``by_day`` is none of the cases: a promise would be left without one.
    """
    named = {name(case): case for case in cases}
    if unknown := set(by_day) - named.keys():
        raise ValueError(f"These are no cases: {sorted(unknown)}")
    return [
        pytest.param(case, id=each, marks=() if each in by_day else pytest.mark.nightly) for each, case in named.items()
    ]
