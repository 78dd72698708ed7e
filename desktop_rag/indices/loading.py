"""Indices out of the storage that holds them."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from desktop_rag.indices.base import BaseIndex
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext

_KINDS = ("kinds", "document_summary", "property_graph")  # the modules that make every kind of ours known


def load_index_from_storage(
    storage_context: StorageContext,
    index_id: str | None = None,
    **options: Any,  # noqa: ANN401 - those of the index's class
) -> BaseIndex:
    """Return the one index of a storage, or the one with this id; nothing but its entry is read.

    Raises:
        ValueError: there is none, or there are several and no id was given.

    """
    indices = load_indices_from_storage(storage_context, None if index_id is None else [index_id], **options)
    if not indices:
        raise ValueError("the storage holds no index: was it persisted, and is this the right folder?")
    if len(indices) > 1:
        names = ", ".join(index.index_id for index in indices)
        raise ValueError(f"the storage holds {len(indices)} indices, say which: {names}")
    return indices[0]


def load_indices_from_storage(
    storage_context: StorageContext,
    index_ids: Sequence[str] | None = None,
    **options: Any,  # noqa: ANN401 - those of the indices' classes
) -> list[BaseIndex]:
    """Return the indices with these ids, or all, in the order of their making.

    A library that was filled by the window or command line is a ``VectorStoreIndex``.

    Raises:
        ValueError: there is no index with one of the ids.

    """
    entries = {entry.index_id: entry for entry in storage_context.index_store.entries()}
    if not entries and index_ids is None:
        filled = storage_context.docstore.documents()
        return [VectorStoreIndex(storage_context=storage_context, **options)] if filled else []
    missing = [index_id for index_id in index_ids or () if index_id not in entries]
    if missing:
        raise ValueError(f"the storage holds no index {missing[0]}")
    return [_open(entries[index_id], storage_context, options) for index_id in index_ids or entries]


def _open(entry: IndexEntry, storage_context: StorageContext, options: dict[str, Any]) -> BaseIndex:
    """Return one index."""
    if entry.kind not in BaseIndex.kinds:
        for name in _KINDS:
            import_module(f"desktop_rag.indices.{name}")
    made = BaseIndex.kinds.get(entry.kind)
    if made is None or not issubclass(made, BaseIndex):
        raise ValueError(f"index {entry.index_id} is of kind {entry.kind!r}: import its class first")
    return made(storage_context=storage_context, index_id=entry.index_id, **options)
