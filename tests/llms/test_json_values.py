"""Looking into what a server sent never fails, whatever its shape."""

import itertools
import json
import resource
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.llms.json_values import count_at, dig, items_at, number_in, parsed, text_at

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


@pytest.mark.parametrize(
    "raw",
    ["[" * 101 + "]" * 101, '{"a":' * 500 + "1" + "}" * 500, "[]" * 101 + '"' + '\\"' * 1_000_000, "1" * 5000],
    ids=["lists", "objects", "a text without end", "a number of 5,000 digits"],
)
def test_what_nobody_can_walk_through_is_nothing(raw: str) -> None:
    started = time.monotonic()
    assert parsed(raw) is None
    assert time.monotonic() - started < 5


def test_brackets_in_texts_are_no_levels() -> None:
    value = [["[{" * 300], ['\\"[' * 300], *[[]] * 200]
    assert parsed(json.dumps(value)) == value


@pytest.mark.parametrize("piece", [b"{},", b"[],", b'{"a":1},', b"0,"])
def test_what_would_take_much_memory_is_nothing(piece: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert parsed(b"[" + piece * (8_000_000 // len(piece)) + b"0]") is None
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KB


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [b'{"index":1,"id":"a","function":{"name":"f","arguments":"{}"}},', b'{"id":"m1"},', b'"[",{"[":{}},', b'""x'],
)
def test_what_is_read_takes_little_more_memory_than_its_values_may(piece: bytes) -> None:
    for size in (1, 2, 4, 8):
        tracemalloc.start()
        try:
            parsed(b"[" + piece * (size * 1_000_000 // len(piece)) + b"0]")
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 100_000_000


@given(JSON, st.lists(st.sampled_from(["[", '{"[": ', '{"}\\\\": ']), min_size=90, max_size=110))
def test_levels_are_counted_where_they_are(value: object, around: list[str]) -> None:
    written = json.dumps(value)
    inside = max(itertools.accumulate((one in "[{") - (one in "]}") for one in _without_texts(value)), default=0)
    raw = f"{''.join(around)}{written}{''.join(']' if one == '[' else '}' for one in reversed(around))}"
    assert (parsed(raw) is None) == (len(around) + inside > 100)


def _without_texts(value: object) -> str:
    """Return the brackets of a value's JSON."""
    if isinstance(value, dict):
        return f"{{{''.join(map(_without_texts, value.values()))}}}"
    return f"[{''.join(map(_without_texts, value))}]" if isinstance(value, list) else ""


@pytest.mark.parametrize("number", ["1" + "0" * 400, "9007199254740993", "1e999", "-1e999", "NaN", "Infinity", "-1"])
def test_what_no_float_holds_is_no_count(number: str) -> None:
    assert count_at(parsed(f'{{"n": {number}}}'), "n") is None


def test_half_characters_become_whole_ones() -> None:
    value = parsed('{"pair": "\\ud83d\\ude00", "half": "a\\ud83d", "\\udc00": 1}')
    assert text_at(value, "pair") == "\N{GRINNING FACE}"
    assert text_at(value, "half") == "a\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("text", "number"),
    [("4096", 4096), ("131,072", 131_072), ("", None), ("-5", None), ("\N{SUPERSCRIPT TWO}", None), ("9" * 5000, None)],
)
def test_numbers_in_words_are_counts(text: str, number: int | None) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize("raw", [b"", "", b"\xff\xfe\xfa", "{", "[1,", "nonsense", "[" * 100_000])
def test_what_is_no_json_is_nothing(raw: bytes | str) -> None:
    assert parsed(raw) is None
