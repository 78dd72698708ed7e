import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.output_parsers import parse_json, parse_json_object, parse_lines, parse_numbers, without_fence

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure! Here it is:\n```json\n{"a": [1, 2]}\n```\nAnything else?', {"a": [1, 2]}),
        ('```\n{"a": 1', {"a": 1}),
        ("{'a': 'it\\'s', 'b': True, 'c': None}", {"a": "it's", "b": True, "c": None}),
        ('{"a": 1,}', {"a": 1}),
        ('{"a": 1 // one\n}', {"a": 1}),
        ('{"a": "x", "k": }', {"a": "x"}),
        ('{"a": [1, 2], "b": "cut of', {"a": [1, 2], "b": "cut of"}),
        ('{a: "x"}', {"a": "x"}),
        ('The set {x} is answered by {"a": 1}.', {"a": 1}),
        ('{"a": 1} and {"b": 2}', {"a": 1}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ("[1, 2", [1, 2]),
        ("42", 42),
        ("No JSON at all.", None),
        ("", None),
    ],
)
def test_json_is_understood_as_it_was_meant(text: str, value: object) -> None:
    assert parse_json(text) == value


def test_an_object_is_found_behind_a_citation_and_inside_a_list() -> None:
    assert parse_json_object('As [1] says: {"a": 1}') == {"a": 1}
    assert parse_json_object('[{"a": 1}]') == {"a": 1}
    assert parse_json_object("[1, 2]") is None


def test_absurd_nesting_is_no_crash() -> None:
    parse_json_object('{"a":[' * 5000)
    parse_json("[" * 100_000)


@given(JSON)
@settings(max_examples=60, deadline=None)
def test_valid_json_comes_back(value: object) -> None:
    assert parse_json(json.dumps(value)) == value


@given(st.text(alphabet="{}[]\",:'ab1`\n \\", max_size=60))
@settings(max_examples=150, deadline=None)
def test_nothing_raises(text: str) -> None:
    parse_json(text)
    parse_json_object(text)
    parse_lines(text)
    parse_numbers(text)
    without_fence(text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1. first\n2) second\n(3) third\n- fourth\n• fifth", ["first", "second", "third", "fourth", "fifth"]),
        ("Here are some questions:\n1. a\n2. b", ["a", "b"]),
        ('```\n"a b"\n**c**\n```', ["a b", "c"]),
        ('["a", "b"]', ["a", "b"]),
        ('```json\n["a", "b"]\n```', ["a", "b"]),
        ("3.5 percent grew\n2024: a year", ["3.5 percent grew", "2024: a year"]),
        ("1、猫とは\n・犬とは", ["猫とは", "犬とは"]),
        ("\n \n", []),
    ],
)
def test_lines_lose_what_is_not_theirs(text: str, lines: list[str]) -> None:
    assert parse_lines(text) == lines


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("ANSWER: 2.", [2]),
        ("Numbers 1, 3 and 12", [1, 3, 12]),
        ("選択肢2です", [2]),
        ("GPT4 scored 0.5", []),
        ("none", []),
    ],
)
def test_numbers_are_whole_and_no_part_of_words(text: str, numbers: list[int]) -> None:
    assert parse_numbers(text) == numbers
