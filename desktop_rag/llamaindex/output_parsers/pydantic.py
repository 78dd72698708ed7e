"""A parser of replies that are JSON of a model of pydantic."""

import json
from collections.abc import Mapping
from typing import Any

from desktop_rag.core.output_parsers import BaseOutputParser, parse_json
from desktop_rag.llms.structured import output_shape
from desktop_rag.prompts.default_prompts import STRUCTURED_ANSWER_PROMPT


class PydanticOutputParser(BaseOutputParser):
    """Asks for JSON of the form of ``output_cls`` in words, and reads the reply; see ``structured_predict``."""

    def __init__(self, output_cls: type | Mapping[str, object]) -> None:
        self.output_cls = output_cls
        self._shape = output_shape(output_cls)

    def parse(self, output: str) -> Any:  # noqa: ANN401 - an object of the wanted class
        """Return the object that the first JSON in a reply describes; ValueError says why there is none."""
        value = parse_json(output)
        if value is None:
            raise ValueError("Could not extract json string from output")
        return self._shape.load(value)

    def format(self, query: str) -> str:
        """Return what the model is told, and below it the form of the reply."""
        schema = json.dumps(self._shape.schema, ensure_ascii=False)
        return f"{query}\n\n{STRUCTURED_ANSWER_PROMPT.format(schema=schema)}"
