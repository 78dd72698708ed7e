"""The order of the tests: long ones begin first in each process, and none is lost."""

from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import LONG_FILES, longest_first

ROOT = Path(__file__).resolve().parents[1]


def test_the_files_with_long_tests_are_there() -> None:
    assert [file for file in LONG_FILES if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize("processes", [2, 3, 8])
def test_each_share_begins_with_long_tests_and_has_all_of_a_file(
    request: pytest.FixtureRequest, processes: int
) -> None:
    some = request.session.items
    items = [Named(f"tests/test_short.py::test_{number}") for number in range(900)]
    items[300:300] = [Named(f"{file}::test_{number}") for file in LONG_FILES for number in range(7)]
    ordered = longest_first(items, processes)  # type: ignore[arg-type]
    assert Counter(map(id, ordered)) == Counter(map(id, items))
    shares = [[one.nodeid.partition("::")[0] for one in share] for share in even_shares(ordered, processes)]
    assert [share[0] for share in shares] == list(LONG_FILES[:processes])
    for file in LONG_FILES:
        assert max(share.count(file) for share in shares) == 7
    assert Counter(longest_first(some, processes)) == Counter(some)


class Named:
    """As much of a test as is asked for its place."""

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


def even_shares(items: list[pytest.Item], processes: int) -> list[list[pytest.Item]]:
    """Return the shares that xdist makes at the beginning with ``--dist worksteal``."""
    shares = []
    for left in range(processes, 0, -1):
        size = len(items) // left
        shares.append(items[:size])
        items = items[size:]
    return shares
