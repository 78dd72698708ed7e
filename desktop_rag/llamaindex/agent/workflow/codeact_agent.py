"""An agent whose model writes Python in place of calling tools; a function of the program runs it, or does not."""

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

from desktop_rag.agent.asking import calls_in
from desktop_rag.agent.base import as_tool
from desktop_rag.agent.run_events import AgentInput, AgentOutput, ToolCallResult
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import new_id
from desktop_rag.llamaindex.agent.workflow.base_agent import HANDOFF, BaseWorkflowAgent
from desktop_rag.llamaindex.prompts.further_prompts import CODE_ACT_PROMPT, CODE_RESULT_PROMPT
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.context import Context
from desktop_rag.tools.function_tool import FunctionTool

EXECUTE = "execute"
_RULES = "code_act_system_prompt"
_CODE = re.compile(r"<execute>(.*?)</execute>", re.DOTALL)


class CodeActAgent(BaseWorkflowAgent):
    """Lets the model write code until it answers without any; see ``BaseWorkflowAgent``.

    ``code_execute_fn(code)`` gets what the model wrote and returns what the model is told of it: nothing else runs
    code, so whether it is safe is this function's matter. ``tools`` are functions which the model is told of; that the
    code can call them is up to ``code_execute_fn``, too. ``code_act_system_prompt`` has ``tool_descriptions``.

    Raises:
        ValueError: a tool is no function, or needs a ``Context`` (when the model is asked).

    """

    scratchpad_key: str = "scratchpad"

    def __init__(
        self,
        code_execute_fn: Callable[..., Any],
        name: str = "code_act_agent",
        description: str = "Solves tasks by writing and running code.",
        *,
        system_prompt: str | None = None,
        tools: Sequence[BaseTool | Callable[..., object]] | None = None,
        code_act_system_prompt: PromptTemplate | str = CODE_ACT_PROMPT,
        **options: Any,  # noqa: ANN401 - see BaseWorkflowAgent
    ) -> None:
        shown = [tool for tool in map(as_tool, tools or ()) if tool.metadata.name != EXECUTE]
        shown.append(FunctionTool.from_defaults(code_execute_fn, name=EXECUTE))
        super().__init__(tools=shown, name=name, description=description, system_prompt=system_prompt, **options)
        self.code_execute_fn = code_execute_fn
        self._declare_prompts({_RULES: CODE_ACT_PROMPT})
        self.update_prompts({_RULES: code_act_system_prompt})

    async def take_step(
        self,
        ctx: Context,
        llm_input: list[ChatMessage],
        tools: Sequence[BaseTool],
        memory: BaseMemory,  # noqa: ARG002 - the steps are in the store
    ) -> AgentOutput:
        """Ask the model; the code that it wrote is a call of the tool “execute”."""
        steps = await ctx.store.get(self.scratchpad_key, default=[])
        rules = _rules(self._prompt(_RULES), tools, self.system_prompt)
        messages = [rules, *(one for one in llm_input if one.role is not MessageRole.SYSTEM), *steps]
        ctx.write_event_to_stream(AgentInput(messages, self.name))
        others = [tool for tool in tools if tool.metadata.name == HANDOFF] or None
        reply = await self._get_streaming_response(ctx, messages, others)
        calls = [ToolSelection.of(call) for call in calls_in(self.llm, reply)]
        message = ChatMessage(MessageRole.ASSISTANT, reply.message.content or "")
        await ctx.store.set(self.scratchpad_key, [*steps, message])
        return AgentOutput(message, self.name, [*_code_in(message.content), *calls], raw=reply.raw)

    async def handle_tool_call_results(
        self,
        ctx: Context,
        results: list[ToolCallResult],
        memory: BaseMemory,  # noqa: ARG002 - as above
    ) -> None:
        """Note what the code printed, for the next step."""
        steps = await ctx.store.get(self.scratchpad_key, default=[])
        told = [
            ChatMessage(MessageRole.USER, CODE_RESULT_PROMPT.format(output=str(one.tool_output))) for one in results
        ]
        await ctx.store.set(self.scratchpad_key, [*steps, *told])

    async def finalize(self, ctx: Context, output: AgentOutput, memory: BaseMemory) -> AgentOutput:
        """Put the steps into the memory, and begin anew."""
        await memory.aput_messages(await ctx.store.get(self.scratchpad_key, default=[]))
        await ctx.store.set(self.scratchpad_key, [])
        return output


def _code_in(text: str) -> list[ToolSelection]:
    """Return the call that runs the code in a reply, if there is any."""
    code = "\n\n".join(part.strip() for part in _CODE.findall(text))
    return [ToolSelection(new_id(), EXECUTE, {"code": code})] if code else []


def _rules(template: BasePromptTemplate, tools: Sequence[BaseTool], system_prompt: object) -> ChatMessage:
    """Return what the model is told of code and functions."""
    shown = [tool for tool in tools if tool.metadata.name not in {HANDOFF, EXECUTE}]
    told = template.format(tool_descriptions="\n\n".join(map(_described, shown)))
    return ChatMessage(MessageRole.SYSTEM, f"{told}\n{system_prompt}" if system_prompt else told)


def _described(tool: BaseTool) -> str:
    """Return the head of a tool's function and what it is for."""
    if not isinstance(tool, FunctionTool) or tool.requires_context:
        raise ValueError(f"{tool.metadata.name} is no function that code could call, or it needs a Context.")
    function: Any = tool.real_fn
    kind = "async def" if inspect.iscoroutinefunction(function) else "def"
    text = inspect.getdoc(function) or tool.metadata.description
    return f'{kind} {function.__name__}{inspect.signature(function)}:\n    """{text}"""'
