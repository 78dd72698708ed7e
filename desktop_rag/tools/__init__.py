"""Tools that agents and routers use.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.llms.types import ToolSelection
    from desktop_rag.tools.base import AsyncBaseTool, BaseTool, ToolMetadata, ToolOutput, adapt_to_async_tool
    from desktop_rag.tools.calling import (
        acall_tool,
        acall_tool_with_selection,
        call_tool,
        call_tool_with_selection,
    )
    from desktop_rag.tools.function_tool import FunctionTool
    from desktop_rag.tools.query_engine_tool import QueryEngineTool
    from desktop_rag.tools.retriever_tool import RetrieverTool
    from desktop_rag.tools.schemas import create_schema_from_function
    from desktop_rag.tools.tool_spec.base import BaseToolSpec

__all__ = [
    "AsyncBaseTool",
    "BaseTool",
    "BaseToolSpec",
    "FunctionTool",
    "QueryEngineTool",
    "RetrieverTool",
    "ToolMetadata",
    "ToolOutput",
    "ToolSelection",
    "acall_tool",
    "acall_tool_with_selection",
    "adapt_to_async_tool",
    "call_tool",
    "call_tool_with_selection",
    "create_schema_from_function",
]

__getattr__ = lazily(
    __name__,
    {
        "base": (
            "BaseTool",
            "ToolMetadata",
            "ToolOutput",
            "AsyncBaseTool",
            "adapt_to_async_tool",
        ),
        "calling": (
            "acall_tool",
            "call_tool",
            "call_tool_with_selection",
            "acall_tool_with_selection",
        ),
        "desktop_rag.llms.types": ("ToolSelection",),
        "function_tool": ("FunctionTool",),
        "query_engine_tool": ("QueryEngineTool",),
        "retriever_tool": ("RetrieverTool",),
        "schemas": ("create_schema_from_function",),
        "tool_spec.base": ("BaseToolSpec",),
    },
)
