"""Values of JSON under keys, in collections: what caches of programs are kept in (LlamaIndex's key-value stores)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.unfinished import write_at_once

DEFAULT_COLLECTION = "data"
DATA_KEY = "__data__"
TYPE_KEY = "__type__"
"""What a node or an index is written under, and its kind."""
Value = dict[str, Any]
"""What is kept under a key: values of JSON by their names."""


class BaseKVStore(ABC):
    """A base for custom key-value stores: ``put``, ``get``, ``get_all`` and ``delete`` are enough."""

    @abstractmethod
    def put(self, key: str, val: Value, collection: str = DEFAULT_COLLECTION) -> None:
        """Store a value under a key, replacing any other."""

    @abstractmethod
    def get(self, key: str, collection: str = DEFAULT_COLLECTION) -> Value | None:
        """Return the value under a key; None when there is none."""

    @abstractmethod
    def get_all(self, collection: str = DEFAULT_COLLECTION) -> dict[str, Value]:
        """Return the values of a collection, by key."""

    @abstractmethod
    def delete(self, key: str, collection: str = DEFAULT_COLLECTION) -> bool:
        """Delete the value under a key; return True if there was one."""

    def put_all(
        self,
        kv_pairs: Sequence[tuple[str, Value]],
        collection: str = DEFAULT_COLLECTION,
        batch_size: int = 1,  # noqa: ARG002 - for stores behind a network
    ) -> None:
        """Keep several values under their keys."""
        for key, value in kv_pairs:
            self.put(key, value, collection)

    aput = asynchronous(put)
    aget = asynchronous(get)
    aget_all = asynchronous(get_all)
    adelete = asynchronous(delete)
    aput_all = asynchronous(put_all)


class MutableMappingKVStore(BaseKVStore):
    """Keeps each collection in a mapping that ``mapping_factory`` makes: a ``dict``, or one that lasts.

    What is handed out may be changed without changing what is kept.
    """

    def __init__(self, mapping_factory: Callable[[], MutableMapping[str, Value]]) -> None:
        self._make = mapping_factory
        self._collections: dict[str, MutableMapping[str, Value]] = {}

    def put(self, key: str, val: Value, collection: str = DEFAULT_COLLECTION) -> None:
        """Store a value under a key, replacing any other."""
        if collection not in self._collections:
            self._collections[collection] = self._make()
        self._collections[collection][key] = deepcopy(val)

    def get(self, key: str, collection: str = DEFAULT_COLLECTION) -> Value | None:
        """Return the value under a key; None when there is none."""
        return deepcopy(self._collections.get(collection, {}).get(key))

    def get_all(self, collection: str = DEFAULT_COLLECTION) -> dict[str, Value]:
        """Return the values of a collection, by key."""
        return deepcopy(dict(self._collections.get(collection, {})))

    def delete(self, key: str, collection: str = DEFAULT_COLLECTION) -> bool:
        """Delete the value under a key; return True if there was one."""
        return self._collections.get(collection, {}).pop(key, None) is not None


class SimpleKVStore(MutableMappingKVStore):
    """Keeps values as long as the program runs, or in a file of JSON (``persist``)."""

    def __init__(self, data: Mapping[str, Mapping[str, Value]] | None = None) -> None:
        super().__init__(dict)
        for collection, values in (data or {}).items():
            self.put_all(list(values.items()), collection)

    @classmethod
    def from_persist_path(cls, persist_path: str | Path) -> "SimpleKVStore":
        """Return a store loaded from a file of ``persist``.

        Raises:
            OSError: there is no such file, or it cannot be read.
            ValueError: it holds something else.

        """
        return cls(msgspec.json.decode(Path(persist_path).read_bytes(), type=dict[str, dict[str, Value]]))

    @classmethod
    def from_dict(cls, save_dict: Mapping[str, Mapping[str, Value]]) -> "SimpleKVStore":
        """Return a store from the dict of ``to_dict``."""
        return cls(save_dict)

    def to_dict(self) -> dict[str, dict[str, Value]]:
        """Return all collections, for ``from_dict``."""
        return {collection: self.get_all(collection) for collection in self._collections}

    def persist(self, persist_path: str | Path) -> None:
        """Write everything to a file, at once or not at all."""
        persist(Path(persist_path), msgspec.json.encode(self._collections))


def persist(path: Path, content: bytes) -> None:
    """Write a file at once or not at all, and its folder.

    Raises:
        OSError: it cannot be written.

    """
    make_folders(path.parent)
    write_at_once(path, content)
