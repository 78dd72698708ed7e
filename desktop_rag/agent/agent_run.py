"""One answer of an agent in the making: it asks the model, runs tools, keeps what they found, and ends."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Protocol

from desktop_rag.agent.asking import asked
from desktop_rag.agent.options import FORCE
from desktop_rag.agent.react_steps import AnswerScanner, ReActOutputParser, ReActParseError, ResponseReasoningStep
from desktop_rag.agent.run_events import (
    AgentInput,
    AgentOutput,
    AgentStream,
    Listener,
    ToolCall,
    ToolCallResult,
    WorkflowRuntimeError,
)
from desktop_rag.agent.tool_runner import SHOWN_IN_EVENTS, ToolRunner, nodes_of
from desktop_rag.chat_engine.types import StreamingAgentChatResponse
from desktop_rag.core.instrumentation import CBEvent, CBEventType, event
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import AgentStepPayload
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, request_room
from desktop_rag.llms.types import ToolSelection
from desktop_rag.llms.window import CUT
from desktop_rag.prompts.document_words import closed_passages
from desktop_rag.prompts.mixin import PromptDict
from desktop_rag.text.shortening import beginning
from desktop_rag.tools.base import BaseTool, ToolOutput
from desktop_rag.tools.context import Context

MAX_FAILURES = 3  # replies in a row that lead nowhere
_LARGEST_HEAD = 0.7  # of the room; where rules, tools and question take more, no step of a search fits beside them
_FOR_THE_WISH = 100  # tokens of the prompt around the message and what was found
_NOTHING_FOUND = "The model did not come to an answer in the steps it is allowed."


class AtWork(Protocol):
    """An agent, seen from its run."""

    name: str
    llm: LLM
    tools: list[BaseTool]
    streaming: bool
    early_stopping_method: str
    first_tool: str
    run_context: Context

    def get_prompts(self) -> PromptDict:
        """Return its templates."""


@dataclass(slots=True)
class AgentRun:
    """One answer in the making; ``history`` ends with the message."""

    agent: AtWork
    listener: Listener
    message: str
    history: list[ChatMessage]
    response: StreamingAgentChatResponse
    failures: int = 0
    runner: ToolRunner = field(init=False)

    def __post_init__(self) -> None:
        self.hand_to(self.agent)

    def hand_to(self, agent: AtWork) -> None:
        """Hand over to another agent; earlier calls may be repeated."""
        self.agent, self.failures = agent, 0
        self.runner = ToolRunner(agent.tools, agent.run_context)

    @property
    def stuck(self) -> bool:
        """True if the model repeats itself or keeps failing."""
        return max(self.failures, self.runner.repeats) >= MAX_FAILURES

    def ask(
        self, messages: list[ChatMessage], options: ChatOptions = NO_OPTIONS, tools: Sequence[BaseTool] | None = None
    ) -> Iterator[ChatDelta]:
        """Yield the model's reply; the request ends with the loop that reads it."""
        agent = self.agent
        self.listener(AgentInput(messages, agent.name))
        with closing(asked(agent.llm, messages, options, tools, streams=agent.streaming)) as deltas:
            for delta in deltas:
                if delta.thought:
                    self.listener(AgentStream("", "", agent.name, delta.thought))
                yield delta

    def announce(self, text: str, *calls: ToolSelection) -> None:
        """Report a step that wants tools to be run."""
        self.listener(AgentOutput(ChatMessage(MessageRole.ASSISTANT, text), self.agent.name, [*calls]))

    @property
    def next_id(self) -> str:
        """The identifier of the next tool call where the model gives none."""
        return f"call_{len(self.response.sources)}"

    def observe(self, name: str, arguments: Mapping[str, object], call_id: str = "") -> ToolCallResult:
        """Run a tool and keep what it found; return that, and in ``return_direct`` whether it is the answer."""
        call_id = call_id or self.next_id
        self.listener(ToolCall(name, arguments, call_id))
        output, is_final = self.runner.run(name, arguments)
        self.listener(ToolCallResult(name, arguments, call_id, output, is_final))
        output = replace(output, content=cut(self.agent.llm, output.content, room_of(self.agent.llm) // 2))
        known = {found.node.node_id for found in self.response.source_nodes}
        self.response.sources.append(output)
        self.response.source_nodes += [found for found in nodes_of(output) if found.node.node_id not in known]
        return ToolCallResult(name, arguments, call_id, output, is_final)

    def begin(self) -> ToolOutput | None:
        """Run the first tool, if there is one, with the message as its argument."""
        first = self.agent.first_tool
        if first not in {tool.metadata.name for tool in self.agent.tools}:
            return None
        with event(CBEventType.AGENT_STEP, **AgentStepPayload(0).to_payload()) as stage:
            output = self.observe(first, {"input": self.message}).tool_output
            note_action(stage, "", output)
        return output

    def has_room(self, head: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> bool:
        """Return True if steps fit into the window; if not, the model must answer from what was found."""
        llm = self.agent.llm
        if not self.response.sources or llm.count_tokens(head, options) <= room_of(llm) * _LARGEST_HEAD:
            return True
        self.response.metadata["stopped"] = "small_window"
        return False

    def finish(self) -> Iterator[str]:
        """Ask for an answer from what was found, without the steps: small models would continue them."""
        llm = self.agent.llm
        stopped = self.response.metadata.setdefault("stopped", "repeating" if self.stuck else "max_iterations")
        if self.agent.early_stopping_method == FORCE and stopped != "small_window":
            raise self._without_answer()
        found = "\n\n".join(output.content for output in self.response.sources if not output.is_error)
        room = room_of(llm) - llm.count_tokens(self.history) - _FOR_THE_WISH
        wish = self.agent.get_prompts()["final_answer"].format(
            message=self.message, context_str=cut(llm, found, max(room, 64)) or "(nothing)"
        )
        scanner = AnswerScanner()
        for delta in self.ask([*self.history[:-1], ChatMessage(MessageRole.USER, wish)]):
            if piece := scanner.feed(delta.text):
                yield piece
        if not scanner.begun:
            yield _answer_in(scanner.text) or self._fallback()

    def _fallback(self) -> str:
        """Return the text to give when even then there is no answer."""
        found = [output.content for output in self.response.sources if not output.is_error]
        return f"{_NOTHING_FOUND}\n\n{cut(self.agent.llm, found[-1], 300)}" if found else _NOTHING_FOUND

    def _without_answer(self) -> WorkflowRuntimeError:
        """Return the error of a run that is not to end with what it has."""
        return WorkflowRuntimeError(
            UserText(
                "The agent did not come to an answer in {steps} steps.", steps=self.response.metadata["iterations"]
            ),
            "Allow more with max_iterations, or set early_stopping_method='generate'.",
        )


def room_of(llm: LLM) -> int:
    """Return the number of tokens a request may have."""
    return max(request_room(llm.metadata), 64)


def cut(llm: LLM, text: str, tokens: int) -> str:
    """Return the beginning of a text that fits."""
    kept = beginning(text, tokens, llm.tokenizer.count)
    return text if len(kept) == len(text) else closed_passages(kept) + CUT


def _answer_in(text: str) -> str:
    """Return the answer in a reply that may still be written as a step, "" when there is none."""
    try:
        step = ReActOutputParser().parse(text)
    except ReActParseError:
        return ""
    answer = step.response.strip() if isinstance(step, ResponseReasoningStep) else ""
    return "" if answer.endswith((":", "：")) else answer  # announced, but not given


def note_action(stage: CBEvent, thought: str, output: ToolOutput) -> None:
    """Write into an ``AGENT_STEP`` event which tool was run and what it gave."""
    arguments = json.dumps(output.raw_input, ensure_ascii=False, default=str)
    stage.payload |= AgentStepPayload(
        thought=thought[:SHOWN_IN_EVENTS],
        tool=output.tool_name,
        arguments=arguments[:SHOWN_IN_EVENTS],
        observation=output.content[:SHOWN_IN_EVENTS],
        is_error=output.is_error,
    ).to_payload()
