"""Ollama's embedding models, as programs name them."""

from desktop_rag.embeddings.openai_like import DEFAULT_EMBED_BATCH_SIZE, OpenAILikeEmbedding
from desktop_rag.llms.ollama import DEFAULT_ADDRESS as OLLAMA_ADDRESS


class OllamaEmbedding(OpenAILikeEmbedding):
    """Embedding models of Ollama."""

    def __init__(
        self,
        model_name: str,
        base_url: str = OLLAMA_ADDRESS,
        *,
        embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE,
        query_instruction: str | None = None,
        text_instruction: str | None = None,
    ) -> None:
        super().__init__(
            model_name,
            base_url,
            embed_batch_size=embed_batch_size,
            query_instruction=query_instruction or "",
            text_instruction=text_instruction or "",
        )
