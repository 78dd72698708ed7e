"""The interface of tools: a name, a JSON schema of parameters, and a function that a model can run."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_rag.core.media.blocks import ContentBlock, TextBlock, texts_of
from desktop_rag.core.parallel import asynchronous
from desktop_rag.llms.base import ToolSchema

if TYPE_CHECKING:
    from pydantic import BaseModel

_KEPT = frozenset({"type", "properties", "required", "definitions", "$defs"})
_LONGEST_DESCRIPTION = 1024  # characters; OpenAI's limit
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")
INPUT_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"input": {"type": "string"}},
    "required": ["input"],
}


@dataclass(frozen=True, slots=True)
class ToolMetadata:
    """The description of a tool for models; ``return_direct`` makes its output the final answer.

    ``parameters`` are those of ``fn_schema``, a pydantic model, where nothing else is given.
    """

    description: str
    name: str = ""
    fn_schema: "type[BaseModel] | None" = None
    return_direct: bool = False
    parameters: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.parameters:
            made = dict(INPUT_SCHEMA) if self.fn_schema is None else parameters_of(self.fn_schema)
            object.__setattr__(self, "parameters", made)

    @property
    def fn_schema_str(self) -> str:
        """The parameters as JSON."""
        return json.dumps(self.get_parameters_dict(), ensure_ascii=False)

    def get_name(self) -> str:
        """Return the name.

        Raises:
            ValueError: there is none.

        """
        if not self.name:
            raise ValueError("name is None.")
        return self.name

    def get_parameters_dict(self) -> dict[str, object]:
        """Return the JSON schema of the arguments."""
        return dict(self.parameters)

    def to_openai_tool(self, skip_length_check: bool = False) -> dict[str, object]:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the tool's description in OpenAI's format.

        Raises:
            ValueError: its description is longer than OpenAI allows, and that is not to be skipped.

        """
        if not skip_length_check and len(self.description) > _LONGEST_DESCRIPTION:
            raise ValueError(f"a tool's description may have {_LONGEST_DESCRIPTION} characters")
        told = {"name": self.name, "description": self.description, "parameters": self.get_parameters_dict()}
        return {"type": "function", "function": told}

    def to_schema(self) -> ToolSchema:
        """Return the form in which models get it: their names allow only letters, digits, ``_`` and ``-``."""
        return ToolSchema(_NOT_IN_NAMES.sub("_", self.name), self.description, self.parameters)


def parameters_of(schema: "type[BaseModel]") -> dict[str, object]:
    """Return the JSON schema of a model's fields, without what only pydantic needs."""
    told = {"required": [], **schema.model_json_schema()}  # some servers refuse a schema that does not say it
    return {key: value for key, value in told.items() if key in _KEPT}


@dataclass(slots=True)
class ToolOutput:
    """The output of a tool: ``content`` for the model, ``raw_output`` for programs."""

    content: str
    tool_name: str
    raw_input: Mapping[str, object] = field(default_factory=dict)
    raw_output: object = None
    is_error: bool = False
    exception: Exception | None = None

    def __str__(self) -> str:
        """Return the text for the model."""
        return self.content

    @property
    def blocks(self) -> list[ContentBlock]:
        """The parts of a message that the tool returned, or the text for the model as one."""
        raw = self.raw_output
        parts: list[Any] = list(raw) if isinstance(raw, list | tuple) else [raw]
        if not parts or not all(isinstance(part, ContentBlock) for part in parts):
            return [TextBlock(self.content)]
        return parts if texts_of(parts) == self.content else [TextBlock(self.content)]


class BaseTool(ABC):
    """Something a model can run. Whoever runs it wraps the call in a ``FUNCTION_CALL`` event.

    A tool of one's own has ``metadata`` and implements ``call``, or ``__call__`` as in LlamaIndex.
    """

    @property
    @abstractmethod
    def metadata(self) -> ToolMetadata:
        """The tool's description for models."""

    def call(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Run the tool with the arguments a model chose; programs may give them by position too.

        Raises:
            ToolArgumentError: the arguments do not fit; the message tells the model what is wrong.

        """
        if type(self).__call__ is BaseTool.__call__:
            raise NotImplementedError(f"{type(self).__name__} implements neither call nor __call__")
        return self(*args, **kwargs)

    def __call__(self, *args: object, **kwargs: object) -> ToolOutput:
        """Call like ``call``."""
        return self.call(*args, **kwargs)

    acall = asynchronous(call)

    def attempt(self, arguments: Mapping[str, object]) -> ToolOutput:
        """Return the output; its error, as words for the model, when the tool fails."""
        try:
            return self.call(**arguments)
        except Exception as error:  # noqa: BLE001 - the model is told
            return failed_output(self, arguments, error)


def failed_output(tool: BaseTool, arguments: Mapping[str, object], error: Exception) -> ToolOutput:
    """Return the output for the model of a tool that failed."""
    told = f"Encountered error: {error}"
    return ToolOutput(told, tool.metadata.name, dict(arguments), str(error), is_error=True, exception=error)


class ToolArgumentError(ValueError):
    """A model called a tool with arguments it cannot use."""
