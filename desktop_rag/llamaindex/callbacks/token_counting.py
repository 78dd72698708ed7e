"""Counts the tokens of what a program, or one job, asks of models."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

from desktop_rag.callbacks.base import BaseCallbackHandler, EventPayload, Payload
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType
from desktop_rag.core.payloads import LLMPayload
from desktop_rag.core.user_text import UserText
from desktop_rag.text.tokenizer import get_tokenizer

_PER_MESSAGE = 4  # what a message costs beside its text
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TokenCountingEvent:
    """One request, and what it cost; of embeddings, ``completion`` is empty."""

    prompt: str
    completion: str
    completion_token_count: int
    prompt_token_count: int
    event_id: str = ""

    @property
    def total_token_count(self) -> int:
        """What the request cost."""
        return self.prompt_token_count + self.completion_token_count


class TokenBudgetError(UserError, ValueError):
    """The models used more tokens than a program allowed; programs may expect ValueError."""


class TokenCountingHandler(BaseCallbackHandler):
    """Adds up what models read and write and what is embedded, over all that it hears of.

    What the server counted holds; the rest is counted by ``tokenizer`` (cl100k_base). Vectors that are known already
    cost nothing. ``verbose`` writes each request to the log (``logger``). With ``token_budget``, the request that uses
    it up raises ``TokenBudgetError``, and so does each stage after it.
    """

    def __init__(
        self,
        tokenizer: Callable[[str], Sized] | None = None,
        event_starts_to_ignore: Sequence[CBEventType] | None = None,
        event_ends_to_ignore: Sequence[CBEventType] | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's parameter
        logger: logging.Logger | None = None,
        token_budget: int | None = None,
    ) -> None:
        super().__init__(event_starts_to_ignore, event_ends_to_ignore)
        self.tokenizer = tokenizer
        self.token_budget = token_budget
        self.llm_token_counts: list[TokenCountingEvent] = []
        self.embedding_token_counts: list[TokenCountingEvent] = []
        self._lock = threading.Lock()
        self._log = (logger or _LOG) if verbose else None

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

    def on_event_start(
        self,
        event_type: CBEventType,  # noqa: ARG002 - any stage may be the one too many
        payload: Payload | None = None,  # noqa: ARG002
        event_id: str = "",
        parent_id: str = "",  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> str:
        """Stop the job when the budget is used up.

        Raises:
            TokenBudgetError: the budget is used up.

        """
        self._check_budget()
        return event_id

    def on_event_end(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str = "",
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> None:
        """Count the stage when it was a model's.

        Raises:
            TokenBudgetError: it used up the budget.

        """
        if payload is None or event_type in self.event_ends_to_ignore:
            return
        if event_type is CBEventType.LLM:
            counted, counts = self._count_llm(payload, event_id), self.llm_token_counts
        elif event_type is CBEventType.EMBEDDING and payload.get(EventPayload.CHUNKS):
            chunks = [str(chunk) for chunk in payload[EventPayload.CHUNKS]]
            counted = TokenCountingEvent("\n".join(chunks), "", 0, sum(map(self._count, chunks)), event_id)
            counts = self.embedding_token_counts
        else:
            return
        with self._lock:
            counts.append(counted)
        if self._log is not None:
            prompt, completion = counted.prompt_token_count, counted.completion_token_count
            self._log.info("%s: %d tokens read, %d written", event_type.value, prompt, completion)
        if event_type is CBEventType.LLM:
            self._check_budget()

    def _check_budget(self) -> None:
        if self.token_budget is not None and self.total_llm_token_count > self.token_budget:
            raise TokenBudgetError(
                UserText(
                    "Token budget exceeded: {used} tokens were used, {budget} are allowed.",
                    used=f"{self.total_llm_token_count:,}",
                    budget=f"{self.token_budget:,}",
                ),
                UserText("Raise the limit, or ask a narrower question."),
            )

    def start_trace(self, trace_id: str | None = None) -> None:
        """Do nothing: what is counted goes on over all traces."""

    def end_trace(self, trace_id: str | None = None, trace_map: Mapping[str, list[str]] | None = None) -> None:
        """Do nothing."""

    def _count_llm(self, payload: Payload, event_id: str) -> TokenCountingEvent:
        """Return what a request cost: one of this program, or one that a program tells of itself."""
        told = LLMPayload.of(payload)
        texts = [message.content for message in told.messages or ()]
        given = payload.get(EventPayload.PROMPT)
        prompt = "\n".join(texts) if given is None else str(given)
        completion = told.response or str(payload.get(EventPayload.COMPLETION) or "")
        read, written = told.prompt_tokens, told.completion_tokens
        if read is None:
            read = sum(self._count(text) + _PER_MESSAGE for text in texts) if given is None else self._count(prompt)
        if written is None:
            written = self._count(completion)
        return TokenCountingEvent(prompt, completion, written, read, event_id)

    def _count(self, text: str) -> int:
        return len(self.tokenizer(text)) if self.tokenizer is not None else get_tokenizer().count(text)
