"""Questions about a value of JSON: the paths that a model writes, what stands there, how that is told."""

import asyncio
import json

import pytest

from desktop_rag.llamaindex.indices.struct_store.json_query import (
    JSONQueryEngine,
    default_output_processor,
    written_paths,
)
from desktop_rag.prompts.base import PromptTemplate
from tests.helpers.scripted_llm import ScriptedLLM

VALUE = {"orders": [{"total": 3}, {"total": 5}], "name": "Ann"}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}


def totals(reply: str, value: object, **options: object) -> dict[str, object]:
    assert value is VALUE
    return {"reply": reply} | options


def test_what_stands_at_the_paths_is_put_into_words() -> None:
    llm = ScriptedLLM(["JSONPath: $.orders[*].total", "It is 8."])
    engine = JSONQueryEngine(VALUE, SCHEMA, llm, output_processor=totals, output_kwargs={"sum": 8})
    response = engine.query("How much?")
    assert str(response) == "It is 8."
    assert response.metadata == {"json_path_response_str": "$.orders[*].total"}
    asked, told = llm.prompts
    assert json.dumps(SCHEMA) in asked
    assert "How much?" in asked
    assert '"sum": 8' in told
    assert "$.orders[*].total" in told


def test_what_stands_there_can_be_the_answer_itself() -> None:
    prompt = PromptTemplate("Paths for {query_str} in {schema}")
    engine = JSONQueryEngine(
        VALUE,
        SCHEMA,
        ScriptedLLM(["$.name"]),
        json_path_prompt=prompt,
        output_processor=lambda _reply, value: value["name"],
        synthesize_response=False,
    )
    assert engine.get_prompts()["json_path_prompt"] == prompt
    assert str(asyncio.run(engine.aquery("Who?"))) == '"Ann"'


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("JSONPath: $.a, $.b", "$.a, $.b"),
        ("JSON Path:  $.a", "$.a"),
        ("Here:\nJSONPath: $.a\n", "$.a"),
        (" $.a ", "$.a"),
    ],
)
def test_paths_are_taken_out_of_replies(reply: str, expected: str) -> None:
    assert written_paths(reply) == expected


def test_paths_are_followed_where_the_package_is_installed() -> None:
    pytest.importorskip("jsonpath_ng")
    assert default_output_processor("JSONPath: $.orders[*].total, $.name", VALUE) == {"total": "3, 5", "name": "Ann"}
    with pytest.raises(ValueError, match="no JSON path"):
        default_output_processor("what you want", VALUE)
