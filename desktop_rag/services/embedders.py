"""Make the embedding model of each index, and the cache that they share."""

import threading
from collections.abc import Callable
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
from desktop_rag.embeddings.openai_like import PROVIDER
from desktop_rag.embeddings.resolve import UnknownServer, embed_model_of_settings
from desktop_rag.llms.openai_access import DEFAULT_ADDRESS
from desktop_rag.services.embedding_child import ChildEmbedding
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import Connection
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache
from desktop_rag.storage.sqlite.vectors.spaces import active_space, begun_space


class Embedders:
    """Gives an index the model its vectors were made with; a new one, the model of the settings.

    Models are opened when first needed and kept; every text is embedded once for all indexes.
    """

    def __init__(self, data_dir: Path, files: IndexFiles, config: Config, secrets: Secrets) -> None:
        only = config[EMBEDDING_PROCESSOR_ONLY]
        note = "embedder-processor.json" if only else "embedder.json"
        self.built_in = ChildEmbedding(data_dir / note, processor_only=only)
        self._cache_path = data_dir / "embeddings.sqlite"
        self._files = files
        self._config = config
        self._secrets = secrets
        self._lock = threading.Lock()
        self._open: dict[tuple[object, ...], CachedEmbedding] = {}

    def of(self, path: Path) -> BaseEmbedding:
        """Return the model that an index is searched with; that stays until another one has taken over.

        Raises:
            UserError: its model cannot be had any more, or the settings do not name one.

        """
        return self._in_space_of(path, active_space) or self.chosen()

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
        return self._in_space_of(path, begun_space)

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

    def _in_space_of(self, path: Path, space_of: Callable[[Connection], EmbeddingSpace | None]) -> BaseEmbedding | None:
        """Return the model of a space of a library, None where the library has no such space.

        Where a served model is found is the person's to say: in the settings, or by having used it here. The file of
        the library is not asked.
        """
        with self._files.open(path, read_only=True) as storage:
            space = space_of(storage.connection)
            noted = storage.permissions.address(space) if space is not None and storage.permissions is not None else ""
        if space is None:
            return None
        is_known = space == self.built_in.space or noted or self._is_chosen(space)
        return self._opened(space, noted) if is_known or space.provider != PROVIDER else UnknownServer(space)

    def _is_chosen(self, space: EmbeddingSpace) -> bool:
        """Return True if the settings name the model of a space."""
        is_served = self._config[EMBEDDING_PROVIDER] != EMBEDDING_PROVIDER.default
        return is_served and space.model == self._config[EMBEDDING_MODEL].strip()

    def _opened(self, space: EmbeddingSpace | None, noted: str) -> BaseEmbedding:
        """Return the model of a space, which is at the address noted for it unless the settings say otherwise."""
        config = self._config
        address = config.revealed(EMBEDDING_BASE_URL).strip() or openai_address() or DEFAULT_ADDRESS
        own = config[EMBEDDING_PROVIDER] != EMBEDDING_PROVIDER.default
        if space is not None and noted and not self._is_chosen(space):
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
