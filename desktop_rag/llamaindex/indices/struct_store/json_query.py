"""Answer questions about a value of JSON by paths into it that a model writes."""

import json
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from desktop_rag.core.response import Response
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llamaindex.extras import extra_module
from desktop_rag.llamaindex.prompts.further_prompts import JSON_ANSWER_PROMPT, JSON_PATH_PROMPT
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.query_engine.base import BaseQueryEngine

JSONType = dict[str, "JSONType"] | list["JSONType"] | str | int | float | bool | None
"""A value of JSON."""
OutputProcessor = Callable[..., JSONType]
_PATH = re.compile(r"JSON ?Path:\s+(.*)")
_LOG = logging.getLogger(__name__)


class JSONQueryEngine(BaseQueryEngine):
    """Has a model write JSON paths for a question, of which ``json_schema`` tells it what there is, and follows them.

    ``output_processor(reply, json_value, **output_kwargs)`` follows them; without one the optional package
    ``jsonpath-ng`` does. ``synthesize_response`` False answers with what was found, as JSON. The response's metadata
    has ``json_path_response_str``. ``verbose`` logs.
    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        json_value: JSONType,
        json_schema: JSONType,
        llm: LLM | None = None,
        json_path_prompt: BasePromptTemplate | None = None,
        output_processor: OutputProcessor | None = None,
        output_kwargs: Mapping[str, Any] | None = None,
        *,
        synthesize_response: bool = True,
        response_synthesis_prompt: BasePromptTemplate | None = None,
        verbose: bool = False,
    ) -> None:
        self._json_value = json_value
        self._json_schema = json_schema
        self._llm = chosen_llm(llm, "Asking a value of JSON")
        self._output_processor = output_processor or default_output_processor
        self._output_kwargs = dict(output_kwargs or {})
        self._synthesize_response = synthesize_response
        self._level = logging.INFO if verbose else logging.DEBUG
        self._declare_prompts(
            {"json_path_prompt": JSON_PATH_PROMPT, "response_synthesis_prompt": JSON_ANSWER_PROMPT},
            {"json_path_prompt": json_path_prompt, "response_synthesis_prompt": response_synthesis_prompt},
        )

    def _query(self, query_bundle: QueryBundle) -> Response:
        """Have the paths written and followed, and tell what stands there."""
        question, schema = query_bundle.query_str, json.dumps(self._json_schema, ensure_ascii=False)
        reply = self._llm.predict(self._prompt("json_path_prompt"), schema=schema, query_str=question)
        found = self._output_processor(reply, self._json_value, **self._output_kwargs)
        paths = written_paths(reply)
        _LOG.log(self._level, "the paths %s lead to %s", paths, found)
        if self._synthesize_response:
            answer = self._llm.predict(
                self._prompt("response_synthesis_prompt"),
                query_str=question,
                json_schema=schema,
                json_path=paths,
                json_path_value=json.dumps(found, ensure_ascii=False),
            )
        else:
            answer = json.dumps(found)
        return Response(answer, [], {"json_path_response_str": paths})


def written_paths(llm_output: str) -> str:
    """Return the paths in a reply, without what announces them."""
    announced = _PATH.search(llm_output)
    return (announced.group(1) if announced else llm_output).strip()


def default_output_processor(llm_output: str, json_value: JSONType) -> dict[str, JSONType]:
    """Return what stands at the paths of a reply, which commas separate, by the last part of each; nothing is left out.

    Raises:
        PackageMissingError: ``jsonpath-ng`` is not installed.
        ValueError: one of them is no path.

    """
    parse = extra_module("jsonpath_ng.ext.parser", "jsonpath-ng", "JSONQueryEngine").parse
    found: dict[str, JSONType] = {}
    for path in (one.strip() for one in written_paths(llm_output).split(",")):
        try:
            values = parse(path).find(json_value)
        except Exception as error:  # of any kind: jsonpath-ng has no class for them
            raise ValueError(f"{path} is no JSON path") from error
        if values:
            found[path.split(".")[-1]] = ", ".join(str(one.value) for one in values)
    return found
