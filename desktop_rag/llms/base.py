"""What every language model offers, whatever serves it."""

import json
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import (
    CBEvent,
    CBEventType,
    ModelState,
    Progress,
    current_token,
    event,
    leaf_event,
    tell_progress,
)
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.parallel import asynchronous, asynchronous_stream
from desktop_rag.core.payloads import LLMPayload, SentMessage, WantedTool
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.failures import PromptTooLongError
from desktop_rag.llms.window.fitting import FittedRequest, NoRoomError, RequestCounter, fit_request
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.document_words import harmless
from desktop_rag.text.tokenizer import Tokenizer, get_tokenizer, without_surrogates

DEFAULT_NUM_OUTPUT = 1024
_PER_MESSAGE = 3  # tokens around each message, as OpenAI's and LlamaIndex count; providers know better
_ANSWER_SHARE = 0.25  # of the window, where nothing is said about the length of answers
_TOO_LONG_SHARE = 0.6  # of the room for a second try where the server tells no numbers


def model_missing(what: str) -> UserError:
    """Return the error for what cannot be done without a language model; ``what`` begins its sentence."""
    return UserError(
        f"{what} needs a language model.", "Choose one in the settings, or with --provider on the command line."
    )


def llm_missing(what: str) -> UserError:
    """Return the same error for a program that uses this package as a library."""
    return UserError(
        f"{what} needs a language model.", "Give it one, as in llm=Ollama('llama3.2'), or set Settings.llm."
    )


@dataclass(frozen=True, slots=True)
class LLMMetadata:
    """What a model can do: ``num_output`` tokens of ``context_window`` are meant for its answer."""

    context_window: int
    num_output: int
    model_name: str
    is_chat_model: bool = True
    is_function_calling_model: bool = False


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as models are told of it; ``parameters`` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """What one request asks for beyond words.

    ``tool_choice`` is "auto", "none", "required" or a tool's name. ``json_schema`` wants an answer of that shape from
    endpoints that can be held to one; the others are asked in words (see ``structured``). ``question`` is the place of
    the message to be answered: what follows it are the steps of an agent.
    """

    tools: tuple[ToolSchema, ...] = ()
    tool_choice: str = "auto"
    json_schema: Mapping[str, object] | None = None
    question: int = -1


NO_OPTIONS = ChatOptions()


@dataclass(frozen=True, slots=True)
class ChatDelta:
    """The next piece of an answer.

    ``text`` may be empty: while the model thinks before it answers (``thought`` is what that adds), and at the end.
    The last delta of a complete answer has ``finish_reason``, the ``tool_calls``, and ``usage`` if the server counted.
    """

    text: str
    usage: Usage | None = None
    finish_reason: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    thought: str = ""

    @property
    def delta(self) -> str:
        """The text, by LlamaIndex's name."""
        return self.text


@dataclass(frozen=True, slots=True)
class ChatResponse:
    """A whole answer of a model."""

    message: ChatMessage
    usage: Usage = field(default_factory=Usage)
    finish_reason: str = ""

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class CompletionResponse:
    """A model's text as far as it goes; of a stream, ``delta`` is what this piece adds."""

    text: str
    delta: str = ""
    usage: Usage = field(default_factory=Usage)
    finish_reason: str = ""

    def __str__(self) -> str:
        return self.text


class LLM(ABC):
    """A language model. Providers implement ``metadata``, ``_stream_chat`` and ``close``.

    Every call is an ``LLM`` event of the job it belongs to, and is cancelled with it (or by ``cancel``).
    """

    @property
    @abstractmethod
    def metadata(self) -> LLMMetadata:
        """What the model can do; the server is asked at most once."""

    @abstractmethod
    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        """Yield the answer as it is written.

        A request that fails is sent again only before the first delta.

        Raises:
            UserError: with the reason in plain words; what was yielded before remains valid.
            CancelledError: the token was set; the connection is closed at once.

        """

    @property
    def tokenizer(self) -> Tokenizer:
        """What counts the tokens of texts: cl100k_base unless the provider knows better."""
        return get_tokenizer()

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return how many tokens of the window a request takes, rather too many than too few."""
        texts = request_texts(messages, options)
        return sum(map(self.tokenizer.count, texts)) + _PER_MESSAGE * len(messages)

    @abstractmethod
    def close(self) -> None:
        """Let go of what the model holds; calling it again does nothing."""

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield the answer as it is written; raises as ``_stream_chat`` does.

        What does not fit the model's window beside the answer is left out (see ``fit_request``), and told in the event.

        Raises:
            NoRoomError: not even the shortest request fits.

        """
        messages = [harmless(message) for message in messages]
        request = self._fitted(messages, options, request_room(self.metadata))
        with leaf_event(CBEventType.LLM, **_told(request, self.metadata.model_name).to_payload()) as stage:
            yield from _noted(self._sent(messages, request, cancel or current_token(), options, stage), stage)

    def chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> ChatResponse:
        """Return the whole answer at once; raises as ``_stream_chat`` does."""
        return whole(self.stream_chat(messages, cancel, options))

    def complete(self, prompt: str) -> CompletionResponse:
        """Return the model's answer to a text; raises as ``_stream_chat`` does."""
        answer = self.chat([ChatMessage(MessageRole.USER, prompt)])
        return CompletionResponse(answer.message.content, "", answer.usage, answer.finish_reason)

    def stream_complete(self, prompt: str) -> Generator[CompletionResponse]:
        """Yield the answer to a text as it is written: each time all of it, and what came last as ``delta``."""
        text = ""
        for delta in self.stream_chat([ChatMessage(MessageRole.USER, prompt)]):
            text += delta.text
            yield CompletionResponse(text, delta.text, delta.usage or Usage(), delta.finish_reason)

    def predict(self, /, prompt: BasePromptTemplate, **prompt_args: str) -> str:
        """Fill in a template and return the answer."""
        return self.chat(formatted(prompt, prompt_args)).message.content

    def stream(self, /, prompt: BasePromptTemplate, **prompt_args: str) -> Iterator[str]:
        """Fill in a template and yield the answer's text as it is written."""
        for delta in self.stream_chat(formatted(prompt, prompt_args)):
            if delta.text:
                yield delta.text

    def _fitted(
        self, messages: Sequence[ChatMessage], options: ChatOptions, room: int, scale: float = 1.0
    ) -> FittedRequest:
        """Return a request of at most ``room`` tokens; ``scale`` is how far our counts are from the server's."""
        counter = RequestCounter(
            lambda changed: int(self.count_tokens(changed, options) * scale),
            lambda text: int(self.tokenizer.count(text) * scale),
        )
        return fit_request(messages, room, counter, options.question)

    def _refitted(
        self,
        messages: Sequence[ChatMessage],
        request: FittedRequest,
        options: ChatOptions,
        error: PromptTooLongError,
    ) -> FittedRequest:
        """Return a smaller request, by the numbers of the server that refused the one before.

        Raises:
            PromptTooLongError: there is none.

        """
        self._learn_refusal(request, options, error)
        room = min(request_room(self.metadata), int((error.window or request.tokens) * (1 - _ANSWER_SHARE)))
        scale = 1.0
        if error.prompt_tokens is None:
            room = int(min(room, request.tokens) * _TOO_LONG_SHARE)
        else:
            scale = max(scale, error.prompt_tokens / max(self.count_tokens(request.messages, options), 1))
        try:
            return self._fitted(messages, options, room, scale)
        except NoRoomError:
            raise error from None

    def _sent(
        self,
        messages: Sequence[ChatMessage],
        request: FittedRequest,
        cancel: CancelToken,
        options: ChatOptions,
        stage: CBEvent,
    ) -> Iterator[ChatDelta]:
        """Send a request, and once more where the server says that it is too long."""
        try:
            yield from self._heard(request, options, cancel, stage)
        except PromptTooLongError as error:
            request = self._refitted(messages, request, options, error)
            stage.payload |= _told(request, self.metadata.model_name).to_payload()
            yield from self._heard(request, options, cancel, stage)

    def _heard(
        self, request: FittedRequest, options: ChatOptions, cancel: CancelToken, stage: CBEvent
    ) -> Iterator[ChatDelta]:
        """Yield the answer; note in the event when the server has read less than was sent."""
        for delta in self._stream_chat(request.messages, cancel, options):
            if delta.usage is not None and not self._has_read_all(request, options, delta.usage):
                stage.payload |= LLMPayload(unread=True).to_payload()
            yield delta

    def _has_read_all(self, request: FittedRequest, options: ChatOptions, usage: Usage) -> bool:  # noqa: ARG002
        """Whether what the server counted can be the whole request; providers that count compare, and learn from it."""
        return True

    def _learn_refusal(self, request: FittedRequest, options: ChatOptions, error: PromptTooLongError) -> None:  # noqa: B027
        """Learn from a server that found a request too long; providers that keep its numbers do so here."""

    achat = asynchronous(chat)
    acomplete = asynchronous(complete)
    apredict = asynchronous(predict)
    astream = asynchronous_stream(stream)
    astream_chat = asynchronous_stream(stream_chat)
    astream_complete = asynchronous_stream(stream_complete)


def request_texts(messages: Sequence[ChatMessage], options: ChatOptions) -> list[str]:
    """Return every text of a request that a model reads: messages, calls of tools, and the tools."""
    texts = [message.content for message in messages]
    texts += [f"{call.name}{call.arguments}" for message in messages for call in message.tool_calls]
    tools = options.tools if options.tool_choice != "none" else ()
    texts += [json.dumps([tool.name, tool.description, tool.parameters], ensure_ascii=False) for tool in tools]
    return texts


def request_room(metadata: LLMMetadata) -> int:
    """Return how many tokens a request may have beside the answer."""
    return max(metadata.context_window - metadata.num_output, metadata.context_window // 2, 1)


def _told(request: FittedRequest, model_name: str) -> LLMPayload:
    """Return what is told of a request before it is answered."""
    shown = tuple(SentMessage(message.role.value, message.content) for message in request.messages)
    return LLMPayload(shown, model_name, sent_tokens=request.tokens, left_out=request.left_out or None)


def formatted(prompt: BasePromptTemplate, prompt_args: Mapping[str, str]) -> list[ChatMessage]:
    """Return the messages of a filled-in template; a ``TEMPLATING`` event."""
    with event(CBEventType.TEMPLATING, template_vars=sorted(prompt_args)):
        return prompt.format_messages(**prompt_args)


def _noted(deltas: Iterator[ChatDelta], stage: CBEvent) -> Iterator[ChatDelta]:
    """Pass deltas on; note what came in the event, and tell when the model thinks and when it writes."""
    texts: list[str] = []
    thoughts: list[str] = []
    told = LLMPayload()
    try:
        for delta in map(_clean, deltas):
            if delta.thought:
                thoughts.append(delta.thought)
                tell_progress(Progress(ModelState.THINKING, thought=delta.thought))
            if delta.text:
                if not texts:
                    tell_progress(Progress(ModelState.WRITING))
                texts.append(delta.text)
            told = _with_end(told, delta)
            yield delta
    finally:
        stage.payload |= replace(told, response="".join(texts), thoughts="".join(thoughts)).to_payload()


def _clean(delta: ChatDelta) -> ChatDelta:
    """Return a delta without half characters, which could be neither shown nor sent."""
    text, thought = without_surrogates(delta.text), without_surrogates(delta.thought)
    is_clean = text is delta.text and thought is delta.thought
    return delta if is_clean else replace(delta, text=text, thought=thought)


def _with_end(told: LLMPayload, delta: ChatDelta) -> LLMPayload:
    """Return what is known of a call with what its last delta tells."""
    if delta.usage is not None:
        told = replace(
            told,
            prompt_tokens=delta.usage.prompt_tokens,
            completion_tokens=delta.usage.completion_tokens,
            cached_tokens=delta.usage.cached_tokens,
        )
    if delta.tool_calls:
        told = replace(told, tool_calls=tuple(WantedTool(c.name, c.arguments) for c in delta.tool_calls))
    return replace(told, finish_reason=delta.finish_reason) if delta.finish_reason else told


def whole(deltas: Iterator[ChatDelta]) -> ChatResponse:
    """Drain a stream into one answer."""
    texts: list[str] = []
    usage, reason = Usage(), ""
    calls: tuple[ToolCall, ...] = ()
    for delta in deltas:
        texts.append(delta.text)
        usage = delta.usage or usage
        reason = delta.finish_reason or reason
        calls = delta.tool_calls or calls
    return ChatResponse(ChatMessage(MessageRole.ASSISTANT, "".join(texts), calls), usage, reason)


def default_num_output(max_tokens: int | None, context_window: int) -> int:
    """Return how many tokens of the window to keep free for the answer: half of it at most."""
    return min(max_tokens or min(DEFAULT_NUM_OUTPUT, int(context_window * _ANSWER_SHARE)), context_window // 2) or 1
