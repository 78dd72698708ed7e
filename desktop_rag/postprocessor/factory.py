"""Postprocessors by name, as people write them: one on each line, ``name param=value param=value``."""

import shlex
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llms.base import LLM, model_missing
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.endpoint_rerank import EndpointRerank, RerankFallback
from desktop_rag.postprocessor.join_neighbours import (
    JoinNeighboursPostprocessor,
    MetadataReplacementPostProcessor,
    Texts,
)
from desktop_rag.postprocessor.llm_rerank import LLMRerank
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor
from desktop_rag.postprocessor.node import (
    MODES,
    KeywordNodePostprocessor,
    LongContextReorder,
    Neighbours,
    PrevNextNodePostprocessor,
    SimilarityPostprocessor,
)
from desktop_rag.postprocessor.recency import (
    EmbeddingRecencyPostprocessor,
    FixedRecencyPostprocessor,
    TimeWeightedPostprocessor,
)
from desktop_rag.prompts.base import BasePromptTemplate

_ALL = 1000
_TRUE, _FALSE = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
_MOST = 1000


@dataclass(frozen=True, slots=True)
class RerankSettings:
    """The reranking model to use; without ``base_url`` there is none. See ``EndpointRerank`` for ``fallback``."""

    base_url: str = ""
    model: str = ""
    api_key: str | None = None
    fallback: RerankFallback | None = None


class Documents(Neighbours, Texts, Protocol):
    """A document store, as far as postprocessors need it."""


class Library(Protocol):
    """A storage context, as far as postprocessors need it."""

    @property
    def docstore(self) -> Documents:
        """The document store."""


@dataclass(frozen=True, slots=True)
class _Means:
    """The means of postprocessors; those that are None are unavailable."""

    storage: Library | None = None
    llm: LLM | None = None
    embed_model: BaseEmbedding | None = None
    rerank: RerankSettings = field(default_factory=RerankSettings)
    access_times: MutableMapping[str, float] | None = None
    choice_select_prompt: BasePromptTemplate | None = None


@dataclass(frozen=True, slots=True)
class _Parameter:
    """One parameter: the class's name for it, the function that reads its value, and its short name."""

    name: str
    read: Callable[[str], object]
    short: str = ""

    @property
    def shown(self) -> str:
        """The name in messages."""
        return self.short or self.name


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of postprocessor: how it is made, its parameters, the one it needs."""

    make: Callable[..., BaseNodePostprocessor]
    parameters: tuple[_Parameter, ...] = ()
    required: str = ""

    def parameter(self, name: str) -> _Parameter | None:
        """Return the parameter of a name."""
        return next((known for known in self.parameters if name and name in (known.name, known.short)), None)


def make_postprocessors(
    text: str,
    *,
    storage: Library | None = None,
    llm: LLM | None = None,
    embed_model: BaseEmbedding | None = None,
    rerank: RerankSettings | None = None,
    access_times: MutableMapping[str, float] | None = None,
    choice_select_prompt: BasePromptTemplate | None = None,
) -> list[BaseNodePostprocessor]:
    """Return the postprocessors that a text asks for, in its order; empty lines and ``# notes`` are passed over.

    ``access_times`` should live longer than a question: ``time_weighted`` keeps in it when passages were last used.

    Raises:
        UserError: a name, parameter or value is wrong, or what a postprocessor works with is missing.

    """
    means = _Means(storage, llm, embed_model, rerank or RerankSettings(), access_times, choice_select_prompt)
    lines = [line.strip() for line in text.splitlines()]
    return [_made(line, means) for line in lines if line and not line.startswith("#")]


def check_postprocessors(text: str) -> None:
    """Raise an error for a text with an invalid line, whatever the means.

    Raises:
        UserError: a name, parameter or value is wrong.

    """
    for line in text.splitlines():
        if line.strip() and not line.strip().startswith("#"):
            _parsed(line)


def _made(line: str, means: _Means) -> BaseNodePostprocessor:
    """Return the postprocessor for one line."""
    kind, arguments = _parsed(line)
    return kind.make(means, **arguments)


def _parsed(line: str) -> tuple[_Kind, dict[str, object]]:
    name, *words = _words(line)
    kind = _KINDS.get(name.replace("-", "_").lower())
    if kind is None:
        raise UserError(
            UserText("“{name}” isn't a known postprocessor.", name=name),
            UserText("Known: {names}.", names=", ".join(_KINDS)),
        )
    arguments: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        parameter = kind.parameter(key.replace("-", "_").lower()) if key and equals else None
        if parameter is None:
            raise UserError(UserText("“{name}” has no setting “{word}”.", name=name, word=word), _settings_of(kind))
        try:
            arguments[parameter.name] = parameter.read(value)
        except ValueError as error:
            raise UserError(
                UserText("“{value}” cannot be the {key} of “{name}”.", value=value, key=key, name=name),
                UserText("It must be {kind}.", kind=error),
            ) from None
    needed = kind.parameter(kind.required)
    if needed and needed.name not in arguments:
        raise UserError(
            UserText("“{name}” needs the setting “{setting}”.", name=name, setting=needed.shown),
            UserText("Write {name} {setting}=….", name=name, setting=needed.shown),
        )
    return kind, arguments


def _words(line: str) -> list[str]:
    """Split a line at blanks outside of double quotes."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.quotes, lexer.escape = True, "", '"', ""
    try:
        return list(lexer)
    except ValueError:
        raise UserError(
            UserText("A quotation mark is missing in “{line}”.", line=line.strip()), "Quotation marks come in pairs."
        ) from None


def _settings_of(kind: _Kind) -> str:
    """Return a text with the settings of a step."""
    if not kind.parameters:
        return "It has no settings."
    return UserText(
        "Write its settings as name=value: {names}.", names=", ".join(known.shown for known in kind.parameters)
    )


def _plain(kind: Callable[..., BaseNodePostprocessor], means: _Means, **arguments: object) -> BaseNodePostprocessor:  # noqa: ARG001 - others need them
    """Make a postprocessor that needs nothing."""
    return kind(**arguments)


def _time_weighted(means: _Means, **arguments: Any) -> BaseNodePostprocessor:  # noqa: ANN401 - read by their types
    """Make the postprocessor, with the times of earlier questions."""
    return TimeWeightedPostprocessor(**arguments, access_times=means.access_times)


def _embedding_recency(means: _Means, **arguments: Any) -> BaseNodePostprocessor:  # noqa: ANN401 - read by their types
    if means.embed_model is None:
        raise UserError("“embedding_recency” needs search by meaning.", "Remove it, or add the model files again.")
    return EmbeddingRecencyPostprocessor(means.embed_model, **arguments)


def _prev_next(means: _Means, **arguments: Any) -> BaseNodePostprocessor:  # noqa: ANN401 - read by their types
    return PrevNextNodePostprocessor(_storage(means, "prev_next").docstore, **arguments)


def _join_neighbours(means: _Means) -> BaseNodePostprocessor:
    return JoinNeighboursPostprocessor(means.storage.docstore if means.storage else None)


def _near_duplicates(means: _Means, top_n: int = _ALL) -> BaseNodePostprocessor:  # noqa: ARG001 - others need them
    return NearDuplicatesPostprocessor(top_n)


def _llm_rerank(means: _Means, **arguments: Any) -> BaseNodePostprocessor:  # noqa: ANN401 - read by their types
    if means.llm is None:
        raise model_missing("“llm_rerank”")
    return LLMRerank(means.llm, means.choice_select_prompt, **arguments)


def _rerank(means: _Means, **arguments: Any) -> BaseNodePostprocessor:  # noqa: ANN401 - read by their types
    if not means.rerank.base_url:
        raise UserError(
            "“rerank” needs the address of a reranker.", "Enter it in the settings, or remove “rerank” there."
        )
    chosen = means.rerank
    return EndpointRerank(chosen.model, chosen.base_url, chosen.api_key, **arguments, fallback=chosen.fallback)


def _metadata_replacement(means: _Means, target_metadata_key: str) -> BaseNodePostprocessor:
    docstore = means.storage.docstore if means.storage else None
    return MetadataReplacementPostProcessor(target_metadata_key, docstore)


def _storage(means: _Means, name: str) -> Library:
    if means.storage is None:
        raise UserError(
            UserText("“{name}” needs a library.", name=name), UserText("Choose one, or remove “{name}”.", name=name)
        )
    return means.storage


def whole(value: str, *, at_least: int = 1) -> int:
    """Read a whole number."""
    if not value.isdecimal() or not at_least <= int(value) <= _MOST:
        raise ValueError(f"a whole number from {at_least} to {_MOST}")
    return int(value)


_TOP_K = _Parameter("top_k", whole)
_TOP_N = _Parameter("top_n", whole)


def text(value: str) -> str:
    """Read a text."""
    if not value.strip():
        raise ValueError("some text")
    return value.strip()


_DATE_KEY = _Parameter("date_key", text)


def number(value: str, *, low: float = -1e9, high: float = 1e9, said: str = "a number") -> float:
    """Read a number."""
    try:
        found = float(value)
    except ValueError:
        raise ValueError(said) from None
    if not low <= found <= high:
        raise ValueError(said)
    return found


_CUTOFF = _Parameter("similarity_cutoff", number, "cutoff")


def truth(value: str) -> bool:
    """Read yes or no."""
    if value.lower() not in _TRUE | _FALSE:
        raise ValueError("yes or no")
    return value.lower() in _TRUE


def texts(value: str) -> tuple[str, ...]:
    """Read texts separated by commas."""
    items = tuple(item.strip() for item in value.split(",") if item.strip())
    if not items:
        raise ValueError("one or more words, with commas between them")
    return items


def direction(value: str) -> str:
    """Read one of the modes of prev_next."""
    if value not in MODES:
        raise ValueError(" or ".join(MODES))
    return value


share = partial(number, low=0.0, high=1.0, said="a number from 0 to 1")
_KINDS: Mapping[str, _Kind] = {
    "similarity": _Kind(partial(_plain, SimilarityPostprocessor), (_CUTOFF,)),
    "keyword": _Kind(
        partial(_plain, KeywordNodePostprocessor),
        (
            _Parameter("required_keywords", texts, "required"),
            _Parameter("exclude_keywords", texts, "exclude"),
        ),
    ),
    "time_weighted": _Kind(
        _time_weighted,
        (
            _Parameter("time_decay", share, "decay"),
            _TOP_K,
            _Parameter("time_access_refresh", truth, "refresh"),
            _Parameter("last_accessed_key", text),
        ),
    ),
    "fixed_recency": _Kind(partial(_plain, FixedRecencyPostprocessor), (_TOP_K, _DATE_KEY)),
    "embedding_recency": _Kind(_embedding_recency, (_CUTOFF, _DATE_KEY)),
    "metadata_replacement": _Kind(
        _metadata_replacement,
        (_Parameter("target_metadata_key", text, "key"),),
        required="target_metadata_key",
    ),
    "prev_next": _Kind(
        _prev_next,
        (_Parameter("num_nodes", whole, "passages"), _Parameter("mode", direction)),
    ),
    "long_context_reorder": _Kind(partial(_plain, LongContextReorder)),
    "llm_rerank": _Kind(
        _llm_rerank,
        (_TOP_N, _Parameter("choice_batch_size", whole)),
    ),
    "rerank": _Kind(
        _rerank,
        (_TOP_N, _Parameter("batch_size", whole)),
    ),
    "near_duplicates": _Kind(_near_duplicates, (_TOP_N,)),
    "join_neighbours": _Kind(_join_neighbours),
}
