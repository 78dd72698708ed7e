"""The one table of options: settings, window, command line and documentation are made from it."""

from desktop_rag.config.option import AnyOption, OptionGroup
from desktop_rag.config.options.answers import (
    ANSWERS,
    CHAT_MODE,
    MEMORY,
    MODE,
    QUERY_ENGINE,
    RESPONSE_MODE,
    STRUCTURED_ANSWER_FILTERING,
)
from desktop_rag.config.options.embedding import (
    EMBEDDING,
    EMBEDDING_BASE_URL,
    EMBEDDING_MAX_TOKENS,
    EMBEDDING_MODEL,
    EMBEDDING_PROVIDER,
)
from desktop_rag.config.options.model import (
    LLM_API_VERSION,
    LLM_BASE_URL,
    LLM_CONTEXT_WINDOW,
    LLM_DEFAULT_HEADERS,
    LLM_MAX_RETRIES,
    LLM_MAX_TOKENS,
    LLM_MODEL,
    LLM_PROVIDER,
    LLM_REASONING_EFFORT,
    LLM_SEED,
    LLM_STOP,
    LLM_STRICT,
    LLM_TEMPERATURE,
    LLM_TIMEOUT,
    MODEL,
)
from desktop_rag.config.options.prompts import PROMPTS
from desktop_rag.config.options.search import (
    ALPHA,
    FILTERS,
    FUSION_MODE,
    MMR_THRESHOLD,
    NODE_POSTPROCESSORS,
    NUM_QUERIES,
    RERANK_BASE_URL,
    RERANK_MODEL,
    RETRIEVER,
    SEARCH,
    SIMILARITY_TOP_K,
    VECTOR_STORE_QUERY_MODE,
)
from desktop_rag.config.options.window import THEME, WINDOW

__all__ = [
    "ALPHA",
    "ANSWERS",
    "CHAT_MODE",
    "EMBEDDING",
    "EMBEDDING_BASE_URL",
    "EMBEDDING_MAX_TOKENS",
    "EMBEDDING_MODEL",
    "EMBEDDING_PROVIDER",
    "FILTERS",
    "FUSION_MODE",
    "LLM_API_VERSION",
    "LLM_BASE_URL",
    "LLM_CONTEXT_WINDOW",
    "LLM_DEFAULT_HEADERS",
    "LLM_MAX_RETRIES",
    "LLM_MAX_TOKENS",
    "LLM_MODEL",
    "LLM_PROVIDER",
    "LLM_REASONING_EFFORT",
    "LLM_SEED",
    "LLM_STOP",
    "LLM_STRICT",
    "LLM_TEMPERATURE",
    "LLM_TIMEOUT",
    "MEMORY",
    "MMR_THRESHOLD",
    "MODE",
    "MODEL",
    "NODE_POSTPROCESSORS",
    "NUM_QUERIES",
    "OPTIONS",
    "OPTIONS_BY_KEY",
    "OPTION_GROUPS",
    "PROMPTS",
    "QUERY_ENGINE",
    "RERANK_BASE_URL",
    "RERANK_MODEL",
    "RESPONSE_MODE",
    "RETRIEVER",
    "SEARCH",
    "SIMILARITY_TOP_K",
    "STRUCTURED_ANSWER_FILTERING",
    "THEME",
    "VECTOR_STORE_QUERY_MODE",
    "WINDOW",
]

OPTION_GROUPS: tuple[OptionGroup, ...] = (MODEL, ANSWERS, SEARCH, EMBEDDING, WINDOW, PROMPTS)
OPTIONS: tuple[AnyOption, ...] = tuple(option for group in OPTION_GROUPS for option in group.options)
OPTIONS_BY_KEY: dict[str, AnyOption] = {option.key: option for option in OPTIONS}
