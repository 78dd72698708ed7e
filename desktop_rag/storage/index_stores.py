"""Lists of indices that programs keep themselves (LlamaIndex's index stores)."""

from abc import ABC, abstractmethod

from desktop_rag.core.parallel import asynchronous
from desktop_rag.storage.data_structs import IndexStruct

DEFAULT_NAMESPACE = "index_store"


class BaseIndexStore(ABC):
    """A base for custom index stores: these three, and ``index_structs``, are enough."""

    @abstractmethod
    def index_structs(self) -> list[IndexStruct]:
        """Return all indices."""

    @abstractmethod
    def add_index_struct(self, index_struct: IndexStruct) -> None:
        """Note an index, in the place of one with its id."""

    @abstractmethod
    def delete_index_struct(self, key: str) -> None:
        """Forget an index."""

    @abstractmethod
    def get_index_struct(self, struct_id: str | None = None) -> IndexStruct | None:
        """Return the index with an id (None when there is none), or the only one.

        Raises:
            ValueError: there is not exactly one, and no id was given.

        """

    async_index_structs = asynchronous(index_structs)
    async_add_index_struct = asynchronous(add_index_struct)
    adelete_index_struct = asynchronous(delete_index_struct)
    aget_index_struct = asynchronous(get_index_struct)


def the_only(structs: list[IndexStruct]) -> IndexStruct:
    """Return the only one of several indices; ValueError when there is not exactly one."""
    if len(structs) != 1:
        raise ValueError(f"there are {len(structs)} indices: give the id of one")
    return structs[0]
