"""Tools that agents and routers use.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.tools.base import BaseTool, ToolMetadata, ToolOutput
    from desktop_rag.tools.function_tool import FunctionTool
    from desktop_rag.tools.query_engine_tool import QueryEngineTool
    from desktop_rag.tools.retriever_tool import RetrieverTool

__all__ = ["BaseTool", "FunctionTool", "QueryEngineTool", "RetrieverTool", "ToolMetadata", "ToolOutput"]

__getattr__ = lazily(
    __name__,
    {
        "base": (
            "BaseTool",
            "ToolMetadata",
            "ToolOutput",
        ),
        "function_tool": ("FunctionTool",),
        "query_engine_tool": ("QueryEngineTool",),
        "retriever_tool": ("RetrieverTool",),
    },
)
