"""Run the tools a model asks for; whatever goes wrong becomes words for the model."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.payloads import FunctionCallPayload
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.prompts.default_prompts import REPEATED_CALL_PROMPT, UNKNOWN_TOOL_PROMPT
from desktop_rag.tools.base import BaseTool, ToolArgumentError, ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.function_tool import FunctionTool

SHOWN_IN_EVENTS = 500
_NOT_A_LETTER = re.compile(r"[^a-z0-9]")


class ToolRunner:
    """The tools of one answer. It knows what was called already: the same call is not made twice.

    ``context`` is handed to the functions that have a parameter for it.
    """

    def __init__(self, tools: Sequence[BaseTool], context: Context) -> None:
        self._context = context
        self._tools = {tool.metadata.to_schema().name: tool for tool in tools}
        self._called: set[str] = set()
        self.repeats = 0

    def run(self, name: str, arguments: Mapping[str, object]) -> tuple[ToolOutput, bool]:
        """Return a tool's output, and whether it is the final answer."""
        current_token().raise_if_cancelled()
        tool = self._find(name)
        if tool is None:
            names = ", ".join(self._tools) or "none"
            said = UNKNOWN_TOOL_PROMPT.format(name=name, tool_names=names)
            return ToolOutput(said, name, arguments, is_error=True), False
        given = _fitted(arguments, tool.metadata.parameters)
        # the order of arguments makes no other call
        key = f"{tool.metadata.name} {json.dumps(given, sort_keys=True, default=str)}"
        if key in self._called:
            self.repeats += 1
            said = REPEATED_CALL_PROMPT.format(name=tool.metadata.name)
            return ToolOutput(said, tool.metadata.name, given, is_error=True), False
        self._called.add(key)
        self.repeats = 0
        output = self._run(tool, given)
        return output, tool.metadata.return_direct and not output.is_error

    def _find(self, name: str) -> BaseTool | None:
        """Return the tool that is meant: models change case and blanks, and add words like “tool”."""
        if name in self._tools:
            return self._tools[name]
        plain = {_plain(known): tool for known, tool in self._tools.items()}
        wanted = _plain(name)
        found = plain.get(wanted) or plain.get(wanted.removesuffix("tool")) or plain.get(f"{wanted}tool")
        # "search for whales" means the tool as well
        return found or self._tools.get((name.split() or [""])[0])

    def _run(self, tool: BaseTool, arguments: dict[str, object]) -> ToolOutput:
        """Run one tool; a ``FUNCTION_CALL`` event."""
        name = tool.metadata.name
        given = dict(arguments)
        if isinstance(tool, FunctionTool) and tool.ctx_param_name:
            given[tool.ctx_param_name] = self._context
        told = FunctionCallPayload(tool=name, arguments=_shown(arguments))
        with event(
            CBEventType.FUNCTION_CALL, {"tool": tool.metadata, "arguments": arguments}, **told.to_payload()
        ) as stage:
            try:
                output = tool.call(**given)
            except (CancelledError, BugError):
                raise
            except (ToolArgumentError, UserError) as error:
                output = ToolOutput(str(error), name, arguments, is_error=True, exception=error)
            except Exception as error:  # noqa: BLE001 - tools are anybody's functions; the model is told
                said = f"{type(error).__name__}: {error}"
                output = ToolOutput(said, name, arguments, is_error=True, exception=error)
            shown = output.content[:SHOWN_IN_EVENTS]
            stage.payload |= replace(told, output=shown, is_error=output.is_error).to_payload()
        return output


def nodes_of(output: ToolOutput) -> list[NodeWithScore]:
    """Return the nodes a tool found: its raw output is a list of them, or a response with ``source_nodes``."""
    raw = output.raw_output
    found = raw if isinstance(raw, list | tuple) else getattr(raw, "source_nodes", ())
    return [node for node in found if isinstance(node, NodeWithScore)]


def _fitted(arguments: Mapping[str, object], parameters: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments; a single text is given to the one parameter that needs a value."""
    properties = parameters.get("properties")
    names = list(properties) if isinstance(properties, Mapping) else []
    # models that write their steps give one text, whatever the parameter is called
    if set(arguments) == {"input"} and names and "input" not in names:
        required = parameters.get("required")
        needed = list(required) if isinstance(required, list | tuple) else []
        return {str((needed or names)[0]): arguments["input"]}
    return dict(arguments)


def _shown(arguments: Mapping[str, object]) -> dict[str, str]:
    """Return arguments for a trace."""
    return {name: str(value)[:SHOWN_IN_EVENTS] for name, value in arguments.items()}


def _plain(name: str) -> str:
    """Return a name without case and punctuation."""
    return _NOT_A_LETTER.sub("", name.lower())
