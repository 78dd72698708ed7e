"""Which engine a chat mode names."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from desktop_rag.agent.base import BaseAgent
from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.chat_engine.types import BaseChatEngine, ChatMode
from desktop_rag.llms.base import LLM
from desktop_rag.memory.types import BaseMemory
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool


class Searchable(Protocol):
    """An index, as far as an engine needs it."""

    def as_retriever(self, **kwargs: Any) -> BaseRetriever:  # noqa: ANN401 - each kind of index has its own
        """Return what searches the index."""


AGENT_MODES = frozenset({ChatMode.BEST, ChatMode.REACT, ChatMode.OPENAI})


def create_agent(
    chat_mode: ChatMode,
    tools: Sequence[BaseTool],
    llm: LLM,
    memory: BaseMemory | None = None,
    **options: Any,  # noqa: ANN401 - those of the agent
) -> BaseAgent:
    """Return an agent: by function calling where ``best`` finds that the model can, by reasoning in words otherwise."""
    calls = llm.metadata.is_function_calling_model if chat_mode is ChatMode.BEST else chat_mode is ChatMode.OPENAI
    if calls:
        return FunctionAgent.from_tools(tools, llm, memory, **options)
    return ReActAgent.from_tools(tools, llm, memory, **options)


def create_chat_engine(
    index: Searchable,
    chat_mode: ChatMode | str,
    llm: LLM,
    *,
    memory: BaseMemory | None = None,
    verbose: bool = False,  # noqa: ARG001 - LlamaIndex's parameter; the events tell it all
    **options: Any,  # noqa: ANN401 - those of the engine and of the retriever
) -> BaseChatEngine:
    """Return the engine ``index.as_chat_engine`` stands for; what it does not take itself is the retriever's.

    Raises:
        ValueError: there is no chat mode of this name.

    """
    mode = ChatMode(chat_mode)
    if mode is ChatMode.SIMPLE:
        return SimpleChatEngine.from_defaults(llm, memory, **_taken(options, SimpleChatEngine.from_defaults))
    if mode in (ChatMode.CONTEXT, ChatMode.CONDENSE_PLUS_CONTEXT):
        engine = ContextChatEngine if mode is ChatMode.CONTEXT else CondensePlusContextChatEngine
        mine = _taken(options, engine.from_defaults)
        return engine.from_defaults(index.as_retriever(**options), llm, memory, **mine)
    if mode is ChatMode.CONDENSE_QUESTION:
        mine = _taken(options, CondenseQuestionChatEngine)
        options["streaming"] = True
        return CondenseQuestionChatEngine(_query_engine(index, llm, options), llm, memory, **mine)
    mine = _taken(options, ReActAgent.from_tools, FunctionAgent.from_tools)
    return create_agent(mode, [QueryEngineTool.from_defaults(_query_engine(index, llm, options))], llm, memory, **mine)


def _query_engine(index: Searchable, llm: LLM, options: dict[str, Any]) -> RetrieverQueryEngine:
    """Return what the engines ask that do not search themselves."""
    mine = _taken(options, RetrieverQueryEngine.from_args)
    return RetrieverQueryEngine.from_args(index.as_retriever(**options), llm, **mine)


def _taken(options: dict[str, Any], *makers: Callable[..., object]) -> dict[str, Any]:
    """Take the options out that one of the functions knows."""
    known = {name for make in makers for name in inspect.signature(make).parameters}
    return {name: options.pop(name) for name in list(options) if name in known}
