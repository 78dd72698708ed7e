"""One answer of an agent in the making: it asks the model, runs tools, keeps what they found, and ends.

Whatever goes wrong in a tool becomes words for the model.
"""

import json
import re
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
from desktop_rag.chat_engine.types import StreamingAgentChatResponse
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.instrumentation import CBEvent, CBEventType, current_token, event
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import AgentStepPayload, FunctionCallPayload
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, request_room
from desktop_rag.llms.types import ToolSelection
from desktop_rag.llms.window import CUT
from desktop_rag.prompts.default_prompts import REPEATED_CALL_PROMPT, UNKNOWN_TOOL_PROMPT
from desktop_rag.prompts.document_words import closed_passages
from desktop_rag.prompts.mixin import PromptDict
from desktop_rag.text.shortening import beginning
from desktop_rag.tools.base import BaseTool, ToolArgumentError, ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.function_tool import FunctionTool

MAX_FAILURES = 3  # replies in a row that lead nowhere
_LARGEST_HEAD = 0.7  # of the room; where rules, tools and question take more, no step of a search fits beside them
_FOR_THE_WISH = 100  # tokens of the prompt around the message and what was found
_NOTHING_FOUND = "The model did not come to an answer in the steps it is allowed."
SHOWN_IN_EVENTS = 500
_NOT_A_LETTER = re.compile(r"[^a-z0-9]")


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
