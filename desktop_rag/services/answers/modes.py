"""The modes of the window: chat mode, retriever and response mode of each."""

from dataclasses import dataclass

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
_AGENTS = ("react", "openai", "best")  # chat modes in which an agent searches by itself


@dataclass(frozen=True, slots=True)
class _Defaults:
    """What a mode stands for where an option is left to it ("auto")."""

    chat_mode: str = "condense_plus_context"
    retriever: str = "hybrid"
    response_mode: str = "compact"


_DEFAULTS = {
    "answer": _Defaults(),
    "chat": _Defaults(),
    "agent": _Defaults(chat_mode="best"),
    "summarise": _Defaults(retriever="everything", response_mode="tree_summarize"),
    "search": _Defaults(chat_mode="context", response_mode="no_text"),
}


def chat_mode(config: Config) -> str:
    """Return the chat mode: the chosen one, or the mode's default."""
    return _or_default(config[CHAT_MODE], _DEFAULTS[config[MODE]].chat_mode)


def retriever(config: Config) -> str:
    """Return the name of the retriever; "everything" stands for all passages of a small library, else the best ones."""
    return _or_default(config[RETRIEVER], _DEFAULTS[config[MODE]].retriever)


def response_mode(config: Config) -> str:
    """Return the response mode by which passages become an answer."""
    return _or_default(config[RESPONSE_MODE], _DEFAULTS[config[MODE]].response_mode)


def similarity_top_k(config: Config) -> int:
    """Return the number of passages to retrieve: a search alone shows more than an answer is made from."""
    wanted = config[SIMILARITY_TOP_K]
    return SEARCH_TOP_K if config[MODE] == "search" and wanted == SIMILARITY_TOP_K.default else wanted


def answer_mode(config: Config) -> AnswerMode:
    """Return the mode that is shown with the answer: SEARCH where passages alone are returned, else the chosen one."""
    if not _may_answer_freely(config) and response_mode(config) == "no_text":
        return AnswerMode.SEARCH
    return AnswerMode(config[MODE])


def needs_passages(config: Config) -> bool:
    """Return True if an answer without any passage is worth nothing: the model would have to invent it.

    An agent finds its passages while it answers.
    """
    invents = not _may_answer_freely(config) or (config[DOCUMENTS_ONLY] and chat_mode(config) not in _AGENTS)
    return invents and config[QUERY_ENGINE] == "retriever"


def _may_answer_freely(config: Config) -> bool:
    """Return True if the model may answer without passages."""
    return config[MODE] in ("chat", "agent") or chat_mode(config) in ("simple", *_AGENTS)


def _or_default(value: str, default: str) -> str:
    """Return a chosen value, or the mode's default for "auto"."""
    return default if value == "auto" else value
