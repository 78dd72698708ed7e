from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine as CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine as CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine as ContextChatEngine
from desktop_rag.chat_engine.simple import SimpleChatEngine as SimpleChatEngine
from desktop_rag.chat_engine.types import (
    BaseChatEngine as BaseChatEngine,
    ChatMode as ChatMode,
    StreamingAgentChatResponse as StreamingAgentChatResponse,
)
from desktop_rag.core.response import AgentChatResponse as AgentChatResponse
from desktop_rag.response_synthesizers.factory import get_response_synthesizer as get_response_synthesizer
