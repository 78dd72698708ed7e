"""Looking into what a server sent never fails, whatever its shape."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at

VALUE: dict[str, object] = {"a": {"b": [10, {"c": "text"}]}, "n": None, "t": True, "f": 1.0, "m": -1, "z": 0, "l": []}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
PATHS = st.lists(st.text(max_size=3) | st.integers(0, 3), max_size=4)


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ((), VALUE), (("a", "b", 0), 10), (("a", "b", 1, "c"), "text"), (("a", "b", 2), None), (("a", "x"), None),
        (("a", 0), None), (("a", "b", "0"), None), (("n", "x"), None), (("t",), True), (("l", 0), None),
        (("a", "b", 1, "c", 0), None),
    ],
)  # fmt: skip
def test_keys_and_positions_are_followed(path: tuple[str | int, ...], found: object) -> None:
    assert dig(VALUE, *path) == found


@pytest.mark.parametrize(
    ("path", "count"),
    [(("a", "b", 0), 10), (("z",), 0), (("t",), None), (("f",), None), (("m",), None), (("x",), None)],
)
def test_a_count_is_a_whole_number_and_none_below_nothing(path: tuple[str | int, ...], count: int | None) -> None:
    assert count_at(VALUE, *path) == count
    assert type(count_at(VALUE, *path)) is type(count)


def test_texts_and_lists_are_empty_where_there_is_something_else() -> None:
    assert text_at(VALUE, "a", "b", 1, "c") == "text"
    assert [text_at(VALUE, key) for key in ("n", "z", "l", "x")] == ["", "", "", ""]
    assert items_at(VALUE, "a", "b") == [10, {"c": "text"}]
    assert [items_at(VALUE, key) for key in ("n", "a", "z", "x")] == [[], [], [], []]


@pytest.mark.slow
@given(JSON, PATHS)
def test_no_shape_makes_it_fail(value: object, path: list[str | int]) -> None:
    assert dig(json.loads(json.dumps(value)), *path) == dig(value, *path)
    assert isinstance(text_at(value, *path), str)
    assert isinstance(items_at(value, *path), list)
    assert (count_at(value, *path) or 0) >= 0


@given(JSON)
def test_what_was_written_is_read(value: object) -> None:
    assert parsed(json.dumps(value)) == parsed(json.dumps(value).encode()) == value


@pytest.mark.parametrize("raw", [b"", "", b"\xff\xfe\xfa", "{", "[1,", "nonsense", "[" * 100_000])
def test_what_is_no_json_is_nothing(raw: bytes | str) -> None:
    assert parsed(raw) is None
