"""The way to an OpenAI-compatible server: its address, the key, and what goes along with every request."""

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


@dataclass(frozen=True, slots=True)
class OpenAIAccess:
    """What goes along with every request to a server; ``api_version`` is Azure's."""

    key: str | None
    api_version: str
    headers: Mapping[str, str]

    @property
    def query(self) -> dict[str, str]:
        """What stands behind the address of every request."""
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

    def asking_client(self, address: str) -> httpx.Client:
        """Return a client for short questions to the server at ``address``."""
        key = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        client = net.open_client(address, timeout=ASK_TIMEOUT, headers={**key, **self.headers})
        client.params = httpx.QueryParams(self.query)
        return client

    def clean_headers(self, request: httpx.Request) -> None:
        """Remove what tells about this computer, and a key that is none."""
        for name in [name for name in request.headers if name.startswith("x-stainless")]:
            del request.headers[name]
        request.headers["User-Agent"] = net.USER_AGENT
        own = [value for name, value in self.headers.items() if name.lower() == "authorization"]
        if own:
            request.headers["Authorization"] = own[-1]
        elif not self.key:
            request.headers.pop("Authorization", None)
        if self.key and self.api_version:
            request.headers.setdefault("api-key", self.key)  # Azure's name for it


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
