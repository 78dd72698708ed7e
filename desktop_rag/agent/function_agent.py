"""An agent for models that can be given tools: they ask for them through their interface."""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from desktop_rag.agent.agent_run import AgentRun, note_action
from desktop_rag.agent.base import DEFAULT_MAX_ITERATIONS, FINAL_PROMPTS, BaseAgent
from desktop_rag.agent.options import AgentOptions
from desktop_rag.agent.react_agent import ReActAgent, context_text
from desktop_rag.chat_engine.types import ChatMode
from desktop_rag.core.answer_pieces import AnswerStart, appended
from desktop_rag.core.instrumentation import CBEvent, CBEventType, leaf_event
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.output_parsers import parse_json_object
from desktop_rag.core.payloads import AgentStepPayload
from desktop_rag.llms.base import LLM, ChatOptions, ToolSchema
from desktop_rag.llms.served import ToolsUnsupportedError
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import AGENT_SYSTEM_PROMPT
from desktop_rag.tools.base import BaseTool

_PREAMBLE = 200  # characters held back: models like to announce a call before they make it
_WRITTEN_CALL = ("{", "```", "<tool_call>", "[TOOL_CALLS]")
AGENT_MODES = frozenset({ChatMode.BEST, ChatMode.REACT, ChatMode.OPENAI})


@dataclass(slots=True)
class _Reply:
    """The reply of the model so far; ``unsent`` was not passed on yet."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    is_answer: bool = False
    sent: int = 0
    _takes_back: bool = False  # what was passed on

    def add(self, piece: str) -> None:
        """Take the next words."""
        if isinstance(piece, AnswerStart):
            self._takes_back = self.sent > 0
            self.sent = 0
        self.text = appended(self.text, piece)

    @property
    def unsent(self) -> str:
        """The text that was not passed on yet."""
        return self.text[self.sent :]

    @property
    def is_surely_plain(self) -> bool:
        """True if this is too long to be the announcement of a call, and no call written out."""
        return len(self.text.strip()) > _PREAMBLE and not self.text.lstrip().startswith(_WRITTEN_CALL)

    def take(self) -> str:
        """Return the unsent text; it counts as passed on."""
        piece = AnswerStart(self.unsent) if self._takes_back else self.unsent
        self.sent, self._takes_back = len(self.text), False
        return piece


class FunctionAgent(BaseAgent):
    """Lets the model call functions until it answers; see ``BaseAgent``.

    For a model that turns out not to know tools, a ``ReActAgent`` takes over. ``context`` is added to what it is told.
    ``initial_tool_choice`` is what it has to call first: a tool, or “required” for any. Without
    ``allow_parallel_tool_calls`` only the first of several calls is done; the model sees what came of it.
    """

    def __init__(
        self,
        tools: Sequence[BaseTool | Callable[..., object]] | None = None,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        system_prompt: PromptTemplate | str | None = None,
        context: str = "",
        initial_tool_choice: str | None = None,
        *,
        allow_parallel_tool_calls: bool = True,
        **options: Unpack[AgentOptions],
    ) -> None:
        super().__init__(tools, llm, memory, max_iterations, **options)
        self._context = context
        self.initial_tool_choice = initial_tool_choice
        self.allow_parallel_tool_calls = allow_parallel_tool_calls
        self.system_prompt = system_prompt
        if isinstance(system_prompt, str):
            system_prompt = PromptTemplate(f"{system_prompt}\n{{context}}")
        self._declare_prompts({"system_prompt": system_prompt or AGENT_SYSTEM_PROMPT, **FINAL_PROMPTS})

    def answer(self, run: AgentRun) -> Iterator[str]:
        """Do the steps; yield the text of the answer."""
        steps = self._first_steps(run)
        for number in range(1, self.max_iterations + 1):
            if not run.has_room([self._system(), run.history[-1]], ChatOptions(self._schemas())):
                break
            run.response.metadata["iterations"] = number
            with leaf_event(CBEventType.AGENT_STEP, **AgentStepPayload(number).to_payload()) as stage:
                try:
                    reply = yield from self._stream(run, steps)
                except ToolsUnsupportedError:
                    reply = None
                is_done = reply is not None and (yield from self._take(run, steps, reply, stage))
            if reply is None:
                yield from self._in_plain_text(run)
                return
            if is_done:
                return
            if run.stuck:
                break
        yield from run.finish()

    def _first_steps(self, run: AgentRun) -> list[ChatMessage]:
        """Return the steps taken before the model is called."""
        output = run.begin()
        if output is None:
            return []
        arguments = json.dumps(output.raw_input, ensure_ascii=False, default=str)
        call = ToolCall("call_0", output.tool_name, arguments)
        answer = ChatMessage(MessageRole.TOOL, output.content, tool_call_id=call.id)
        return [ChatMessage(MessageRole.ASSISTANT, "", (call,)), answer]

    def _stream(self, run: AgentRun, steps: Sequence[ChatMessage]) -> Generator[str, None, _Reply]:
        """Ask once; yield text that is surely the answer."""
        messages = [self._system(), *run.history, *steps]
        wanted = None if steps else self.initial_tool_choice
        options = ChatOptions(self._schemas(), wanted or "auto", question=len(run.history))
        reply = _Reply()
        for delta in run.ask(messages, options, self.tools):
            reply.add(delta.text)
            reply.calls = delta.tool_calls or reply.calls
            reply.is_answer = reply.is_answer or reply.is_surely_plain
            if reply.is_answer and reply.unsent:
                yield reply.take()
        if not reply.calls and not reply.is_answer:
            reply.calls = _written_out(reply.text, self._schemas())
        if not self.allow_parallel_tool_calls:
            reply.calls = reply.calls[:1]
        if reply.is_answer and reply.calls:
            yield "\n\n"
        return reply

    def _take(
        self, run: AgentRun, steps: list[ChatMessage], reply: _Reply, stage: CBEvent
    ) -> Generator[str, None, bool]:
        """Carry out a reply; return True if the work is done."""
        if not reply.calls:
            stage.payload |= AgentStepPayload(answers=True).to_payload()
            answer = reply.unsent.strip()
            if answer:
                yield answer
            run.failures += 1  # counts only when nothing was said
            return bool(answer) or reply.is_answer
        run.failures = 0
        steps.append(ChatMessage(MessageRole.ASSISTANT, reply.text, reply.calls))
        wanted = [ToolSelection.of(call) for call in reply.calls]
        run.announce(reply.text, *wanted)
        for call in wanted:
            result = run.observe(call.tool_name, call.tool_kwargs, call.tool_id)
            note_action(stage, reply.text, result.tool_output)
            said = result.tool_output.content
            steps.append(ChatMessage(MessageRole.TOOL, said, tool_call_id=call.tool_id))
            if result.return_direct:
                yield said
                return True
        return False

    def _in_plain_text(self, run: AgentRun) -> Iterator[str]:
        """Let another kind of agent answer."""
        agent = ReActAgent(self.tools, self.llm, context=self._context, **self.options)
        agent.first_tool = self.first_tool
        agent.work_for(self)
        run.hand_to(agent)  # what was called before is called again, and seen
        yield from agent.answer(run)

    def _system(self) -> ChatMessage:
        system = self._prompt("system_prompt").format(context=context_text(self._context)).strip()
        return ChatMessage(MessageRole.SYSTEM, system)

    def _schemas(self) -> tuple[ToolSchema, ...]:
        """Return the tools as models get them."""
        return tuple(tool.metadata.to_schema() for tool in self.tools)


def _written_out(text: str, schemas: Sequence[ToolSchema]) -> tuple[ToolCall, ...]:
    """Return the call that a model wrote as JSON into its answer, for want of a better way."""
    if not text.lstrip().startswith(_WRITTEN_CALL):
        return ()
    value = parse_json_object(text) or {}
    if value.get("name") not in {schema.name for schema in schemas}:
        return ()
    arguments = value.get("arguments", value.get("parameters", {}))
    return (ToolCall("call_1", str(value["name"]), json.dumps(arguments, ensure_ascii=False)),)


def create_agent(
    chat_mode: ChatMode,
    tools: Sequence[BaseTool | Callable[..., object]],
    llm: LLM,
    memory: BaseMemory | None = None,
    **options: Any,  # noqa: ANN401 - those of the agent
) -> BaseAgent:
    """Return an agent: by function calling where ``best`` finds that the model can, by reasoning in words otherwise."""
    calls = llm.metadata.is_function_calling_model if chat_mode is ChatMode.BEST else chat_mode is ChatMode.OPENAI
    if calls:
        return FunctionAgent(tools, llm, memory, **options)
    return ReActAgent(tools, llm, memory, **options)
