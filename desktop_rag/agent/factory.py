"""Choose the agent for a chat mode."""

from collections.abc import Callable, Sequence
from typing import Any

from desktop_rag.agent.base import BaseAgent
from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.types import ChatMode
from desktop_rag.llms.base import LLM
from desktop_rag.memory.types import BaseMemory
from desktop_rag.tools.base import BaseTool

AGENT_MODES = frozenset({ChatMode.BEST, ChatMode.REACT, ChatMode.OPENAI})


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
