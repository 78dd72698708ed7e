"""What each condition on metadata means, row by row."""

import pytest

from desktop_rag.core.file_paths import INSIDE
from desktop_rag.storage.filters import (
    FilterCondition,
    FilterOperator,
    FilterValue,
    MetadataFilter,
    MetadataFilters,
    keys_of,
    matches,
)

OP = FilterOperator
NODE: dict[str, object] = {
    "year": 2023, "share": 0.5, "author": "Ann Öst", "tags": ["whale", "song", 7], "empty": "", "none": None,
    "list": [], "file_path": "/home/a/report.pdf", "read": True,
}  # fmt: skip
INNER = {"file_path": f"/home/a/mail.zip{INSIDE}letters/box.zip{INSIDE}report.pdf"}


def one(key: str, operator: FilterOperator, value: FilterValue = None) -> MetadataFilter:
    return MetadataFilter(key, value, operator)


@pytest.mark.parametrize(
    ("key", "operator", "value", "expected"),
    [
        ("year", OP.EQ, 2023, True), ("year", OP.EQ, "2023", False), ("year", OP.NE, 2023, False),
        ("year", OP.NE, 2024, True), ("year", OP.GT, 2022, True), ("year", OP.GT, 2023, False),
        ("year", OP.GTE, 2023, True), ("year", OP.LT, 2023, False), ("year", OP.LTE, 2023, True),
        ("year", OP.LTE, 2022.9, False), ("year", OP.GT, "2022", False), ("share", OP.LT, 1, True),
        ("author", OP.GT, "Amy", True), ("author", OP.LT, "Amy", False), ("author", OP.GTE, "Ann Öst", True),
        ("author", OP.GT, "Ann Öst", False), ("author", OP.LT, "Ann Öst", False), ("author", OP.LTE, "Ann Öst", True),
        ("author", OP.GT, 5, False), ("tags", OP.GT, 5, False),
        ("year", OP.IN, [2022, 2023], True), ("year", OP.IN, [], False), ("year", OP.NIN, [2022], True),
        ("year", OP.NIN, [2023], False), ("year", OP.NIN, [], True), ("author", OP.IN, "Ann Öst", True),
        ("author", OP.IN, "Ann", False),
        ("tags", OP.CONTAINS, "whale", True), ("tags", OP.CONTAINS, "wha", False), ("tags", OP.CONTAINS, 7, True),
        ("author", OP.CONTAINS, "Ann", True), ("author", OP.CONTAINS, "ann", False),
        ("author", OP.CONTAINS, "x", False),
        ("author", OP.CONTAINS, 5, False), ("year", OP.CONTAINS, 2, False),
        ("tags", OP.ANY, ["x", "song"], True), ("tags", OP.ANY, ["x"], False), ("tags", OP.ANY, [], False),
        ("file_path", OP.EQ, 5, False), ("file_path", OP.IN, [5, ""], False),
        ("tags", OP.ALL, ["whale", "song"], True), ("tags", OP.ALL, ["whale", "x"], False), ("tags", OP.ALL, [], True),
        ("author", OP.ANY, ["zzz", "Öst"], True), ("author", OP.ALL, ["Ann", "zzz"], False),
        ("author", OP.TEXT_MATCH, "Öst", True), ("author", OP.TEXT_MATCH, "öst", False),
        ("author", OP.TEXT_MATCH_INSENSITIVE, "öST", True), ("author", OP.TEXT_MATCH_INSENSITIVE, "o\u0308st", True),
        ("author", OP.TEXT_MATCH_INSENSITIVE, "ost", False), ("year", OP.TEXT_MATCH, "20", False),
        ("author", OP.TEXT_MATCH, 5, False), ("author", OP.TEXT_MATCH_INSENSITIVE, 5, False),
        ("empty", OP.IS_EMPTY, None, True), ("list", OP.IS_EMPTY, None, True), ("none", OP.IS_EMPTY, None, True),
        ("absent", OP.IS_EMPTY, None, True), ("year", OP.IS_EMPTY, None, False), ("tags", OP.IS_EMPTY, None, False),
    ],
)  # fmt: skip
def test_a_condition_on_what_a_node_has(
    key: str,
    operator: FilterOperator,
    value: FilterValue,
    expected: bool,
) -> None:
    assert matches(one(key, operator, value), NODE) is expected


@pytest.mark.parametrize("operator", list(OP), ids=lambda operator: operator.name)
@pytest.mark.parametrize("key", ["absent", "none"])
def test_what_a_node_does_not_have_is_only_other_than_something_and_empty(key: str, operator: FilterOperator) -> None:
    value: FilterValue = ["x"] if operator in (OP.IN, OP.NIN, OP.ANY, OP.ALL) else "x"
    assert matches(one(key, operator, value), NODE) is (operator in (OP.NE, OP.NIN, OP.IS_EMPTY))


@pytest.mark.parametrize(
    ("metadata", "value", "expected"),
    [
        (NODE, "report.pdf", True), (NODE, "a/report.pdf", True), (NODE, "/home/a/report.pdf", True),
        (NODE, "b/report.pdf", False), (NODE, "port.pdf", False), (NODE, "home/a", False), (NODE, "", False),
        (NODE, "a\\report.pdf", True), (NODE, "/a/report.pdf", False),
        (INNER, "report.pdf", True), (INNER, "box.zip", True), (INNER, "mail.zip", True), (INNER, "a/mail.zip", True),
        (INNER, "letters/box.zip", True), (INNER, "mail.zip/letters/box.zip/report.pdf", True),
        (INNER, "letters", False), (INNER, "a", False), (INNER, "other.zip", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["file_path", "file_name"])
def test_a_file_is_meant_by_the_end_of_its_path_or_of_what_it_lies_in(
    key: str,
    metadata: dict[str, object],
    value: str,
    expected: bool,
) -> None:
    assert matches(one(key, OP.EQ, value), metadata) is expected
    assert matches(one(key, OP.NE, value), metadata) is not expected
    assert matches(one(key, OP.IN, ["no.txt", value]), metadata) is expected
    assert matches(one(key, OP.NIN, ["no.txt", value]), metadata) is not expected


@pytest.mark.parametrize(
    ("metadata", "operator", "value", "expected"),
    [
        (INNER, OP.TEXT_MATCH, "mail.zip", True), (INNER, OP.TEXT_MATCH, "box.zip", True),
        (INNER, OP.TEXT_MATCH, "report.pdf", False), (NODE, OP.TEXT_MATCH, "report", False),
        (NODE, OP.IS_EMPTY, None, True), (INNER, OP.IS_EMPTY, None, False), ({}, OP.IS_EMPTY, None, True),
    ],
)  # fmt: skip
def test_what_a_file_lies_in_can_be_asked_for(
    metadata: dict[str, object],
    operator: FilterOperator,
    value: FilterValue,
    expected: bool,
) -> None:
    assert matches(one("container_name", operator, value), metadata) is expected


YES, NO = one("year", OP.EQ, 2023), one("year", OP.EQ, 1)


@pytest.mark.parametrize(
    ("condition", "filters", "expected"),
    [
        (FilterCondition.AND, [YES, YES], True), (FilterCondition.AND, [YES, NO], False),
        (FilterCondition.OR, [NO, YES], True), (FilterCondition.OR, [NO, NO], False),
        (FilterCondition.NOT, [NO, NO], True), (FilterCondition.NOT, [NO, YES], False),
        (FilterCondition.AND, [], True), (FilterCondition.OR, [], True), (FilterCondition.NOT, [], True),
    ],
)  # fmt: skip
def test_conditions_together(
    condition: FilterCondition,
    filters: list[MetadataFilter],
    expected: bool,
) -> None:
    together = MetadataFilters(filters, condition)
    assert matches(together, NODE) is expected
    assert matches(MetadataFilters([together], FilterCondition.NOT), NODE) is not expected


def test_without_any_condition_every_node_passes() -> None:
    assert matches(None, {})
    assert matches(None, NODE)


def test_the_keys_of_nested_conditions() -> None:
    inner = MetadataFilters([one("a", OP.EQ, 1), one("b", OP.EQ, 1)], FilterCondition.OR)
    assert keys_of(MetadataFilters([inner, one("c", OP.EQ, 1), one("a", OP.NE, 2)])) == {"a", "b", "c"}
    assert keys_of(one("d", OP.EQ, 1)) == {"d"}
