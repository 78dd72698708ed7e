"""Fits a request into a model's window: what matters least is left out first, and it is told what that was.

Where the server finds what was sent too long, a smaller request follows.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEvent
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LeftOut, LLMPayload, SentMessage
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import PromptTooLongError
from desktop_rag.llms.types import ANSWER_SHARE, ChatDelta, ChatOptions, LLMMetadata, request_room, text_with_names
from desktop_rag.prompts.document_words import CLOSING, OPENING, closed_passages
from desktop_rag.text.shortening import GAP, CountTokens, beginning, both_ends
from desktop_rag.text.tokenizer import Tokenizer

CountRequest = Callable[[Sequence[ChatMessage]], int]
CUT = " … (the rest is left out)"
_SHORTENED = 300  # characters kept of an old observation when room is needed
_LEAST = 24  # tokens kept of each message, however small the window
_LEAST_PASSAGE = 32  # tokens of a cut passage; a shorter one tells nothing
_AROUND = 2  # tokens that a message has at least beside its words
_SYSTEM = (MessageRole.SYSTEM, MessageRole.DEVELOPER)
_PASSAGE = re.compile(rf"(?:\[\d+\] )?{OPENING}\n.*?{CLOSING}\s*", re.DOTALL)
Send = Callable[[Sequence[ChatMessage]], Iterator[ChatDelta]]
_TOO_LONG_SHARE = 0.6  # of the room for a second try where the server tells no numbers


class NoRoomError(UserError, ValueError):
    """A prompt leaves no room for any text in the model's window. Programs may expect ValueError."""


def no_room(context_window: int) -> NoRoomError:
    """Return the error for a window that not even the shortest request fits."""
    return NoRoomError(
        UserText(
            "The model's window of {context_window} tokens leaves no room for your documents.",
            context_window=f"{context_window:,}",
        ),
        "Choose a model with a larger window, or shorten the question.",
    )


@dataclass(frozen=True, slots=True)
class FittedRequest:
    """Messages in the form sent, their number of tokens, and the parts left out."""

    messages: list[ChatMessage]
    tokens: int
    left_out: LeftOut


@dataclass(frozen=True, slots=True)
class RequestCounter:
    """Counts the tokens of a whole request, which may be a question to a server, and those of a text."""

    request: CountRequest
    text: CountTokens


def fit_request(
    messages: Sequence[ChatMessage], room: int, counter: RequestCounter, question: int = -1
) -> FittedRequest:
    """Return messages of at most ``room`` tokens; ``question`` is the place of the one to be answered.

    Left out are, in this order and no more than needed: the ends of earlier observations and the oldest steps after
    the question, the oldest turns before it, passages from the last one, the end of the first passage, the middle of
    the longest message.

    Raises:
        NoRoomError: even then they are longer.

    """
    tokens = counter.request(messages)
    if tokens <= room:
        return FittedRequest(list(messages), tokens, LeftOut())
    fitting = _Fitting(messages, counter.text, question % len(messages))
    fitting.needed = tokens - room
    for size in fitting.reductions():
        fitting.needed -= size
        if fitting.needed > 0:
            continue
        tokens = counter.request(fitting.messages)
        if tokens <= room:
            return FittedRequest(fitting.messages, tokens, fitting.left_out)
        fitting.needed = (tokens - room) * 5 // 4 + 2
    tokens = counter.request(fitting.messages)
    if tokens > room:
        raise no_room(room)
    return FittedRequest(fitting.messages, tokens, fitting.left_out)


class _Fitting:
    """A request that becomes smaller until ``needed`` tokens are freed."""

    def __init__(self, messages: Sequence[ChatMessage], count: CountTokens, question: int) -> None:
        self.messages = list(messages)
        self.left_out = LeftOut()
        self.needed = 0
        self._count = count
        self._question = question

    def reductions(self) -> Iterator[int]:
        """Make the request smaller, little by little; yield how many tokens each time."""
        yield from self._shorten_steps()
        yield from self._drop_steps()
        yield from self._drop_turns()
        yield from self._drop_passages()
        yield from self._cut_passage()
        yield from self._cut_longest()

    def _shorten_steps(self) -> Iterator[int]:
        for place in range(self._question + 1, len(self.messages) - 1):
            step = self.messages[place]
            if step.role is not MessageRole.ASSISTANT and len(step.content) > _SHORTENED:
                yield self._put(place, closed_passages(step.content[:_SHORTENED]) + CUT)

    def _drop_steps(self) -> Iterator[int]:
        """Leave out the oldest steps; each begins with a model's message."""
        while True:
            first = self._question + 1
            begins = [i for i in range(first + 1, len(self.messages)) if self._role(i) is MessageRole.ASSISTANT]
            if not begins:
                return
            yield self._drop(first, begins[0])

    def _drop_turns(self) -> Iterator[int]:
        """Leave out the oldest turns; each begins with a person's message."""
        first = next((i for i, one in enumerate(self.messages) if one.role not in _SYSTEM), 0)
        while first < self._question:
            begins = range(first + 1, self._question)
            end = next((i for i in begins if self._role(i) is MessageRole.USER), self._question)
            dropped = end - first
            size = self._drop(first, end)
            self._question -= dropped
            self.left_out = replace(self.left_out, messages=self.left_out.messages + dropped)
            yield size

    def _drop_passages(self) -> Iterator[int]:
        """Leave out passages from the last one on; the first one of all stays."""
        for place in reversed(range(len(self.messages))):
            while len(found := self._passages(place)) > 1 or (found and self._has_passages_before(place)):
                content = self.messages[place].content
                last = found[-1]
                shorter = content[: last.start()].rstrip("\n") + ("\n\n" + content[last.end() :]).rstrip("\n")
                self.left_out = replace(self.left_out, passages=self.left_out.passages + 1)
                yield self._put(place, shorter)

    def _cut_passage(self) -> Iterator[int]:
        """Cut the end of the one passage that is left."""
        place = next((i for i in range(len(self.messages)) if self._passages(i)), None)
        if place is None:
            return
        content, found = self.messages[place].content, self._passages(place)[0]
        text = found.group().rstrip().removesuffix(CLOSING)
        size = self._count(text)
        kept = beginning(text, max(size - self.needed - self._count(CUT), _LEAST_PASSAGE), self._count)
        if len(kept) < len(text):
            self.left_out = replace(self.left_out, ends=self.left_out.ends + 1)
            yield self._put(place, f"{content[: found.start()]}{kept}{CUT}\n{CLOSING}\n\n{content[found.end() :]}")

    def _cut_longest(self) -> Iterator[int]:
        """Cut the middle of the longest message, again and again."""
        while True:
            sizes = [self._count(message.content) for message in self.messages]
            place = max(range(len(sizes)), key=sizes.__getitem__)
            limit = max(sizes[place] - max(self.needed, 1) - self._count(GAP), _LEAST)
            shorter = both_ends(self.messages[place].content, limit, self._count)
            if sizes[place] <= _LEAST or len(shorter) >= len(self.messages[place].content):
                return
            if place == self._question:
                self.left_out = replace(self.left_out, question=True)
            else:
                self.left_out = replace(self.left_out, ends=self.left_out.ends + 1)
            yield self._put(place, shorter)

    def _passages(self, place: int) -> list[re.Match[str]]:
        return list(_PASSAGE.finditer(self.messages[place].content))

    def _has_passages_before(self, place: int) -> bool:
        return any(_PASSAGE.search(message.content) for message in self.messages[:place])

    def _role(self, place: int) -> MessageRole:
        return self.messages[place].role

    def _put(self, place: int, content: str) -> int:
        """Change a message's words; return how many tokens that frees."""
        before = self.messages[place]
        self.messages[place] = before.with_parts(content)
        return max(0, self._count(before.content) - self._count(content))

    def _drop(self, start: int, end: int) -> int:
        size = sum(self._count(message.content) + _AROUND for message in self.messages[start:end])
        del self.messages[start:end]
        return size


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
