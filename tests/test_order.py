"""The order and the lanes of the tests: long ones begin first in each process, and none is lost."""

from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import COLLECTED, LONG_FILES, leave_to_the_night, longest_first
from tests.helpers.lanes import rest_at_night

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


def test_what_runs_at_night_has_a_case_by_day(request: pytest.FixtureRequest) -> None:
    """Repetitions alone are left to the night: of each promise something runs with every change."""
    by_day, at_night = set(), {}
    for item in request.config.stash[COLLECTED]:
        test = item.nodeid.partition("[")[0]
        if (marker := item.get_closest_marker("nightly")) is None:
            by_day.add(test)
        else:
            by = str(marker.kwargs.get("by_day"))
            at_night[test] = by if "::" in by else f"{test.rpartition('::')[0]}::{by}"
    assert [test for test, other in at_night.items() if not {test, other} & by_day] == []


def test_a_case_that_is_to_run_by_day_has_to_be_there() -> None:
    day, night = rest_at_night([1, 2], {"1"})
    assert (day.id, day.values, tuple(day.marks)) == ("1", (1,), ())
    assert (night.id, night.values, [mark.name for mark in night.marks]) == ("2", (2,), ["nightly"])
    with pytest.raises(ValueError, match="3"):
        rest_at_night([1, 2], {"1", "3"})


def test_one_in_so_many_cases_of_a_sampled_test_runs_by_day() -> None:
    cases = [
        Case(f"tests/test_a.py::test_{name}[{number}]", of) for name, of in (("b", 3), ("c", 4)) for number in range(8)
    ]
    cases[8].add_marker(pytest.mark.nightly)
    leave_to_the_night(cases)  # type: ignore[arg-type]
    by_day = [case.nodeid.partition("::")[2] for case in cases if case.get_closest_marker("nightly") is None]
    assert by_day == ["test_b[0]", "test_b[3]", "test_b[6]", "test_c[1]", "test_c[5]"]


class Named:
    """As much of a test as is asked for its place."""

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


class Case(Named):
    """A case of a sampled test."""

    def __init__(self, nodeid: str, number: int) -> None:
        super().__init__(nodeid)
        self._markers = [pytest.mark.sampled(number)]

    def add_marker(self, marker: pytest.MarkDecorator) -> None:
        self._markers.append(marker)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((one.mark for one in self._markers if one.name == name), None)


def even_shares(items: list[pytest.Item], processes: int) -> list[list[pytest.Item]]:
    """Return the shares that xdist makes at the beginning with ``--dist worksteal``."""
    shares = []
    for left in range(processes, 0, -1):
        size = len(items) // left
        shares.append(items[:size])
        items = items[size:]
    return shares
