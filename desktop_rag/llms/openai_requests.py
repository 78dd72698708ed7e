"""Sends requests to OpenAI-compatible servers, each time without what the server rejected before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.context_window import ServerFacts, is_openai
from desktop_rag.llms.served import ModelOptions, RejectedFields
from desktop_rag.llms.thinking import budget_fields
from desktop_rag.llms.tool_calls import openai_messages, response_format, tool_choice, tool_schemas
from desktop_rag.llms.types import ChatOptions
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import openai

_LIMIT_NAMES = ("max_completion_tokens", "max_tokens")
_BUDGET = "thinking budget"  # under whatever name
_TEMPLATE = "chat_template_kwargs"  # of llama.cpp, vLLM and SGLang
_SCHEMA_WORDS = ("response_format", "json_schema", "schema", "grammar", "guided")


@dataclass(frozen=True, slots=True)
class RequestStyle:
    """What an OpenAI-compatible server is asked for beyond ``ModelOptions``; see ``OpenAILike``."""

    reasoning_effort: str = ""
    thinking: bool | None = None
    strict: bool = False
    is_chat_model: bool = True

    @classmethod
    def of_openai(cls, style: "RequestStyle") -> "RequestStyle":
        """Return a style in OpenAI's own words: it knows efforts, and no switch for thoughts."""
        switches = style.thinking is False and not style.reasoning_effort
        return cls("none" if switches else style.reasoning_effort, None, style.strict, style.is_chat_model)


class OpenAIRequests:
    """The requests to one model at an address. ``facts`` is what its server tells; more is asked of some."""

    def __init__(self, model: str, address: str, options: ModelOptions, style: RequestStyle) -> None:
        self.style = RequestStyle.of_openai(style) if is_openai(address) else style
        self.facts = ServerFacts()
        self._host = httpx.URL(address).host
        self._model = model
        self._options = options
        self._rejected = RejectedFields()
        self._limit_name = _LIMIT_NAMES[0 if is_openai(address) else 1]

    def send(
        self, client: "openai.OpenAI", messages: Sequence[ChatMessage], options: ChatOptions, limit: int | None
    ) -> "AbstractContextManager[Any]":
        """Send a request for an answer of at most ``limit`` tokens, as a conversation or as one text."""
        is_chat = self.style.is_chat_model
        body: dict[str, Any] = self._conversation(messages, options) if is_chat else self._completion(messages)
        create = client.chat.completions.create if is_chat else client.completions.create
        extra = self._extra(limit, thinks=options.thinks)  # fields that the library does not know, or not by that name
        return cast("AbstractContextManager[Any]", create(**body, extra_body=extra))

    def adapt(self, text: str, options: ChatOptions) -> bool:
        """Learn from a refusal's text what the server does not accept; return whether that changes the request."""
        if _LIMIT_NAMES[0] in text and self._options.max_tokens:
            self._limit_name = _LIMIT_NAMES[1 - _LIMIT_NAMES.index(self._limit_name)]
            return self._rejected.add([f"other name than {self._limit_name}"])
        if "include_usage" in text or not text.strip():
            return self._rejected.add(["stream_options"])
        if options.json_schema is not None and any(word in text for word in _SCHEMA_WORDS):
            return self._rejected.add(["response_format"])
        if any(re.search(rf"\b{name}\b", text) for name in self._budget()):
            return self._rejected.add([_BUDGET])
        names = [*self._optional(), _TEMPLATE, "return_progress"]
        return self._rejected.add([name for name in names if re.search(rf"\b{name}\b", text)])

    def _conversation(self, messages: Sequence[ChatMessage], options: ChatOptions) -> dict[str, object]:
        body: dict[str, object] = {**self._common(), "messages": openai_messages(messages)}
        if options.tools:
            body["tools"] = tool_schemas(options.tools, strict=self.style.strict)
            if options.tool_choice != "auto":
                body["tool_choice"] = tool_choice(options)
        if options.json_schema is not None and "response_format" not in self._rejected:
            body["response_format"] = response_format(options.json_schema, strict=self.style.strict)
        return body

    def _completion(self, messages: Sequence[ChatMessage]) -> dict[str, object]:
        """Return the messages as one text to be completed."""
        return {**self._common(), "prompt": ChatPromptTemplate([*map(FixedMessage, messages)]).format()}

    def _common(self) -> dict[str, object]:
        """Return what every request has, without what this server rejected before."""
        optional = {name: value for name, value in self._optional().items() if name not in self._rejected}
        return {"model": self._model, "stream": True, **optional}

    def _extra(self, limit: int | None, *, thinks: bool) -> dict[str, object]:
        """Return what only some servers know, and the person's own fields."""
        extra: dict[str, object] = {self._limit_name: limit} if limit else {}
        thinking = self.style.thinking if thinks else False
        if thinking is not None and _TEMPLATE not in self._rejected:
            extra[_TEMPLATE] = {"enable_thinking": thinking}
        if thinking is not False and _BUDGET not in self._rejected:
            extra |= self._budget()
        if self.facts.tells_progress and "return_progress" not in self._rejected:
            extra["return_progress"] = True
        return {**extra, **self._options.additional_kwargs}

    def _budget(self) -> dict[str, object]:
        """Return how this server is told how long to think."""
        tokens = self._options.thinking_budget
        return budget_fields(self._host, self.facts.server, tokens) if tokens else {}

    def _optional(self) -> dict[str, object]:
        """Return what a server may reject without being useless."""
        effort = {"reasoning_effort": self.style.reasoning_effort} if self.style.reasoning_effort else {}
        return {**self._options.sampling(), **effort, "stream_options": {"include_usage": True}}
