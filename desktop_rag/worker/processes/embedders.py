"""Which embedding model each index is searched with, and the cache they share."""

import threading
from pathlib import Path

from desktop_rag.config import Config
from desktop_rag.config.environment import openai_address
from desktop_rag.config.masking import add_login
from desktop_rag.config.options import (
    EMBEDDING_BASE_URL,
    EMBEDDING_MAX_TOKENS,
    EMBEDDING_MODEL,
    EMBEDDING_PROCESSOR_ONLY,
    EMBEDDING_PROVIDER,
)
from desktop_rag.config.secrets import LOGIN, Secrets, entry_name
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import running
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.cached import CachedEmbedding
from desktop_rag.embeddings.resolve import embed_model_of_settings
from desktop_rag.llms.openai_access import DEFAULT_ADDRESS
from desktop_rag.storage.sqlite.properties import get_address
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache
from desktop_rag.storage.sqlite.vectors.spaces import active_space, begun_space
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.processes.embedding_child import ChildEmbedding


class Embedders:
    """Gives an index the model its vectors were made with; a new one, the model of the settings.

    Models are opened when first needed and kept; every text is embedded once for all indexes.
    """

    def __init__(self, data_dir: Path, config: Config, secrets: Secrets) -> None:
        only = config[EMBEDDING_PROCESSOR_ONLY]
        note = "embedder-processor.json" if only else "embedder.json"
        self.built_in = ChildEmbedding(data_dir / note, processor_only=only)
        self._cache_path = data_dir / "embeddings.sqlite"
        self._config = config
        self._secrets = secrets
        self._lock = threading.Lock()
        self._open: dict[tuple[object, ...], CachedEmbedding] = {}

    def of(self, path: Path) -> BaseEmbedding:
        """Return the model that an index is searched with; that stays until another one has taken over.

        Raises:
            UserError: its model cannot be had any more, or the settings do not name one.

        """
        with StorageContext(path, read_only=True) as storage:
            space = active_space(storage.connection)
            address = get_address(storage.connection, space) if space is not None else ""
        return self.chosen() if space is None else self._opened(space, address)

    def ready_for(self, path: Path, query: str) -> BaseEmbedding:
        """Return the model of an index once it is loaded and knows a query.

        The built-in model is asked under a token of its own: a job that is cancelled while the model is being loaded
        would end its process, and it would never be loaded while somebody types.

        Raises:
            UserError: it cannot be had any more.

        """
        model = self.of(path)
        if query and isinstance(getattr(model, "model", None), ChildEmbedding):
            with running(CancelToken()):
                model.get_query_embedding(query)
        return model

    def begun(self, path: Path) -> BaseEmbedding | None:
        """Return the model that is about to take over in an index, None when there is none."""
        with StorageContext(path, read_only=True) as storage:
            space = begun_space(storage.connection)
            address = get_address(storage.connection, space) if space is not None else ""
        return None if space is None else self._opened(space, address)

    def chosen(self) -> BaseEmbedding:
        """Return the model of the settings.

        Raises:
            UserError: they do not name one.

        """
        return self._opened(None, "")

    def close(self) -> None:
        """Let go of every model; idempotent."""
        self.built_in.close()
        with self._lock:
            for model in self._open.values():
                model.close()
            self._open.clear()

    def _opened(self, space: EmbeddingSpace | None, noted: str) -> BaseEmbedding:
        """Return the model of a space, which is at the address noted for it unless the settings say otherwise."""
        config = self._config
        address = config.revealed(EMBEDDING_BASE_URL).strip() or openai_address() or DEFAULT_ADDRESS
        own = config[EMBEDDING_PROVIDER] != EMBEDDING_PROVIDER.default
        if space is not None and noted and not (own and space.model == config[EMBEDDING_MODEL].strip()):
            address = add_login(noted, self._secrets.get(entry_name(noted), LOGIN))
        served = own if space is None else space != self.built_in.space
        key = self._secrets.get_api_key(address) if served else None
        which = space or (config[EMBEDDING_PROVIDER], config[EMBEDDING_MODEL])
        name = (which, address, key, config[EMBEDDING_MAX_TOKENS])
        with self._lock:
            found = self._open.get(name)
            if found is None:
                model = embed_model_of_settings(config, key, self.built_in, space, address)
                found = self._open[name] = CachedEmbedding(model, SqliteEmbeddingCache(self._cache_path))
            return found
