"""An agent for every model: it asks for tools in plain text."""

import json
import logging
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Self, Unpack

from desktop_rag.agent.agent_run import SHOWN_IN_EVENTS, AgentRun, note_action
from desktop_rag.agent.base import DEFAULT_MAX_ITERATIONS, FINAL_PROMPTS, BaseAgent
from desktop_rag.agent.options import AgentOptions
from desktop_rag.agent.react_steps import (
    ActionReasoningStep,
    AnswerScanner,
    BaseReasoningStep,
    ObservationReasoningStep,
    ReActOutputParser,
    ReActParseError,
    ResponseReasoningStep,
    UnreadableReasoningStep,
)
from desktop_rag.core.instrumentation import CBEvent, CBEventType, leaf_event
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import AgentStepPayload
from desktop_rag.llms.base import LLM, ChatOptions
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate
from desktop_rag.prompts.default_prompts import (
    AGENT_CONTEXT,
    OPENING_THOUGHT,
    REACT_FAILURE_PROMPT,
    REACT_SYSTEM_HEADER,
    TOOL_DESCRIPTION,
)
from desktop_rag.tools.base import BaseTool, ToolOutput

_log = logging.getLogger(__name__)
FailureHandler = Callable[[ReActParseError], ToolOutput]


class ReActChatFormatter:
    """Puts the header with the tools before the conversation and the steps so far behind it.

    ``system_header``, a template or its wording, knows {tool_desc}, {tool_names} and {context}; reading it returns the
    wording. ``context`` is added to what the model is told.
    """

    def __init__(
        self,
        system_header: PromptTemplate | str | None = None,
        context: str | None = "",
        observation_role: MessageRole = MessageRole.USER,
    ) -> None:
        self.header = _template(system_header or REACT_SYSTEM_HEADER)
        self.context = context or ""
        self.observation_role = observation_role

    @classmethod
    def from_defaults(
        cls,
        system_header: PromptTemplate | str | None = None,
        context: str | None = "",
        observation_role: MessageRole = MessageRole.USER,
    ) -> Self:
        """Make a formatter."""
        return cls(system_header, context, observation_role)

    @classmethod
    def from_context(cls, context: str) -> Self:
        """Make a formatter that adds a context to the prompt (LlamaIndex's other constructor)."""
        return cls.from_defaults(context=context)

    @property
    def system_header(self) -> str:
        """The wording of the header, in which what is known already is filled in."""
        open_names = [name for name in self.header.template_vars if name not in self.header.partial]
        return self.header.format(**{name: f"{{{name}}}" for name in open_names})

    @system_header.setter
    def system_header(self, system_header: PromptTemplate | str) -> None:
        self.header = _template(system_header)

    def format(
        self,
        tools: Sequence[BaseTool],
        chat_history: Sequence[ChatMessage],
        current_reasoning: Sequence[BaseReasoningStep] = (),
    ) -> list[ChatMessage]:
        """Return the messages for the next step."""
        header = self.header.format(
            tool_desc="".join(describe(tool) for tool in tools),
            tool_names=", ".join(tool.metadata.to_schema().name for tool in tools),
            context=context_text(self.context),
        )
        steps = [ChatMessage(self._role(step), step.get_content()) for step in current_reasoning]
        return [ChatMessage(MessageRole.SYSTEM, header), *chat_history, *steps]

    def _role(self, step: BaseReasoningStep) -> MessageRole:
        """Return the role of a step's message."""
        return self.observation_role if isinstance(step, ObservationReasoningStep) else MessageRole.ASSISTANT


class ReActAgent(BaseAgent):
    """Thinks, asks for a tool, observes, and so on, until it answers; see ``BaseAgent``.

    ``handle_reasoning_failure_fn`` says what the model is told of a step that makes no sense. ``system_prompt`` and
    ``context`` are added to what ``formatter`` (``react_chat_formatter`` by its older name) tells of tools and steps.
    """

    def __init__(  # noqa: PLR0913 - the settings of LlamaIndex's class of this name
        self,
        tools: Sequence[BaseTool | Callable[..., object]] | None = None,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        formatter: ReActChatFormatter | None = None,
        output_parser: ReActOutputParser | None = None,
        context: str = "",
        handle_reasoning_failure_fn: FailureHandler | None = None,
        *,
        system_prompt: str | None = None,
        react_chat_formatter: ReActChatFormatter | None = None,
        **options: Unpack[AgentOptions],
    ) -> None:
        super().__init__(tools, llm, memory, max_iterations, **options)
        self.system_prompt = system_prompt
        self.formatter = formatter or react_chat_formatter or ReActChatFormatter.from_defaults()
        told = [one for one in (system_prompt, context) if one and one not in self.formatter.context]
        self.formatter.context = "\n\n".join(filter(None, (*told, self.formatter.context.strip())))
        self.output_parser = output_parser or ReActOutputParser()
        self._handle_failure = handle_reasoning_failure_fn or tell_failure
        self._log_level = logging.INFO if self.verbose else logging.DEBUG
        self._declare_prompts({"react_header": self.formatter.header, **FINAL_PROMPTS})

    def update_prompts(self, prompts_dict: Mapping[str, BasePromptTemplate | str]) -> None:
        """Replace templates; ``system_header`` is the ``react_header``. Raises as the base class does."""
        named = {"react_header" if name == "system_header" else name: one for name, one in prompts_dict.items()}
        super().update_prompts(named)
        header = self._prompt("react_header")
        if isinstance(header, PromptTemplate):
            self.formatter.system_header = header

    def answer(self, run: AgentRun) -> Iterator[str]:
        """Do the steps; yield the text of the answer."""
        steps = self._first_steps(run)
        for number in range(1, self.max_iterations + 1):
            if not run.has_room(self._messages([run.history[-1]], ())):
                break
            run.response.metadata["iterations"] = number
            with leaf_event(CBEventType.AGENT_STEP, **AgentStepPayload(number).to_payload()) as stage:
                scanner = yield from self._stream(run, steps)
                is_done = scanner.begun or (yield from self._take(run, steps, scanner.text, stage))
                if scanner.begun:
                    step = self._parsed(scanner.text)
                    thought = step.thought if isinstance(step, ResponseReasoningStep) else ""
                    stage.payload |= AgentStepPayload(thought=thought[:SHOWN_IN_EVENTS], answers=True).to_payload()
            if is_done:
                return
            if run.stuck:
                break
        yield from run.finish()

    def _first_steps(self, run: AgentRun) -> list[BaseReasoningStep]:
        """Return the steps taken before the model is called."""
        output = run.begin()
        if output is None:
            return []
        action = ActionReasoningStep(OPENING_THOUGHT, output.tool_name, output.raw_input)
        return [action, ObservationReasoningStep(output.content)]

    def _stream(self, run: AgentRun, steps: Sequence[BaseReasoningStep]) -> Generator[str, None, AnswerScanner]:
        """Ask for one step; yield its text from where it is surely the answer."""
        messages = self._messages(run.history, steps)
        scanner = AnswerScanner()
        options = ChatOptions(question=len(messages) - len(steps) - 1)
        for delta in run.ask(messages, options):
            piece = scanner.feed(delta.text)
            if piece:
                yield piece
            if scanner.invents:
                break
        return scanner

    def _take(
        self, run: AgentRun, steps: list[BaseReasoningStep], text: str, stage: CBEvent
    ) -> Generator[str, None, bool]:
        """Read a step whose answer, if any, was not yielded yet; return whether the work is done."""
        step = self._parsed(text)
        if isinstance(step, ResponseReasoningStep) and step.response.strip():
            stage.payload |= AgentStepPayload(thought=step.thought, answers=True).to_payload()
            yield step.response.strip()
            return True
        if not isinstance(step, ActionReasoningStep):
            run.failures += 1
            error = step if isinstance(step, ReActParseError) else ReActParseError("It is empty.")
            output = self._handle_failure(error)
            stage.payload |= AgentStepPayload(
                thought=text[:200], observation=output.content, is_error=True
            ).to_payload()
            steps += [UnreadableReasoningStep(text), ObservationReasoningStep(output.content)]
            return False
        run.failures = 0
        run.announce(text, ToolSelection(run.next_id, step.action, dict(step.action_input)))
        result = run.observe(step.action, step.action_input)
        output, is_final = result.tool_output, result.return_direct
        note_action(stage, step.thought, output)
        _log.log(self._log_level, "%s -> %s", step.get_content(), output.content)
        steps += [step, ObservationReasoningStep(output.content, is_final)]
        if is_final:
            yield output.content
        return is_final

    def _messages(self, history: Sequence[ChatMessage], steps: Sequence[BaseReasoningStep]) -> list[ChatMessage]:
        return self.formatter.format(self.tools, history, steps)

    def _parsed(self, text: str) -> BaseReasoningStep | ReActParseError:
        """Return a step, or why it is none."""
        try:
            return self.output_parser.parse(text)
        except ReActParseError as error:
            return error


def tell_failure(error: ReActParseError) -> ToolOutput:
    """Return the output that explains to the model its error and the form of a step."""
    return ToolOutput(REACT_FAILURE_PROMPT.format(problem=str(error)), "unknown", is_error=True)


def _template(header: PromptTemplate | str) -> PromptTemplate:
    return PromptTemplate(header) if isinstance(header, str) else header


def describe(tool: BaseTool) -> str:
    """Return the description of a tool for a model, in words."""
    schema = tool.metadata.to_schema()
    parameters = json.dumps(_short(schema.parameters), ensure_ascii=False)
    return TOOL_DESCRIPTION.format(name=schema.name, description=schema.description.strip(), parameters=parameters)


def context_text(context: str) -> str:
    """Return the paragraph with the additional context for the model."""
    return AGENT_CONTEXT.format(context_str=context.strip()) if context.strip() else ""


def _short(schema: object) -> object:
    """Return a JSON schema without titles, which only repeat names."""
    if isinstance(schema, dict):
        titled = isinstance(schema.get("title"), str)
        return {key: _short(value) for key, value in schema.items() if not (key == "title" and titled)}
    return [_short(item) for item in schema] if isinstance(schema, list) else schema
