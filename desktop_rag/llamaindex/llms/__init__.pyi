from desktop_rag.core.media.blocks import (
    AudioBlock as AudioBlock,
    CacheControl as CacheControl,
    CachePoint as CachePoint,
    CitableBlock as CitableBlock,
    CitationBlock as CitationBlock,
    ContentBlock as ContentBlock,
    DocumentBlock as DocumentBlock,
    ImageBlock as ImageBlock,
    TextBlock as TextBlock,
    ThinkingBlock as ThinkingBlock,
    ToolCallBlock as ToolCallBlock,
    VideoBlock as VideoBlock,
)
from desktop_rag.core.messages import ChatMessage as ChatMessage, MessageRole as MessageRole
from desktop_rag.llamaindex.llms.custom import (
    CompletionResponseGen as CompletionResponseGen,
    CustomLLM as CustomLLM,
    FunctionCallingLLM as FunctionCallingLLM,
    MockFunctionCallingLLM as MockFunctionCallingLLM,
    MockLLM as MockLLM,
    llm_completion_callback as llm_completion_callback,
)
from desktop_rag.llamaindex.llms.openai import OpenAI as OpenAI
from desktop_rag.llamaindex.output_parsers.pydantic import PydanticOutputParser as PydanticOutputParser
from desktop_rag.llms.base import LLM as LLM, StructuredLLM as StructuredLLM
from desktop_rag.llms.ollama import Ollama as Ollama
from desktop_rag.llms.openai_like import OpenAILike as OpenAILike
from desktop_rag.llms.resolve import resolve_llm as resolve_llm
from desktop_rag.llms.structured import structured_predict as structured_predict
from desktop_rag.llms.types import (
    ChatDelta as ChatDelta,
    ChatOptions as ChatOptions,
    ChatResponse as ChatResponse,
    CompletionResponse as CompletionResponse,
    LLMMetadata as LLMMetadata,
    ToolSelection as ToolSelection,
)
