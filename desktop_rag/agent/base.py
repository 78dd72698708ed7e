"""The base of all agents: runs tools, keeps what they found, stays inside the window, ends with an answer."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, Self, Unpack, cast

from desktop_rag.agent.agent_run import AgentRun, room_of
from desktop_rag.agent.asking import told
from desktop_rag.agent.options import (
    DEFAULT_OPTIONS,
    AgentOptions,
    OutputFunction,
    ToolRetriever,
    chosen_options,
    stopping_method,
)
from desktop_rag.agent.run_events import (
    AgentHandler,
    AgentStream,
    Listener,
    ignore,
)
from desktop_rag.chat_engine.types import BaseChatEngine, StreamingAgentChatResponse
from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import Response
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llms.base import LLM, ChatResponse, chosen_llm
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import FINAL_ANSWER_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import as_query_bundle
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.context import Context
from desktop_rag.tools.events import Event
from desktop_rag.tools.function_tool import FunctionTool

DEFAULT_MAX_ITERATIONS = 20


class BaseAgent(BaseChatEngine, PromptMixin):
    """A model with tools, in a conversation; a function among the tools becomes a ``FunctionTool``.

    One iteration is one request to the model. After ``max_iterations``, or when the model goes round in circles, it
    is asked once more to answer with what it has; ``metadata["stopped"]`` then says why. In a window too small for
    steps it is asked at once, from what ``first_tool`` found.

    ``first_tool`` names a tool that is run with the message before the model is asked: small models forget to search.
    ``options``: see ``AgentOptions``.
    """

    first_tool = ""
    name: str
    description: str
    verbose: bool
    timeout: float | None
    early_stopping_method: str
    can_handoff_to: Sequence[str] | None
    initial_state: Mapping[str, object] | None
    state_prompt: PromptTemplate | str
    output_cls: type | None
    structured_output_fn: OutputFunction | None
    streaming: bool
    tool_retriever: ToolRetriever | None
    system_prompt: PromptTemplate | str | None = None

    def __init__(
        self,
        tools: Sequence[BaseTool | Callable[..., object]] | None = None,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        max_iterations: int = DEFAULT_MAX_ITERATIONS,
        **options: Unpack[AgentOptions],
    ) -> None:
        vars(self).update(chosen_options(options))
        self.tools = [as_tool(tool) for tool in tools or ()]
        self.llm = chosen_llm(llm, "An agent")
        self.memory = memory_for(memory, self.llm)
        self.max_iterations = max_iterations
        self.run_context = Context(self, self.initial_state)
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

    @property
    def options(self) -> AgentOptions:
        """The options of the agent, given when it was made or set since."""
        return cast("AgentOptions", {name: getattr(self, name) for name in DEFAULT_OPTIONS})

    def model_dump(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        """Return the arguments the agent was made with, by name, for another one like it."""
        made = {"tools": list(self.tools), "llm": self.llm, "system_prompt": self.system_prompt, **self.options}
        return {name: one for name, one in made.items() if name not in exclude}

    def query(self, str_or_query_bundle: str | QueryBundle) -> Response:
        """Return the answer to a question outside of any conversation; what was said before is forgotten."""
        answer = self.chat(as_query_bundle(str_or_query_bundle).query_str, [])
        return Response(answer.response, answer.source_nodes, answer.metadata, answer.outcome)

    def run(
        self,
        user_msg: str | ChatMessage | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
        memory: BaseMemory | None = None,
        ctx: Context | None = None,
        max_iterations: int | None = None,
        early_stopping_method: str | None = None,
        start_event: Event | None = None,
    ) -> AgentHandler:
        """Return a handler to await for the answer to a message; its ``stream_events`` yields the steps.

        Without a message, the last one of the person in ``chat_history`` is answered. The conversation is that of
        ``memory``, or of ``ctx``; without either, a new one that nobody remembers. ``max_iterations`` and
        ``early_stopping_method`` are those of the agent unless they are given. A ``start_event`` says all this, too.

        Raises:
            ValueError: there is neither a message nor a conversation.
            TimeoutError: it takes longer than ``timeout``; what was under way is cancelled (raised by awaiting).

        """
        if start_event is not None:
            wanted = {name: one for name, one in start_event.items() if one is not None}
            return self.run(**wanted, ctx=ctx)
        message, earlier = asked_of(user_msg, chat_history)
        agent = copy(self)
        agent.max_iterations = max_iterations or self.max_iterations
        agent.early_stopping_method = stopping_method(early_stopping_method or self.early_stopping_method)
        agent.run_context = ctx or Context(self)
        agent.run_context.begin(self.initial_state)
        agent.memory = memory or agent.run_context.memory
        handler = AgentHandler(partial(agent.stream_chat, message, earlier), agent)
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
        if self.tool_retriever is not None:
            return self._with_more_tools(message).stream_chat(message, chat_history)
        room = room_of(self.llm) // 2
        history = self._begin(message, chat_history, max(0, self.memory.token_limit - room))
        response = StreamingAgentChatResponse(iter(()))
        user = ChatMessage(MessageRole.USER, self.run_context.told(message, self.state_prompt))
        run = AgentRun(self, self._listener, message, [*history, user], response)
        response.read_from(self._remembered(message, self.answer(run)))
        return response

    @abstractmethod
    def answer(self, run: AgentRun) -> Iterator[str]:
        """Do the steps; yield the text of the answer."""

    def _with_more_tools(self, message: str) -> Self:
        """Return an agent like this one, with the tools that suit a message, too."""
        agent = copy(self)
        found = self.tool_retriever.retrieve(message) if self.tool_retriever else ()
        agent.tools, agent.tool_retriever = [*self.tools, *map(as_tool, found)], None
        return agent

    async def _get_streaming_response(
        self, ctx: Context, llm_input: list[ChatMessage], tools: Sequence[BaseTool] | None = None
    ) -> ChatResponse:
        """Return the model's whole reply to messages; ``ctx`` receives each piece."""
        return await told(self.llm, llm_input, tools, partial(_write_piece, ctx, self.name), streams=self.streaming)


def _write_piece(ctx: Context, name: str, piece: ChatResponse, text: str) -> None:
    thought = piece.additional_kwargs.get("thinking_delta")
    ctx.write_event_to_stream(AgentStream(piece.delta or "", text, name, thought, raw=piece.raw))


FINAL_PROMPTS = {"final_answer": FINAL_ANSWER_PROMPT}


def as_tool(tool: BaseTool | Callable[..., object]) -> BaseTool:
    """Return a tool, made of a function where it is none."""
    return tool if isinstance(tool, BaseTool) else FunctionTool.from_defaults(tool)


def asked_of(
    user_msg: str | ChatMessage | None, chat_history: Sequence[ChatMessage] | None
) -> tuple[str, Sequence[ChatMessage] | None]:
    """Return the message to be answered, and the conversation before it (None: the one that is remembered).

    Raises:
        ValueError: there is neither a message nor one of a person in the conversation.

    """
    if user_msg is not None:
        return user_msg.content if isinstance(user_msg, ChatMessage) else user_msg, chat_history or None
    places = [place for place, one in enumerate(chat_history or ()) if one.role is MessageRole.USER]
    if not chat_history or not places:
        raise UnusableInputError(
            "There is nothing to answer.", "Give user_msg, or a chat_history with a message of the person."
        )
    return chat_history[places[-1]].content, chat_history[: places[-1]]
