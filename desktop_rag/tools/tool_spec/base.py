"""Several tools as the methods of one object."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from desktop_rag.tools.base import ToolMetadata
from desktop_rag.tools.function_tool import FunctionTool

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

    def _tool(self, names: tuple[str, str | None], told: Mapping[str, ToolMetadata]) -> FunctionTool:
        name, awaited = names
        return FunctionTool.from_defaults(
            getattr(self, name),
            async_fn=getattr(self, awaited) if awaited else None,
            tool_metadata=told.get(name) or told.get(awaited or ""),
        )
