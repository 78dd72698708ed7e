"""Indices out of the storage that holds them."""

from collections.abc import Sequence
from typing import Any

from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.classes import index_class
from desktop_rag.llamaindex.indices.composability.graph import GRAPH_KIND, ComposableGraph, GraphEntry
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext


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
        raise ValueError("No index in storage context, check if you specified the right persist_dir.")
    if len(indices) > 1:
        names = ", ".join(index.index_id for index in indices)
        raise ValueError(
            f"Expected to load a single index, but got {len(indices)} instead. Please specify index_id: {names}"
        )
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
    noted = storage_context.index_store.entries()
    entries = {entry.index_id: entry for entry in noted if entry.kind != GRAPH_KIND}
    if not entries and index_ids is None:
        filled = storage_context.docstore.documents()
        return [VectorStoreIndex(storage_context=storage_context, **options)] if filled else []
    missing = [index_id for index_id in index_ids or () if index_id not in entries]
    if missing:
        raise ValueError(f"Failed to load index with ID {missing[0]}")
    return [_open(entries[index_id], storage_context, options) for index_id in index_ids or entries]


def load_graph_from_storage(
    storage_context: StorageContext,
    root_id: str,
    **options: Any,  # noqa: ANN401 - those of the indices' classes
) -> ComposableGraph:
    """Return a graph of indices that a storage notes under the id of its top; that index is made anew.

    Raises:
        ValueError: there is none with this id.

    """
    noted = storage_context.index_store.entries()
    found = next((one for one in noted if one.kind == GRAPH_KIND and one.index_id == root_id), None)
    if found is None or not found.summary:
        raise ValueError(f"the storage holds no graph {root_id}")
    entry = GraphEntry.from_json(found.summary)
    ids = list(dict.fromkeys(index_id for index_id, _ in entry.summaries))
    indices = {index.index_id: index for index in load_indices_from_storage(storage_context, ids, **options)}
    return ComposableGraph.from_entry(root_id, entry, indices, storage_context, options)


def _open(entry: IndexEntry, storage_context: StorageContext, options: dict[str, Any]) -> BaseIndex:
    made = index_class(entry.kind)
    if made is None:
        raise ValueError(f"index {entry.index_id} is of kind {entry.kind!r}: import its class first")
    return made(storage_context=storage_context, index_id=entry.index_id, **options)
