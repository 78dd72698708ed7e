"""TreeIndex: summaries of passages, summaries of those, and so on up to a few roots."""

import enum
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Unpack

from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuildOptions, BuiltIndex, available
from desktop_rag.indices.record import IndexStruct
from desktop_rag.indices.tree_builder import TreeBuilder, TreeInserter
from desktop_rag.indices.tree_retrievers import (
    TreeAllLeafRetriever,
    TreeRootRetriever,
    TreeSelectLeafEmbeddingRetriever,
    TreeSelectLeafRetriever,
)
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import INSERT_PROMPT, SUMMARY_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.summary_nodes import summary_id
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore


class TreeRetrieverMode(enum.StrEnum):
    """The ways through a tree."""

    SELECT_LEAF = "select_leaf"
    SELECT_LEAF_EMBEDDING = "select_leaf_embedding"
    ALL_LEAF = "all_leaf"
    ROOT = "root"


@data_structs.IndexGraph.register
class TreeStruct(IndexStruct):
    """What a tree holds, read when it is asked for."""

    @property
    def _store(self) -> TreeStore:
        return TreeStore(self._record.storage.connection, self._record.slot)

    @property
    def all_nodes(self) -> Mapping[int, str]:
        """The ids of the leaves in document order, then those of the summaries, the lowest first, by their places."""
        return MappingProxyType(dict(enumerate(map(_node_id, self._store.items()))))

    @property
    def root_nodes(self) -> Mapping[int, str]:
        """The ids of what has nothing above it, by their places."""
        places = self.node_id_to_index
        roots = [_node_id(item) for item in self._store.items(roots=True)]
        return MappingProxyType({places[node_id]: node_id for node_id in roots})

    @property
    def node_id_to_children_ids(self) -> Mapping[str, Sequence[str]]:
        """The ids of what each node stands for; leaves stand for nothing else."""
        nodes = self._record.storage.docstore.get_nodes(list(self.all_nodes.values()))
        return MappingProxyType({node.node_id: [child.node_id for child in node.child_nodes or ()] for node in nodes})

    @property
    def node_id_to_index(self) -> Mapping[str, int]:
        """The places of the nodes by their ids."""
        return MappingProxyType({node_id: place for place, node_id in self.all_nodes.items()})

    @property
    def size(self) -> int:
        """How many leaves and summaries there are."""
        return len(self.all_nodes)

    def get_index(self, node: TextNode) -> int:
        """Return the place of a node (KeyError when it is not in the tree)."""
        return self.node_id_to_index[node.node_id]

    def get_children(self, parent_node: TextNode | None) -> dict[int, str]:
        """Return the ids of what a node stands for, or of the roots, by their places."""
        if parent_node is None:
            return dict(self.root_nodes)
        places = self.node_id_to_index
        return {places[child]: child for child in self.node_id_to_children_ids[parent_node.node_id]}


def _node_id(item: TreeItem) -> str:
    """Return the id of a leaf or a summary."""
    return item.node_id or summary_id(item.id)


class TreeIndex(BuiltIndex, PromptMixin):
    """A tree whose summaries stand for ``num_children`` items each; without ``build_tree`` the leaves alone.

    A few new nodes are put where the model says they belong, many are grouped among themselves. A deleted node takes
    part in no summary any more once the tree was built again; until then those above it are stale.
    """

    kind = "tree"

    struct = TreeStruct
    index_struct: TreeStruct

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        summary_template: BasePromptTemplate | None = None,
        insert_prompt: BasePromptTemplate | None = None,
        num_children: int = 10,
        build_tree: bool = True,
        **options: Unpack[BuildOptions],
    ) -> None:
        if num_children < 2:
            raise ValueError("a summary needs at least two children")
        self.num_children = num_children
        self.build_tree = build_tree
        self._llm = llm
        self._embed_model = embed_model
        self._declare_prompts(
            {"summary_template": SUMMARY_PROMPT, "insert_prompt": INSERT_PROMPT},
            {"summary_template": summary_template, "insert_prompt": insert_prompt},
        )
        super().__init__(nodes, **options)

    @property
    def tree_store(self) -> TreeStore:
        """The tree as it is stored."""
        return TreeStore(self.storage_context.connection, self.slot)

    def as_retriever(
        self,
        retriever_mode: TreeRetrieverMode | str | None = None,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever: ``select_leaf`` (usual where there is a model), ``select_leaf_embedding``, ...

        Raises:
            ValueError: the mode needs the summaries this index goes without.

        """
        model = available(llm or self._llm)
        usual = TreeRetrieverMode.SELECT_LEAF if model is not None else TreeRetrieverMode.SELECT_LEAF_EMBEDDING
        mode = TreeRetrieverMode(retriever_mode or usual)
        if mode is TreeRetrieverMode.ALL_LEAF:
            return TreeAllLeafRetriever(self, **options)
        if not self.build_tree:
            raise ValueError(f"mode {mode} needs summaries, but build_tree is off")
        if mode is TreeRetrieverMode.ROOT:
            return TreeRootRetriever(self, **options)
        if mode is TreeRetrieverMode.SELECT_LEAF_EMBEDDING:
            return TreeSelectLeafEmbeddingRetriever(self, embed_model or self._embed_model, **options)
        return TreeSelectLeafRetriever(self, model, **options)

    @property
    def _builder(self) -> TreeBuilder:
        return TreeBuilder(
            self.storage_context,
            self._llm,
            self._prompt("summary_template"),
            self.num_children,
            slot=self.slot,
            build_tree=self.build_tree,
            use_async=self._use_async,
        )

    def _index(self, nodes: Sequence[TextNode]) -> None:
        """Put new nodes into the tree and bring its summaries up to date."""
        llm = available(self._llm)
        if self.build_tree and llm is not None:
            prompt = self._prompt("insert_prompt")
            TreeInserter(self.storage_context, llm, prompt, self.num_children, self.slot).insert(nodes)
        self.build_pending()
