"""The run of an agent as LlamaIndex's programs follow it: awaited for the answer, iterated for what happens."""

import asyncio
import json
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, TypeVar

from desktop_rag.agent.options import AgentOptions, structured_output
from desktop_rag.chat_engine.types import StreamingAgentChatResponse
from desktop_rag.core.answer_pieces import appended, reading_pieces
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import asynchronous_function
from desktop_rag.core.response import AgentChatResponse
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.types import BaseMemory
from desktop_rag.tools.base import ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.events import Event

T = TypeVar("T")


class WorkflowRuntimeError(UserError):
    """A run ended without an answer."""


class WorkflowTimeoutError(TimeoutError):
    """A run takes longer than it may."""


@dataclass
class AgentInput(Event):
    """The model is asked: the messages that it gets, the new one or the last step at the end."""

    input: list[ChatMessage]
    current_agent_name: str


@dataclass
class AgentStream(Event):
    """A piece of the answer: ``delta``, with which it is ``response`` so far; or of what the model thinks.

    ``raw`` is what a program's own model told beside it.
    """

    delta: str
    response: str
    current_agent_name: str
    thinking_delta: str | None = None
    tool_calls: list[ToolSelection] = field(default_factory=list)
    raw: Any = field(default=None, repr=False)
    kept_out = frozenset({"raw"})


@dataclass
class ToolCall(Event):
    """A tool is about to be run."""

    tool_name: str
    tool_kwargs: Mapping[str, object]
    tool_id: str


@dataclass
class ToolCallResult(Event):
    """A tool was run; ``return_direct``: what it gave is the answer."""

    tool_name: str
    tool_kwargs: Mapping[str, object]
    tool_id: str
    tool_output: ToolOutput
    return_direct: bool


@dataclass
class AgentOutput(Event):
    """The output of an agent: for a step, the tools it wants; at the end, the whole answer with the tools called.

    Awaiting the run returns the last one, too. ``structured_response`` has the fields of the form that was wanted;
    ``answer`` is what ``chat`` returns. With ``retry_messages`` (from an agent of one's own) the model is asked again,
    and told these.
    """

    response: ChatMessage
    current_agent_name: str
    tool_calls: list[ToolSelection | ToolCallResult] = field(default_factory=list)
    structured_response: dict[str, Any] | None = None
    answer: AgentChatResponse = field(default_factory=AgentChatResponse, repr=False)
    raw: Any = field(default=None, repr=False)
    retry_messages: list[ChatMessage] = field(default_factory=list)
    kept_out = frozenset({"raw", "answer"})

    def __str__(self) -> str:
        """Return the answer's text."""
        return self.response.content or ""

    @property
    def sources(self) -> list[ToolOutput]:
        """The outputs of the tools."""
        return self.answer.sources

    @property
    def source_nodes(self) -> list[NodeWithScore]:
        """The nodes that the tools found."""
        return self.answer.source_nodes

    @property
    def metadata(self) -> dict[str, object]:
        """The facts of the run: ``iterations``, the reason it ``stopped``."""
        return self.answer.metadata

    def get_pydantic_model(self, model: type[T]) -> T | None:
        """Return the structured response as an object of a pydantic model or dataclass.

        None when there is none, and with a ``PydanticConversionWarning`` when it does not fit.
        """
        return _as_model(self.structured_response, model)


@dataclass
class AgentStreamStructuredOutput(Event):
    """The answer is there in the form that was wanted."""

    output: dict[str, Any]

    def __str__(self) -> str:
        """Return it as JSON."""
        return json.dumps(self.output, ensure_ascii=False, default=str, indent=4)

    def get_pydantic_model(self, model: type[T]) -> T | None:
        """Return it as an object of a pydantic model or dataclass; None, with a warning, when it does not fit."""
        return _as_model(self.output, model)


class PydanticConversionWarning(UserWarning):
    """The answer does not fit the structured form that was wanted."""


def _as_model(told: Mapping[str, Any] | None, model: type[T]) -> T | None:
    if told is None:
        return None
    import pydantic

    try:
        return pydantic.TypeAdapter(model).validate_python(told)
    except pydantic.ValidationError as error:
        warnings.warn(f"The structured response is no {error.title}: {error}", PydanticConversionWarning, stacklevel=3)
        return None


Listener = Callable[[Event], object]


class Running(Protocol):
    """An agent in one run, seen from below."""

    name: str
    llm: LLM
    memory: BaseMemory
    run_context: Context

    @property
    def options(self) -> AgentOptions:
        """The options given by name."""


class AgentHandler(Coroutine[Any, Any, AgentOutput]):
    """The result of ``agent.run``: await it for the answer, before or after ``stream_events``.

    It runs once; cancelling the task that awaits it ends the run, as ``cancel_run`` does where ``stream_events`` was
    begun. ``ctx`` is what it shares with other runs.
    """

    def __init__(self, run: Callable[[], StreamingAgentChatResponse], agent: Running) -> None:
        self.ctx = agent.run_context
        self._run, self._agent = run, agent
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._listener: Listener = ignore
        self._called: list[ToolCallResult] = []
        self._is_told = False  # by an agent that tells the pieces of its answer itself
        self._coroutine = self._awaited()
        self._task: asyncio.Task[AgentOutput] | None = None

    async def stream_events(self) -> AsyncIterator[Event]:
        """Yield the events as they happen; the run's errors are raised where it is awaited.

        Raises:
            RuntimeError: the run began already.

        """
        if self._task is not None:
            raise RuntimeError("the events of a run can be read once, from its beginning")
        loop = asyncio.get_running_loop()
        self._listener = lambda event: loop.call_soon_threadsafe(self._events.put_nowait, event)
        self._task = asyncio.create_task(self._coroutine)
        self._task.add_done_callback(lambda _: self._events.put_nowait(None))
        while (event := await self._events.get()) is not None:
            yield event

    def hear(self, event: Event) -> None:
        """Pass on what happens to whoever reads it."""
        if isinstance(event, ToolCallResult):
            self._called.append(event)
        self._is_told = self._is_told or (isinstance(event, AgentStream) and bool(event.delta))
        self._listener(event)

    def __await__(self) -> Generator[Any, Any, AgentOutput]:
        """Return the answer."""
        return (self._coroutine if self._task is None else self._task).__await__()

    async def _awaited(self) -> AgentOutput:
        self.ctx.is_running = True
        try:
            async with asyncio.timeout(self._agent.options["timeout"]):
                return await asynchronous_function(self._answered)()
        except TimeoutError as error:
            raise WorkflowTimeoutError(*error.args) from error
        finally:
            self.ctx.is_running = False

    def _answered(self) -> AgentOutput:
        """Return the whole answer, and emit its pieces as they are written."""
        response = self._run()
        text = ""
        with reading_pieces(response.response_gen) as pieces:
            for piece in pieces:
                text = appended(text, piece)
                if self._agent.options["streaming"] and not self._is_told:
                    self._listener(AgentStream(piece, text, self._working(response.metadata)))
        answer = response.get_response()
        structured = structured_output(self._agent.llm, self._agent.options, self._agent.memory)
        if structured is not None:
            self.hear(AgentStreamStructuredOutput(structured))
        said = ChatMessage(MessageRole.ASSISTANT, answer.response)
        output = AgentOutput(said, self._working(answer.metadata), [*self._called], structured, answer)
        self.hear(output)
        return output

    def _working(self, metadata: Mapping[str, object]) -> str:
        """Return the name of the agent that speaks."""
        return str(metadata.get("agent", self._agent.name))

    async def cancel_run(self) -> None:
        """End the run, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def send(self, value: object) -> object:
        """Go on, as a coroutine does."""
        return self._coroutine.send(value)

    def throw(
        self,
        typ: type[BaseException] | BaseException,
        val: BaseException | object = None,
        tb: TracebackType | None = None,
    ) -> object:
        """Raise something inside, as a coroutine does."""
        error = typ if isinstance(typ, BaseException) else val if isinstance(val, BaseException) else typ()
        return self._coroutine.throw(error.with_traceback(tb) if tb else error)

    def close(self) -> None:
        """End, as a coroutine does."""
        self._coroutine.close()


def ignore(_event: Event) -> None:
    """Hear nothing."""
