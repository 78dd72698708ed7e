"""Models behind any OpenAI-compatible address: OpenAI itself, LM Studio, llama.cpp, vLLM and many others."""

import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_rag import net
from desktop_rag.cancel import CancelToken
from desktop_rag.errors import CancelledError, UserError
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, LLMMetadata, default_num_output
from desktop_rag.llms.completions import CompletionReader
from desktop_rag.llms.context_window import ask_context_window, default_context_window, is_openai
from desktop_rag.llms.failures import BusyError, Refusal, plain_errors, refusal_error, transport_error
from desktop_rag.llms.json_values import items_at, parsed, text_at
from desktop_rag.llms.retrying import stream_with_retries
from desktop_rag.messages import ChatMessage

if TYPE_CHECKING:
    import openai

DEFAULT_ADDRESS = "https://api.openai.com/v1"
DEFAULT_TIMEOUT = 60.0
DEFAULT_MAX_RETRIES = 3
ASK_TIMEOUT = 3.0
_NO_KEY = "none"


class OpenAILike(LLM):
    """One model at one address.

    ``api_base`` is taken as people write it, with or without /v1. ``max_tokens`` and ``context_window``
    may be None: the server decides, the server is asked. ``timeout`` is the longest silence in seconds.
    At most ``1 + max_retries`` requests are sent per answer. ``additional_kwargs`` go into the request as
    they are. It may be used from several threads: every answer has its own connection.
    """

    def __init__(  # noqa: PLR0913 - the same settings as LlamaIndex's class of this name
        self,
        model: str,
        api_base: str = DEFAULT_ADDRESS,
        api_key: str | None = None,
        *,
        temperature: float = 0.1,
        max_tokens: int | None = None,
        context_window: int | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        default_headers: Mapping[str, str] | None = None,
        additional_kwargs: Mapping[str, object] | None = None,
    ) -> None:
        self.model = model
        self.address = api_address(api_base)
        self._api_key = api_key
        self._temperature = temperature
        self._max_tokens = max_tokens
        self._context_window = context_window
        self._timeout = timeout
        self._max_retries = max_retries
        self._headers = dict(default_headers or {})
        self._additional = dict(additional_kwargs or {})
        self._lock = threading.Lock()
        self._metadata: LLMMetadata | None = None
        self._limit_name = "max_completion_tokens" if is_openai(self.address) else "max_tokens"
        self._unwanted: frozenset[str] = frozenset()

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do; the server is asked at most once, for a few seconds at most."""
        with self._lock:
            if self._metadata is None:
                window = self._context_window or self._ask_window()
                self._metadata = LLMMetadata(window, default_num_output(self._max_tokens, window), self.model)
            return self._metadata

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Yield the answer as it is written; see ``LLM``."""

        def start() -> Generator[ChatDelta]:
            return self._stream_once(messages, cancel)

        yield from stream_with_retries(start, cancel, self._max_retries)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models the server has.

        Raises:
            UserError: the server does not answer as it should.

        """
        with plain_errors(CancelToken(), self.address), self._asking_client() as client:
            response = client.get(f"{self.address}/models")
        if not response.is_success:
            raise self._refused(response)
        items = items_at(parsed(response.content), "data")
        return tuple(sorted(name for item in items if (name := text_at(item, "id"))))

    def close(self) -> None:
        """Nothing is held between answers."""

    def _stream_once(self, messages: Sequence[ChatMessage], cancel: CancelToken) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""
        import openai

        cancel.raise_if_cancelled()
        with (
            plain_errors(cancel, self.address),
            net.cancellable_client(
                self.address, cancel, timeout=self._timeout, headers=self._headers, hooks=[self._clean_headers]
            ) as http,
        ):
            try:
                with self._client(http).chat.completions.create(**self._body(messages)) as stream:
                    yield from self._read(stream.response, cancel)
            except openai.APIStatusError as error:
                raise self._refused(cast("httpx.Response", error.response)) from error
            except openai.APIConnectionError as error:
                if cancel.cancelled:
                    raise CancelledError from error
                raise transport_error(error, self.address) from error

    def _read(self, response: httpx.Response, cancel: CancelToken) -> Iterator[ChatDelta]:
        """Read the reply, streamed or whole."""
        reader = CompletionReader(self.address, self.model)
        if response.headers.get("content-type", "").startswith("application/json"):
            return reader.read_whole(b"\n".join(net.iter_lines(response, cancel)))
        return reader.read(net.iter_lines(response, cancel))

    def _client(self, http: httpx.Client) -> "openai.OpenAI":
        """Return the library's client on our connection; sending again is our own business."""
        import openai

        return openai.OpenAI(
            base_url=self.address,
            api_key=self._api_key or _NO_KEY,
            http_client=cast("Any", http),
            max_retries=0,
            timeout=cast("Any", http.timeout),
        )

    def _body(self, messages: Sequence[ChatMessage]) -> dict[str, Any]:
        """Return the request, without what this server rejected before."""
        wanted: dict[str, Any] = {"temperature": self._temperature, "stream_options": {"include_usage": True}}
        extra: dict[str, object] = {self._limit_name: self._max_tokens} if self._max_tokens else {}
        return {
            "model": self.model,
            "messages": [{"role": message.role.value, "content": message.content} for message in messages],
            "stream": True,
            "extra_body": {**extra, **self._additional},
            **{name: value for name, value in wanted.items() if name not in self._unwanted},
        }

    def _clean_headers(self, request: httpx.Request) -> None:
        """Remove what tells about this computer, and a key that is none."""
        for name in [name for name in request.headers if name.startswith("x-stainless")]:
            del request.headers[name]
        request.headers["User-Agent"] = net.USER_AGENT
        if not self._api_key and "Authorization" not in self._headers:
            request.headers.pop("Authorization", None)

    def _refused(self, response: httpx.Response) -> UserError:
        """Return the error for a refusal; one that our own extras caused is worth sending again without them."""
        if response.status_code in (400, 422) and self._adapt(response.text):
            return BusyError("The model's server did not accept the question.", "Try again.", retry_after=0.0)
        return refusal_error(
            Refusal(
                response.status_code, response.text, self.address, self.model, response.headers,
                has_key=bool(self._api_key),
            )
        )  # fmt: skip

    def _adapt(self, text: str) -> bool:
        """Learn what the server does not accept; return whether that changes the next request."""
        before = (self._limit_name, self._unwanted)
        if "max_completion_tokens" in text and self._max_tokens:
            other = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
            self._limit_name = other[self._limit_name]
        elif "stream_options" in text or "include_usage" in text or not text.strip():
            self._unwanted |= {"stream_options"}
        elif "temperature" in text:
            self._unwanted |= {"temperature"}
        return before != (self._limit_name, self._unwanted)

    def _ask_window(self) -> int:
        """Ask the server, guess when it does not tell."""
        asked = None
        if not is_openai(self.address):
            with self._asking_client() as client:
                asked = ask_context_window(client, self.address, self.model)
        return asked or default_context_window(self.address, self.model)

    def _asking_client(self) -> httpx.Client:
        """Return a client for short questions about the server."""
        key = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
        return net.open_client(self.address, timeout=ASK_TIMEOUT, headers={**key, **self._headers})


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
