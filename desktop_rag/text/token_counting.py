"""Counts the tokens of a job: a handler for ``instrumentation.running``."""

import threading
from collections.abc import Callable, Sized
from dataclasses import dataclass

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEvent, CBEventType
from desktop_rag.core.payloads import LLMPayload
from desktop_rag.text.tokenizer import get_tokenizer

_PER_MESSAGE = 4  # what a message costs beside its text


@dataclass(frozen=True, slots=True)
class TokenCountingEvent:
    """One request; ``completion_token_count`` is 0 for embeddings."""

    event_id: int
    prompt_token_count: int
    completion_token_count: int = 0

    @property
    def total_token_count(self) -> int:
        """What the request cost."""
        return self.prompt_token_count + self.completion_token_count


class TokenCountingHandler:
    """Adds up what models read and write and what is embedded, over all jobs it listens to.

    What the server counted holds; the rest is counted by ``tokenizer`` (cl100k_base). Vectors that are known already
    cost nothing. With ``token_budget``, the first stage after the models used it up raises ``UserError``.
    """

    def __init__(self, tokenizer: Callable[[str], Sized] | None = None, token_budget: int | None = None) -> None:
        self._tokenizer = tokenizer
        self._lock = threading.Lock()
        self.token_budget = token_budget
        self.llm_token_counts: list[TokenCountingEvent] = []
        self.embedding_token_counts: list[TokenCountingEvent] = []

    @property
    def prompt_llm_token_count(self) -> int:
        """What the models read."""
        return sum(event.prompt_token_count for event in self.llm_token_counts)

    @property
    def completion_llm_token_count(self) -> int:
        """What the models wrote."""
        return sum(event.completion_token_count for event in self.llm_token_counts)

    @property
    def total_llm_token_count(self) -> int:
        """What the models read and wrote."""
        return self.prompt_llm_token_count + self.completion_llm_token_count

    @property
    def total_embedding_token_count(self) -> int:
        """What was embedded."""
        return sum(event.prompt_token_count for event in self.embedding_token_counts)

    def reset_counts(self) -> None:
        """Begin at nothing again."""
        with self._lock:
            self.llm_token_counts = []
            self.embedding_token_counts = []

    def on_event_start(self, event: CBEvent) -> None:  # noqa: ARG002 - any stage may be the one too many
        """Stop the job when the budget is used up.

        Raises:
            UserError: the budget is used up.

        """
        if self.token_budget is not None and self.total_llm_token_count > self.token_budget:
            raise UserError(
                f"The limit of {self.token_budget:,} tokens has been reached ({self.total_llm_token_count:,}).",
                "Raise the limit, or ask a narrower question.",
            )

    def on_event_end(self, event: CBEvent) -> None:
        """Count the stage when it was a model's."""
        if event.event_type is CBEventType.LLM:
            counted, counts = self._count_llm(event), self.llm_token_counts
        elif event.event_type is CBEventType.EMBEDDING and event.texts:
            counted = TokenCountingEvent(event.id, sum(self._count(text) for text in event.texts))
            counts = self.embedding_token_counts
        else:
            return
        with self._lock:
            counts.append(counted)

    def _count_llm(self, event: CBEvent) -> TokenCountingEvent:
        """Return what a request cost."""
        told = LLMPayload.of(event.payload)
        prompt, completion = told.prompt_tokens, told.completion_tokens
        if prompt is None:
            prompt = sum(self._count(message.content) + _PER_MESSAGE for message in told.messages or ())
        if completion is None:
            completion = self._count(told.response or "")
        return TokenCountingEvent(event.id, prompt, completion)

    def _count(self, text: str) -> int:
        return len(self._tokenizer(text)) if self._tokenizer is not None else get_tokenizer().count(text)
