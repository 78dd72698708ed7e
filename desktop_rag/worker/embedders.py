"""Which embedding model each index is searched with, and the cache they share."""

import threading
from collections.abc import Callable
from pathlib import Path

from desktop_rag.config import Config
from desktop_rag.config.options import EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_PROVIDER
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.cached import CachedEmbedding
from desktop_rag.embeddings.resolve import resolve_embed_model
from desktop_rag.llms.openai_like import DEFAULT_ADDRESS
from desktop_rag.schema import EmbeddingSpace
from desktop_rag.secrets import Secrets
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.spaces import active_space
from desktop_rag.worker.embedding import ChildEmbedding

EmbedderOf = Callable[[Path], BaseEmbedding]


class Embedders:
    """Gives an index the model its vectors were made with; a new one, the model of the settings.

    Models are opened when first needed and kept; every text is embedded once for all indexes.
    """

    def __init__(self, data_dir: Path, config: Config, secrets: Secrets) -> None:
        self.built_in = ChildEmbedding(data_dir / "embedder.json")
        self._cache_path = data_dir / "embeddings.sqlite"
        self._config = config
        self._secrets = secrets
        self._lock = threading.Lock()
        self._open: dict[tuple[object, ...], CachedEmbedding] = {}

    def of(self, path: Path) -> BaseEmbedding:
        """Return the model of an index.

        Raises:
            UserError: its model cannot be had any more, or the settings do not name one.

        """
        with StorageContext(path, read_only=True) as storage:
            space = active_space(storage.connection)
        config = self._config
        address = config[EMBEDDING_BASE_URL]
        own = space or (config[EMBEDDING_PROVIDER], config[EMBEDDING_MODEL])
        key = self._secrets.get_api_key(address.strip() or DEFAULT_ADDRESS) if self._served(space) else None
        with self._lock:
            found = self._open.get((own, address, key))
            if found is None:
                model = resolve_embed_model(config, key, self.built_in, space)
                found = self._open[own, address, key] = CachedEmbedding(model, self._cache_path)
            return found

    def close(self) -> None:
        """Let go of every model; idempotent."""
        self.built_in.close()
        with self._lock:
            for model in self._open.values():
                model.close()
            self._open.clear()

    def _served(self, space: EmbeddingSpace | None) -> bool:
        """Whether the model of an index runs elsewhere."""
        if space is not None:
            return space != self.built_in.space
        return self._config[EMBEDDING_PROVIDER] != EMBEDDING_PROVIDER.default
