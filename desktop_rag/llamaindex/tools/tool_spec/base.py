"""Several tools as the methods of one object."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from desktop_rag.core.parallel import asynchronous
from desktop_rag.tools.base import ToolMetadata
from desktop_rag.tools.function_tool import FunctionTool

if TYPE_CHECKING:
    from pydantic import BaseModel

SpecFunction = str | tuple[str, str]
"""The name of a method, or those of a method and of the one that takes its place where the tool is awaited."""


class BaseToolSpec:
    """The methods that ``spec_functions`` names become tools."""

    spec_functions: ClassVar[Sequence[SpecFunction]] = ()

    def to_tool_list(
        self,
        spec_functions: Sequence[SpecFunction] | None = None,
        func_to_metadata_mapping: Mapping[str, ToolMetadata] | None = None,
    ) -> list[FunctionTool]:
        """Return the tools, in order, told of as the mapping says by the name of a method, or as its docstring does.

        Raises:
            AttributeError: there is no such method.

        """
        return [
            self._tool((one, None) if isinstance(one, str) else one, func_to_metadata_mapping or {})
            for one in spec_functions or self.spec_functions
        ]

    to_tool_list_async = asynchronous(to_tool_list)

    def get_metadata_from_fn_name(
        self, fn_name: str, spec_functions: Sequence[SpecFunction] | None = None
    ) -> ToolMetadata | None:
        """Return how models are told of a method, None where it is none of the tools."""
        names = [(one, None) if isinstance(one, str) else one for one in spec_functions or self.spec_functions]
        found = next((pair for pair in names if pair[0] == fn_name), None)
        return None if found is None else self._tool(found, {}).metadata

    def get_fn_schema_from_fn_name(
        self, fn_name: str, spec_functions: Sequence[SpecFunction] | None = None
    ) -> "type[BaseModel] | None":
        """Return the parameters of a method, None where it is none of the tools."""
        metadata = self.get_metadata_from_fn_name(fn_name, spec_functions)
        return None if metadata is None else metadata.fn_schema

    def _tool(self, names: tuple[str, str | None], told: Mapping[str, ToolMetadata]) -> FunctionTool:
        name, awaited = names
        return FunctionTool.from_defaults(
            getattr(self, name),
            async_fn=getattr(self, awaited) if awaited else None,
            tool_metadata=told.get(name) or told.get(awaited or ""),
        )
