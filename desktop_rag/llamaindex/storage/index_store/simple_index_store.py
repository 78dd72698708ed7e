"""The list of indices that LlamaIndex's programs make for themselves."""

from collections.abc import Mapping
from pathlib import Path

from desktop_rag.llamaindex.storage.index_store.keyval_index_store import KVIndexStore
from desktop_rag.storage.kvstore import SimpleKVStore, Value
from desktop_rag.storage.storage_context import DEFAULT_PERSIST_DIR, StorageContext

DEFAULT_PERSIST_PATH = "./storage/index_store.json"


class SimpleIndexStore(KVIndexStore):
    """Keeps indices as long as the program runs, or in a file of JSON (``persist``)."""

    def __init__(self, simple_kvstore: SimpleKVStore | None = None) -> None:
        self._values = simple_kvstore or SimpleKVStore()
        super().__init__(self._values)

    @classmethod
    def from_persist_dir(cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> "SimpleIndexStore":
        """Return the indices of what ``StorageContext.persist`` wrote to a folder.

        Raises:
            UnusableInputError: nothing was stored there.

        """
        made = cls()
        with StorageContext.from_defaults(persist_dir, read_only=True) as storage:
            for index_struct in storage.index_store.index_structs():
                made.add_index_struct(index_struct)
        return made

    @classmethod
    def from_persist_path(cls, persist_path: str | Path) -> "SimpleIndexStore":
        """Return what ``persist`` wrote; raises as ``SimpleKVStore.from_persist_path`` does."""
        return cls(SimpleKVStore.from_persist_path(persist_path))

    @classmethod
    def from_dict(cls, save_dict: Mapping[str, Mapping[str, Value]]) -> "SimpleIndexStore":
        """Return what ``to_dict`` described."""
        return cls(SimpleKVStore.from_dict(save_dict))

    def to_dict(self) -> dict[str, dict[str, Value]]:
        """Return everything as values of JSON, for ``from_dict``."""
        return self._values.to_dict()

    def persist(self, persist_path: str | Path = DEFAULT_PERSIST_PATH) -> None:
        """Write everything to a file, at once or not at all."""
        self._values.persist(persist_path)
