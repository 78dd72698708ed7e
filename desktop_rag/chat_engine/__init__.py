"""Chat engines: they hold conversations.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
    from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
    from desktop_rag.chat_engine.context import ContextChatEngine
    from desktop_rag.chat_engine.simple import SimpleChatEngine
    from desktop_rag.chat_engine.types import BaseChatEngine, ChatMode, StreamingAgentChatResponse
    from desktop_rag.core.response import AgentChatResponse

__all__ = [
    "AgentChatResponse",
    "BaseChatEngine",
    "ChatMode",
    "CondensePlusContextChatEngine",
    "CondenseQuestionChatEngine",
    "ContextChatEngine",
    "SimpleChatEngine",
    "StreamingAgentChatResponse",
]

__getattr__ = lazily(
    __name__,
    {
        "condense_plus_context": ("CondensePlusContextChatEngine",),
        "condense_question": ("CondenseQuestionChatEngine",),
        "context": ("ContextChatEngine",),
        "simple": ("SimpleChatEngine",),
        "types": (
            "AgentChatResponse",
            "BaseChatEngine",
            "ChatMode",
            "StreamingAgentChatResponse",
        ),
    },
)
