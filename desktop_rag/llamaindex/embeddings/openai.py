"""OpenAI's embedding models, as programs name them."""

from collections.abc import Mapping

from desktop_rag.embeddings.openai_like import (
    DEFAULT_EMBED_BATCH_SIZE,
    DEFAULT_MAX_RETRIES,
    DEFAULT_MODEL,
    DEFAULT_TIMEOUT,
    OpenAILikeEmbedding,
)
from desktop_rag.llms.openai_access import environment_access


class OpenAIEmbedding(OpenAILikeEmbedding):
    """OpenAI's embedding models, or those of the server that the environment names (see ``llms.OpenAI``).

    ``model_name`` is ``model`` by the name that LlamaIndex's other embedding models have for it.
    """

    def __init__(  # noqa: PLR0913 - the settings of LlamaIndex's class
        self,
        model: str = DEFAULT_MODEL,
        *,
        model_name: str | None = None,
        api_key: str | None = None,
        api_base: str | None = None,
        embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE,
        dimensions: int | None = None,
        max_retries: int = DEFAULT_MAX_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
        default_headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(
            model_name or model,
            *environment_access(api_base, api_key),
            embed_batch_size=embed_batch_size,
            dimensions=dimensions,
            max_retries=max_retries,
            timeout=timeout,
            default_headers=default_headers,
        )
