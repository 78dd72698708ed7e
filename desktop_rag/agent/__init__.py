"""Agents: models that use tools.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.agent.base import BaseAgent
    from desktop_rag.agent.function_agent import FunctionAgent
    from desktop_rag.agent.react_agent import ReActAgent
    from desktop_rag.tools.context import Context

__all__ = ["BaseAgent", "Context", "FunctionAgent", "ReActAgent"]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BaseAgent",),
        "function_agent": ("FunctionAgent",),
        "react_agent": ("ReActAgent",),
        "desktop_rag.tools.context": ("Context",),
    },
)
