"""A Python function as a tool: its signature says which arguments a model may give."""

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, get_type_hints

from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.tools.base import BaseTool, ToolArgumentError, ToolMetadata, ToolOutput, parameters_of

if TYPE_CHECKING:
    from pydantic import BaseModel

_PLAIN = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class FunctionTool(BaseTool):
    """Runs a function; arguments are checked against ``fn_schema``, a pydantic model, where there is one."""

    def __init__(
        self, fn: Callable[..., object], metadata: ToolMetadata, fn_schema: "type[BaseModel] | None" = None
    ) -> None:
        self.fn = fn
        self._metadata = metadata
        self._fn_schema = fn_schema or metadata.fn_schema

    @classmethod
    def from_defaults(
        cls,
        fn: Callable[..., object],
        name: str | None = None,
        description: str | None = None,
        *,
        return_direct: bool = False,
        fn_schema: "type[BaseModel] | None" = None,
        tool_metadata: ToolMetadata | None = None,
    ) -> "FunctionTool":
        """Return a tool named and described after the function, unless told otherwise."""
        name = name or str(getattr(fn, "__name__", type(fn).__name__))
        schema = fn_schema or schema_of(fn, name)
        if tool_metadata is None:
            described = description or f"{name}{inspect.signature(fn)}\n{inspect.getdoc(fn) or ''}".strip()
            tool_metadata = ToolMetadata(name, described, parameters_of(schema), return_direct)
        return cls(fn, tool_metadata, schema)

    @property
    def metadata(self) -> ToolMetadata:
        """How models are told of it."""
        return self._metadata

    def __call__(self, *args: object, **kwargs: object) -> ToolOutput:
        """Run the function with arguments by position as well."""
        return self.call(*args, **kwargs)

    def call(self, *args: object, **kwargs: object) -> ToolOutput:
        """Run the function; see ``BaseTool``. What the function raises is not caught."""
        if args:
            kwargs = dict(inspect.signature(self.fn).bind_partial(*args, **kwargs).arguments)
        result = self.fn(**self._checked(kwargs))
        return ToolOutput(_shown(result), self._metadata.name, kwargs, result)

    def _checked(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Return the arguments with the types of the signature ("3" becomes 3)."""
        if self._fn_schema is None:
            return dict(arguments)
        from pydantic import ValidationError

        try:
            model = self._fn_schema.model_validate(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
            raise ToolArgumentError(f"The arguments of {self._metadata.name} do not fit: {wrong}") from error
        fields = type(model).model_fields
        given = {fields[name].alias or name: getattr(model, name) for name in fields if name in model.model_fields_set}
        return given | (model.model_extra or {})


def schema_of(fn: Callable[..., object], name: str) -> "type[BaseModel]":
    """Return a pydantic model of a function's parameters; those without a type take anything."""
    from pydantic import ConfigDict, Field, create_model

    parameters = inspect.signature(fn).parameters
    hints = get_type_hints(fn, include_extras=True)
    plain = [parameter for parameter in parameters.values() if parameter.kind in _PLAIN]
    fields: dict[str, Any] = {
        # the true name is an alias: pydantic has methods called like some of them
        f"field_{number}": (
            hints.get(parameter.name, Any),
            Field(... if parameter.default is inspect.Parameter.empty else parameter.default, alias=parameter.name),
        )
        for number, parameter in enumerate(plain)
    }
    takes_more = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values())
    config = ConfigDict(extra="allow" if takes_more else "ignore", arbitrary_types_allowed=True)
    model: type[BaseModel] = create_model(name, __config__=config, **fields)
    return model


def _shown(result: object) -> str:
    """Return a function's result as a model reads it; of documents and nodes their text."""
    if isinstance(result, TextNode | NodeWithScore):
        return result.get_content()
    if isinstance(result, list | tuple) and result and all(isinstance(one, TextNode | NodeWithScore) for one in result):
        return "\n\n".join(map(_shown, result))
    return result if isinstance(result, str) else str(result)
