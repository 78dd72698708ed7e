"""Sends requests that fit a model's window, and smaller ones where the server finds them too long."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from desktop_rag.core.instrumentation import CBEvent
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.payloads import LLMPayload, SentMessage
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.failures import PromptTooLongError
from desktop_rag.llms.types import ANSWER_SHARE, ChatDelta, ChatOptions, LLMMetadata, request_room, text_with_names
from desktop_rag.llms.window.fitting import FittedRequest, NoRoomError, RequestCounter, fit_request
from desktop_rag.text.tokenizer import Tokenizer

Send = Callable[[Sequence[ChatMessage]], Iterator[ChatDelta]]

_TOO_LONG_SHARE = 0.6  # of the room for a second try where the server tells no numbers


class CountingModel(Protocol):
    """A model that has a window and counts tokens."""

    @property
    def metadata(self) -> LLMMetadata:
        """The context window, and the part reserved for the answer."""

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of texts."""

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int:
        """Return the number of tokens of a request in the window."""


class CountLearner(Protocol):
    """Learns from a server's counts."""

    def has_read_all(self, request: FittedRequest, options: ChatOptions, usage: Usage) -> bool:
        """Return True if the server can have read the whole request; a plausible count is learnt."""

    def learn_refusal(self, request: FittedRequest, options: ChatOptions, error: PromptTooLongError) -> None:
        """Learn from a server that found a request too long."""


class FittedSending:
    """One conversation with a model, fitted into its window.

    Raises:
        NoRoomError: not even the shortest request fits.

    """

    def __init__(
        self,
        model: CountingModel,
        messages: Sequence[ChatMessage],
        options: ChatOptions,
        learner: CountLearner | None = None,
    ) -> None:
        self._model = model
        self._messages = messages
        self._options = options
        self._learner = learner
        self._request = self._fitted(request_room(model.metadata))

    def record(self) -> LLMPayload:
        """Return the record of the request before it is answered."""
        request = self._request
        shown = tuple(SentMessage(message.role.value, text_with_names(message)) for message in request.messages)
        return LLMPayload(
            shown, self._model.metadata.model_name, sent_tokens=request.tokens, left_out=request.left_out or None
        )

    def answer(self, send: Send, stage: CBEvent) -> Iterator[ChatDelta]:
        """Send the request, and a smaller one once if the server finds it too long; recorded in ``stage``."""
        try:
            yield from self._heard(send, stage)
        except PromptTooLongError as error:
            self._request = self._refitted(error)
            stage.payload |= self.record().to_payload()
            yield from self._heard(send, stage)

    def _heard(self, send: Send, stage: CBEvent) -> Iterator[ChatDelta]:
        """Yield the answer; note in the event when the server has read less than was sent."""
        for delta in send(self._request.messages):
            if (
                self._learner is not None
                and delta.usage is not None
                and not self._learner.has_read_all(self._request, self._options, delta.usage)
            ):
                stage.payload |= LLMPayload(unread=True).to_payload()
            yield delta

    def _fitted(self, room: int, scale: float = 1.0) -> FittedRequest:
        """Return a request of at most ``room`` tokens; ``scale`` is how far our counts are from the server's."""
        counter = RequestCounter(
            lambda changed: int(self._model.count_tokens(changed, self._options) * scale),
            lambda text: int(self._model.tokenizer.count(text) * scale),
        )
        return fit_request(self._messages, room, counter, self._options.question)

    def _refitted(self, error: PromptTooLongError) -> FittedRequest:
        """Return a smaller request, by the numbers of the server that refused the one before.

        Raises:
            PromptTooLongError: there is none.

        """
        request = self._request
        if self._learner is not None:
            self._learner.learn_refusal(request, self._options, error)
        room = min(request_room(self._model.metadata), int((error.window or request.tokens) * (1 - ANSWER_SHARE)))
        scale = 1.0
        if error.prompt_tokens is None:
            room = int(min(room, request.tokens) * _TOO_LONG_SHARE)
        else:
            ours = self._model.count_tokens(request.messages, self._options)
            scale = max(scale, error.prompt_tokens / max(ours, 1))
        try:
            return self._fitted(room, scale)
        except NoRoomError:
            raise error from None
