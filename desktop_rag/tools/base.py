"""What every tool is: something a model can run by its name, with parameters of a JSON schema."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_rag.llms.base import ToolSchema

_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")
INPUT_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"input": {"type": "string"}},
    "required": ["input"],
}


@dataclass(frozen=True, slots=True)
class ToolMetadata:
    """How models are told of a tool; ``return_direct`` makes its output the final answer."""

    name: str
    description: str
    parameters: Mapping[str, object] = field(default_factory=lambda: dict(INPUT_SCHEMA))
    return_direct: bool = False

    def to_schema(self) -> ToolSchema:
        """Return the form in which models get it: their names allow only letters, digits, ``_`` and ``-``."""
        return ToolSchema(_NOT_IN_NAMES.sub("_", self.name), self.description, self.parameters)


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What came of a tool: ``content`` for the model, ``raw_output`` for programs."""

    content: str
    tool_name: str
    raw_input: Mapping[str, object] = field(default_factory=dict)
    raw_output: object = None
    is_error: bool = False

    def __str__(self) -> str:
        """Return the text for the model."""
        return self.content


class BaseTool(ABC):
    """Something a model can run. Whoever runs it wraps the call in a ``FUNCTION_CALL`` event."""

    @property
    @abstractmethod
    def metadata(self) -> ToolMetadata:
        """How models are told of it."""

    @abstractmethod
    def call(self, **kwargs: object) -> ToolOutput:
        """Run the tool with the arguments a model chose.

        Raises:
            ToolArgumentError: the arguments do not fit; the message tells the model what is wrong.

        """


class ToolArgumentError(ValueError):
    """A model called a tool with arguments it cannot use."""
