"""Tools run with the arguments that a model chose; what goes wrong becomes their output."""

import logging
from collections.abc import Mapping, Sequence

from desktop_rag.llms.types import ToolSelection
from desktop_rag.tools.base import BaseTool, ToolOutput, failed_output

_LOG = logging.getLogger(__name__)


def call_tool(tool: BaseTool, arguments: Mapping[str, object]) -> ToolOutput:
    """Return the output of a tool; its error, as words for the model, when it fails."""
    return tool.attempt(arguments)


async def acall_tool(tool: BaseTool, arguments: Mapping[str, object]) -> ToolOutput:
    """Do what ``call_tool`` does, awaiting a tool that is asynchronous."""
    try:
        return await tool.acall(**arguments)
    except Exception as error:  # noqa: BLE001 - the model is told
        return failed_output(tool, arguments, error)


def call_tool_with_selection(
    tool_call: ToolSelection,
    tools: Sequence[BaseTool],
    verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> ToolOutput:
    """Return the output of the tool that was selected, as ``call_tool`` does; ``verbose`` logs it.

    Raises:
        KeyError: there is no such tool.

    """
    return _logged(tool_call, call_tool(_selected(tool_call, tools), tool_call.tool_kwargs), verbose=verbose)


async def acall_tool_with_selection(
    tool_call: ToolSelection,
    tools: Sequence[BaseTool],
    verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> ToolOutput:
    """Do what ``call_tool_with_selection`` does, awaiting a tool that is asynchronous."""
    output = await acall_tool(_selected(tool_call, tools), tool_call.tool_kwargs)
    return _logged(tool_call, output, verbose=verbose)


def _selected(tool_call: ToolSelection, tools: Sequence[BaseTool]) -> BaseTool:
    return {tool.metadata.get_name(): tool for tool in tools}[tool_call.tool_name]


def _logged(tool_call: ToolSelection, output: ToolOutput, *, verbose: bool) -> ToolOutput:
    if verbose:
        _LOG.info("%s was called with %s and returned %s", tool_call.tool_name, tool_call.tool_kwargs, output.content)
    return output
