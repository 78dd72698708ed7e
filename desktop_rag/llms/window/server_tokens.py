"""Asks a model's server how many tokens it makes of a text or a request: llama.cpp's and vLLM's can be asked."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import httpx

from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.json_values import count_at, dig, parsed, text_at
from desktop_rag.llms.tool_calls import openai_messages, tool_schemas
from desktop_rag.llms.types import ChatOptions

OpenClient = Callable[[], AbstractContextManager[httpx.Client]]


class ServerTokens:
    """Counts by the server whose ``address`` ends in /v1; one that fails once is not asked again."""

    def __init__(self, model: str, open_client: OpenClient, address: Callable[[], str]) -> None:
        self._model = model
        self._open_client = open_client
        self._address = address
        self._has_failed = False

    def of_text(self, text: str) -> int | None:
        """Return the number of tokens of a text; None if the server gives none."""
        return self._count({"content": text, "prompt": text, "add_special": False, "add_special_tokens": False})

    def of_request(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Return the number of tokens of a request in the model's chat template; None if the server gives none."""
        request: dict[str, object] = {"messages": openai_messages(messages)}
        if options.tools and options.tool_choice != "none":
            request["tools"] = tool_schemas(options.tools, strict=False)
        prompt = text_at(self._post("/apply-template", request, must=False), "prompt")
        if prompt:
            return self._count({"content": prompt, "add_special": True})
        return self._count({**request, "add_generation_prompt": True})  # vLLM's applies the template itself

    def _count(self, request: dict[str, object]) -> int | None:
        value = self._post("/tokenize", request)
        tokens = dig(value, "tokens")
        return len(tokens) if isinstance(tokens, list) else count_at(value, "count")

    def _post(self, path: str, request: dict[str, object], *, must: bool = True) -> object:
        if self._has_failed:
            return None
        try:
            with self._open_client() as client:
                response = client.post(
                    f"{self._address().removesuffix('/v1')}{path}", json={"model": self._model, **request}
                )
        except httpx.HTTPError:
            self._has_failed = True
            return None
        if not response.is_success:
            self._has_failed = must
            return None
        return parsed(response.content)
