"""A query engine as a tool."""

from typing import Protocol

from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import QueryBundle
from desktop_rag.tools.base import INPUT_SCHEMA, BaseTool, ToolArgumentError, ToolMetadata, ToolOutput
from desktop_rag.tools.schemas import question_schema

DEFAULT_NAME = "query_engine_tool"
DEFAULT_DESCRIPTION = "Answers a question, asked in plain language, from a library of documents."


class QueryEngine(Protocol):
    """A ``BaseQueryEngine``, seen from below."""

    def query(self, str_or_query_bundle: str | QueryBundle) -> AnyResponse:
        """Return the answer and what it was made of."""


class QueryEngineTool(BaseTool):
    """Asks a query engine. With ``resolve_input_errors`` arguments of other names are taken for the question."""

    def __init__(self, query_engine: QueryEngine, metadata: ToolMetadata, *, resolve_input_errors: bool = True) -> None:
        self.query_engine = query_engine
        self._metadata = metadata
        self._resolve_input_errors = resolve_input_errors

    @classmethod
    def from_defaults(
        cls,
        query_engine: QueryEngine,
        name: str | None = None,
        description: str | None = None,
        *,
        return_direct: bool = False,
        resolve_input_errors: bool = True,
    ) -> "QueryEngineTool":
        """Return a tool; name and description should describe the library to a model."""
        metadata = ToolMetadata(
            description or DEFAULT_DESCRIPTION, name or DEFAULT_NAME, question_schema(), return_direct, INPUT_SCHEMA
        )
        return cls(query_engine, metadata, resolve_input_errors=resolve_input_errors)

    @property
    def metadata(self) -> ToolMetadata:
        """The tool's description for models."""
        return self._metadata

    def call(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Ask the question given as ``input``, or by position; see ``BaseTool``."""
        question = str(args[0]) if args else self._question(kwargs)
        response = self.query_engine.query(question)
        return ToolOutput(str(response), self._metadata.name, {"input": question}, response)

    def _question(self, arguments: dict[str, object]) -> str:
        """Return the question among the arguments; models like to give it another name."""
        if "input" in arguments:
            return str(arguments["input"])
        if not self._resolve_input_errors or not arguments:
            raise ToolArgumentError(f"The tool {self._metadata.name} needs the question as “input”.")
        texts = [value for value in arguments.values() if isinstance(value, str)]
        return texts[0] if len(texts) == 1 else str(arguments)
