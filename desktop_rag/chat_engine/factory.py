"""Which engine a chat mode names."""

from collections.abc import Sequence
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
from desktop_rag.postprocessor.base import BaseNodePostprocessor
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
    chat_mode: ChatMode, tools: Sequence[BaseTool], llm: LLM, memory: BaseMemory | None = None
) -> BaseAgent:
    """Return an agent: by function calling where ``best`` finds that the model can, by reasoning in words otherwise."""
    calls = llm.metadata.is_function_calling_model if chat_mode is ChatMode.BEST else chat_mode is ChatMode.OPENAI
    if calls:
        return FunctionAgent.from_tools(tools, llm, memory)
    return ReActAgent.from_tools(tools, llm, memory)


def create_chat_engine(
    index: Searchable,
    chat_mode: ChatMode | str,
    llm: LLM,
    *,
    memory: BaseMemory | None = None,
    node_postprocessors: Sequence[BaseNodePostprocessor] = (),
    **kwargs: Any,  # noqa: ANN401 - the retriever's
) -> BaseChatEngine:
    """Return the engine ``index.as_chat_engine`` stands for; further arguments are the retriever's.

    Raises:
        ValueError: there is no chat mode of this name.

    """
    mode = ChatMode(chat_mode)
    if mode is ChatMode.SIMPLE:
        return SimpleChatEngine.from_defaults(llm, memory)
    retriever = index.as_retriever(**kwargs)
    if mode is ChatMode.CONTEXT:
        return ContextChatEngine.from_defaults(retriever, llm, memory, node_postprocessors=node_postprocessors)
    if mode is ChatMode.CONDENSE_PLUS_CONTEXT:
        return CondensePlusContextChatEngine.from_defaults(
            retriever, llm, memory, node_postprocessors=node_postprocessors
        )
    asked = RetrieverQueryEngine.from_args(
        retriever, llm, node_postprocessors=node_postprocessors, streaming=mode is ChatMode.CONDENSE_QUESTION
    )
    if mode is ChatMode.CONDENSE_QUESTION:
        return CondenseQuestionChatEngine(asked, llm, memory)
    return create_agent(mode, [QueryEngineTool.from_defaults(asked)], llm, memory)
