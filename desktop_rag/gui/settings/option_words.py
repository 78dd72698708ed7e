"""How the table of options is shown: plain words for choices, what is folded away, what depends on what."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_rag.config import AnyOption, OptionValue
from desktop_rag.config.options import (
    ALPHA,
    CHAT_MODE,
    EMBEDDING_BASE_URL,
    EMBEDDING_MAX_TOKENS,
    EMBEDDING_MODEL,
    EMBEDDING_PROVIDER,
    FILTERS,
    FUSION_MODE,
    LLM_BASE_URL,
    LLM_CONTEXT_WINDOW,
    LLM_MAX_TOKENS,
    LLM_MODEL,
    LLM_PROVIDER,
    LLM_SEED,
    LLM_TEMPERATURE,
    MEMORY,
    MMR_THRESHOLD,
    MODE,
    NODE_POSTPROCESSORS,
    NUM_QUERIES,
    QUERY_ENGINE,
    RESPONSE_MODE,
    RETRIEVER,
    SIMILARITY_TOP_K,
    THEME,
    VECTOR_STORE_QUERY_MODE,
)


@dataclass(frozen=True, slots=True)
class ModeWords:
    """What the window says about a mode: its name, what it does, the empty box's words, the button's word."""

    name: str
    explanation: str
    placeholder: str
    ask: str
    needs_model: bool


MODES: dict[str, ModeWords] = {
    "answer": ModeWords("Answer", "From your files only, with sources", "Ask your files…", "Ask", needs_model=False),
    "chat": ModeWords("Chat", "Your files and what the model knows", "Write a message…", "Send", needs_model=True),
    "agent": ModeWords("Agent", "Searches and reads by itself, in steps", "Give a task…", "Start", needs_model=True),
    "summarise": ModeWords(
        "Summarise", "Everything that fits the question", "What should be summarised?", "Summarise", needs_model=True
    ),
    "search": ModeWords("Search only", "Passages, without an answer", "Find passages…", "Find", needs_model=False),
}

_CHOICES: dict[str, dict[str, str]] = {
    LLM_PROVIDER.key: {
        "none": "No model (quotations only)",
        "openai": "OpenAI or compatible (LM Studio, llama.cpp, …)",
        "ollama": "Ollama",
    },
    "llm.reasoning_effort": {"": "The model's own choice", "xhigh": "Highest"},
    MODE.key: {mode: f"{words.name}: {words.explanation}" for mode, words in MODES.items()},
    CHAT_MODE.key: {
        "auto": "What the mode needs",
        "best": "Best this model can do",
        "context": "Search with the message as it is",
        "condense_question": "Rewrite the message as a question, then answer that",
        "condense_plus_context": "Rewrite the message, search, then answer it",
        "simple": "No search, only the model",
        "react": "Agent that writes its steps (any model)",
        "openai": "Agent with the model's own tools",
    },
    RESPONSE_MODE.key: {
        "auto": "What the mode needs",
        "compact": "As few calls as possible",
        "refine": "One passage after the other",
        "tree_summarize": "Summaries of summaries",
        "simple_summarize": "One call, cut to fit",
        "accumulate": "One answer for each passage",
        "compact_accumulate": "One answer for each group of passages",
        "generation": "Without the passages",
        "context_only": "Passages only, joined",
        "no_text": "No answer, only sources",
    },
    RETRIEVER.key: {
        "auto": "What the mode needs",
        "hybrid": "Words and meaning",
        "vector": "Meaning only",
        "bm25": "Words only",
        "query_fusion": "Several wordings of the question",
        "auto_merging": "Whole sections where much of them fits",
        "router": "The model chooses how to search",
        "summary": "Everything in the library",
        "tree": "Tree of summaries",
        "keyword_table": "Table of keywords",
        "knowledge_graph": "Graph of facts",
    },
    VECTOR_STORE_QUERY_MODE.key: {
        "default": "Closeness in meaning",
        "mmr": "Closeness and variety",
        "svm": "Support vectors (SVM)",
        "linear_regression": "Linear regression",
        "logistic_regression": "Logistic regression",
        "hybrid": "Meaning and words, mixed",
        "sparse": "Words, weighted",
        "text_search": "Words, as text search",
        "semantic_hybrid": "Meaning and words, sorted again",
    },
    FUSION_MODE.key: {
        "relative_score": "Scores, scaled in each list",
        "reciprocal_rerank": "Places in each list",
        "dist_based_score": "Scores, by their spread",
        "simple": "Best score as it is",
    },
    EMBEDDING_PROVIDER.key: {"built-in": "The built-in model", "openai": "A model at an OpenAI-compatible address"},
    QUERY_ENGINE.key: {
        "retriever": "The passages that were found",
        "router": "The model chooses: passages, a summary, or tables",
        "sub_question": "The parts of the question, one by one",
        "sql": "The tables of spreadsheets",
    },
    MEMORY.key: {
        "buffer": "The latest messages that fit",
        "summary": "The latest messages, and a summary of those before",
    },
    THEME.key: {"system": "Like the system", "light": "Light", "dark": "Dark"},
}

_HELP = {
    VECTOR_STORE_QUERY_MODE.key: "How passages are compared with the question when searching by meaning.",
    ALPHA.key: "0: words only, 1: meaning only.",
    MMR_THRESHOLD.key: "0: variety only, 1: closeness only.",
    NUM_QUERIES.key: "The question itself and others that the model writes.",
    NODE_POSTPROCESSORS.key: "What is done with the passages that were found, from first to last.",
    FILTERS.key: "Only passages that meet all conditions are searched.",
    LLM_CONTEXT_WINDOW.key: "How many tokens the model reads at once.",
    LLM_MAX_TOKENS.key: "Tokens an answer may have.",
    LLM_SEED.key: "The same seed and temperature repeat an answer, where the server can.",
}

_LABELS = {QUERY_ENGINE.key: "Answer from", FUSION_MODE.key: "Join lists by"}
_LEAST = {  # what the least number of an option stands for
    LLM_CONTEXT_WINDOW.key: "As the server says",
    LLM_MAX_TOKENS.key: "As long as the model likes",
    LLM_SEED.key: "None",
}
_PREPARED = (
    "The first question prepares the library for this, which may take long. The library's menu can do it beforehand."
)
_HINTS = {RETRIEVER.key: dict.fromkeys(("tree", "keyword_table", "knowledge_graph"), _PREPARED)}

COMMON = frozenset(
    option.key
    for option in (
        LLM_PROVIDER, LLM_BASE_URL, LLM_MODEL, LLM_CONTEXT_WINDOW, LLM_MAX_TOKENS, LLM_TEMPERATURE, MODE, RESPONSE_MODE,
        SIMILARITY_TOP_K, RETRIEVER,
    )
)  # fmt: skip
"""Options that stand in the open on a page that has any of them; the page's others are folded away."""

_FUSING = ("auto", "hybrid", "query_fusion")
_COMPARING = ("auto", "hybrid", "vector", "query_fusion", "auto_merging", "router")
_RELEVANT: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    VECTOR_STORE_QUERY_MODE.key: ((RETRIEVER.key, _COMPARING),),
    ALPHA.key: ((RETRIEVER.key, _COMPARING), (VECTOR_STORE_QUERY_MODE.key, ("hybrid", "semantic_hybrid"))),
    MMR_THRESHOLD.key: ((RETRIEVER.key, _COMPARING), (VECTOR_STORE_QUERY_MODE.key, ("mmr",))),
    FUSION_MODE.key: ((RETRIEVER.key, _FUSING),),
    NUM_QUERIES.key: ((RETRIEVER.key, ("query_fusion",)),),
    EMBEDDING_BASE_URL.key: ((EMBEDDING_PROVIDER.key, ("openai",)),),
    EMBEDDING_MODEL.key: ((EMBEDDING_PROVIDER.key, ("openai",)),),
    EMBEDDING_MAX_TOKENS.key: ((EMBEDDING_PROVIDER.key, ("openai",)),),
}


def choice_text(option: AnyOption, choice: OptionValue) -> str:
    """Return the plain words for one choice of an option."""
    known = _CHOICES.get(option.key, {}).get(str(choice))
    if known is not None:
        return QCoreApplication.translate("OptionForm", known)
    return str(choice).replace("_", " ").capitalize() or QCoreApplication.translate("OptionForm", "Default")


def label_text(option: AnyOption) -> str:
    """Return what an option is called in a form."""
    return QCoreApplication.translate("Options", _LABELS.get(option.key, option.label))


def least_text(option: AnyOption) -> str:
    """Return the words for an option's least number where that is no number; "" otherwise."""
    text = _LEAST.get(option.key, "")
    return QCoreApplication.translate("OptionForm", text) if text else ""


def has_hints(option: AnyOption) -> bool:
    """Whether some choices of an option entail something a person should know."""
    return option.key in _HINTS


def choice_hint(key: str, choice: OptionValue) -> str:
    """Return what a choice entails, "" when there is nothing to say."""
    text = _HINTS.get(key, {}).get(str(choice), "")
    return QCoreApplication.translate("OptionForm", text) if text else ""


def is_relevant(key: str, values: Mapping[str, OptionValue]) -> bool:
    """Whether an option has an effect beside the other values; one that is not known here has."""
    rules = _RELEVANT.get(key, ())
    return all(str(values.get(other, wanted[0])) in wanted for other, wanted in rules)


def is_multi_line(option: AnyOption) -> bool:
    """Whether an option's text has several lines."""
    return isinstance(option.default, str) and ("\n" in option.default or "each line" in option.help)


def plain_help(option: AnyOption) -> str:
    """Return an option's help without what its editor or the choices' own words say already."""
    hint = QCoreApplication.translate("Options", _HELP.get(option.key, option.help))
    if not option.choices:
        return hint
    names = {str(choice) for choice in option.choices}
    kept = [sentence for sentence in hint.split(". ") if not _is_about_choice(sentence, names)]
    return ". ".join(kept).rstrip(".") + "." if kept else ""


def _is_about_choice(sentence: str, names: set[str]) -> bool:
    """Whether a sentence of a help explains choices by their values (“auto: …”, “tree, summary: …”)."""
    head, colon, _ = sentence.partition(":")
    return bool(colon) and {word.strip() for word in head.split(",")} <= names


def needs_model(mode: str) -> bool:
    """Whether a mode cannot do without a model."""
    return mode in MODES and MODES[mode].needs_model
