"""Tools under the names of those that are awaited."""

from desktop_rag.tools.base import BaseTool

AsyncBaseTool = BaseTool
"""LlamaIndex's name for tools that can be awaited: here all can."""


def adapt_to_async_tool(tool: BaseTool) -> AsyncBaseTool:
    """Return a tool that can be awaited: the tool itself, as all can."""
    return tool
