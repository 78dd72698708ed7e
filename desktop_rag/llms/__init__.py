"""Language models.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.core.media.blocks import (
        AudioBlock,
        CacheControl,
        CachePoint,
        CitableBlock,
        CitationBlock,
        ContentBlock,
        DocumentBlock,
        ThinkingBlock,
        ToolCallBlock,
        VideoBlock,
    )
    from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole, TextBlock
    from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, ChatResponse, CompletionResponse, LLMMetadata
    from desktop_rag.llms.custom.model import (
        CompletionResponseGen,
        CustomLLM,
        FunctionCallingLLM,
        MockFunctionCallingLLM,
        MockLLM,
        llm_completion_callback,
    )
    from desktop_rag.llms.ollama.model import Ollama
    from desktop_rag.llms.openai_like import OpenAI, OpenAILike
    from desktop_rag.llms.resolve import resolve_llm
    from desktop_rag.llms.structured import PydanticOutputParser, structured_predict

__all__ = [
    "LLM",
    "AudioBlock",
    "CacheControl",
    "CachePoint",
    "ChatDelta",
    "ChatMessage",
    "ChatOptions",
    "ChatResponse",
    "CitableBlock",
    "CitationBlock",
    "CompletionResponse",
    "CompletionResponseGen",
    "ContentBlock",
    "CustomLLM",
    "DocumentBlock",
    "FunctionCallingLLM",
    "ImageBlock",
    "LLMMetadata",
    "MessageRole",
    "MockFunctionCallingLLM",
    "MockLLM",
    "Ollama",
    "OpenAI",
    "OpenAILike",
    "PydanticOutputParser",
    "TextBlock",
    "ThinkingBlock",
    "ToolCallBlock",
    "VideoBlock",
    "llm_completion_callback",
    "resolve_llm",
    "structured_predict",
]

__getattr__ = lazily(
    __name__,
    {
        "desktop_rag.core.media.blocks": (
            "AudioBlock",
            "CacheControl",
            "CachePoint",
            "CitableBlock",
            "CitationBlock",
            "ContentBlock",
            "DocumentBlock",
            "ThinkingBlock",
            "ToolCallBlock",
            "VideoBlock",
        ),
        "desktop_rag.core.messages": (
            "ChatMessage",
            "MessageRole",
            "ImageBlock",
            "TextBlock",
        ),
        "base": (
            "ChatDelta",
            "ChatOptions",
            "ChatResponse",
            "CompletionResponse",
            "LLM",
            "LLMMetadata",
        ),
        "custom.model": (
            "CompletionResponseGen",
            "CustomLLM",
            "FunctionCallingLLM",
            "MockFunctionCallingLLM",
            "MockLLM",
            "llm_completion_callback",
        ),
        "ollama.model": ("Ollama",),
        "openai_like": ("OpenAI", "OpenAILike"),
        "resolve": ("resolve_llm",),
        "structured": ("PydanticOutputParser", "structured_predict"),
    },
)
