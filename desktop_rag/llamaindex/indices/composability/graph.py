"""ComposableGraph: an index whose nodes stand for other indices, of other storages or of the same one."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_rag.core.schema import IndexNode, new_id
from desktop_rag.indices.record import IndexStruct
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.classes import index_class
from desktop_rag.llamaindex.query_engine.graph_query_engine import ComposableGraphQueryEngine
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext

GRAPH_KIND = "composable_graph"


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """What a storage notes of a graph: the kind of index at its top, and what each index below it is about."""

    root_kind: str
    summaries: Sequence[tuple[str, str]]

    def to_json(self) -> str:
        """Return it as a text, for ``from_json``."""
        return json.dumps({"root_kind": self.root_kind, "summaries": self.summaries}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "GraphEntry":
        """Return what ``to_json`` wrote."""
        read = json.loads(text)
        return cls(read["root_kind"], [(index_id, summary) for index_id, summary in read["summaries"]])


class ComposableGraph:
    """Indices below one at the top, whose nodes tell what each of them is about.

    The index at the top is in a storage in memory, for no other index to find its nodes. A ``storage_context`` notes
    the graph: ``load_graph_from_storage`` makes it again, with the indices that are in that storage.
    """

    def __init__(
        self,
        all_indices: Mapping[str, BaseIndex],
        root_id: str,
        storage_context: StorageContext | None = None,
    ) -> None:
        self._all_indices = dict(all_indices)
        self._root_id = root_id
        self.storage_context = storage_context

    @classmethod
    def from_indices(
        cls,
        root_index_cls: type[BaseIndex],
        children_indices: Sequence[BaseIndex],
        index_summaries: Sequence[str] | None = None,
        storage_context: StorageContext | None = None,
        **options: Any,  # noqa: ANN401 - those of the class
    ) -> "ComposableGraph":
        """Return a graph of indices with an index of this class at its top, which is made with ``options``.

        ``index_summaries`` tell what each of the others is about, and are noted as their ``summary``; without them
        that is what their own ``summary`` tells.

        Raises:
            ValueError: there is not one summary for each index, or one of them is empty.

        """
        summaries = [index.summary for index in children_indices] if index_summaries is None else index_summaries
        if len(summaries) != len(children_indices) or not all(summaries):
            raise ValueError("each index of a graph needs a summary: give index_summaries, one for each")
        for index, summary in zip(children_indices, summaries, strict=True):
            index.summary = summary
        pairs = list(zip(children_indices, summaries, strict=True))
        graph = cls._over(root_index_cls, pairs, new_id(), storage_context, options)
        if storage_context is not None:
            about = GraphEntry(root_index_cls.kind, [(index.index_id, summary) for index, summary in pairs])
            with storage_context.transaction():
                storage_context.index_store.put(IndexEntry(graph.root_id, GRAPH_KIND, about.to_json()))
        return graph

    @classmethod
    def from_entry(
        cls,
        root_id: str,
        entry: GraphEntry,
        indices: Mapping[str, BaseIndex],
        storage_context: StorageContext,
        options: Mapping[str, Any],
    ) -> "ComposableGraph":
        """Return a graph that a storage noted, over its indices (by their ids).

        Raises:
            ValueError: there is no class for the kind of index at its top.

        """
        made = index_class(entry.root_kind)
        if made is None:
            raise ValueError(f"graph {root_id} is over a kind {entry.root_kind!r}: import its class first")
        pairs = [(indices[index_id], summary) for index_id, summary in entry.summaries]
        return cls._over(made, pairs, root_id, storage_context, options)

    @classmethod
    def _over(
        cls,
        root_index_cls: type[BaseIndex],
        children: Sequence[tuple[BaseIndex, str]],
        root_id: str,
        storage_context: StorageContext | None,
        options: Mapping[str, Any],
    ) -> "ComposableGraph":
        nodes = [IndexNode(summary, index_id=index.index_id) for index, summary in children]
        root = root_index_cls(nodes, storage_context=StorageContext(), index_id=root_id, **options)
        return cls({**{index.index_id: index for index, _ in children}, root_id: root}, root_id, storage_context)

    @property
    def root_id(self) -> str:
        """The id of the index at the top."""
        return self._root_id

    @property
    def all_indices(self) -> dict[str, BaseIndex]:
        """All indices, also that at the top, by their ids."""
        return self._all_indices

    @property
    def root_index(self) -> BaseIndex:
        """The index at the top."""
        return self._all_indices[self._root_id]

    @property
    def index_struct(self) -> IndexStruct:
        """What the index at the top holds."""
        return self.root_index.index_struct

    def get_index(self, index_struct_id: str | None = None) -> BaseIndex:
        """Return an index by its id, that at the top without one (KeyError when there is none)."""
        return self._all_indices[self._root_id if index_struct_id is None else index_struct_id]

    def as_query_engine(self, **options: Any) -> ComposableGraphQueryEngine:  # noqa: ANN401 - those of the engine
        """Return an engine that asks the indices; takes its options, and those of the indices' engines."""
        return ComposableGraphQueryEngine(self, **options)
