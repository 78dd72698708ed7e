"""Models behind any OpenAI-compatible address: OpenAI itself, LM Studio, llama.cpp, vLLM and many others."""

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack, cast

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.completions import CompletionReader
from desktop_rag.llms.context_window import ServerFacts, ask_when_loaded, default_context_window, is_openai, openai_sees
from desktop_rag.llms.failures import (
    Refusal,
    listed_models,
    nonsense_error,
    plain_errors,
    refusal_error,
    transport_error,
)
from desktop_rag.llms.llama_router import LlamaRouter
from desktop_rag.llms.openai_access import DEFAULT_ADDRESS, OpenAIAccess, api_address
from desktop_rag.llms.served import AS_A_GUESS, FOR_EVER, ModelOptions, ModelSettings, RejectedFields, ServedLLM
from desktop_rag.llms.silence import Silence
from desktop_rag.llms.thinking import budget_fields
from desktop_rag.llms.tool_calls import openai_messages, response_format, tool_choice, tool_schemas
from desktop_rag.llms.types import ChatDelta, ChatOptions, LLMMetadata, readable
from desktop_rag.llms.window.server_tokens import ServerTokens
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import openai

_LONGEST_AFTER_END = 3.0  # seconds for the usage after an answer's last word; servers send it at once
DEFAULT_TIMEOUT = 60.0
DEFAULT_MODEL = "gpt-3.5-turbo"  # LlamaIndex's
DEFAULT_TEMPERATURE = 0.1
_LIMIT_NAMES = ("max_completion_tokens", "max_tokens")
_BUDGET = "thinking budget"  # under whatever name
_TEMPLATE = "chat_template_kwargs"  # of llama.cpp, vLLM and SGLang
_SCHEMA_WORDS = ("response_format", "json_schema", "schema", "grammar", "guided")


@dataclass(frozen=True, slots=True)
class RequestStyle:
    """The options of an OpenAI-compatible server beyond ``ModelOptions``; see ``OpenAILike``."""

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
    """The requests to one model at an address. ``facts`` are its server's report; some are asked for more."""

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
        """Learn the features that the server rejects from a refusal's text; return True if the request changes."""
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
        """Return the fields of every request, without those this server rejected before."""
        optional = {name: value for name, value in self._optional().items() if name not in self._rejected}
        return {"model": self._model, "stream": True, **optional}

    def _extra(self, limit: int | None, *, thinks: bool) -> dict[str, object]:
        """Return the fields that only some servers know, and the person's additional ones."""
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
        """Return this server's fields for the thinking budget."""
        tokens = self._options.thinking_budget
        return budget_fields(self._host, self.facts.server, tokens) if tokens else {}

    def _optional(self) -> dict[str, object]:
        """Return the fields a server may reject and still be useful."""
        effort = {"reasoning_effort": self.style.reasoning_effort} if self.style.reasoning_effort else {}
        return {**self._options.sampling(), **effort, "stream_options": {"include_usage": True}}


class OpenAILike(ServedLLM):
    """One model at one address.

    ``api_base`` is taken as people write it, with or without /v1. The other settings are those of ``ModelOptions``.
    ``thinking`` switches the thoughts of a reasoning model on or off, where the server can; None leaves them to it.
    ``strict`` holds the model to the exact form of tools and structured answers, where the server can.
    ``is_chat_model`` False sends the messages as one text, to models that only complete.
    """

    def __init__(  # noqa: PLR0913 - the same settings as LlamaIndex's class of this name
        self,
        model: str,
        api_base: str = DEFAULT_ADDRESS,
        api_key: str | None = None,
        *,
        temperature: float | None = DEFAULT_TEMPERATURE,
        timeout: float = DEFAULT_TIMEOUT,
        api_version: str = "",
        reasoning_effort: str = "",
        thinking: bool | None = None,
        strict: bool = False,
        is_chat_model: bool = True,
        **settings: Unpack[ModelSettings],
    ) -> None:
        super().__init__(model, api_address(api_base), ModelOptions(timeout, temperature, **settings))
        self._access = OpenAIAccess(api_key, api_version, self.options.default_headers)
        style = RequestStyle(reasoning_effort, thinking, strict, is_chat_model)
        self._requests = OpenAIRequests(model, self.address, self.options, style)
        self._is_chat_model = is_chat_model
        self._server_tokens: ServerTokens | None = None

    def made_with(self) -> tuple[object, ...]:
        """Return all that it was made with; see ``ServedLLM``."""
        return (*super().made_with(), self._access, self._requests.style)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models the server has; see ``ServedLLM``."""
        with plain_errors(CancelToken(), self.address, asks_model=False), self._asking_client() as client:
            response = client.get(f"{self.address}/models")
        if not response.is_success:
            raise refusal_error(self._refused(response))
        return tuple(sorted(listed_models(response.content, "data", "id", self.address)))

    def manager(self) -> LlamaRouter:
        """Return the manager of the server's models."""
        return LlamaRouter(self.address, self._access)

    def _stream_once(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""
        import openai

        cancel.raise_if_cancelled()
        with (
            plain_errors(cancel, self.address),
            net.cancellable_client(
                self.address,
                cancel,
                timeout=self._readiness.longest_wait(),
                hooks=[self._access.clean_headers],
                headers=self.options.default_headers,
                on_sent=self._readiness.tell_sent,
            ) as http,
        ):
            try:
                limit = self.metadata.num_output if self.options.max_tokens else None
                client = self._access.library_client(self.address, http)
                with self._requests.send(client, readable(messages, self.metadata), options, limit) as stream:
                    if stream.response.status_code == httpx.codes.NO_CONTENT:
                        raise nonsense_error(self.address)
                    self._readiness.note_reply(stream.response)
                    silence = Silence(self.address, self.options.timeout)
                    reader = CompletionReader(
                        self.address, self.model, silence, lambda: net.end_body_within(http, _LONGEST_AFTER_END)
                    )
                    yield from reader.read(net.iter_lines(stream.response, cancel, silence.check))
            except openai.APIStatusError as error:
                refusal = self._refused(cast("httpx.Response", error.response))
                raise self._refusal(refusal, options) from error
            except openai.APIConnectionError as error:
                if cancel.cancelled:
                    raise CancelledError from error
                raise transport_error(error, self.address) from error

    def _refused(self, response: httpx.Response) -> Refusal:
        return Refusal.of(response, self.address, self.model, has_key=bool(self._access.key))

    def _adapt(self, text: str, options: ChatOptions) -> bool:
        """Record the features the server rejects; see ``ServedLLM``."""
        return self._requests.adapt(text, options)

    def _ask_text_tokens(self, text: str) -> int | None:
        """Ask llama.cpp or vLLM; see ``ServedLLM``."""
        return self._server_tokens.of_text(text) if self.metadata and self._server_tokens else None

    def _ask_request_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Ask llama.cpp or vLLM; see ``ServedLLM``."""
        if self._server_tokens is None or not self._is_chat_model:
            return None
        return self._server_tokens.of_request(messages, options)

    def _ask_what_it_can(self, cancel: CancelToken) -> tuple[LLMMetadata, float]:
        """Return the server's capabilities; a model is taken to support tools until the server refuses them."""
        facts = self._ask_server(cancel)
        self._readiness.is_loaded, self._requests.facts = facts.is_loaded, facts
        window = facts.context_window or default_context_window(self.address, self.model)
        can_call = self._is_chat_model and facts.supports_tools is not False
        sees = facts.sees_images or openai_sees(self.model)  # also through a proxy; what refuses pictures is believed
        described = self.options.described(
            self.model, self.options.context_window or window, calls_functions=can_call, sees_images=sees
        )
        if facts.counts_tokens:
            self._server_tokens = ServerTokens(self.model, self._asking_client, lambda: self.address)
        return replace(described, is_chat_model=self._is_chat_model), FOR_EVER if facts.answered else AS_A_GUESS

    def _ask_server(self, cancel: CancelToken) -> ServerFacts:
        """Ask the server, unless it is known or the settings say everything."""
        told = self.options
        if is_openai(self.address) or (told.context_window and told.is_function_calling_model is not None):
            return ServerFacts(answered=True)
        return ask_when_loaded(self._asking_client, self.address, self.model, cancel)

    def _asking_client(self) -> httpx.Client:
        """Return a client for short questions about the server."""
        return self._access.asking_client(self.address)
