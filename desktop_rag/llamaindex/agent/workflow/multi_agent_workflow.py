"""Several agents in one conversation: one works at a time, and hands over to another one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Unpack

from desktop_rag.agent.agent_run import AgentRun, cut, room_of
from desktop_rag.agent.base import BaseAgent
from desktop_rag.agent.function_agent import create_agent
from desktop_rag.agent.options import AgentOptions
from desktop_rag.chat_engine.types import ChatMode
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llamaindex.agent.workflow.base_agent import HANDOFF
from desktop_rag.llamaindex.prompts.further_prompts import HANDOFF_OUTPUT_PROMPT, HANDOFF_PROMPT
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.tools.base import BaseTool, ToolArgumentError
from desktop_rag.tools.function_tool import FunctionTool


@dataclass(slots=True)
class _Desk:
    """Who goes on, and what they are told; "" while nobody was asked to."""

    next_agent: str = ""
    told: str = ""


class AgentWorkflow(BaseAgent):
    """Lets ``root_agent`` (the only one, if there is one) begin, and whoever it hands over to go on.

    An agent hands over with the tool ``handoff``, to those that its ``can_handoff_to`` names; the next one gets the
    message, the reason and what was found so far. ``handoff_prompt`` (``agent_info``) describes the tool,
    ``handoff_output_prompt`` (``to_agent``, ``reason``, ``user_request``) tells the next agent. After
    ``max_iterations`` hand-overs nobody can hand over any more.

    Raises:
        ValueError: there is no agent, two have one name, or it is not clear which one begins.

    """

    def __init__(
        self,
        agents: Sequence[BaseAgent],
        root_agent: str | None = None,
        handoff_prompt: PromptTemplate | str = HANDOFF_PROMPT,
        handoff_output_prompt: PromptTemplate | str = HANDOFF_OUTPUT_PROMPT,
        **options: Unpack[AgentOptions],
    ) -> None:
        self.agents = {agent.name: agent for agent in agents}
        if not agents:
            raise ValueError("At least one agent must be provided")
        if len(self.agents) < len(agents):
            raise ValueError("Each agent needs a name of its own")
        if root_agent is None and len(agents) > 1:
            raise ValueError("Exactly one root agent must be provided")
        self.root_agent = root_agent or agents[0].name
        if self.root_agent not in self.agents:
            raise ValueError(f"Root agent {self.root_agent} not found in provided agents")
        root = self.agents[self.root_agent]
        options.setdefault("name", "AgentWorkflow")
        options.setdefault("initial_state", root.initial_state)
        super().__init__((), root.llm, **options)
        self._declare_prompts(
            {"handoff_prompt": _template(handoff_prompt), "handoff_output_prompt": _template(handoff_output_prompt)}
        )

    @classmethod
    def from_tools_or_functions(
        cls,
        tools_or_functions: Sequence[BaseTool | Callable[..., object]],
        llm: LLM | None = None,
        system_prompt: str | None = None,
        **options: Unpack[AgentOptions],
    ) -> "AgentWorkflow":
        """Make a workflow of one agent: by function calling where the model can, by reasoning in words otherwise."""
        model = chosen_llm(llm, "An agent")
        told: dict[str, Any] = {"system_prompt": system_prompt} if system_prompt else {}
        agent = create_agent(ChatMode.BEST, tools_or_functions, model, **told)
        return cls([agent], **options)

    def answer(self, run: AgentRun) -> Iterator[str]:
        """Let the agents work, one after the other; yield the text of the answer."""
        name, message = self.root_agent, run.history[-1]
        for left in reversed(range(self.max_iterations + 1)):
            desk = _Desk()
            agent = self._at_work(name, desk if left else None)
            run.response.metadata["agent"] = name
            run.hand_to(agent)
            for piece in agent.answer(run):
                # the last is the output of the tool, which is for the next agent
                if not desk.next_agent:
                    yield piece
            if not desk.next_agent:
                return
            name = desk.next_agent
            run.history = [*run.history[:-1], self._handed_over(run, message, desk)]

    def _at_work(self, name: str, desk: _Desk | None) -> BaseAgent:
        """Return an agent as it works here: with this run's context, and the tool to hand over, unless nobody may."""
        agent = copy(self.agents[name])
        agent.work_for(self)
        others = {other: one for other, one in self.agents.items() if other != name}
        wanted = agent.can_handoff_to
        allowed = {other: one for other, one in others.items() if wanted is None or other in wanted}
        if desk is not None and allowed:
            agent.tools = [*agent.tools, self._handoff_tool(allowed, desk)]
        return agent

    def _handoff_tool(self, allowed: Mapping[str, BaseAgent], desk: _Desk) -> BaseTool:
        def handoff(to_agent: str, reason: str) -> str:
            if to_agent not in allowed:
                raise ToolArgumentError(f"Agent {to_agent} not found. Hand over to one of: {', '.join(allowed)}.")
            desk.next_agent = to_agent
            desk.told = reason
            return f"{to_agent}: {reason}"

        agents = "\n".join(f"{name}: {agent.description}" for name, agent in allowed.items())
        described = self._prompt("handoff_prompt").format(agent_info=agents)
        return FunctionTool.from_defaults(handoff, name=HANDOFF, description=described, return_direct=True)

    def _handed_over(self, run: AgentRun, message: ChatMessage, desk: _Desk) -> ChatMessage:
        """Return what the next agent is told in place of the message."""
        template = self._prompt("handoff_output_prompt")
        told = template.format(to_agent=desk.next_agent, reason=desk.told, user_request=message.content)
        found = [one.content for one in run.response.sources if not one.is_error and one.tool_name != HANDOFF]
        return ChatMessage(MessageRole.USER, cut(self.llm, "\n\n".join([told, *found]), room_of(self.llm) // 2))


def _template(template: PromptTemplate | str) -> PromptTemplate:
    return PromptTemplate(template) if isinstance(template, str) else template
