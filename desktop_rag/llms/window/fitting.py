"""Fits a request into a model's window: what matters least is left out first, and it is told what that was."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LeftOut
from desktop_rag.core.user_text import UserText
from desktop_rag.prompts.document_words import CLOSING, OPENING, closed_passages
from desktop_rag.text.shortening import GAP, CountTokens, beginning, both_ends

CountRequest = Callable[[Sequence[ChatMessage]], int]

CUT = " … (the rest is left out)"
_SHORTENED = 300  # characters kept of an old observation when room is needed
_LEAST = 24  # tokens kept of each message, however small the window
_LEAST_PASSAGE = 32  # tokens of a cut passage; a shorter one tells nothing
_AROUND = 2  # tokens that a message has at least beside its words
_SYSTEM = (MessageRole.SYSTEM, MessageRole.DEVELOPER)
_PASSAGE = re.compile(rf"(?:\[\d+\] )?{OPENING}\n.*?{CLOSING}\s*", re.DOTALL)


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
