from desktop_rag.llamaindex.instrumentation.events.agent import (
    AgentChatWithStepEndEvent as AgentChatWithStepEndEvent,
    AgentChatWithStepStartEvent as AgentChatWithStepStartEvent,
    AgentRunStepEndEvent as AgentRunStepEndEvent,
    AgentRunStepStartEvent as AgentRunStepStartEvent,
    AgentToolCallEvent as AgentToolCallEvent,
)
from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent as BaseEvent
from desktop_rag.llamaindex.instrumentation.events.chat_engine import (
    StreamChatDeltaReceivedEvent as StreamChatDeltaReceivedEvent,
    StreamChatEndEvent as StreamChatEndEvent,
    StreamChatErrorEvent as StreamChatErrorEvent,
    StreamChatStartEvent as StreamChatStartEvent,
)
from desktop_rag.llamaindex.instrumentation.events.embedding import (
    EmbeddingEndEvent as EmbeddingEndEvent,
    EmbeddingStartEvent as EmbeddingStartEvent,
    SparseEmbeddingEndEvent as SparseEmbeddingEndEvent,
    SparseEmbeddingStartEvent as SparseEmbeddingStartEvent,
)
from desktop_rag.llamaindex.instrumentation.events.exception import ExceptionEvent as ExceptionEvent
from desktop_rag.llamaindex.instrumentation.events.llm import (
    LLMChatEndEvent as LLMChatEndEvent,
    LLMChatInProgressEvent as LLMChatInProgressEvent,
    LLMChatStartEvent as LLMChatStartEvent,
    LLMCompletionEndEvent as LLMCompletionEndEvent,
    LLMCompletionInProgressEvent as LLMCompletionInProgressEvent,
    LLMCompletionStartEvent as LLMCompletionStartEvent,
    LLMPredictEndEvent as LLMPredictEndEvent,
    LLMPredictStartEvent as LLMPredictStartEvent,
    LLMStructuredPredictEndEvent as LLMStructuredPredictEndEvent,
    LLMStructuredPredictInProgressEvent as LLMStructuredPredictInProgressEvent,
    LLMStructuredPredictStartEvent as LLMStructuredPredictStartEvent,
)
from desktop_rag.llamaindex.instrumentation.events.query import (
    QueryEndEvent as QueryEndEvent,
    QueryStartEvent as QueryStartEvent,
)
from desktop_rag.llamaindex.instrumentation.events.rerank import (
    ReRankEndEvent as ReRankEndEvent,
    ReRankStartEvent as ReRankStartEvent,
)
from desktop_rag.llamaindex.instrumentation.events.retrieval import (
    RetrievalEndEvent as RetrievalEndEvent,
    RetrievalStartEvent as RetrievalStartEvent,
)
from desktop_rag.llamaindex.instrumentation.events.synthesis import (
    GetResponseEndEvent as GetResponseEndEvent,
    GetResponseStartEvent as GetResponseStartEvent,
    SynthesizeEndEvent as SynthesizeEndEvent,
    SynthesizeStartEvent as SynthesizeStartEvent,
)
