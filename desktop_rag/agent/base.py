"""What every agent does: run tools, keep what they found, stay inside the window, end with an answer."""

import json
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self, Unpack

from desktop_rag.agent.options import FORCE, AgentOptions, chosen_options, stopping_method
from desktop_rag.agent.react.answer_scanner import AnswerScanner
from desktop_rag.agent.react.output_parser import ReActOutputParser, ReActParseError
from desktop_rag.agent.react.types import ResponseReasoningStep
from desktop_rag.agent.run_events import (
    AgentHandler,
    AgentInput,
    AgentStream,
    Listener,
    ToolCall,
    ToolCallResult,
    id_of_call,
    ignore,
)
from desktop_rag.agent.tool_runner import SHOWN_IN_EVENTS, ToolRunner, nodes_of
from desktop_rag.chat_engine.types import BaseChatEngine, StreamingAgentChatResponse
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEvent, CBEventType, event
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import AgentStepPayload
from desktop_rag.core.response import Response
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, request_room
from desktop_rag.llms.window.fitting import CUT
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.agent_prompts import FINAL_ANSWER_PROMPT
from desktop_rag.prompts.document_words import closed_passages
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import as_query_bundle
from desktop_rag.settings import chosen_llm
from desktop_rag.text.shortening import beginning
from desktop_rag.tools.base import BaseTool, ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.function_tool import FunctionTool

DEFAULT_MAX_ITERATIONS = 20
MAX_FAILURES = 3  # replies in a row that lead nowhere
_LARGEST_HEAD = 0.7  # of the room; where rules, tools and question take more, no step of a search fits beside them
_FOR_THE_WISH = 100  # tokens of the prompt around the message and what was found
_NOTHING_FOUND = "The model did not come to an answer in the steps it is allowed."


@dataclass(slots=True)
class AgentRun:
    """One answer in the making; ``history`` ends with the message."""

    message: str
    history: list[ChatMessage]
    response: StreamingAgentChatResponse
    runner: ToolRunner
    failures: int = 0

    @property
    def stuck(self) -> bool:
        """Whether the model goes round in circles."""
        return max(self.failures, self.runner.repeats) >= MAX_FAILURES


class BaseAgent(BaseChatEngine, PromptMixin):
    """A model with tools, in a conversation; a function among the tools becomes a ``FunctionTool``.

    One iteration is one request to the model. After ``max_iterations``, or when the model goes round in circles, it
    is asked once more to answer with what it has; ``metadata["stopped"]`` then says why. In a window too small for
    steps it is asked at once, from what ``first_tool`` found.

    ``first_tool`` names a tool that is run with the message before the model is asked: small models forget to search.
    ``options``: see ``AgentOptions``.
    """

    first_tool = ""

    def __init__(
        self,
        tools: Sequence[BaseTool | Callable[..., object]] = (),
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        **options: Unpack[AgentOptions],
    ) -> None:
        self.options = chosen_options(options)
        self.name, self.description = self.options["name"], self.options["description"]
        self.early_stopping_method = self.options["early_stopping_method"]
        self.tools = [tool if isinstance(tool, BaseTool) else FunctionTool.from_defaults(tool) for tool in tools]
        self.llm = chosen_llm(llm, "An agent")
        self.memory = memory_for(memory, self.llm)
        self.max_iterations = max_iterations
        self.run_context = Context(self, self.options["initial_state"])
        self._listener: Listener = ignore

    @classmethod
    def from_tools(
        cls,
        *arguments: Any,  # noqa: ANN401 - those of the class
        chat_history: Sequence[ChatMessage] | None = None,
        **options: Any,  # noqa: ANN401
    ) -> Self:
        """Make an agent whose conversation begins with ``chat_history``; LlamaIndex's other constructor."""
        agent = cls(*arguments, **options)
        agent.memory = memory_for(agent.memory, agent.llm, chat_history)
        return agent

    def query(self, str_or_query_bundle: str | QueryBundle) -> Response:
        """Return the answer to a question outside of any conversation; what was said before is forgotten."""
        answer = self.chat(as_query_bundle(str_or_query_bundle).query_str, [])
        return Response(answer.response, answer.source_nodes, answer.metadata, answer.outcome)

    def run(
        self,
        user_msg: str | ChatMessage,
        chat_history: Sequence[ChatMessage] | None = None,
        memory: BaseMemory | None = None,
        ctx: Context | None = None,
        max_iterations: int | None = None,
        early_stopping_method: str | None = None,
    ) -> AgentHandler:
        """Return the answer to a message, to be awaited; ``stream_events`` of what is returned tells of the way to it.

        The conversation is that of ``memory``, or of ``ctx``; without either, a new one that nobody remembers.
        ``max_iterations`` and ``early_stopping_method`` are those of the agent unless they are given.

        Raises:
            TimeoutError: it takes longer than ``timeout``; what was under way is cancelled (raised by awaiting).

        """
        agent = copy(self)
        agent.max_iterations = max_iterations or self.max_iterations
        agent.early_stopping_method = stopping_method(early_stopping_method or self.early_stopping_method)
        agent.run_context = ctx or Context(self)
        agent.run_context.begin(self.options["initial_state"])
        agent.memory = memory or agent.run_context.memory
        message = user_msg.content if isinstance(user_msg, ChatMessage) else user_msg
        handler = AgentHandler(partial(agent.stream_chat, message, chat_history), agent)
        agent._listener = agent.run_context.listener = handler.hear  # noqa: SLF001 - a copy of this one
        return handler

    def work_for(self, other: "BaseAgent") -> None:
        """Take the place of another agent in its run: with its context, its conversation and whoever follows it."""
        self.run_context, self.memory, self.max_iterations = other.run_context, other.memory, other.max_iterations
        self.early_stopping_method = other.early_stopping_method
        self._listener = other._listener  # noqa: SLF001 - its own class's

    def stream_chat(
        self, message: str, chat_history: Sequence[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        """Return the answer as it is written; the tools run while it is drained."""
        room = self._room() // 2
        history = self._begin(message, chat_history, max(0, self.memory.token_limit - room))
        response = StreamingAgentChatResponse(iter(()))
        user = ChatMessage(MessageRole.USER, self.run_context.told(message, self.options["state_prompt"]))
        run = AgentRun(message, [*history, user], response, ToolRunner(self.tools, self.run_context))
        response.read_from(self._remembered(message, self.answer(run)))
        return response

    @abstractmethod
    def answer(self, run: AgentRun) -> Iterator[str]:
        """Do the steps; yield the text of the answer."""

    def _ask(self, messages: list[ChatMessage], options: ChatOptions = NO_OPTIONS) -> Iterator[ChatDelta]:
        """Yield what the model says; the request ends with the loop that reads it."""
        self._listener(AgentInput(messages, self.name))
        with closing(self.llm.stream_chat(messages, options=options)) as deltas:
            for delta in deltas:
                if delta.thought:
                    self._listener(AgentStream("", "", self.name, delta.thought))
                yield delta

    def _observe(self, run: AgentRun, name: str, arguments: Mapping[str, object]) -> tuple[ToolOutput, bool]:
        """Run a tool and keep what it found; return its output, and whether that is the answer."""
        call_id = id_of_call(len(run.response.sources))
        self._listener(ToolCall(name, arguments, call_id))
        output, is_final = run.runner.run(name, arguments)
        self._listener(ToolCallResult(name, arguments, call_id, output, is_final))
        output = replace(output, content=self._cut(output.content, self._room() // 2))
        known = {found.node.node_id for found in run.response.source_nodes}
        run.response.sources.append(output)
        run.response.source_nodes += [found for found in nodes_of(output) if found.node.node_id not in known]
        return output, is_final

    def _open(self, run: AgentRun) -> ToolOutput | None:
        """Run the first tool, if there is one, with the message as its argument."""
        if self.first_tool not in {tool.metadata.name for tool in self.tools}:
            return None
        with event(CBEventType.AGENT_STEP, **AgentStepPayload(0).to_payload()) as stage:
            output, _ = self._observe(run, self.first_tool, {"input": run.message})
            note_action(stage, "", output)
        return output

    def _has_room(self, run: AgentRun, head: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> bool:
        """Whether steps fit into the window; where they don't, the model is asked to answer from what was found."""
        if not run.response.sources or self.llm.count_tokens(head, options) <= self._room() * _LARGEST_HEAD:
            return True
        run.response.metadata["stopped"] = "small_window"
        return False

    def _finish(self, run: AgentRun) -> Iterator[str]:
        """Ask for an answer from what was found, without the steps: small models would continue them."""
        stopped = run.response.metadata.setdefault("stopped", "repeating" if run.stuck else "max_iterations")
        if self.early_stopping_method == FORCE and stopped != "small_window":
            raise _without_answer(run)
        found = "\n\n".join(output.content for output in run.response.sources if not output.is_error)
        room = self._room() - self.llm.count_tokens(run.history) - _FOR_THE_WISH
        wish = self._prompt("final_answer").format(
            message=run.message, context_str=self._cut(found, max(room, 64)) or "(nothing)"
        )
        scanner = AnswerScanner()
        for delta in self._ask([*run.history[:-1], ChatMessage(MessageRole.USER, wish)]):
            if piece := scanner.feed(delta.text):
                yield piece
        if not scanner.begun:
            yield _answer_in(scanner.text) or self._fallback(run)

    def _fallback(self, run: AgentRun) -> str:
        """Return what to say when even then there is no answer."""
        found = [output.content for output in run.response.sources if not output.is_error]
        return f"{_NOTHING_FOUND}\n\n{self._cut(found[-1], 300)}" if found else _NOTHING_FOUND

    def _room(self) -> int:
        """Return how many tokens a request may have."""
        return max(request_room(self.llm.metadata), 64)

    def _cut(self, text: str, tokens: int) -> str:
        """Return the beginning of a text that fits."""
        kept = beginning(text, tokens, self.llm.tokenizer.count)
        return text if len(kept) == len(text) else closed_passages(kept) + CUT


def _without_answer(run: AgentRun) -> UserError:
    """Return the error of a run that is not to end with what it has."""
    return UserError(
        f"The agent did not come to an answer in {run.response.metadata['iterations']} steps.",
        "Allow more with max_iterations, or set early_stopping_method='generate'.",
    )


def _answer_in(text: str) -> str:
    """Return the answer in a reply that may still be written as a step, "" when there is none."""
    try:
        step = ReActOutputParser().parse(text)
    except ReActParseError:
        return ""
    answer = step.response.strip() if isinstance(step, ResponseReasoningStep) else ""
    return "" if answer.endswith((":", "：")) else answer  # announced, but not given


FINAL_PROMPTS = {"final_answer": FINAL_ANSWER_PROMPT}


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
