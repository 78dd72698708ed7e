"""TreeIndex: summaries of passages, summaries of those, and so on up to a few roots."""

import enum
from collections.abc import Sequence
from typing import Any

from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuiltIndex, OnProgress, content, required, required_embedding
from desktop_rag.indices.fitting import fitted, room
from desktop_rag.indices.tree_builder import TreeBuilder
from desktop_rag.indices.tree_retrievers import (
    TreeAllLeafRetriever,
    TreeRootRetriever,
    TreeSelectLeafEmbeddingRetriever,
    TreeSelectLeafRetriever,
    numbered_text,
    parse_selection,
)
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import INSERT_PROMPT, SUMMARY_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore


class TreeRetrieverMode(enum.StrEnum):
    """The ways through a tree."""

    SELECT_LEAF = "select_leaf"
    SELECT_LEAF_EMBEDDING = "select_leaf_embedding"
    ALL_LEAF = "all_leaf"
    ROOT = "root"


class TreeIndex(BuiltIndex, PromptMixin):
    """A tree whose summaries stand for ``num_children`` items each; without ``build_tree`` the leaves alone.

    A few new nodes are put where the model says they belong, many are grouped among themselves. A deleted node takes
    part in no summary any more once the tree was built again; until then those above it are stale.
    """

    kind = "tree"

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
        use_async: bool = False,
        **options: Any,  # noqa: ANN401 - those of BaseIndex
    ) -> None:
        if num_children < 2:
            raise ValueError("a summary needs at least two children")
        self.num_children = num_children
        self.build_tree = build_tree
        self._llm = llm
        self._embed_model = embed_model
        self._use_async = use_async
        self._declare_prompts(
            {"summary_template": SUMMARY_PROMPT, "insert_prompt": INSERT_PROMPT},
            {"summary_template": summary_template, "insert_prompt": insert_prompt},
        )
        super().__init__(nodes, **options)

    @property
    def tree_store(self) -> TreeStore:
        """The tree as it is stored."""
        return TreeStore(self.storage_context.connection)

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
        model = llm or self._llm
        usual = TreeRetrieverMode.SELECT_LEAF if model is not None else TreeRetrieverMode.SELECT_LEAF_EMBEDDING
        mode = TreeRetrieverMode(retriever_mode or usual)
        if mode is TreeRetrieverMode.ALL_LEAF:
            return TreeAllLeafRetriever(self, **options)
        if not self.build_tree:
            raise ValueError(f"mode {mode} needs summaries, but build_tree is off")
        if mode is TreeRetrieverMode.ROOT:
            return TreeRootRetriever(self, **options)
        if mode is TreeRetrieverMode.SELECT_LEAF_EMBEDDING:
            return TreeSelectLeafEmbeddingRetriever(
                self, required_embedding(embed_model or self._embed_model), **options
            )
        return TreeSelectLeafRetriever(self, required(model), **options)

    def pending(self) -> int:
        """Return how many nodes are not in the tree, and how many of its summaries are missing a parent or stale."""
        store = self.tree_store
        return store.pending_nodes() + (store.unfinished(self.num_children) if self.build_tree else 0)

    def any_built(self) -> bool:
        """Whether the tree has any leaf."""
        return bool(self.tree_store.roots(limit=1))

    def build_pending(self, on_progress: OnProgress | None = None) -> None:
        """Write every summary that is missing or stale; ``on_progress`` hears (summaries written, to write)."""
        if not self.pending():
            return
        if not self.build_tree:
            with self.storage_context.transaction():
                self.tree_store.add_all_leaves()
            return
        if self._llm is None and self.docstore.node_count() <= self.num_children and not self.tree_store.top_level():
            with self.storage_context.transaction():
                self.tree_store.add_all_leaves()  # too few to be summarised
            return
        self._builder().build(on_progress)

    def _builder(self) -> TreeBuilder:
        """Return what writes summaries."""
        template = self._prompt("summary_template")
        llm = required(self._llm)
        return TreeBuilder(self.storage_context, llm, template, self.num_children, use_async=self._use_async)

    def _index(self, nodes: Sequence[TextNode]) -> None:
        """Put new nodes into the tree and bring its summaries up to date."""
        rowids = self.docstore.keys_of([node.id_ for node in nodes])
        new = [node for node in nodes if node.id_ in rowids and not self.tree_store.is_leaf(rowids[node.id_])]
        if self.build_tree and len(new) <= self.num_children and self.tree_store.top_level() and self._llm is not None:
            for node in new:
                self._insert_node(node, rowids[node.id_])
        self.build_pending()

    def _insert_node(self, node: TextNode, rowid: int) -> None:
        """Let the model choose, level by level, where a node belongs; a full parent is halved.

        A reply that names no place leaves the node to the next build.
        """
        items: Sequence[TreeItem] = self.tree_store.roots()
        parent: TreeItem | None = None
        while items and items[0].level > 0:
            parent = self._place_for(node, items)
            if parent is None:
                return
            items = self.tree_store.children(parent.id)
        if parent is not None:
            with self.storage_context.transaction():
                self.tree_store.adopt(parent.id, [TreeItem(0, rowid)])
                self.tree_store.mark_stale(parent.id)
                self.tree_store.split(parent.id, self.num_children)

    def _place_for(self, node: TextNode, items: Sequence[TreeItem]) -> TreeItem | None:
        """Return the summary a node belongs under."""
        if len(items) == 1:
            return items[0]
        llm, template = required(self._llm), self._prompt("insert_prompt")
        free = room(llm.metadata, template, num_chunks=str(len(items)))
        (text,) = fitted([content(node)], free // 2)
        texts = numbered_text([" ".join(item.text.split()) for item in items], free // 2)
        reply = llm.predict(template, context_list=texts, new_chunk_text=text, num_chunks=str(len(items)))
        numbers = parse_selection(reply, len(items), 1)
        return items[numbers[0] - 1] if numbers else None
