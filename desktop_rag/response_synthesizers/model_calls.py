"""The calls of a model that one answer takes, and the record of them."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from desktop_rag.core.errors import UserError
from desktop_rag.core.parallel import has_own
from desktop_rag.core.payloads import SynthesizePayload, TokenCounts
from desktop_rag.core.response import ResponseOutcome
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.base import LLM, ChatDelta, chosen_llm, formatted
from desktop_rag.llms.repetition import without_loops
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.document_words import as_data, whole_frames
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper, empty_messages

OutputClass = type | Mapping[str, object]
_WORDS_AROUND_SCHEMA = 64  # tokens
_OF_PASSAGES = ("context_str", "context_msg")


@dataclass(slots=True)
class _Call:
    """One call: the estimated tokens of its prompt, and the server's usage."""

    prompt_tokens: int
    usage: Usage = field(default_factory=Usage)


class ModelCalls:
    """One answer being made. Calls may run on several threads; ``streaming`` guards against endless repetition.

    Where passages are ``framed``, each call sends whole frames, also of a passage that had to be cut. ``given`` are
    values for other variables of the templates.
    """

    def __init__(
        self,
        llm: LLM | None,
        helper: PromptHelper | None,
        output_cls: OutputClass | None,
        *,
        streaming: bool,
        framed: bool = False,
        given: Mapping[str, str] | None = None,
    ) -> None:
        self.given = given or {}
        self._llm = llm
        self._helper = helper
        self.output_cls = output_cls
        self.streaming = streaming
        self._framed = framed
        self.outcome = ResponseOutcome()
        self._calls: list[_Call] = []

    @property
    def is_framed(self) -> bool:
        """True if the texts are numbered passages of a library, the most relevant first."""
        return self._framed

    @property
    def llm(self) -> LLM:
        """The model.

        Raises:
            UserError: there is none.

        """
        return chosen_llm(self._llm, "This way of answering")

    @cached_property
    def helper(self) -> PromptHelper:
        """The helper that fits texts into the model's window."""
        return self._helper or PromptHelper.from_settings(self.llm)

    @property
    def keeps_whole(self) -> bool:
        """True if texts stay whole wherever they fit; a custom helper repacks them."""
        return bool(getattr(self.helper, "whole_chunks", False))

    @cached_property
    def _counter(self) -> PromptHelper:
        """The helper that counts the tokens for reports."""
        return self.helper if self.keeps_whole else PromptHelper.from_settings(self.llm)

    def packed(self, prompt: BasePromptTemplate, chunks: Sequence[str], extra: int = 0) -> list[str]:
        """Return texts that each fill the prompt."""
        if self.keeps_whole:
            return self.helper.pack(prompt, chunks, extra=extra)
        if not hasattr(self.helper, "whole_chunks"):  # of another class: it knows LlamaIndex's parameters
            return self.helper.repack(prompt, chunks)
        return self.helper.repack(prompt, chunks, extra=extra)

    def take(self, prompt: BasePromptTemplate, waiting: deque[str], at_most: int | None, extra: int = 0) -> str:
        """Take the next texts off a queue, as many as fit the prompt.

        Of plain texts a splitter that a program put in the place of ours has the last word, as in LlamaIndex: it may
        cut what would fit.
        """
        text = self.helper.take(prompt, waiting, at_most, extra=extra)
        if self._framed or not self.keeps_whole or not TokenTextSplitter.is_replaced():
            return text
        parts = self.helper.get_text_splitter_given_prompt(prompt, extra=extra).split_text(text)
        first, *rest = [part for part in parts if part.strip()] or [text]
        waiting.extendleft(reversed(rest))
        return first

    def schema_tokens(self, output_cls: OutputClass | None) -> int:
        """Return the number of prompt tokens that describe the wanted form."""
        if output_cls is None:
            return 0
        from desktop_rag.llms.structured import output_shape

        return self._counter.count(str(output_shape(output_cls).schema)) + _WORDS_AROUND_SCHEMA

    def asking(self, prompt: BasePromptTemplate, query_str: str, extra: int = 0) -> BasePromptTemplate:
        """Return a prompt with the question in it; that a long one was shortened is noted.

        Raises:
            NoRoomError: there is no room even without the question.

        """
        prompt = prompt.partial_format(**self.given)
        if not self.keeps_whole:
            return prompt.partial_format(query_str=query_str)
        asked = self.helper.with_query(prompt, query_str, extra)
        if empty_messages(asked) != empty_messages(prompt.partial_format(query_str=query_str)):
            self.outcome.left_out = replace(self.outcome.left_out, question=True)
        return asked

    def leave_out(self, waiting: deque[str]) -> None:
        """Empty a queue of texts; that they were never sent is noted."""
        known = self.outcome.left_out
        self.outcome.left_out = replace(known, passages=known.passages + len(waiting))
        waiting.clear()

    def say(self, prompt: BasePromptTemplate, **values: str) -> Iterator[str]:
        """Yield the model's answer as it is written; at once where nobody watches and the model has its own way."""
        values = self._sent(values)
        call = self._begin(prompt, values)
        if has_own(self.llm, "stream" if self.streaming else "predict", LLM):
            yield from self.llm.stream(prompt, **values) if self.streaming else [self.llm.predict(prompt, **values)]
            return
        texts = _texts(self.llm.stream_chat(formatted(prompt, values, self.llm)), call)
        yield from without_loops(texts) if self.streaming else texts

    def whole(self, prompt: BasePromptTemplate, **values: str) -> str:
        """Return the model's whole answer, of which nobody sees the making."""
        values = self._sent(values)
        call = self._begin(prompt, values)
        if has_own(self.llm, "predict", LLM):
            return self.llm.predict(prompt, **values)
        response = self.llm.chat(formatted(prompt, values, self.llm))
        call.usage = response.usage
        return response.message.content

    def build(self, prompt: BasePromptTemplate, output_cls: OutputClass, **values: str) -> Any:  # noqa: ANN401 - an object of the wanted class
        """Return the model's answer as an object.

        Raises:
            UserError: the model could not be asked or did not manage; see ``is_unreadable``.

        """
        sent: dict[str, Any] = {**self._sent(values)}
        self._begin(prompt, sent)
        return self.llm.structured_predict(output_cls, prompt, **sent)

    def quoted(self, text: str) -> str:
        """Return a model's text about passages for another call, quoted as data: it may hold a document's words."""
        return as_data(text) if self._framed else text

    def count_call(self, prompt: BasePromptTemplate, **values: str) -> None:
        """Note a call that somebody else makes."""
        self._begin(prompt, values)

    def payload(self, response: str = "") -> dict[str, object]:
        """Return the payload of the event: calls, tokens and the response."""
        sizes = tuple(call.prompt_tokens for call in self._calls)
        tokens = TokenCounts(sizes)
        if sizes:
            window, answer = self._counter.context_window, self._counter.num_output
            tokens = TokenCounts(sizes, window, answer, window - answer - max(sizes))
        return SynthesizePayload(
            calls=len(sizes), tokens=tokens, query_satisfied=self.outcome.query_satisfied, response=response
        ).to_payload()

    def count(self) -> None:
        """Record in the outcome the number of calls, and their usage."""
        self.outcome.calls, self.outcome.usage = len(self._calls), _total(self._calls)

    def _sent(self, values: dict[str, str]) -> dict[str, str]:
        """Return the values with whole frames."""
        if not self._framed:
            return values
        return {name: whole_frames(text) if name in _OF_PASSAGES else text for name, text in values.items()}

    def _begin(self, prompt: BasePromptTemplate, values: Mapping[str, str]) -> _Call:
        """Note a call that begins; texts that were packed are not counted again."""
        texts = set(values.values())
        call = _Call(self._counter.prompt_tokens(prompt) + sum(self._counter.count(text) for text in texts))
        self._calls.append(call)
        return call


def is_unreadable(error: UserError) -> bool:
    """Return True if a model answered, but not in the wanted form."""
    return isinstance(error.__cause__, ValueError)


def _texts(deltas: Iterator[ChatDelta], call: _Call) -> Iterator[str]:
    """Yield the words; record the server's counts."""
    for delta in deltas:
        call.usage = delta.usage or call.usage
        if delta.text:
            yield delta.text


def _total(calls: list[_Call]) -> Usage:
    """Return the tokens of all calls; None where no server counted."""
    prompts = [call.usage.prompt_tokens for call in calls if call.usage.prompt_tokens is not None]
    answers = [call.usage.completion_tokens for call in calls if call.usage.completion_tokens is not None]
    return Usage(sum(prompts) if prompts else None, sum(answers) if answers else None)
