"""The engines that ``index.as_query_engine`` and ``index.as_chat_engine`` stand for."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Protocol, Unpack, get_args, get_origin

from desktop_rag.agent.function_agent import FunctionAgent, create_agent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.chat_engine.types import BaseChatEngine, ChatMode
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.memory.types import BaseMemory
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.tools.query_engine_tool import QueryEngineTool


class Searchable(Protocol):
    """An index, as far as an engine needs it."""

    def as_retriever(self, **kwargs: Any) -> BaseRetriever:  # noqa: ANN401 - each kind of index has its own
        """Return a retriever of the index's nodes."""


def create_query_engine(
    index: Searchable,
    llm: LLM | None,
    **options: Any,  # noqa: ANN401 - those of the engine and of the retriever
) -> RetrieverQueryEngine:
    """Return an engine over an index; options that it does not take itself are the retriever's."""
    mine = _taken(options, RetrieverQueryEngine.from_args)
    return RetrieverQueryEngine.from_args(index.as_retriever(**options), llm=llm, **mine)


def create_chat_engine(
    index: Searchable,
    chat_mode: ChatMode | str,
    llm: LLM | None,
    *,
    memory: BaseMemory | None = None,
    **options: Any,  # noqa: ANN401 - those of the engine and of the retriever
) -> BaseChatEngine:
    """Return the engine of a chat mode over an index; options that it does not take itself are the retriever's.

    Raises:
        UserError: there is no model.
        ValueError: there is no chat mode of this name.

    """
    mode = ChatMode(chat_mode)
    llm = chosen_llm(llm, "A conversation")
    if mode in (ChatMode.SIMPLE, ChatMode.CONTEXT):
        options.pop("verbose", None)  # they have nothing to tell
    if mode is ChatMode.SIMPLE:
        return SimpleChatEngine.from_defaults(llm, memory, **_taken(options, SimpleChatEngine.from_defaults))
    if mode in (ChatMode.CONTEXT, ChatMode.CONDENSE_PLUS_CONTEXT):
        engine = ContextChatEngine if mode is ChatMode.CONTEXT else CondensePlusContextChatEngine
        mine = _taken(options, engine.from_defaults)
        return engine.from_defaults(index.as_retriever(**options), llm, memory, **mine)
    if mode is ChatMode.CONDENSE_QUESTION:
        mine = _taken(options, CondenseQuestionChatEngine)
        options["streaming"] = True
        return CondenseQuestionChatEngine(create_query_engine(index, llm, **options), llm, memory, **mine)
    mine = _taken(options, ReActAgent, FunctionAgent)
    return create_agent(
        mode, [QueryEngineTool.from_defaults(create_query_engine(index, llm, **options))], llm, memory, **mine
    )


def _taken(options: dict[str, Any], *makers: Callable[..., object]) -> dict[str, Any]:
    """Take the options out that one of the functions knows."""
    known = {name for make in makers for name in _parameters(make)}
    return {name: options.pop(name) for name in list(options) if name in known}


def _parameters(make: Callable[..., object]) -> Iterator[str]:
    """Yield the names of what a function takes, also of its ``**options: Unpack[...]``."""
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            yield parameter.name
        for options in get_args(parameter.annotation) if get_origin(parameter.annotation) is Unpack else ():
            yield from options.__required_keys__ | options.__optional_keys__
