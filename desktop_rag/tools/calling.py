"""Tools run with the arguments that a model chose; what goes wrong becomes their output."""

from collections.abc import Mapping

from desktop_rag.tools.base import BaseTool, ToolOutput


def call_tool(tool: BaseTool, arguments: Mapping[str, object]) -> ToolOutput:
    """Return the output of a tool; its error, as words for the model, when it fails."""
    try:
        return tool.call(**arguments)
    except Exception as error:  # noqa: BLE001 - the model is told
        return _failed(tool, arguments, error)


async def acall_tool(tool: BaseTool, arguments: Mapping[str, object]) -> ToolOutput:
    """Do what ``call_tool`` does, awaiting a tool that is asynchronous."""
    try:
        return await tool.acall(**arguments)
    except Exception as error:  # noqa: BLE001 - the model is told
        return _failed(tool, arguments, error)


def _failed(tool: BaseTool, arguments: Mapping[str, object], error: Exception) -> ToolOutput:
    return ToolOutput(
        f"Encountered error: {error}",
        tool.metadata.name,
        dict(arguments),
        str(error),
        is_error=True,
        exception=error,
    )
