"""Templates for the package ``guidance``, which lets a model fill in the gaps of a form (Handlebars)."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

_BRACES = re.compile(r"\{\{|\}\}|\{|\}")
_OTHER = {"{{": "{", "}}": "}", "{": "{{", "}": "}}"}
_INDENT = "  "


def convert_to_handlebars(text: str) -> str:
    """Return a template of ``PromptTemplate`` as Handlebars has it: with two braces where one was, and one for two."""
    return _BRACES.sub(lambda match: _OTHER[match.group()], text)


def pydantic_to_guidance_output_template(cls: "type[BaseModel]") -> str:
    """Return a form of JSON for the fields of a pydantic model, in which each value is a gap.

    Raises:
        ValueError: a field is neither text, number, truth value, list nor model.

    """
    schema = cls.model_json_schema()
    return _form(schema, "", 0, schema.get("$defs", {}))


def _form(schema: Mapping[str, Any], name: str, depth: int, models: Mapping[str, Any]) -> str:
    """Return the form of one value; ``name`` is the gap's."""
    if "$ref" in schema:
        return _form(models[schema["$ref"].rpartition("/")[2]], name, depth, models)
    kind = schema.get("type")
    if kind == "object":
        below = _INDENT * (depth + 1)
        properties = schema.get("properties", {}).items()
        lines = [f'{below}"{key}": {_form(value, key, depth + 1, models)},\n' for key, value in properties]
        return f"{_INDENT * depth}{{\n{''.join(lines)}{_INDENT * depth}}}"
    if kind == "array":
        one = _form(schema["items"], "this", 0, models)
        return f"[{{{{#geneach '{name}' stop=']'}}}}{{{{#unless @first}}}}, {{{{/unless}}}}{one}{{{{/geneach}}}}]"
    if kind == "boolean":
        return f"{{{{#select '{name}'}}}}True{{{{or}}}}False{{{{/select}}}}"
    if kind in ("string", "integer", "number"):
        return f"\"{{{{gen '{name}' stop='\"'}}}}\""
    raise ValueError(f"There is no form for {name!r}, which is of the kind {kind!r}.")
