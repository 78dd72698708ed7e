"""Language models of a program's own, which complete a text."""

import inspect
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from desktop_rag.callbacks.base import CallbackManager, HasCallbackManager
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import CBEventType, each_notified, leaf_event
from desktop_rag.core.media.blocks import ContentBlock, TextBlock, ThinkingBlock, ToolCallBlock
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LLMPayload, SentMessage
from desktop_rag.core.schema import DeclaredFields
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, ChatResponse, CompletionResponse, LLMMetadata
from desktop_rag.llms.custom_models import (
    Tool,
    chat_with_tools,
    get_tool_calls_from_response,
    overrides,
    stream_chat_with_tools,
)
from desktop_rag.llms.think_filter import without_thoughts
from desktop_rag.llms.types import ToolSelection
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage

DEFAULT_NUM_OUTPUT = 256
CompletionResponseGen = Generator[CompletionResponse]
Method = TypeVar("Method", bound=Callable[..., Any])


class _OwnLLM(HasCallbackManager, DeclaredFields, LLM):
    """What both kinds have in common: fields, and a ``callback_manager`` that hears of each conversation."""

    def __init__(self, *, callback_manager: CallbackManager | None = None, **fields: object) -> None:
        super().__init__(**fields)
        self._callback_manager = callback_manager

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield the answer as it is written; see ``LLM``."""
        yield from each_notified(self._callback_manager, super().stream_chat(messages, cancel, options))


class CustomLLM(_OwnLLM):
    """A model that is given a text and goes on: a subclass implements ``metadata``, ``complete``, ``stream_complete``.

    A conversation becomes one text, in which each message begins with its role. Where ``stream_complete`` raises
    ``NotImplementedError``, answers come whole. What the subclass declares as fields (``model_name: str = "mine"``)
    may be given by name when it is made.
    """

    @abstractmethod
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: ANN401, FBT001, FBT002
        """Return what follows a text."""

    @abstractmethod
    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        **kwargs: Any,  # noqa: ANN401
    ) -> CompletionResponseGen:
        """Yield what follows a text as it is written: each time all of it, and what came last as ``delta``."""

    def close(self) -> None:
        """Do nothing, where a subclass holds nothing."""

    def _stream_chat(
        self,
        messages: Sequence[ChatMessage],
        cancel: CancelToken,
        options: ChatOptions,  # noqa: ARG002 - tools and forms are for models that know them
    ) -> Iterator[ChatDelta]:
        yield from without_thoughts(self._deltas(prompt_of(messages), cancel))

    def _deltas(self, prompt: str, cancel: CancelToken) -> Iterator[ChatDelta]:
        said, last = "", CompletionResponse("")
        for last in self._completions(prompt):
            cancel.raise_if_cancelled()
            yield ChatDelta(last.delta or last.text.removeprefix(said))
            said = last.text
        yield ChatDelta("", last.usage, last.finish_reason or "stop")

    def _completions(self, prompt: str) -> Iterator[CompletionResponse]:
        """Yield the pieces of an answer, or all of it at once; this is inside an event of its own."""
        try:
            pieces = iter(_inner(self.stream_complete)(prompt))
            first = next(pieces, None)
        except NotImplementedError:
            yield _inner(self.complete)(prompt)
            return
        if first is not None:
            yield first
            yield from pieces


class MockLLM(CustomLLM):
    """Repeats what it is told, or says "text" ``max_tokens`` times: for trying a program without a model."""

    def __init__(self, max_tokens: int | None = None, callback_manager: CallbackManager | None = None) -> None:
        super().__init__(callback_manager=callback_manager)
        self.max_tokens = max_tokens

    @property
    def metadata(self) -> LLMMetadata:
        """What it claims to be able to do."""
        return LLMMetadata(num_output=self.max_tokens or DEFAULT_NUM_OUTPUT, is_chat_model=False)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: ANN401, ARG002, FBT001, FBT002
        """Return the text itself, or as many words as it may say."""
        return CompletionResponse(prompt if self.max_tokens is None else " ".join(["text"] * self.max_tokens))

    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,  # noqa: ANN401
    ) -> CompletionResponseGen:
        """Yield the same, a character or a word at a time."""
        whole = self.complete(prompt, formatted=formatted, **kwargs).text
        words = [f"text{' ' * (n > 1)}" for n in range(self.max_tokens or 0, 0, -1)]
        pieces = (list(whole) or [""]) if self.max_tokens is None else words
        said = ""
        for piece in pieces:
            said += piece
            yield CompletionResponse(said, piece)


class MockFunctionCallingLLM(MockLLM):
    """Says what ``response_generator`` makes of the messages, calls of tools too: for trying an agent without a model.

    Without one it repeats the last message, as ``blocks_to_content_callback`` makes a text of its blocks and of the
    list to which it adds the calls of tools among them (``tool_calls``); "<empty>" where nothing comes of it.
    """

    def __init__(
        self,
        max_tokens: int | None = None,
        response_generator: Callable[[list[ChatMessage]], ChatMessage] | None = None,
        blocks_to_content_callback: Callable[[list[ContentBlock], list[ToolCallBlock]], str] | None = None,
    ) -> None:
        super().__init__(max_tokens)
        self.tool_calls: list[ToolCallBlock] = []
        self.response_generator = response_generator or self._repeated
        self.blocks_to_content_callback = blocks_to_content_callback or _text_and_calls

    @property
    def metadata(self) -> LLMMetadata:
        """What it claims to be able to do."""
        return LLMMetadata(
            num_output=self.max_tokens or DEFAULT_NUM_OUTPUT, is_chat_model=True, is_function_calling_model=True
        )

    def get_tool_calls_from_response(
        self,
        response: ChatResponse,
        error_on_no_tool_call: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> list[ToolSelection]:
        """Return which tools an answer wants to be run; none is no error unless that is said."""
        return get_tool_calls_from_response(self, response, error_on_no_tool_call)

    def _repeated(self, messages: list[ChatMessage]) -> ChatMessage:
        said = self.blocks_to_content_callback(messages[-1].blocks, self.tool_calls) if messages else ""
        return ChatMessage(MessageRole.ASSISTANT, said or "<empty>")

    def _stream_chat(
        self,
        messages: Sequence[ChatMessage],
        cancel: CancelToken,  # noqa: ARG002 - all is said at once
        options: ChatOptions,  # noqa: ARG002
    ) -> Iterator[ChatDelta]:
        said = self.response_generator(list(messages))
        yield ChatDelta(said.content)
        yield ChatDelta("", finish_reason="tool_calls" if said.tool_calls else "stop", tool_calls=said.tool_calls)


def _text_and_calls(blocks: list[ContentBlock], tool_calls: list[ToolCallBlock]) -> str:
    """Return the words and thoughts of blocks, and add their calls of tools to a list."""
    tool_calls += [block for block in blocks if isinstance(block, ToolCallBlock)]
    return "".join(
        (block.text if isinstance(block, TextBlock) else block.content) or ""
        for block in blocks
        if isinstance(block, TextBlock | ThinkingBlock)
    )


class FunctionCallingLLM(_OwnLLM):
    """A program's own model that calls tools, by what it wrote of LlamaIndex's methods.

    ``_prepare_chat_with_tools`` (``tools``, ``user_msg``, ``chat_history``, ``allow_parallel_tool_calls``) returns the
    arguments of its ``chat``; ``get_tool_calls_from_response`` reads the calls in an answer.
    """

    def chat_with_tools(
        self,
        tools: Sequence[Tool],
        user_msg: str | ChatMessage | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
        tool_required: bool = False,  # noqa: FBT001, FBT002
        tool_choice: str | None = None,
    ) -> ChatResponse:
        """Return the answer to a message, which may be calls of tools; see ``LLM.chat_with_tools``."""
        several, needs = allow_parallel_tool_calls, tool_required
        if not overrides(self, "_prepare_chat_with_tools"):
            return chat_with_tools(self, tools, user_msg, chat_history, verbose, several, needs, tool_choice)
        return self.chat(**self._prepared(tools, user_msg, chat_history, verbose, several, needs))

    def stream_chat_with_tools(
        self,
        tools: Sequence[Tool],
        user_msg: str | ChatMessage | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
        tool_required: bool = False,  # noqa: FBT001, FBT002
        tool_choice: str | None = None,
    ) -> Iterator[Any]:
        """Yield the answer to a message as it is written; see ``LLM.stream_chat_with_tools``."""
        several, needs = allow_parallel_tool_calls, tool_required
        if not overrides(self, "_prepare_chat_with_tools"):
            return stream_chat_with_tools(self, tools, user_msg, chat_history, verbose, several, needs, tool_choice)
        return self.stream_chat(**self._prepared(tools, user_msg, chat_history, verbose, several, needs))

    def _prepared(
        self,
        tools: Sequence[Tool],
        user_msg: str | ChatMessage | None,
        chat_history: Sequence[ChatMessage] | None,
        verbose: bool,  # noqa: FBT001
        allow_parallel_tool_calls: bool,  # noqa: FBT001
        tool_required: bool,  # noqa: FBT001
    ) -> dict[str, Any]:
        """Return the arguments of a chat that the program's own method makes, of those that it takes."""
        prepare: Callable[..., dict[str, Any]] = self._prepare_chat_with_tools  # type: ignore[attr-defined] # written
        given: dict[str, Any] = {
            "user_msg": user_msg,
            "chat_history": chat_history,
            "allow_parallel_tool_calls": allow_parallel_tool_calls,
        }
        # methods that were written before there was tool_required do not know it, nor all of them verbose
        given |= {name: True for name, wanted in (("verbose", verbose), ("tool_required", tool_required)) if wanted}
        # as its class wrote it: a program may have put something around it that takes anything
        taken = inspect.signature(getattr(type(self), "_prepare_chat_with_tools", prepare)).parameters
        if "tool_required" not in taken:  # those that take anything may hand it on to their server
            given.pop("tool_required", None)
        if not any(one.kind is one.VAR_KEYWORD for one in taken.values()):
            given = {name: value for name, value in given.items() if name in taken}
        return prepare(tools, **given)


def llm_completion_callback() -> Callable[[Method], Method]:
    """Return a decorator for ``complete`` and ``stream_complete``: calling them by themselves is an ``LLM`` event."""

    def decorate(method: Method) -> Method:
        @wraps(method)
        def told(self: LLM, prompt: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - what the method returns
            answer = method(self, prompt, *args, **kwargs)
            if isinstance(answer, Iterator):
                return _told(self, prompt, answer)
            return next(iter(_told(self, prompt, iter([answer]))))

        return told  # type: ignore[return-value]  # mypy does not see through wraps

    return decorate


def _told(model: LLM, prompt: str, pieces: Iterator[CompletionResponse]) -> CompletionResponseGen:
    """Pass an answer on inside the event that tells of it."""
    told = LLMPayload((SentMessage(MessageRole.USER.value, prompt),), model.metadata.model_name)
    with leaf_event(CBEventType.LLM, **told.to_payload()) as stage:
        for piece in pieces:
            stage.payload |= replace(told, response=piece.text).to_payload()
            yield piece


def _inner(method: Method) -> Method:
    """Return a method without the decorator: the call it belongs to is told already."""
    inner = getattr(method, "__wrapped__", None)
    return method if inner is None else inner.__get__(getattr(method, "__self__", None))


def prompt_of(messages: Sequence[ChatMessage]) -> str:
    """Return a conversation as one text; a question alone is that text."""
    if len(messages) == 1 and messages[0].role is MessageRole.USER:
        return messages[0].content
    return ChatPromptTemplate([FixedMessage(message) for message in messages]).format()
