"""Calls of language models."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class LLMPredictStartEvent(BaseEvent):
    """A template is filled in and sent."""

    template: Any
    template_args: dict[str, Any] | None


class LLMPredictEndEvent(BaseEvent):
    """It was answered."""

    output: str


class LLMStructuredPredictStartEvent(BaseEvent):
    """A template is filled in and sent; the answer is to be an object."""

    output_cls: Any
    template: Any
    template_args: dict[str, Any] | None


class LLMStructuredPredictEndEvent(BaseEvent):
    """The object came."""

    output: Any


class LLMStructuredPredictInProgressEvent(BaseEvent):
    """A part of the object came."""

    output: Any


class LLMCompletionStartEvent(BaseEvent):
    """A text is sent."""

    prompt: str
    additional_kwargs: dict[str, Any]
    model_dict: dict[str, Any]


class LLMCompletionInProgressEvent(BaseEvent):
    """A piece of the answer to it came."""

    prompt: str
    response: Any


class LLMCompletionEndEvent(BaseEvent):
    """It was answered."""

    prompt: str
    response: Any


class LLMChatStartEvent(BaseEvent):
    """Messages are sent."""

    messages: list[Any]
    additional_kwargs: dict[str, Any]
    model_dict: dict[str, Any]


class LLMChatInProgressEvent(BaseEvent):
    """A piece of the answer to them came."""

    messages: list[Any]
    response: Any


class LLMChatEndEvent(BaseEvent):
    """They were answered."""

    messages: list[Any]
    response: Any
