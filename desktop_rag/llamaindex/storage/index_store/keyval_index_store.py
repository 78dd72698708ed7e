"""A list of indices in a store of values."""

from desktop_rag.storage.data_structs import (
    DEFAULT_NAMESPACE,
    BaseIndexStore,
    IndexStruct,
    index_struct_to_json,
    json_to_index_struct,
    the_only,
)
from desktop_rag.storage.kvstore import BaseKVStore


class KVIndexStore(BaseIndexStore):
    """Keeps indices in a key-value store."""

    def __init__(
        self, kvstore: BaseKVStore, namespace: str | None = None, collection_suffix: str | None = None
    ) -> None:
        self._kvstore = kvstore
        self._collection = f"{namespace or DEFAULT_NAMESPACE}{collection_suffix or '/data'}"

    def index_structs(self) -> list[IndexStruct]:
        """Return all indices."""
        return [json_to_index_struct(value) for value in self._kvstore.get_all(self._collection).values()]

    def add_index_struct(self, index_struct: IndexStruct) -> None:
        """Note an index, in the place of one with its id."""
        self._kvstore.put(index_struct.index_id, index_struct_to_json(index_struct), self._collection)

    def delete_index_struct(self, key: str) -> None:
        """Forget an index."""
        self._kvstore.delete(key, self._collection)

    def get_index_struct(self, struct_id: str | None = None) -> IndexStruct | None:
        """Return the index with an id (None when there is none), or the only one.

        Raises:
            ValueError: there is not exactly one, and no id was given.

        """
        if struct_id is None:
            return the_only(self.index_structs())
        value = self._kvstore.get(struct_id, self._collection)
        return None if value is None else json_to_index_struct(value)
