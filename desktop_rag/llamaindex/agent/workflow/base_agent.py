"""Agents of a program's own: it says what a step is, and this module does the steps."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from desktop_rag.agent.agent_run import AgentRun
from desktop_rag.agent.base import DEFAULT_MAX_ITERATIONS, FINAL_PROMPTS, BaseAgent
from desktop_rag.agent.options import DEFAULT_OPTIONS
from desktop_rag.agent.run_events import AgentInput, AgentOutput, ToolCallResult
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import finished
from desktop_rag.core.schema import declared, declared_defaults
from desktop_rag.llamaindex.workflow.events import StopEvent
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.context import MEMORY, Context

HANDOFF = "handoff"
"""The tool by which an agent of a workflow hands over: it ends that agent's work, but not the run."""


class BaseWorkflowAgent(BaseAgent):
    """An agent whose steps a program writes: ``take_step``, ``handle_tool_call_results`` and ``finalize``.

    ``take_step`` asks the model and returns what it said, with the tools it wants; they are run, and
    ``handle_tool_call_results`` keeps what they gave for the next step (in ``ctx.store``, say). A step without tools is
    the answer, to which ``finalize`` adds what is to be remembered of the way. The ``memory`` that all of them get
    begins with the conversation; of what is put there, the agent's own memory keeps the message and the answer.
    Without an answer after ``max_iterations`` it ends as every agent does. Fields that a subclass declares
    (``scratchpad_key: str = "steps"``) are given by name.
    """

    def __init__(
        self,
        *,
        tools: Sequence[BaseTool | Callable[..., object]] | None = None,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        system_prompt: str | None = None,
        **options: Any,  # noqa: ANN401 - see AgentOptions, and the fields of a subclass
    ) -> None:
        fields = declared(type(self)).keys()
        own = {name: options.pop(name) for name in fields & options.keys() if name not in DEFAULT_OPTIONS}
        super().__init__(tools, llm, memory, max_iterations, **options)
        vars(self).update({**declared_defaults(type(self)), **own, "system_prompt": system_prompt})
        self._declare_prompts(FINAL_PROMPTS)

    @abstractmethod
    async def take_step(
        self, ctx: Context, llm_input: list[ChatMessage], tools: Sequence[BaseTool], memory: BaseMemory
    ) -> AgentOutput:
        """Ask the model, and return what it said and which tools it wants to be run."""

    @abstractmethod
    async def handle_tool_call_results(self, ctx: Context, results: list[ToolCallResult], memory: BaseMemory) -> None:
        """Keep what the tools of a step gave."""

    @abstractmethod
    async def finalize(self, ctx: Context, output: AgentOutput, memory: BaseMemory) -> AgentOutput:
        """Return the answer once no tools are wanted any more."""

    async def aggregate_tool_results(self, ctx: Context, ev: ToolCallResult) -> AgentInput | StopEvent | None:
        """Return how the run goes on after a tool: with another step, or not at all; None: more tools are to come.

        What a tool gave that returns directly is the answer, unless it failed or handed over to another agent.

        Raises:
            ValueError: no step wants tools.

        """
        return await _gathered(self, ctx, ev)

    def answer(self, run: AgentRun) -> Iterator[str]:
        """Do the steps; yield the text of the answer."""
        output = finished(partial(_work, self, run))
        if output is None:
            yield from run.finish()
        elif output.response.content:
            yield output.response.content


async def _gathered(agent: BaseWorkflowAgent, ctx: Context, ev: ToolCallResult) -> AgentInput | StopEvent | None:
    """Return how a run goes on after a tool; see ``BaseWorkflowAgent.aggregate_tool_results``."""
    count = await ctx.store.get("num_tool_calls", default=0)
    if not count:
        raise ValueError("There is no step whose tools these could be.")
    results: Any = ctx.collect_events(ev, [ToolCallResult] * count)
    if not results:
        return None
    memory = await ctx.store.get(MEMORY)
    called = [*await ctx.store.get("current_tool_calls", default=[]), *results]
    await ctx.store.set("current_tool_calls", called)
    await agent.handle_tool_call_results(ctx, results, memory)
    direct = [one for one in results if one.return_direct and not one.tool_output.is_error]
    if direct:
        final = next((one for one in direct if one.tool_name != HANDOFF), direct[0])
        said = ChatMessage(MessageRole.ASSISTANT, final.tool_output.content)
        output = AgentOutput(said, agent.name, called, raw=final.tool_output.raw_output)
        output = await agent.finalize(ctx, output, memory)
        if final.tool_name != HANDOFF:
            await ctx.store.set("current_tool_calls", [])
            return StopEvent(result=output)
    return AgentInput(await memory.aget(await ctx.store.get("user_msg_str")), agent.name)


async def _work(agent: BaseWorkflowAgent, run: AgentRun) -> AgentOutput | None:
    """Return what came of an agent's steps; None: no answer."""
    ctx, memory = agent.run_context, memory_for(None, agent.llm, run.history)
    for name, value in {MEMORY: memory, "user_msg_str": run.message, "current_tool_calls": []}.items():
        await ctx.store.set(name, value)
    messages = run.history
    rules = [ChatMessage(MessageRole.SYSTEM, str(agent.system_prompt))] if agent.system_prompt else []
    for number in range(1, agent.max_iterations + 1):
        current_token().raise_if_cancelled()
        run.response.metadata["iterations"] = number
        output = await agent.take_step(ctx, [*rules, *messages], agent.tools, memory)
        if not (output.retry_messages or output.tool_calls):
            return await agent.finalize(ctx, output, memory)
        run.listener(output)
        if output.retry_messages:
            messages = [*run.history, *output.retry_messages]
            continue
        step = await _use_tools(agent, run, output.tool_calls)
        if not isinstance(step, AgentInput):
            return step
        messages = step.input
    return None


async def _use_tools(
    agent: BaseWorkflowAgent, run: AgentRun, calls: Sequence[ToolSelection | ToolCallResult]
) -> AgentInput | AgentOutput:
    """Run the tools of a step; return how the run goes on, or what came of it."""
    await agent.run_context.store.set("num_tool_calls", len(calls))
    results = [run.observe(call.tool_name, call.tool_kwargs, call.tool_id) for call in calls]
    step: AgentInput | StopEvent | None = None
    for result in results:
        step = await agent.aggregate_tool_results(agent.run_context, result)
    if any(one.return_direct and one.tool_name == HANDOFF for one in results):
        return AgentOutput(ChatMessage(MessageRole.ASSISTANT), agent.name)
    if isinstance(step, StopEvent):
        done: AgentOutput = step.result
        return done
    return step or AgentInput(run.history, agent.name)
