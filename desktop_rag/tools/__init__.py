"""Tools that agents and routers use.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.tools.base import BaseTool, ToolMetadata, ToolOutput
    from desktop_rag.tools.calling import acall_tool, call_tool
    from desktop_rag.tools.function_tool import FunctionTool
    from desktop_rag.tools.query_engine_tool import QueryEngineTool
    from desktop_rag.tools.retriever_tool import RetrieverTool
    from desktop_rag.tools.schemas import create_schema_from_function

__all__ = [
    "BaseTool",
    "FunctionTool",
    "QueryEngineTool",
    "RetrieverTool",
    "ToolMetadata",
    "ToolOutput",
    "acall_tool",
    "call_tool",
    "create_schema_from_function",
]

__getattr__ = lazily(
    __name__,
    {
        "base": (
            "BaseTool",
            "ToolMetadata",
            "ToolOutput",
        ),
        "calling": ("acall_tool", "call_tool"),
        "function_tool": ("FunctionTool",),
        "query_engine_tool": ("QueryEngineTool",),
        "retriever_tool": ("RetrieverTool",),
        "schemas": ("create_schema_from_function",),
    },
)
