"""A language model whose tokens are counted as its server counts them, or learnt from what it reports."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.base import (
    LLM,
    NO_OPTIONS,
    ChatOptions,
    LLMMetadata,
    default_num_output,
    request_room,
    request_texts,
)
from desktop_rag.llms.failures import PromptTooLongError
from desktop_rag.llms.window.factor_store import FactorStore
from desktop_rag.llms.window.fitting import FittedRequest
from desktop_rag.llms.window.model_tokenizer import ModelTokenizer
from desktop_rag.text.tokenizer import Tokenizer

_EXACT_SHARE = 0.9  # of an exact count, below which the server cannot have read all; templates differ by less
_EXACT_SLACK = 16  # tokens
_SMALL_SHARE = 0.25  # of the room: an estimate that is a third too high costs little there
_SMALLEST_LEARNT_WINDOW = 128


class CountedLLM(LLM):
    """Counts by ``_ask_text_tokens`` and ``_ask_request_tokens`` where the server answers those, else by factors."""

    def __init__(self, model: str, address: str) -> None:
        self.model = model
        self.address = address
        self._metadata: LLMMetadata | None = None
        self._exact: tuple[Sequence[ChatMessage], int] | None = None
        self.learn_into(FactorStore())

    def learn_into(self, store: FactorStore) -> None:
        """Take what is known of this model's tokens from a store, and keep there what is learnt."""
        factors = store.of(self.address, self.model)
        self._counter = ModelTokenizer(self.model, factors, self._ask_text_tokens, store.save)

    @property
    def tokenizer(self) -> Tokenizer:
        """What counts the tokens of texts, rather too many than too few."""
        return self._counter

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return how many tokens of the window a request takes, rather too many than too few.

        The server is asked only where the request may not fit, or takes much of the window and nothing was learnt yet.
        """
        estimate = self._counter.estimate(request_texts(messages, options), len(messages))
        if estimate.high <= request_room(self.metadata) * (1 if estimate.is_learnt else _SMALL_SHARE):
            return int(estimate.high)
        exact = self._ask_request_tokens(messages, options)
        if exact is None:
            return int(estimate.high)
        self._counter.learn(request_texts(messages, options), len(messages), exact)
        self._exact = (list(messages), exact)
        return exact

    @abstractmethod
    def _ask_text_tokens(self, text: str) -> int | None:
        """Return how many tokens the server makes of a text; None when it does not tell."""

    @abstractmethod
    def _ask_request_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Return how many tokens the server makes of a request; None when it does not tell."""

    def _has_read_all(self, request: FittedRequest, options: ChatOptions, usage: Usage) -> bool:
        """Whether the server can have read the whole request; a count that can be right is learnt."""
        read = usage.prompt_tokens
        if not read:
            return True
        if usage.cached_tokens and usage.cached_tokens > read:  # some report only what was new
            read += usage.cached_tokens
        texts = request_texts(request.messages, options)
        exact = self._exact[1] if self._exact is not None and self._exact[0] == request.messages else None
        if exact is not None and read < exact * _EXACT_SHARE - _EXACT_SLACK:
            return False
        expected = self._counter.estimate(texts, len(request.messages)).mean
        return self._counter.learn(texts, len(request.messages), read) or read > expected

    def _learn_refusal(self, request: FittedRequest, options: ChatOptions, error: PromptTooLongError) -> None:
        """Learn how long the request was, and the window, from the server that refused it."""
        if error.prompt_tokens:
            self._counter.learn(request_texts(request.messages, options), len(request.messages), error.prompt_tokens)
        known = self.metadata
        if error.window and _SMALLEST_LEARNT_WINDOW <= error.window < known.context_window:
            output = min(known.num_output, default_num_output(None, error.window))
            self._metadata = replace(known, context_window=error.window, num_output=output)
