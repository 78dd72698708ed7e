"""A Python function as a tool: its signature says which arguments a model may give."""

import inspect
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

from desktop_rag.core.media.blocks import ContentBlock, TextBlock, texts_of
from desktop_rag.core.parallel import asynchronous_function, finished
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.tools.base import BaseTool, ToolArgumentError, ToolMetadata, ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.schemas import (
    create_schema_from_function,
    fields_among_defaults,
    shown_parameter,
    without_fields,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

AsyncFunction = Callable[..., Awaitable[object]]
T = TypeVar("T")


class FunctionTool(BaseTool):
    """Runs a function; arguments are checked against the ``fn_schema`` of ``metadata`` where there is one.

    ``async_fn`` takes the function's place where the tool is awaited; with it alone (or a coroutine function as
    ``fn``) the tool can be called as well. ``callback`` sees what came out, and may return another output or the text
    that a model is shown. ``partial_params`` are arguments that no model is asked for; nor is a ``Context`` (the
    parameter called ``ctx_param_name``), which agents hand over.
    """

    def __init__(
        self,
        fn: Callable[..., object] | None,
        metadata: ToolMetadata,
        async_fn: AsyncFunction | None = None,
        callback: Callable[[object], object] | None = None,
        *,
        partial_params: Mapping[str, object] | None = None,
    ) -> None:
        if inspect.iscoroutinefunction(fn):
            fn, async_fn = None, fn
        if fn is None and async_fn is None:
            raise ValueError("fn or async_fn must be provided.")
        self._fn = fn
        self._async_fn = async_fn
        self.partial_params = dict(partial_params or {})
        self._metadata = metadata
        self._callback = callback
        # where the default of a parameter is a Field, the function needs the value that it describes
        self._filled = fields_among_defaults(self.real_fn)
        self.ctx_param_name = _context_parameter(self.real_fn)

    @classmethod
    def from_defaults(  # noqa: PLR0913 - the parameters of LlamaIndex's method of this name
        cls,
        fn: Callable[..., object] | None = None,
        name: str | None = None,
        description: str | None = None,
        return_direct: bool = False,  # noqa: FBT001, FBT002
        fn_schema: "type[BaseModel] | None" = None,
        async_fn: AsyncFunction | None = None,
        tool_metadata: ToolMetadata | None = None,
        callback: Callable[[object], object] | None = None,
        *,
        partial_params: Mapping[str, object] | None = None,
    ) -> "FunctionTool":
        """Return a tool named and described after the function, unless given otherwise."""
        if tool_metadata is None:
            described = fn or async_fn
            if described is None:
                raise ValueError("fn or async_fn must be provided.")
            name = name or str(getattr(described, "__name__", type(described).__name__))
            hidden = {*(partial_params or ()), *filter(None, [_context_parameter(described)])}
            schema = fn_schema or create_schema_from_function(name, described, ignore_fields=hidden)
            description = description or _description(name, described, hidden)
            tool_metadata = ToolMetadata(description, name, schema, return_direct)
        return cls(fn, tool_metadata, async_fn, callback, partial_params=partial_params)

    @property
    def metadata(self) -> ToolMetadata:
        """The tool's description for models."""
        return self._metadata

    @property
    def fn(self) -> Callable[..., object]:
        """The function; where there is only one to be awaited, what waits for it."""
        return self._fn or _waiting(self._async_fn or _nothing)

    @property
    def async_fn(self) -> AsyncFunction:
        """The function to be awaited; where there is none, what runs the other one on a thread."""
        return self._async_fn or asynchronous_function(self._fn or _nothing)

    @property
    def real_fn(self) -> Callable[..., object]:
        """The function that was given."""
        return self._fn or self._async_fn or _nothing

    def with_partial_params(self, partial_params: Mapping[str, object]) -> "FunctionTool":
        """Return the same tool with more arguments that no model is asked for; this one stays as it is."""
        params = self.partial_params | dict(partial_params)
        schema = self._metadata.fn_schema
        narrowed = schema and without_fields(schema, params)
        metadata = ToolMetadata(self._metadata.description, self._metadata.name, narrowed, self._metadata.return_direct)
        return type(self)(self._fn, metadata, self._async_fn, self._callback, partial_params=params)

    @property
    def requires_context(self) -> bool:
        """True if the function has a parameter for the ``Context`` of an agent."""
        return self.ctx_param_name is not None

    def call(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Run the function; see ``BaseTool``. What the function raises is not caught.

        Raises:
            ValueError: the function has a parameter for a ``Context``, and none is given.

        """
        given = self._given(args, kwargs)
        result = _called(self._fn, given) if self._fn is not None else finished(lambda: self._awaited(given))
        return self._output(given, result)

    async def acall(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Call like ``call``: await ``async_fn``, or run the function on another thread."""
        if self._async_fn is None:
            return await super().acall(*args, **kwargs)
        given = self._given(args, kwargs)
        return self._output(given, await self._awaited(given))

    async def _awaited(self, given: Mapping[str, object]) -> object:
        return None if self._async_fn is None else await _called(self._async_fn, given)

    def _given(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> dict[str, object]:
        """Return all arguments by their names, with the types of the signature ("3" becomes 3)."""
        function = self.real_fn
        named = {**inspect.signature(function).bind_partial(*args).arguments, **kwargs} if args else kwargs
        shared = {name: value for name, value in named.items() if name == self.ctx_param_name}
        given = self.partial_params | self._checked(named) | shared
        if self.ctx_param_name is not None and self.ctx_param_name not in given:
            raise ValueError(
                f"The tool {self._metadata.name} needs a Context. Agents hand it over; programs call the tool with "
                f"{self.ctx_param_name}=Context(agent)."
            )
        return given

    def _checked(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Return the arguments as the schema has them."""
        schema = self._metadata.fn_schema
        if schema is None:
            return dict(arguments)
        from pydantic import ValidationError

        try:
            model = schema.model_validate(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
            raise ToolArgumentError(f"The arguments of {self._metadata.name} do not fit: {wrong}") from error
        fields = type(model).model_fields
        values = {fields[name].alias or name: getattr(model, name) for name in fields}
        told = {fields[name].alias or name for name in model.model_fields_set if name in fields}
        given = {name: value for name, value in values.items() if name in told | self._filled}
        fixed = {name: value for name, value in arguments.items() if name in self.partial_params}
        return given | (model.model_extra or {}) | fixed

    def _output(self, given: dict[str, object], result: object) -> ToolOutput:
        """Return the output, as the callback wants it."""
        chosen = {name: value for name, value in given.items() if name != self.ctx_param_name}
        output = ToolOutput(_shown(result), self._metadata.name, chosen, result)
        other = self._callback(result) if self._callback is not None else None
        if isinstance(other, ToolOutput):
            return other
        return output if other is None else replace(output, content=str(other))


def _nothing(**_kwargs: object) -> None:
    """Stand for a function that is not there."""


def _waiting(function: Callable[..., Any]) -> Callable[..., object]:
    """Return a function that waits for what another one promises."""

    @wraps(function)
    def waited(*args: object, **kwargs: object) -> object:
        return finished(lambda: function(*args, **kwargs))

    return waited


def _called(function: Callable[..., T], given: Mapping[str, object]) -> T:
    """Return the result of a function for arguments by name, also where it takes some by position only."""
    parameters = inspect.signature(function).parameters.values()
    first = [one.name for one in parameters if one.kind is one.POSITIONAL_ONLY and one.name in given]
    return function(*(given[name] for name in first), **{name: given[name] for name in given if name not in first})


def _context_parameter(function: Callable[..., object]) -> str | None:
    """Return the name of the parameter that takes a ``Context``, or one of some kind of state."""
    parameters = inspect.signature(function).parameters.values()
    return next((one.name for one in parameters if _is_context(one.annotation)), None)


def _is_context(annotation: object) -> bool:
    if isinstance(annotation, str):  # where annotations are postponed
        return annotation.partition("[")[0] == "Context"
    return annotation is Context or get_origin(annotation) is Context


def _description(name: str, function: Callable[..., object], hidden: Collection[str]) -> str:
    """Return the signature a model may use, and the docstring; what a ``Field`` describes stands in the schema."""
    signature = inspect.signature(function)
    shown = [shown_parameter(one) for one in signature.parameters.values() if one.name not in hidden]
    # a parameter whose Field has no default may stand behind one with a default
    told = inspect.Signature(shown, return_annotation=signature.return_annotation, __validate_parameters__=False)
    return f"{name}{told}\n{inspect.getdoc(function) or ''}".strip()


def _shown(result: Any) -> str:  # noqa: ANN401 - functions return anything
    """Return a function's result as a model reads it; of documents, nodes and blocks of messages their text."""
    if isinstance(result, TextNode | NodeWithScore):
        return result.get_content()
    if isinstance(result, TextBlock):
        return result.text
    if isinstance(result, list | tuple) and result:
        if all(isinstance(one, TextNode | NodeWithScore) for one in result):
            return "\n\n".join(map(_shown, result))
        if all(isinstance(one, ContentBlock) for one in result):
            return texts_of(result)
    return result if isinstance(result, str) else str(result)
