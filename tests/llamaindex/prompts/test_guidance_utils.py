"""Forms for the package guidance."""

import pytest
from pydantic import BaseModel

from desktop_rag.llamaindex.prompts import convert_to_handlebars, pydantic_to_guidance_output_template


class Egg(BaseModel):
    weight: float
    fresh: bool


class Basket(BaseModel):
    owner: str
    eggs: list[Egg]


def test_braces_change_places() -> None:
    assert convert_to_handlebars('Answer {question} as {{"a": {{}}}}.') == 'Answer {{question}} as {"a": {}}.'


def test_each_value_is_a_gap() -> None:
    assert pydantic_to_guidance_output_template(Basket).split("\n") == [
        "{",
        """  "owner": "{{gen 'owner' stop='"'}}",""",
        """  "eggs": [{{#geneach 'eggs' stop=']'}}{{#unless @first}}, {{/unless}}{""",
        """  "weight": "{{gen 'weight' stop='"'}}",""",
        """  "fresh": {{#select 'fresh'}}True{{or}}False{{/select}},""",
        "}{{/geneach}}],",
        "}",
    ]


def test_what_has_no_form() -> None:
    class Loose(BaseModel):
        either: int | str

    with pytest.raises(ValueError, match="either"):
        pydantic_to_guidance_output_template(Loose)
