"""Replies read as objects, for programs that ask models by themselves."""

import json

import pytest
from pydantic import BaseModel

from desktop_rag import PromptTemplate
from desktop_rag.llamaindex.output_parsers.pydantic import PydanticOutputParser
from tests.helpers.scripted_llm import ScriptedLLM


class Cat(BaseModel):
    name: str
    lives: int


PARSER = PydanticOutputParser(output_cls=Cat)


@pytest.mark.parametrize(
    "reply", ['{"name": "Mia", "lives": 9}', 'Here it is:\n```json\n{"name": "Mia", "lives": "9"}\n```\nBye.']
)
def test_a_reply_becomes_an_object(reply: str) -> None:
    assert PARSER.parse(reply) == Cat(name="Mia", lives=9)


@pytest.mark.parametrize("reply", ["hello world", '{"name": "Mia"}', ""])
def test_a_reply_of_another_form_is_refused(reply: str) -> None:
    with pytest.raises(ValueError, match=r"json|lives"):
        PARSER.parse(reply)


def test_the_model_is_told_the_form() -> None:
    llm = ScriptedLLM(['{"name": "Mia", "lives": 9}'])
    reply = llm.predict(PromptTemplate("Which {animal}?", output_parser=PARSER), animal="cat")
    assert llm.prompts[0].startswith("Which cat?\n\n")
    assert json.dumps(Cat.model_json_schema()["properties"]["lives"]) in llm.prompts[0]
    assert PARSER.parse(reply).lives == 9
