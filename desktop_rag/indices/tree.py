"""TreeIndex: summaries of passages, summaries of those, and so on up to a few roots; and the ways through it.

They lead from the roots down to passages, to all passages, or to the roots themselves.
"""

import enum
import math
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, Unpack

import numpy as np

from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.output_parsers import parse_numbers
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.core.similarity import similarities
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.building import (
    BatchRun,
    BuildOptions,
    BuiltIndex,
    OnProgress,
    available,
    content,
    require_built,
    required,
    required_embedding,
)
from desktop_rag.indices.record import IndexStruct
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import (
    INSERT_PROMPT,
    SUMMARY_PROMPT,
    TREE_SELECT_MULTIPLE_PROMPT,
    TREE_SELECT_PROMPT,
)
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.response_synthesizers.prompt_helper import available_tokens, truncated
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore, summary_id
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.text.tokenizer import Tokenizer

_GROUPS_AT_ONCE = 16
_SHOWN = 200  # characters of a summary in a trace
_FALLBACK = 1000  # characters of the texts themselves, for a model that says nothing
_FOUND_BY = ("tree",)
_PER_NUMBER = 6  # tokens


class TreeRetrieverMode(enum.StrEnum):
    """The ways through a tree."""

    SELECT_LEAF = "select_leaf"
    SELECT_LEAF_EMBEDDING = "select_leaf_embedding"
    ALL_LEAF = "all_leaf"
    ROOT = "root"


@data_structs.IndexGraph.register
class TreeStruct(IndexStruct):
    """The content of a tree, read on demand."""

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
        """The number of leaves and summaries."""
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


class TreeBuilder:
    """Brings the tree of a library, or of an index with a slot, up to date; without ``build_tree`` the leaves alone.

    It is built from the bottom up, a level at a time, each summary in a transaction of its own. What is stored tells
    what is left to do: whatever has no parent below the top, and whatever is stale. So a build that was killed
    continues where it was, and later additions and deletions cost the summaries above them only.
    """

    def __init__(
        self,
        storage_context: StorageContext,
        llm: LLM | None,
        summary_template: BasePromptTemplate,
        num_children: int = 10,
        *,
        slot: int = EVERYTHING,
        build_tree: bool = True,
        use_async: bool = False,
    ) -> None:
        self._storage = storage_context
        self._slot = slot
        self._store = TreeStore(storage_context.connection, slot)
        self._llm = llm
        self._template = summary_template
        self._num_children = num_children
        self._build_tree = build_tree
        self._use_async = use_async
        self._run = BatchRun(storage_context, 0)

    def pending(self) -> int:
        """Return the number of nodes not in the tree, and of its summaries that are stale or lack a parent."""
        unfinished = self._store.unfinished(self._num_children) if self._build_tree else 0
        return self._store.pending_nodes() + unfinished

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Write every summary that is missing or stale; ``on_progress`` receives (summaries written, to write)."""
        if not self.pending():
            return
        if not self._build_tree or (self._llm is None and self._needs_no_summary()):
            with self._storage.transaction():
                self._store.add_all_leaves()
            return
        required(self._llm)
        self._run = BatchRun(self._storage, self._steps(), on_progress, use_async=self._use_async)
        level = 0
        while not self._is_top(level):
            self._renew_stale(level)
            if not self._is_top(level):
                self._place(level)
                level += 1
        self._renew_stale(level)
        if level == 0:
            self._enter_leaves()

    def _needs_no_summary(self) -> bool:
        """Return True if the nodes are too few to be summarised."""
        return self._storage.nodes.node_count(self._slot) <= self._num_children and not self._store.top_level()

    def _texts_of(self, items: Sequence[TreeItem]) -> list[str]:
        """Return the texts of items as models read them; those that are gone are empty."""
        rowids = [item.id for item in items if item.level == 0]
        nodes = self._storage.nodes.nodes_by_key(rowids) if rowids else {}
        texts = {rowid: content(node) for rowid, node in nodes.items()}
        return [texts.get(item.id, "") if item.level == 0 else item.text for item in items]

    def _is_top(self, level: int) -> bool:
        """Return True if nothing is or belongs above a level."""
        return level >= self._store.top_level() and self._store.count_unplaced(level) <= self._num_children

    def _enter_leaves(self) -> None:
        """Make a few nodes leaves, too few to be summarised."""
        with self._storage.transaction():
            self._store.add_leaves([item.id for item in self._store.unplaced_leaves(self._num_children)])

    def _place(self, level: int) -> None:
        """Put everything of a level that has no parent under one."""
        self._fill_last(level)
        while items := self._unplaced(level, _GROUPS_AT_ONCE * self._num_children):
            groups = [items[at : at + self._num_children] for at in range(0, len(items), self._num_children)]

            def keep(place: int, text: str, groups: Sequence[Sequence[TreeItem]] = groups) -> None:
                self._store.add_summary(text, groups[place])

            self._summarise(level + 1, groups, keep)

    def _fill_last(self, level: int) -> None:
        """Let the last parent take what it has room for; its summary becomes stale."""
        place = self._store.parent_with_room(level, self._num_children)
        if place is not None:
            parent, free = place
            items = self._unplaced(level, free)
            if items:
                with self._storage.transaction():
                    self._store.adopt(parent, items)
                    self._store.mark_stale(parent)
                self._run.total = max(self._run.total, self._run.done + 1)

    def _unplaced(self, level: int, limit: int) -> list[TreeItem]:
        """Return the first items of a level without parent."""
        return self._store.unplaced_leaves(limit) if level == 0 else self._store.unplaced_summaries(level, limit)

    def _renew_stale(self, level: int) -> None:
        """Replace the stale summaries of a level."""
        while True:
            with self._storage.transaction():
                self._store.remove_empty()
            stale = self._store.stale(level, _GROUPS_AT_ONCE)
            if not stale:
                return
            groups = [self._store.children(summary.id) for summary in stale]

            def keep(
                place: int,
                text: str,
                stale: Sequence[TreeItem] = stale,
                groups: Sequence[Sequence[TreeItem]] = groups,
            ) -> None:
                self._store.renew(stale[place].id, text, groups[place])

            self._summarise(level, groups, keep)

    def _summarise(self, level: int, groups: Sequence[Sequence[TreeItem]], keep: Callable[[int, str], None]) -> None:
        """Have a summary written of each group, several at once; each is kept as soon as it is there."""
        contexts = [self._context(group) for group in groups]
        llm, summaries = required(self._llm), [""] * len(groups)

        def write(place: int) -> str:
            summaries[place] = llm.predict(self._template, context_str=contexts[place]).strip()
            return summaries[place] or contexts[place][:_FALLBACK]

        with event(CBEventType.TREE, level=level, groups=len(groups)) as stage:
            self._run.process(range(len(groups)), write, keep)
            stage.payload["summaries"] = [summary[:_SHOWN] for summary in summaries]

    def _context(self, items: Sequence[TreeItem]) -> str:
        """Return the texts to summarise, cut to the model's window."""
        texts = [text for text in self._texts_of(items) if text.strip()]
        llm = required(self._llm)
        return "\n".join(truncated(texts, available_tokens(llm, self._template) - len(texts), llm.tokenizer))

    def _steps(self) -> int:
        """Return the expected number of summaries that a build writes."""
        total, above, level = self._store.count_stale(), 0, 0
        while True:
            count = self._store.count_unplaced(level) + above
            if level >= self._store.top_level() and count <= self._num_children:
                return total
            above = math.ceil(count / self._num_children)
            total += above
            level += 1


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


class TreeInserter:
    """Puts a few new nodes where the model says they belong in a tree that is there."""

    def __init__(
        self,
        storage_context: StorageContext,
        llm: LLM,
        insert_prompt: BasePromptTemplate,
        num_children: int,
        slot: int = EVERYTHING,
    ) -> None:
        self._storage = storage_context
        self._store = TreeStore(storage_context.connection, slot)
        self._llm = llm
        self._template = insert_prompt
        self._num_children = num_children

    def insert(self, nodes: Sequence[TextNode]) -> None:
        """Put nodes that are stored into the tree; what is left out of it waits for the next build.

        That is all of them when they are more than ``num_children`` or there is no tree yet.
        """
        rowids = self._storage.nodes.keys_of([node.id_ for node in nodes])
        new = [node for node in nodes if node.id_ in rowids and not self._store.is_leaf(rowids[node.id_])]
        if len(new) <= self._num_children and self._store.top_level():
            for node in new:
                self._insert_node(node, rowids[node.id_])

    def _insert_node(self, node: TextNode, rowid: int) -> None:
        """Let the model choose, level by level, where a node belongs; a full parent is halved.

        A reply that names no place leaves the node to the next build.
        """
        items: Sequence[TreeItem] = self._store.roots()
        parent: TreeItem | None = None
        while items and items[0].level > 0:
            parent = self._place_for(node, items)
            if parent is None:
                return
            items = self._store.children(parent.id)
        if parent is not None:
            with self._storage.transaction():
                self._store.adopt(parent.id, [TreeItem(0, rowid)])
                self._store.mark_stale(parent.id)
                self._store.split(parent.id, self._num_children)

    def _place_for(self, node: TextNode, items: Sequence[TreeItem]) -> TreeItem | None:
        """Return the summary a node belongs under."""
        if len(items) == 1:
            return items[0]
        free = available_tokens(self._llm, self._template, num_chunks=str(len(items)))
        (text,) = truncated([content(node)], free // 2, self._llm.tokenizer)
        texts = numbered_text([" ".join(item.text.split()) for item in items], free // 2, self._llm.tokenizer)
        reply = self._llm.predict(self._template, context_list=texts, new_chunk_text=text, num_chunks=str(len(items)))
        numbers = parse_selection(reply, len(items), 1)
        return items[numbers[0] - 1] if numbers else None


class Tree(Protocol):
    """The parts of a tree index that the retrievers need."""

    num_children: int

    @property
    def storage_context(self) -> StorageContext:
        """The open library."""

    @property
    def slot(self) -> int:
        """The slot of the index's nodes."""


class _TreeRetriever(BaseRetriever):
    """The base of all ways through the tree."""

    def __init__(self, index: Tree, object_map: Mapping[str, object] | None = None) -> None:
        self._index = index
        self._storage = index.storage_context
        self._store = TreeStore(index.storage_context.connection, index.slot)
        self.object_map = object_map or {}

    def _require_built(self) -> None:
        built = bool(self._store.roots(limit=1))
        require_built(self._storage, "tree", built=built, slot=self._index.slot)

    def _leaves(self, rowids: Sequence[int]) -> list[NodeWithScore]:
        """Return passages in this order."""
        nodes = self._storage.nodes.nodes_by_key(rowids)
        return [NodeWithScore(nodes[rowid], None, _FOUND_BY) for rowid in rowids if rowid in nodes]


class TreeAllLeafRetriever(_TreeRetriever):
    """Returns every passage, in document order; needs no summaries."""

    def _retrieve(self, _query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [
            NodeWithScore(node, None, _FOUND_BY) for node in self._storage.docstore.iter_nodes(slot=self._index.slot)
        ]


class TreeRootRetriever(_TreeRetriever):
    """Returns the summaries at the top; of a tree without summaries its passages."""

    def _retrieve(self, _query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._require_built()
        roots = self._store.roots()
        if roots and roots[0].level == 0:
            return self._leaves([item.id for item in roots])
        nodes = self._storage.nodes.get_nodes([summary_id(item.id) for item in roots])
        return [NodeWithScore(node, None, _FOUND_BY) for node in nodes]


class _DescendingRetriever(_TreeRetriever):
    """Goes from the roots down, at each step to the ``child_branch_factor`` best children.

    Many candidates (a tree that is still being built has many roots) are chosen from in groups first.
    """

    def __init__(
        self, index: Tree, child_branch_factor: int = 1, object_map: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(index, object_map)
        self.child_branch_factor = max(1, child_branch_factor)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._require_built()
        rowids = self._descend(self._store.roots(), query_bundle)
        return self._leaves(list(dict.fromkeys(rowids)))

    def _descend(self, items: Sequence[TreeItem], query: QueryBundle) -> list[int]:
        """Return the row ids of the passages that the best items lead to."""
        if not items:
            return []
        with event(CBEventType.TREE, level=items[0].level, candidates=len(items)) as stage:
            chosen = self._choose(items, query)
            stage.payload["chosen"] = [items.index(item) + 1 for item in chosen]
        found: list[int] = []
        for item in chosen:
            current_token().raise_if_cancelled()
            found += [item.id] if item.level == 0 else self._descend(self._store.children(item.id), query)
        return found

    def _choose(self, items: Sequence[TreeItem], query: QueryBundle) -> list[TreeItem]:
        """Return the best items, best first."""
        size = max(self._index.num_children, self.child_branch_factor + 1)
        while len(items) > size:
            groups = [items[at : at + size] for at in range(0, len(items), size)]
            items = [item for group in groups for item in self._best(group, query)]
        return self._best(items, query)

    def _best(self, items: Sequence[TreeItem], query: QueryBundle) -> list[TreeItem]:
        """Return the best of a few items, best first."""
        if len(items) <= 1:
            return list(items)
        return [items[place] for place in self._places(self._texts(items), query)]

    @abstractmethod
    def _places(self, texts: Sequence[str], query: QueryBundle) -> list[int]:
        """Return the places of the best texts, best first."""

    def _texts(self, items: Sequence[TreeItem]) -> list[str]:
        """Return the texts of items, each on one line."""
        nodes = self._storage.nodes.nodes_by_key([item.id for item in items if item.level == 0])
        texts = {rowid: node.get_content(MetadataMode.LLM) for rowid, node in nodes.items()}
        return [" ".join((texts.get(item.id, "") if item.level == 0 else item.text).split()) for item in items]


class TreeSelectLeafRetriever(_DescendingRetriever):
    """Lets the model choose among the summaries at each step.

    A reply that names none of them is taken for the one that shares most words with the question.
    """

    def __init__(
        self,
        index: Tree,
        llm: LLM | None = None,
        query_template: BasePromptTemplate | None = None,
        query_template_multiple: BasePromptTemplate | None = None,
        child_branch_factor: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(index, child_branch_factor, object_map)
        self._llm = required(llm)
        self._declare_prompts(
            {"query_template": TREE_SELECT_PROMPT, "query_template_multiple": TREE_SELECT_MULTIPLE_PROMPT},
            {"query_template": query_template, "query_template_multiple": query_template_multiple},
        )

    def _places(self, texts: Sequence[str], query: QueryBundle) -> list[int]:
        """Ask the model."""
        one = self.child_branch_factor == 1
        template = self._prompt("query_template" if one else "query_template_multiple")
        values = {"num_chunks": str(len(texts)), "query_str": query.query_str}
        if not one:
            values["branching_factor"] = str(self.child_branch_factor)
        numbered = numbered_text(texts, available_tokens(self._llm, template, **values), self._llm.tokenizer)
        reply = self._llm.predict(template, context_list=numbered, **values)
        numbers = parse_selection(reply, len(texts), self.child_branch_factor)
        return [number - 1 for number in numbers] or [_most_alike(texts, query.query_str)]


class TreeSelectLeafEmbeddingRetriever(_DescendingRetriever):
    """Compares the question with the summaries at each step by meaning; needs no model."""

    def __init__(
        self,
        index: Tree,
        embed_model: BaseEmbedding | None = None,
        child_branch_factor: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(index, child_branch_factor, object_map)
        self._embed_model = required_embedding(embed_model)

    def _places(self, texts: Sequence[str], query: QueryBundle) -> list[int]:
        """Take those nearest to the question."""
        scores = np.asarray(self._get_query_text_embedding_similarities(query, [TextNode(text) for text in texts]))
        return [int(place) for place in np.argsort(-scores, kind="stable")[: self.child_branch_factor]]

    def _get_query_text_embedding_similarities(
        self, query_bundle: QueryBundle, nodes: Sequence[TextNode]
    ) -> Sequence[float]:
        """Return the similarity of each of a few nodes to the question."""
        vector = query_bundle.embedding
        if vector is None:
            vector = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs or ("",))
        vectors = self._embed_model.get_text_embedding_batch([node.text for node in nodes])
        return [float(score) for score in similarities(vector, vectors)]


def numbered_text(texts: Sequence[str], tokens: int, tokenizer: Tokenizer) -> str:
    """Return texts under their numbers, cut so that they fit."""
    shown = truncated(texts, tokens - _PER_NUMBER * len(texts), tokenizer)
    return "\n\n".join(f"({number}) {text}" for number, text in enumerate(shown, 1))


def parse_selection(reply: str, count: int, limit: int) -> list[int]:
    """Return at most ``limit`` of the numbers from 1 to ``count`` in a reply, each once, in the model's order."""
    valid = [number for number in parse_numbers(reply) if 1 <= number <= count]
    return list(dict.fromkeys(valid))[:limit]


def _most_alike(texts: Sequence[str], question: str) -> int:
    """Return the place of the text that shares most words with a question."""
    wanted = set(keyword_terms(question).terms)
    shared = [len(wanted.intersection(keyword_terms(text).terms)) for text in texts]
    return shared.index(max(shared))
