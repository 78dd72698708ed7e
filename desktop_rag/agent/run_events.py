"""The run of an agent as LlamaIndex's programs follow it: awaited for the answer, iterated for what happens."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, TypeVar

from desktop_rag.agent.options import AgentOptions, structured_output
from desktop_rag.chat_engine.types import AgentChatResponse, StreamingAgentChatResponse
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import asynchronous_function
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.llms.base import LLM
from desktop_rag.memory.types import BaseMemory
from desktop_rag.tools.base import ToolOutput
from desktop_rag.tools.calling import ToolSelection
from desktop_rag.tools.context import Context, Event

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AgentInput:
    """A run begins: the messages that the agent goes by, the new one last."""

    input: list[ChatMessage]
    current_agent_name: str


@dataclass(frozen=True, slots=True)
class AgentStream:
    """A piece of the answer: ``delta``, with which it is ``response`` so far; or of what the model thinks."""

    delta: str
    response: str
    current_agent_name: str
    thinking_delta: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool is about to be run."""

    tool_name: str
    tool_kwargs: Mapping[str, object]
    tool_id: str


@dataclass(frozen=True, slots=True)
class ToolCallResult:
    """A tool was run; ``return_direct``: what it gave is the answer."""

    tool_name: str
    tool_kwargs: Mapping[str, object]
    tool_id: str
    tool_output: ToolOutput
    return_direct: bool


@dataclass(frozen=True, slots=True)
class AgentOutput:
    """A run ends: the whole answer, and the tools that were called for it. Awaiting the run returns it, too.

    ``structured_response`` has the fields of the form that was wanted; ``answer`` is what ``chat`` returns.
    """

    response: ChatMessage
    current_agent_name: str
    tool_calls: list[ToolSelection] = field(default_factory=list)
    structured_response: dict[str, object] | None = None
    answer: AgentChatResponse = field(default_factory=AgentChatResponse, repr=False)

    def __str__(self) -> str:
        """Return the answer's text."""
        return self.response.content

    @property
    def sources(self) -> list[ToolOutput]:
        """What the tools gave."""
        return self.answer.sources

    @property
    def source_nodes(self) -> list[NodeWithScore]:
        """The nodes that the tools found."""
        return self.answer.source_nodes

    @property
    def metadata(self) -> dict[str, object]:
        """How it came about: ``iterations``, why it ``stopped``."""
        return self.answer.metadata

    def get_pydantic_model(self, model: type[T]) -> T | None:
        """Return the structured response as an object of a pydantic model or dataclass; None when there is none.

        Raises:
            ValueError: it does not fit.

        """
        if self.structured_response is None:
            return None
        import pydantic

        return pydantic.TypeAdapter(model).validate_python(self.structured_response)


@dataclass(frozen=True, slots=True)
class AgentStreamStructuredOutput:
    """The answer is there in the form that was wanted."""

    output: dict[str, object]

    def __str__(self) -> str:
        """Return it as JSON."""
        return json.dumps(self.output, ensure_ascii=False, default=str)


AgentEvent = AgentInput | AgentStream | ToolCall | ToolCallResult | AgentStreamStructuredOutput | AgentOutput | Event
Listener = Callable[[AgentEvent], object]


class Running(Protocol):
    """An agent in one run, seen from below."""

    name: str
    llm: LLM
    memory: BaseMemory
    options: AgentOptions
    run_context: Context


class AgentHandler(Coroutine[Any, Any, AgentOutput]):
    """What ``agent.run`` returns: await it for the answer, before or after ``stream_events``.

    It runs once; cancelling the task that awaits it ends the run, as ``cancel_run`` does where ``stream_events`` was
    begun. ``ctx`` is what it shares with other runs.
    """

    def __init__(self, run: Callable[[], StreamingAgentChatResponse], agent: Running) -> None:
        self.ctx = agent.run_context
        self._run, self._agent = run, agent
        self._events: asyncio.Queue[AgentEvent | None] = asyncio.Queue()
        self._listener: Listener = ignore
        self._coroutine = self._awaited()
        self._task: asyncio.Task[AgentOutput] | None = None

    async def stream_events(self) -> AsyncIterator[AgentEvent]:
        """Yield what happens, as it happens; what the run raises is raised where it is awaited.

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

    def hear(self, event: AgentEvent) -> None:
        """Pass on what happens to whoever reads it."""
        self._listener(event)

    def __await__(self) -> Generator[Any, Any, AgentOutput]:
        """Return the answer."""
        return (self._coroutine if self._task is None else self._task).__await__()

    async def _awaited(self) -> AgentOutput:
        async with asyncio.timeout(self._agent.options["timeout"]):
            return await asynchronous_function(self._told)()

    def _told(self) -> AgentOutput:
        """Return the whole answer, and tell of it as it is written."""
        response = self._run()
        text = ""
        for piece in response.response_gen:
            text += piece
            if self._agent.options["streaming"]:
                self.hear(AgentStream(piece, text, self._working(response.metadata)))
        answer = response.get_response()
        structured = structured_output(self._agent.llm, self._agent.options, self._agent.memory)
        if structured is not None:
            self.hear(AgentStreamStructuredOutput(structured))
        said = ChatMessage(MessageRole.ASSISTANT, answer.response)
        called = [
            ToolSelection(id_of_call(number), one.tool_name, dict(one.raw_input))
            for number, one in enumerate(answer.sources)
        ]
        output = AgentOutput(said, self._working(answer.metadata), called, structured, answer)
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


def id_of_call(number: int) -> str:
    """Return the name of a call by how many there were before it."""
    return f"call_{number}"


def ignore(_event: AgentEvent) -> None:
    """Hear nothing."""
