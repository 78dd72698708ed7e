"""What other programs may send: everything else is refused in words that tell them how to go on."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.services.operations import Operation
from desktop_rag.services.outside.outside import Outside
from desktop_rag.services.outside.tools import LONGEST_TEXT, TOOLS, WrongArgumentsError, checked

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def test_there_are_ten_tools_and_each_is_a_call_of_the_service() -> None:
    assert len(TOOLS) == 10
    for name, tool in TOOLS.items():
        jsonschema.Draft202012Validator.check_schema(tool.schema())
        if name != "job_status":  # the server's own
            operation = vars(Outside)[name]
            assert isinstance(operation, Operation)
            assert set(operation._arguments) == set(tool.arguments), name


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("search", {"querry": "cats"}, "Did you mean `query`?"),
        ("search", {"query": "cats", "libraries": ["Papers"]}, "Did you mean `library`?"),
        ("search", {}, "needs the argument `query`"),
        ("search", {"query": " \x00"}, "`query` is empty"),
        ("search", {"query": "cats", "limit": "ten"}, "whole number"),
        ("search", {"query": "cats", "limit": True}, "whole number"),
        ("search", {"query": "cats", "limit": 10**12}, "1 to 50"),
        ("search", {"query": "cats", "mode": "meanin"}, "Did you mean `meaning`?"),
        ("search", {"query": "x" * 1_000_000}, "longer than 4,000 characters"),
        ("search", ["cats"], "are an object"),
        ("check_text", {"library": "A", "text": "x" * (LONGEST_TEXT + 1)}, "longer than 200,000"),
        ("check_text", {"library": "A", "text": "x", "also": [["B"]]}, "list of texts"),
        ("check_text", {"library": "A", "text": "x", "files": ["x" * 3000] * 90}, "too long"),
        ("table_run", {"library": "A", "columns": [{"name": "Rent", "kind": "money"}]}, "A column has no “kind”"),
        ("table_run", {"library": "A", "columns": [{"name": {"name": {}}}]}, "is to be a text"),
        ("table_run", {"library": "A", "columns": ["x"] * 101}, "more than 100"),
        ("serch", {}, "Did you mean `search`?"),
    ],
)
def test_wrong_arguments_are_refused_with_what_is_right(tool: str, arguments: object, said: str) -> None:
    with pytest.raises(WrongArgumentsError) as refused:
        checked(tool, arguments)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 500


@given(st.sampled_from(sorted(TOOLS)), ANYTHING)
def test_whatever_comes_is_taken_or_refused(tool: str, arguments: object) -> None:
    try:
        values = checked(tool, arguments)
    except WrongArgumentsError:
        return
    assert values.keys() == TOOLS[tool].arguments.keys()
    json.dumps(values).encode()


def test_control_and_unseen_characters_are_taken_out() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore")
    values = checked("search", {"query": f"ca\x1b[31mts\u202e {hidden}\udcff"})
    assert values["query"].split() == ["ca", "[31mts"]
    assert values["limit"] == 10
