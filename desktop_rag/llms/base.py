"""The interface of language models, whatever serves them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from desktop_rag.core.answer_pieces import appended, joined_pieces
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import (
    CBEvent,
    CBEventType,
    ModelState,
    Progress,
    current_token,
    leaf_event,
    tell_piece,
    tell_progress,
)
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import asynchronous, asynchronous_stream
from desktop_rag.core.payloads import LLMPayload, WantedTool
from desktop_rag.core.program import program_choice
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.custom_models import (
    chat_with_tools,
    get_tool_calls_from_response,
    overridden_chat,
    overridden_deltas,
    predict_and_call,
    stream_chat_with_tools,
)
from desktop_rag.llms.structured import (
    formatted,
    in_json,
    stream_structured_predict,
    structured_chat,
    structured_predict,
)
from desktop_rag.llms.think_filter import without_thoughts
from desktop_rag.llms.types import (
    NO_OPTIONS,
    ChatDelta,
    ChatOptions,
    ChatResponse,
    CompletionResponse,
    LLMMetadata,
    ToolSchema,
    check_readable,
    image_tokens,
    request_room,
    request_texts,
    whole,
)
from desktop_rag.llms.window import CountLearner, FittedSending
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.document_words import harmless
from desktop_rag.text.tokenizer import Tokenizer, get_tokenizer

__all__ = [
    "LLM",
    "NO_OPTIONS",
    "ChatDelta",
    "ChatOptions",
    "ChatResponse",
    "CompletionResponse",
    "LLMMetadata",
    "ToolSchema",
    "formatted",
    "llm_missing",
    "model_missing",
    "request_room",
    "whole",
]

_PER_MESSAGE = 3  # tokens around each message, as OpenAI's and LlamaIndex count; providers know better


def model_missing(what: str) -> UserError:
    """Return the error for an action that needs a language model; ``what`` begins its sentence."""
    return UserError(
        UserText("{what} needs a language model.", what=what),
        "Choose one in the settings, or with --provider on the command line.",
    )


def llm_missing(what: str) -> UserError:
    """Return the same error for a program that uses this package as a library."""
    return UserError(
        UserText("{what} needs a language model.", what=what),
        "Give it one, as in llm=Ollama('llama3.2'), or set Settings.llm.",
    )


def chosen_llm(llm: "LLM | None", what: str) -> "LLM":
    """Return the given model, or the program's choice; ``what`` begins the error's sentence without either.

    Raises:
        UserError: there is none.

    """
    chosen: LLM | None = llm or program_choice("llm")
    if chosen is None:
        raise llm_missing(what)
    return chosen


def as_structured_llm(llm: "LLM", /, output_cls: type) -> "StructuredLLM":
    """Return a model that answers in a form; its text is JSON, and ``raw`` of its answers the object."""
    return StructuredLLM(llm, output_cls)


class LLM(ABC):
    """A language model. Providers implement ``metadata``, ``_stream_chat`` and ``close``.

    A class that a program wrote for LlamaIndex is called by the chat methods that it overrides (see
    ``custom_models.py``). Every call is an ``LLM`` event of the job it belongs to, and is cancelled with it
    (or by ``cancel``).
    """

    @property
    @abstractmethod
    def metadata(self) -> LLMMetadata:
        """The capabilities of the model; the server is asked at most once."""

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class, by which LlamaIndex's programs distinguish kinds of models."""
        return cls.__name__

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        """Yield the answer as it is written; a request that fails is sent again only before the first delta.

        Raises:
            UserError: with the reason in plain words; what was yielded before remains valid.
            CancelledError: the token was set; the connection is closed at once.

        """
        raise NotImplementedError(f"{type(self).__name__} implements neither stream_chat nor chat")

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of texts: cl100k_base unless the provider knows better."""
        return get_tokenizer()

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return the number of tokens of a request in the window, rather too many than too few."""
        texts = request_texts(messages, options)
        return sum(map(self.tokenizer.count, texts)) + _PER_MESSAGE * len(messages) + image_tokens(messages)

    def close(self) -> None:  # noqa: B027 - most of a program's own hold nothing
        """Release the model's resources; calling it again does nothing."""

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield the answer as it is written; raises as ``_stream_chat`` does.

        What does not fit the model's window beside the answer is left out (see ``fit_request``), and told in the event.

        Raises:
            NoRoomError: not even the shortest request fits.

        """
        check_readable(messages)
        messages = [harmless(message) for message in messages]
        sending = FittedSending(self, messages, options, self._learner)
        with leaf_event(CBEventType.LLM, {"messages": messages}, **sending.record().to_payload()) as stage:
            token = cancel or current_token()
            yield from _noted(sending.answer(_way(self, token, options), stage), stage)

    def chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> ChatResponse:
        """Return the whole answer at once; raises as ``_stream_chat`` does."""
        return whole(_answer(self, messages, cancel, options))

    def complete(self, prompt: str, formatted: bool = False) -> CompletionResponse:  # noqa: ARG002, FBT001, FBT002
        """Return the model's answer to a text, which is sent as it is; raises as ``_stream_chat`` does."""
        answer = self.chat([ChatMessage(MessageRole.USER, prompt)])
        return CompletionResponse(answer.message.content, "", answer.usage, answer.finish_reason, answer.raw)

    def stream_complete(self, prompt: str, formatted: bool = False) -> Generator[CompletionResponse]:  # noqa: ARG002, FBT001, FBT002
        """Yield the answer to a text as it is written: each time all of it, and the new part as ``delta``."""
        text = ""
        for delta in self.stream_chat([ChatMessage(MessageRole.USER, prompt)]):
            text = appended(text, delta.text)
            yield CompletionResponse(text, delta.text, delta.usage or Usage(), delta.finish_reason)

    def predict(self, /, prompt: BasePromptTemplate, **prompt_args: Any) -> str:  # noqa: ANN401 - texts, and what has one
        """Fill in a template and return the answer."""
        return self.chat(formatted(prompt, prompt_args, self)).message.content

    def stream(self, /, prompt: BasePromptTemplate, **prompt_args: Any) -> Iterator[str]:  # noqa: ANN401
        """Fill in a template and yield the answer's text as it is written."""
        for delta in self.stream_chat(formatted(prompt, prompt_args, self)):
            if delta.text:
                yield delta.text

    @property
    def _learner(self) -> CountLearner | None:
        """The learner of the server's token counts; None if there is none."""
        return None

    achat = asynchronous(chat)
    chat_with_tools, get_tool_calls_from_response = chat_with_tools, get_tool_calls_from_response
    stream_chat_with_tools = stream_chat_with_tools
    structured_predict, stream_structured_predict = structured_predict, stream_structured_predict
    as_structured_llm = as_structured_llm
    achat_with_tools = asynchronous(chat_with_tools)
    astream_chat_with_tools = asynchronous_stream(stream_chat_with_tools)
    predict_and_call, apredict_and_call = predict_and_call, asynchronous(predict_and_call)
    astructured_predict = asynchronous(structured_predict)
    astream_structured_predict = asynchronous_stream(stream_structured_predict)
    acomplete, apredict = asynchronous(complete), asynchronous(predict)
    astream = asynchronous_stream(stream)
    astream_chat = asynchronous_stream(stream_chat)
    astream_complete = asynchronous_stream(stream_complete)


class StructuredLLM(LLM):
    """Answers as another model does, in a form; see ``LLM.as_structured_llm``."""

    def __init__(self, llm: LLM, output_cls: type) -> None:
        self.llm, self.output_cls = llm, output_cls

    @property
    def metadata(self) -> LLMMetadata:
        """The capabilities of the other model."""
        return self.llm.metadata

    def chat(
        self,
        messages: Sequence[ChatMessage],
        cancel: CancelToken | None = None,  # noqa: ARG002 - that of the job, as everywhere
        options: ChatOptions = NO_OPTIONS,  # noqa: ARG002 - the form is what is asked for
    ) -> ChatResponse:
        """Return the answer as JSON, and in ``raw`` as an object.

        Raises:
            UserError: the model did not manage.

        """
        made = structured_chat(self.llm, self.output_cls, list(messages))
        return ChatResponse(ChatMessage(MessageRole.ASSISTANT, in_json(self.output_cls, made)), raw=made)

    def structured_predict(self, /, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the other model's
        """Return an answer in another form, or in this one, as the other model does."""
        return self.llm.structured_predict(*args, **kwargs)

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield the answer at once: it is in its form only when it is whole. Raises as ``chat`` does."""
        yield ChatDelta(self.chat(messages, cancel, options).message.content)
        yield ChatDelta("", finish_reason="stop")


def _way(llm: LLM, token: CancelToken, options: ChatOptions) -> Callable[[Sequence[ChatMessage]], Iterator[ChatDelta]]:
    """Return the function that sends a request to a model."""
    written = overridden_chat(llm)
    if written:
        return lambda fitted: without_thoughts(overridden_deltas(llm, written, fitted))
    return lambda fitted: llm._stream_chat(fitted, token, options)  # noqa: SLF001 - its own module's


def _answer(
    llm: LLM, messages: Sequence[ChatMessage], cancel: CancelToken | None, options: ChatOptions
) -> Iterator[ChatDelta]:
    """Return the stream of an answer, which a program's own class may have written."""
    if overridden_chat(llm) == "stream_chat":
        return without_thoughts(overridden_deltas(llm, "stream_chat", messages))
    return llm.stream_chat(messages, cancel, options)


def _noted(deltas: Iterator[ChatDelta], stage: CBEvent) -> Iterator[ChatDelta]:
    """Yield the deltas; record the reply in the event, and report when the model thinks and when it writes."""
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
            tell_piece(stage, delta)
            yield replace(delta, said=(texts, len(texts)))
    finally:
        response = joined_pieces(texts)
        stage.objects["response"] = response
        stage.payload |= replace(told, response=response, thoughts="".join(thoughts)).to_payload()


def _clean(delta: ChatDelta) -> ChatDelta:
    """Return a delta without half characters, which could be neither shown nor sent."""
    text, thought = without_surrogates(delta.text), without_surrogates(delta.thought)
    is_clean = text is delta.text and thought is delta.thought
    return delta if is_clean else replace(delta, text=text, thought=thought)


def _with_end(told: LLMPayload, delta: ChatDelta) -> LLMPayload:
    """Return the record of a call with the values of its last delta."""
    if delta.usage is not None:
        told = replace(
            told,
            prompt_tokens=delta.usage.prompt_tokens,
            completion_tokens=delta.usage.completion_tokens,
            cached_tokens=delta.usage.cached_tokens,
        )
    if delta.tool_calls:
        told = replace(told, tool_calls=tuple(WantedTool(c.name, c.arguments) for c in delta.tool_calls))
    if delta.refusal:
        told = replace(told, refusal=delta.refusal)
    return replace(told, finish_reason=delta.finish_reason) if delta.finish_reason else told
