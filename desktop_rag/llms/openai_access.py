"""The way to an OpenAI-compatible server: its address, the key, and what goes along with every request."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_rag.core import net

if TYPE_CHECKING:
    import openai

DEFAULT_ADDRESS = "https://api.openai.com/v1"
ASK_TIMEOUT = 3.0
_NO_KEY = "none"


def load_library() -> None:
    """Import OpenAI's library before the first question, which would wait for it most of a second."""
    import openai

    # the first client imports as much again
    with openai.OpenAI(base_url=DEFAULT_ADDRESS, api_key=_NO_KEY) as client:
        _ = client.chat.completions


@dataclass(frozen=True, slots=True)
class OpenAIAccess:
    """The credentials and headers of every request to a server; ``api_version`` is Azure's."""

    key: str | None
    api_version: str
    headers: Mapping[str, str]

    @property
    def query(self) -> dict[str, str]:
        """The query parameters of every request."""
        return {"api-version": self.api_version} if self.api_version else {}

    def library_client(self, address: str, http: httpx.Client) -> "openai.OpenAI":
        """Return the library's client on our connection; sending again is our own business."""
        import openai

        return openai.OpenAI(
            base_url=address,
            api_key=self.key or _NO_KEY,
            http_client=cast("Any", http),
            max_retries=0,
            timeout=cast("Any", http.timeout),
            default_query=self.query,
        )

    @property
    def request_headers(self) -> httpx.Headers:
        """The headers of every request: the person's own override those made from the key."""
        headers = httpx.Headers({"Authorization": f"Bearer {self.key}"} if self.key else {})
        if self.key and self.api_version:
            headers["api-key"] = self.key  # Azure's name for it
        headers.update(self.headers)
        return headers

    def asking_client(self, address: str) -> httpx.Client:
        """Return a client for short questions to the server at ``address``."""
        client = net.open_client(address, timeout=ASK_TIMEOUT, headers=self.request_headers)
        client.params = httpx.QueryParams(self.query)
        return client

    def clean_headers(self, request: httpx.Request) -> None:
        """Remove headers that identify this computer, and a placeholder key."""
        for name in [name for name in request.headers if name.startswith("x-stainless")]:
            del request.headers[name]
        request.headers.pop("Authorization", None)
        request.headers["User-Agent"] = net.USER_AGENT
        request.headers.update(self.request_headers)


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


def environment_access(api_base: str | None, api_key: str | None) -> tuple[str, str | None]:
    """Return the address and key to use: those given, else those of ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``.

    The environment's key is for the environment's server, or OpenAI; it goes to no other address.
    """
    if api_base:
        return api_base, api_key
    return os.environ.get("OPENAI_BASE_URL") or DEFAULT_ADDRESS, api_key or os.environ.get("OPENAI_API_KEY")
