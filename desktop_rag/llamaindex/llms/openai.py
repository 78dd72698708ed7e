"""OpenAI's models, as programs name them."""

from typing import Unpack

from desktop_rag.llms.openai_access import environment_access
from desktop_rag.llms.openai_like import DEFAULT_MODEL, DEFAULT_TEMPERATURE, DEFAULT_TIMEOUT, OpenAILike
from desktop_rag.llms.served import ModelSettings


class OpenAI(OpenAILike):
    """OpenAI's models, or those of the server that the environment names.

    The key is that of ``OPENAI_API_KEY`` and the address that of ``OPENAI_BASE_URL`` unless they are given.
    """

    def __init__(
        self,
        model: str = DEFAULT_MODEL,
        *,
        temperature: float | None = DEFAULT_TEMPERATURE,
        api_key: str | None = None,
        api_base: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        reasoning_effort: str = "",
        **settings: Unpack[ModelSettings],
    ) -> None:
        super().__init__(
            model,
            *environment_access(api_base, api_key),
            temperature=temperature,
            timeout=timeout,
            reasoning_effort=reasoning_effort,
            **settings,
        )
