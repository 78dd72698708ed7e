"""The modes of the window: chat mode, retriever and response mode of each."""

from desktop_rag.config import Config
from desktop_rag.config.options import (
    CHAT_MODE,
    DOCUMENTS_ONLY,
    MODE,
    QUERY_ENGINE,
    RESPONSE_MODE,
    RETRIEVER,
    SIMILARITY_TOP_K,
)
from desktop_rag.core.results.answers import AnswerMode

SEARCH_TOP_K = 20  # passages in the mode that only searches
_AGENTS = ("react", "openai", "best")
_MEANINGS = {
    "answer": ("condense_plus_context", "hybrid", "compact"),
    "chat": ("condense_plus_context", "hybrid", "compact"),
    "agent": ("best", "hybrid", "compact"),
    "summarise": ("condense_plus_context", "everything", "tree_summarize"),
    "search": ("context", "hybrid", "no_text"),
}


def chat_mode(config: Config) -> str:
    """Return the chat mode: the chosen one, or the mode's default."""
    return _chosen(config[CHAT_MODE], _MEANINGS[config[MODE]][0])


def retriever(config: Config) -> str:
    """Return the name of the retriever; "everything" stands for all passages of a small library, else the best ones."""
    return _chosen(config[RETRIEVER], _MEANINGS[config[MODE]][1])


def response_mode(config: Config) -> str:
    """Return the response mode by which passages become an answer."""
    return _chosen(config[RESPONSE_MODE], _MEANINGS[config[MODE]][2])


def similarity_top_k(config: Config) -> int:
    """Return the number of passages to retrieve: a search alone shows more than an answer is made from."""
    wanted = config[SIMILARITY_TOP_K]
    return SEARCH_TOP_K if config[MODE] == "search" and wanted == SIMILARITY_TOP_K.default else wanted


def answer_mode(config: Config) -> AnswerMode:
    """Return the mode of the answer: for passages alone, a search whatever the mode is called."""
    if not _talks(config) and response_mode(config) == "no_text":
        return AnswerMode.SEARCH
    return AnswerMode(config[MODE])


def needs_passages(config: Config) -> bool:
    """Return True if an answer without any passage is worth nothing: the model would have to invent it.

    An agent finds its passages while it answers.
    """
    invents = not _talks(config) or (config[DOCUMENTS_ONLY] and chat_mode(config) not in _AGENTS)
    return invents and config[QUERY_ENGINE] == "retriever"


def _talks(config: Config) -> bool:
    """Return True if the model may answer without passages."""
    return config[MODE] in ("chat", "agent") or chat_mode(config) in ("simple", *_AGENTS)


def _chosen(value: str, automatic: str) -> str:
    """Return a choice that is not left to the mode."""
    return automatic if value == "auto" else value
