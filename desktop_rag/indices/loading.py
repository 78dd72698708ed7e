"""Indices out of the storage that holds them, or by their kind over a library that is there already."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from desktop_rag.core.errors import BugError
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.base import BaseIndex
from desktop_rag.indices.building import BuiltIndex
from desktop_rag.indices.composability.graph import GRAPH_KIND, ComposableGraph, GraphEntry
from desktop_rag.indices.keyword_table import KeywordTableIndex, RAKEKeywordTableIndex, SimpleKeywordTableIndex
from desktop_rag.indices.knowledge_graph import KnowledgeGraphIndex
from desktop_rag.indices.summary import SummaryIndex
from desktop_rag.indices.tree import TreeIndex
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.llms.base import LLM, model_missing
from desktop_rag.storage.sqlite.index_kinds.built_nodes import BuiltNodes
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext

INDEX_KINDS = (
    "summary",
    "tree",
    "keyword_table",
    "simple_keyword_table",
    "rake_keyword_table",
    "knowledge_graph",
)
_OTHER_KINDS = ("document_summary", "property_graph")  # modules whose kinds are known once they are imported


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
    if entry.kind not in BaseIndex.kinds:
        for name in _OTHER_KINDS:
            import_module(f"desktop_rag.indices.{name}")
    made = BaseIndex.kinds.get(entry.kind)
    if made is None or not issubclass(made, BaseIndex):
        raise ValueError(f"index {entry.index_id} is of kind {entry.kind!r}: import its class first")
    return made(storage_context=storage_context, index_id=entry.index_id, **options)


def open_index(kind: str, storage: StorageContext, llm: LLM | None, embed_model: BaseEmbedding | None) -> BuiltIndex:
    """Return an index of a kind over everything a library holds; nothing is built by this.

    ``keyword_table`` without a model is ``simple_keyword_table``, unless a model built one before. A tree and a
    knowledge graph can be opened without a model, and searched in the ways that need none.

    Raises:
        BugError: there is no such kind.

    """
    if kind == "summary":
        return SummaryIndex(storage_context=storage, llm=llm, embed_model=embed_model)
    if kind == "tree":
        return TreeIndex(storage_context=storage, llm=llm, embed_model=embed_model, use_async=True)
    if kind == "keyword_table" and (llm is not None or BuiltNodes(storage.connection, kind).any_done()):
        return KeywordTableIndex(storage_context=storage, llm=llm, use_async=True)
    if kind in {"keyword_table", "simple_keyword_table"}:
        return SimpleKeywordTableIndex(storage_context=storage)
    if kind == "rake_keyword_table":
        return RAKEKeywordTableIndex(storage_context=storage)
    if kind == "knowledge_graph":
        return KnowledgeGraphIndex(storage_context=storage, llm=llm, embed_model=embed_model, use_async=True)
    raise BugError(f"unknown kind of index {kind!r}")


def needs_model(kind: str) -> bool:
    """Whether building an index of a kind needs a language model."""
    return kind in {"tree", "knowledge_graph"}


def require_model(kind: str, llm: LLM | None) -> None:
    """Raise ``UserError`` when a kind cannot be built without a model and there is none."""
    if llm is None and needs_model(kind):
        raise model_missing("Building this index")
