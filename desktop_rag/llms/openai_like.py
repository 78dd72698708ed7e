"""Models behind any OpenAI-compatible address: OpenAI itself, LM Studio, llama.cpp, vLLM and many others."""

import re
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack, cast

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.completions import CompletionReader
from desktop_rag.llms.context_window import ServerFacts, ask_server, default_context_window, is_openai
from desktop_rag.llms.failures import Refusal, plain_errors, refusal_error, transport_error
from desktop_rag.llms.json_values import items_at, parsed, text_at
from desktop_rag.llms.retrying import when_loaded
from desktop_rag.llms.served import ModelOptions, ModelSettings, ServedLLM
from desktop_rag.llms.silence import Silence
from desktop_rag.llms.tool_calls import openai_messages, response_format, tool_choice, tool_schemas
from desktop_rag.llms.types import ChatDelta, ChatOptions, LLMMetadata
from desktop_rag.llms.window.server_tokens import ServerTokens
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import openai

DEFAULT_ADDRESS = "https://api.openai.com/v1"
DEFAULT_TIMEOUT = 60.0
DEFAULT_TEMPERATURE = 0.1
ASK_TIMEOUT = 3.0
_NO_KEY = "none"
_LIMIT_NAMES = ("max_completion_tokens", "max_tokens")
_TEMPLATE = "chat_template_kwargs"  # of llama.cpp, vLLM and SGLang
_SCHEMA_WORDS = ("response_format", "json_schema", "schema", "grammar", "guided")


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
        self._api_key = api_key
        self._api_version = api_version
        switches = thinking is False and not reasoning_effort and is_openai(self.address)
        self._reasoning_effort = "none" if switches else reasoning_effort
        self._thinking = None if is_openai(self.address) else thinking
        self._strict = strict
        self._is_chat_model = is_chat_model
        self._tells_progress = False
        self._limit_name = _LIMIT_NAMES[0 if is_openai(self.address) else 1]
        self._server_tokens: ServerTokens | None = None

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do; the server is asked once, and again later if it did not answer.

        Few servers tell whether it can be given tools: then it can, until the server refuses them.
        """
        with self._lock:
            if self._metadata is None or self._is_guess_old():
                facts = self._ask_server()
                self._is_loaded, self._tells_progress = facts.is_loaded, facts.tells_progress
                window = facts.context_window or default_context_window(self.address, self.model)
                can_call = self._is_chat_model and facts.supports_tools is not False
                described = self._described(self.options.context_window or window, calls_functions=can_call)
                self._metadata = replace(described, is_chat_model=self._is_chat_model)
                self._guessed_at = None if facts.answered else time.monotonic()
                if facts.counts_tokens:
                    self._server_tokens = ServerTokens(self.model, self._asking_client, lambda: self.address)
            return self._metadata

    def made_with(self) -> tuple[object, ...]:
        """Return all that it was made with; see ``ServedLLM``."""
        own = (self._api_key, self._api_version, self._reasoning_effort, self._thinking)
        return (*super().made_with(), *own, self._strict, self._is_chat_model)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models the server has; see ``ServedLLM``."""
        with plain_errors(CancelToken(), self.address), self._asking_client() as client:
            response = client.get(f"{self.address}/models")
        if not response.is_success:
            raise refusal_error(self._refused(response))
        items = items_at(parsed(response.content), "data")
        return tuple(sorted(name for item in items if (name := text_at(item, "id"))))

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
                timeout=self._longest_wait(),
                hooks=[self._clean_headers],
                headers=self.options.default_headers,
                on_sent=self._tell_sent,
            ) as http,
        ):
            try:
                with self._create(self._client(http), messages, options) as stream:
                    self._note_reply(stream.response)
                    yield from self._read(stream.response, cancel)
            except openai.APIStatusError as error:
                refusal = self._refused(cast("httpx.Response", error.response))
                raise self._refusal(refusal, options) from error
            except openai.APIConnectionError as error:
                if cancel.cancelled:
                    raise CancelledError from error
                raise transport_error(error, self.address) from error

    def _create(
        self, client: "openai.OpenAI", messages: Sequence[ChatMessage], options: ChatOptions
    ) -> "AbstractContextManager[Any]":
        """Send the request, as a conversation or as one text."""
        if self._is_chat_model:
            return cast(
                "AbstractContextManager[Any]", client.chat.completions.create(**self._chat_body(messages, options))
            )
        body: dict[str, Any] = {**self._body(), "prompt": ChatPromptTemplate([*map(FixedMessage, messages)]).format()}
        return cast("AbstractContextManager[Any]", client.completions.create(**body))

    def _read(self, response: httpx.Response, cancel: CancelToken) -> Iterator[ChatDelta]:
        """Read the reply, streamed or whole."""
        silence = Silence(self.address, self.options.timeout)
        reader = CompletionReader(self.address, self.model, silence)
        return reader.read(net.iter_lines(response, cancel, silence.check))

    def _client(self, http: httpx.Client) -> "openai.OpenAI":
        """Return the library's client on our connection; sending again is our own business."""
        import openai

        return openai.OpenAI(
            base_url=self.address,
            api_key=self._api_key or _NO_KEY,
            http_client=cast("Any", http),
            max_retries=0,
            timeout=cast("Any", http.timeout),
            default_query=self._query(),
        )

    def _chat_body(self, messages: Sequence[ChatMessage], options: ChatOptions) -> dict[str, Any]:
        """Return a conversation's request."""
        body: dict[str, Any] = {**self._body(), "messages": openai_messages(messages)}
        if options.tools:
            body["tools"] = tool_schemas(options.tools, strict=self._strict)
            if options.tool_choice != "auto":
                body["tool_choice"] = tool_choice(options)
        if options.json_schema is not None and "response_format" not in self._unwanted:
            body["response_format"] = response_format(options.json_schema, strict=self._strict)
        return body

    def _body(self) -> dict[str, Any]:
        """Return what every request has, without what this server rejected before."""
        limit = self.metadata.num_output if self.options.max_tokens else None
        extra: dict[str, object] = {self._limit_name: limit} if limit else {}
        if self._thinking is not None and _TEMPLATE not in self._unwanted:
            extra[_TEMPLATE] = {"enable_thinking": self._thinking}
        if self._tells_progress and "return_progress" not in self._unwanted:
            extra["return_progress"] = True
        return {
            "model": self.model,
            "stream": True,
            "extra_body": {**extra, **self.options.additional_kwargs},
            **{name: value for name, value in self._optional().items() if name not in self._unwanted},
        }

    def _optional(self) -> dict[str, Any]:
        """Return what a server may reject without being useless."""
        effort = {"reasoning_effort": self._reasoning_effort} if self._reasoning_effort else {}
        return {**self.options.sampling(), **effort, "stream_options": {"include_usage": True}}

    def _query(self) -> dict[str, str]:
        """Return what stands behind the address of every request."""
        return {"api-version": self._api_version} if self._api_version else {}

    def _clean_headers(self, request: httpx.Request) -> None:
        """Remove what tells about this computer, and a key that is none."""
        for name in [name for name in request.headers if name.startswith("x-stainless")]:
            del request.headers[name]
        request.headers["User-Agent"] = net.USER_AGENT
        own = [value for name, value in self.options.default_headers.items() if name.lower() == "authorization"]
        if own:
            request.headers["Authorization"] = own[-1]
        elif not self._api_key:
            request.headers.pop("Authorization", None)
        if self._api_key and self._api_version:
            request.headers.setdefault("api-key", self._api_key)  # Azure's name for it

    def _refused(self, response: httpx.Response) -> Refusal:
        return Refusal.of(response, self.address, self.model, has_key=bool(self._api_key))

    def _adapt(self, text: str, options: ChatOptions) -> bool:
        """Learn what the server does not accept; see ``ServedLLM``."""
        if _LIMIT_NAMES[0] in text and self.options.max_tokens:
            self._limit_name = _LIMIT_NAMES[1 - _LIMIT_NAMES.index(self._limit_name)]
            return self._leave_out([f"other name than {self._limit_name}"])
        if "include_usage" in text or not text.strip():
            return self._leave_out(["stream_options"])
        if options.json_schema is not None and any(word in text for word in _SCHEMA_WORDS):
            return self._leave_out(["response_format"])
        names = [*self._optional(), _TEMPLATE, "return_progress"]
        return self._leave_out([name for name in names if re.search(rf"\b{name}\b", text)])

    def _ask_text_tokens(self, text: str) -> int | None:
        """Ask llama.cpp or vLLM; see ``ServedLLM``."""
        return self._server_tokens.of_text(text) if self.metadata and self._server_tokens else None

    def _ask_request_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Ask llama.cpp or vLLM; see ``ServedLLM``."""
        if self._server_tokens is None or not self._is_chat_model:
            return None
        return self._server_tokens.of_request(messages, options)

    def _ask_server(self) -> ServerFacts:
        """Ask the server, unless it is known or the settings say everything."""
        told = self.options
        if is_openai(self.address) or (told.context_window and told.is_function_calling_model is not None):
            return ServerFacts(answered=True)

        def ask() -> ServerFacts:
            with self._asking_client() as client:
                return ask_server(client, self.address, self.model)

        try:
            return when_loaded(ask, current_token())
        except UserError:
            return ServerFacts()  # the question will tell

    def _asking_client(self) -> httpx.Client:
        """Return a client for short questions about the server."""
        key = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
        client = net.open_client(self.address, timeout=ASK_TIMEOUT, headers={**key, **self.options.default_headers})
        client.params = httpx.QueryParams(self._query())
        return client


def api_address(api_base: str) -> str:
    """Return the address under which ``/chat/completions`` is found.

    Raises:
        UserError: it is not an address.

    """
    address = net.normalise_address(api_base or DEFAULT_ADDRESS)
    for tail in ("/chat/completions", "/completions", "/models"):
        address = address.removesuffix(tail)
    address = address.rstrip("/")
    return f"{address}/v1" if httpx.URL(address).path in ("", "/") else address
